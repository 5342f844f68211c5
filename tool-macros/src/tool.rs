//! `#[tool]`: the road from attribute and function to the code that goes back to rustc.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{LitStr, Signature, parse_quote};

use crate::attributes::{Read, ToolKeys, read_list};
use crate::docs::Docs;
use crate::errors::Errors;
use crate::function::{Function, is_generator};
use crate::model::{Owner, Tool};
use crate::{check, expand, fallback, metadata, params, shadow, types};

/// The function, and the tool made from it or what keeps it from being one.
pub(crate) fn generate(list: TokenStream, item: &TokenStream) -> TokenStream {
    match Function::read(item) {
        Ok(function) => from_function(list, function),
        // rustc refuses it itself, at the same word.
        Err(_) if is_generator(item) => item.clone(),
        Err(error) => {
            let error = error.to_compile_error();
            quote! { #item #error }
        }
    }
}

fn from_function(list: TokenStream, function: Function) -> TokenStream {
    let mut errors = Errors::default();
    let tool = read(list, function, &mut errors);
    match errors.into_tokens() {
        None => expand::tool(&tool),
        Some(errors) => fallback::tool(&tool, &errors),
    }
}

/// Attribute and function to model; complete only when `errors` stays empty.
pub(crate) fn read(list: TokenStream, function: Function, errors: &mut Errors) -> Tool {
    read_for(None, list, function, errors)
}

/// The same for a method of `owner`.
pub(crate) fn read_method(owner: &Owner, list: TokenStream, function: Function, errors: &mut Errors) -> Tool {
    read_for(Some(owner.clone()), list, function, errors)
}

fn read_for(owner: Option<Owner>, list: TokenStream, mut function: Function, errors: &mut Errors) -> Tool {
    let attribute: Read<ToolKeys> = read_list(list, errors);
    let docs = Docs::read(&function.attrs);
    check::function(&function, owner.is_some(), errors);
    check::tool_name(&function.sig, &attribute.keys, errors);
    check::description(&function.sig, &attribute, &docs, errors);
    metadata::check(&function.sig, &attribute.keys, errors);
    if owner.is_none() {
        check::companion(&function.sig, &attribute.keys, errors);
    }
    if let Some(owner) = &owner {
        check::method_keys(&attribute.keys, errors);
        types::block_lifetimes(&owner.generics, &function.sig, errors);
        // The hidden struct of the arguments stands outside the block, where `Self` means nothing.
        shadow::replace_self(&owner.ty, &mut function.sig);
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

/// The one given, else the function's.
fn name(sig: &Signature, keys: &ToolKeys) -> LitStr {
    match &keys.name {
        Some(name) => name.value.clone(),
        None => LitStr::new(&sig.ident.unraw().to_string(), sig.ident.span()),
    }
}
