//! A parameter of the function, as parsed.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Pat, PatType};

use crate::diagnostics::Diagnostics;
use crate::parse::attr::{ParamKeys, Read, is_on, read_all};
use crate::syn_ext;

/// One parameter with its attributes.
pub(crate) struct ParsedParam<'a> {
    pub(crate) typed: &'a PatType,
    /// The name in the code; `_` and patterns have none.
    pub(crate) ident: Option<String>,
    pub(crate) attribute: Read<ParamKeys>,
}

impl<'a> ParsedParam<'a> {
    pub(crate) fn read(typed: &'a PatType, errors: &mut Diagnostics) -> Self {
        let ident = match &*typed.pat {
            Pat::Ident(pattern) => Some(pattern.ident.unraw().to_string()),
            _ => None,
        };
        Self { typed, ident, attribute: read_all(&typed.attrs, errors) }
    }

    /// The name in the schema.
    pub(crate) fn name(&self) -> Option<String> {
        let given = self.attribute.keys.name.as_ref().map(|name| name.value.value());
        given.or_else(|| self.ident.clone())
    }

    /// The tokens of the name, for errors about it.
    pub(crate) fn name_place(&self) -> TokenStream {
        match &self.attribute.keys.name {
            Some(name) => name.value.to_token_stream(),
            None => self.typed.pat.to_token_stream(),
        }
    }

    /// Whether the value comes from the `ToolContext` rather than from the model.
    pub(crate) fn is_injected(&self) -> bool {
        is_on(self.attribute.keys.context.as_ref()) || self.is_tool_context()
    }

    pub(crate) fn is_tool_context(&self) -> bool {
        syn_ext::reference(&self.typed.ty).is_some_and(|reference| syn_ext::is_tool_context(&reference.elem))
    }
}
