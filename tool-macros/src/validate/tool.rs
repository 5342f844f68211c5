//! From a parsed function to a validated model of its tool.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{LitStr, Signature, parse_quote};

use crate::diagnostics::Diagnostics;
use crate::model::tool::{SelfType, Tool};
use crate::parse::attr::{Read, ToolKeys, read_list};
use crate::parse::doc_comment::Docs;
use crate::parse::function::Function;
use crate::parse::replace_self;
use crate::validate::{metadata, param_types, params, signature};

/// The model of a function; complete only when `errors` stays empty.
pub(crate) fn read(list: TokenStream, function: Function, errors: &mut Diagnostics) -> Tool {
    read_for(None, list, function, errors)
}

/// The model of a method of `owner`.
pub(crate) fn read_method(owner: &SelfType, list: TokenStream, function: Function, errors: &mut Diagnostics) -> Tool {
    read_for(Some(owner.clone()), list, function, errors)
}

fn read_for(owner: Option<SelfType>, list: TokenStream, mut function: Function, errors: &mut Diagnostics) -> Tool {
    let attribute: Read<ToolKeys> = read_list(list, errors);
    let docs = Docs::read(&function.attrs);
    signature::function(&function, owner.is_some(), errors);
    signature::tool_name(&function.sig, &attribute.keys, errors);
    signature::description(&function.sig, &attribute, &docs, errors);
    metadata::check(&function.sig, &attribute.keys, errors);
    if owner.is_none() {
        signature::companion(&function.sig, &attribute.keys, errors);
    }
    if let Some(owner) = &owner {
        signature::method_keys(&attribute.keys, errors);
        param_types::block_lifetimes(&owner.generics, &function.sig, errors);
        // The hidden struct of the arguments is outside of the block, where `Self` is not defined.
        replace_self::replace_self(&owner.ty, &mut function.sig);
    }
    let params = params::read(&function.sig, &docs, errors);

    let keys = attribute.keys;
    Tool {
        name: name(&function.sig, &keys),
        metadata: metadata::calls(&function.sig, &keys, &params),
        register: keys.register.as_ref().is_none_or(|register| register.value),
        description: keys
            .description
            .map(|text| text.value.0.to_token_stream())
            .or(docs.description())
            .unwrap_or_default(),
        companion: keys.companion.map_or_else(|| function.sig.ident.clone(), |companion| companion.value),
        krate: keys.krate.map_or_else(|| parse_quote!(::tool_core), |krate| krate.value),
        owner,
        params,
        function,
    }
}

/// The name in the attribute, else the function's.
fn name(sig: &Signature, keys: &ToolKeys) -> LitStr {
    match &keys.name {
        Some(name) => name.value.clone(),
        None => LitStr::new(&sig.ident.unraw().to_string(), sig.ident.span()),
    }
}
