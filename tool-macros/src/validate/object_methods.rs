//! The methods of an `impl` block that are tools.

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl, Meta};

use crate::diagnostics::Diagnostics;
use crate::model::tool::{SelfType, Tool};
use crate::parse::function::{Function, GIVEN_TWICE, clean_parameters, conditional, helpers, is_tool};
use crate::parse::runner_attrs;
use crate::parse::strip_attrs;
use crate::validate::tool::read_method;

/// The tools of the block; removes our attributes from it.
pub(crate) fn take_tools(owner: &SelfType, block: &mut ItemImpl, errors: &mut Diagnostics) -> Vec<Tool> {
    let mut tools = Vec::new();
    for item in &mut block.items {
        match item {
            ImplItem::Fn(method) => tools.extend(tool(owner, method, errors)),
            ImplItem::Verbatim(tokens) if is_without_body(tokens) => {
                errors.leave_to_rustc();
                *tokens = strip_attrs::plain(tokens.clone(), &["tool"]);
            }
            ImplItem::Const(item) => no_tool(&mut item.attrs, errors),
            ImplItem::Type(item) => no_tool(&mut item.attrs, errors),
            ImplItem::Macro(item) => no_tool(&mut item.attrs, errors),
            _ => {}
        }
    }
    tools
}

/// Refuses `#[tool]` on an item that is not a method.
fn no_tool(attributes: &mut Vec<Attribute>, errors: &mut Diagnostics) {
    attributes.retain(|attribute| {
        let is_tool = is_tool(attribute.path());
        if is_tool {
            errors.push(attribute, "`#[tool]` goes on a method, or on a function of the block without `self`");
        }
        !is_tool
    });
}

fn tool(owner: &SelfType, method: &mut ImplItemFn, errors: &mut Diagnostics) -> Option<Tool> {
    let list = take_attribute(method, errors);
    if list.is_none() {
        no_helpers(method, errors);
    }
    let tool = list.map(|list| {
        let tool = read_method(owner, list, function(method), errors);
        runner_attrs::remove(&mut method.attrs, true);
        tool
    });
    clean_parameters(&mut method.sig);
    tool
}

/// A method that ends in a semicolon, which syn does not parse as one.
fn is_without_body(tokens: &TokenStream) -> bool {
    syn::parse2::<Function>(tokens.clone()).is_ok_and(|function| !function.has_body())
}

/// The keys of the method's `#[tool]`, written with any path.
fn take_attribute(method: &mut ImplItemFn, errors: &mut Diagnostics) -> Option<TokenStream> {
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

/// `tool(..)`, which cannot be inside of `cfg_attr`: rustc expands that only after the block.
fn tool_meta(attribute: &Attribute, errors: &mut Diagnostics) -> Option<Meta> {
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
        "`#[tool_object]` does not see `#[tool]` inside of `cfg_attr`: write `#[tool]` on the method, and `#[cfg(..)]` next to it for a conditional method",
    );
    Some(hidden)
}

fn list_of(meta: Meta, errors: &mut Diagnostics) -> TokenStream {
    match meta {
        Meta::List(list) => return list.tokens,
        Meta::Path(_) => {}
        Meta::NameValue(meta) => errors.push(meta, "`#[tool]` takes a list of keys: `#[tool(..)]`"),
    }
    TokenStream::new()
}

/// Refuses attributes for a model on a method without `#[tool]`.
fn no_helpers(method: &ImplItemFn, errors: &mut Diagnostics) {
    if let Some(attribute) = helpers(&method.sig).next() {
        errors.push(attribute, "this has no effect without `#[tool]` on the method");
    }
}

fn function(method: &ImplItemFn) -> Function {
    let ImplItemFn { attrs, vis, sig, block, .. } = method;
    Function { attrs: attrs.clone(), vis: vis.clone(), sig: sig.clone(), body: block.to_token_stream() }
}
