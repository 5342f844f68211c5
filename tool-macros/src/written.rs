//! A parameter of the function, as it was written.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Pat, PatType};

use crate::attributes::{ParamKeys, Read, is_on, read_all};
use crate::errors::Errors;
use crate::lending;

/// One parameter with all that was written about it.
pub(crate) struct Written<'a> {
    pub(crate) typed: &'a PatType,
    /// The name in the code; `_` and patterns have none.
    pub(crate) ident: Option<String>,
    pub(crate) attribute: Read<ParamKeys>,
}

impl<'a> Written<'a> {
    pub(crate) fn read(typed: &'a PatType, errors: &mut Errors) -> Self {
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

    /// The tokens that give the name, for errors about it.
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
        lending::reference(&self.typed.ty).is_some_and(|reference| lending::is_tool_context(&reference.elem))
    }
}
