//! The methods of an `impl` block: which of them are tools, and what stands on them that rustc does not know.

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl, Meta};

use crate::errors::Errors;
use crate::fallback;
use crate::function::{Function, GIVEN_TWICE, clean_parameters, conditional, helpers, is_tool};
use crate::model::{Owner, Tool};
use crate::runners;
use crate::tool::read_method;

/// The tools of the block, which loses the attributes that only we understand.
pub(crate) fn take_tools(owner: &Owner, block: &mut ItemImpl, errors: &mut Errors) -> Vec<Tool> {
    let mut tools = Vec::new();
    for item in &mut block.items {
        match item {
            ImplItem::Fn(method) => tools.extend(tool(owner, method, errors)),
            ImplItem::Verbatim(tokens) if is_without_body(tokens) => {
                errors.leave_to_rustc();
                *tokens = fallback::plain(tokens.clone(), &["tool"]);
            }
            ImplItem::Const(item) => no_tool(&mut item.attrs, errors),
            ImplItem::Type(item) => no_tool(&mut item.attrs, errors),
            ImplItem::Macro(item) => no_tool(&mut item.attrs, errors),
            _ => {}
        }
    }
    tools
}

/// What cannot be called is no tool.
fn no_tool(attributes: &mut Vec<Attribute>, errors: &mut Errors) {
    attributes.retain(|attribute| {
        let is_tool = is_tool(attribute.path());
        if is_tool {
            errors.push(attribute, "`#[tool]` goes on a method, or on a function of the block without `self`");
        }
        !is_tool
    });
}

fn tool(owner: &Owner, method: &mut ImplItemFn, errors: &mut Errors) -> Option<Tool> {
    let list = take_attribute(method, errors);
    if list.is_none() {
        no_helpers(method, errors);
    }
    let tool = list.map(|list| {
        let tool = read_method(owner, list, function(method), errors);
        runners::remove(&mut method.attrs, true);
        tool
    });
    clean_parameters(&mut method.sig);
    tool
}

/// A method that ends in a semicolon, which syn does not read as one.
fn is_without_body(tokens: &TokenStream) -> bool {
    syn::parse2::<Function>(tokens.clone()).is_ok_and(|function| !function.has_body())
}

/// The keys of the method's `#[tool]`, by whatever path it is written.
fn take_attribute(method: &mut ImplItemFn, errors: &mut Errors) -> Option<TokenStream> {
    let mut taken = None;
    method.attrs.retain(|attribute| {
        let Some(meta) = tool_meta(attribute, errors) else { return true };
        if taken.is_some() {
            errors.push(attribute, GIVEN_TWICE);
        } else {
            taken = Some(list_of(meta, errors));
        }
        false
    });
    taken
}

/// `tool(..)`, which must not stand inside `cfg_attr`: rustc resolves that only after the block is read.
fn tool_meta(attribute: &Attribute, errors: &mut Errors) -> Option<Meta> {
    if is_tool(attribute.path()) {
        return Some(attribute.meta.clone());
    }
    let (_, items) = conditional(attribute)?;
    let hidden = items.into_iter().find_map(|item| match item {
        NestedMeta::Meta(meta) if is_tool(meta.path()) => Some(meta),
        _ => None,
    })?;
    errors.push(
        hidden.path(),
        "`cfg_attr` hides `#[tool]` from `#[tool_object]`: write `#[tool]` itself on the method, and `#[cfg(..)]` beside \
         it when the method has a condition",
    );
    Some(hidden)
}

fn list_of(meta: Meta, errors: &mut Errors) -> TokenStream {
    match meta {
        Meta::List(list) => return list.tokens,
        Meta::Path(_) => {}
        Meta::NameValue(meta) => errors.push(meta, "`#[tool]` takes a list of keys: `#[tool(..)]`"),
    }
    TokenStream::new()
}

/// Texts for a model on a method that no model may call: its `#[tool]` was forgotten.
fn no_helpers(method: &ImplItemFn, errors: &mut Errors) {
    if let Some(attribute) = helpers(&method.sig).next() {
        errors.push(attribute, "`#[tool]` is missing on this method, and without it this tells nobody anything");
    }
}

fn function(method: &ImplItemFn) -> Function {
    let ImplItemFn { attrs, vis, sig, block, .. } = method;
    Function { attrs: attrs.clone(), vis: vis.clone(), sig: sig.clone(), body: block.to_token_stream() }
}
