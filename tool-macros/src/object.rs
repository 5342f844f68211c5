//! `#[tool_object]`: the road from an `impl` block to the callbacks of its methods.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{ItemImpl, parse_quote};

use crate::attributes::{ObjectKeys, Read, read_list};
use crate::errors::Errors;
use crate::methods::take_tools;
use crate::model::{Object, Owner, Role, Tool};
use crate::{bodies, expand, fallback};

/// The block, and its callbacks or what keeps it from having them.
pub(crate) fn generate(list: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let (emptied, bodies) = bodies::take(item.clone());
    let Some(block) = errors.take(block(&emptied)) else {
        let (plain, errors) = (fallback::block(item.clone()), errors.into_tokens());
        return quote! { #plain #errors };
    };
    let mut object = read(list, block, &mut errors);
    object.block = bodies::put_back(object.block, bodies);
    match errors.into_tokens() {
        None => expand::object::object(&object),
        Some(errors) => {
            let fallback = expand::object::fallback(&object);
            quote! { #fallback #errors }
        }
    }
}

fn block(item: &TokenStream) -> syn::Result<ItemImpl> {
    let block: ItemImpl = syn::parse2(item.clone()).map_err(|error| match syn::parse2::<syn::Item>(item.clone()) {
        Ok(syn::Item::Impl(_)) | Err(_) => error,
        Ok(other) => syn::Error::new_spanned(
            first_word(&other),
            "`#[tool_object]` goes on an `impl` block: `#[tool_object] impl MyType { .. }`",
        ),
    })?;
    match &block.trait_ {
        None => Ok(block),
        Some((path, _)) => Err(syn::Error::new_spanned(
            path,
            "`#[tool_object]` goes on an `impl` block without a trait: write methods that call those of the trait",
        )),
    }
}

fn first_word(item: &syn::Item) -> TokenStream {
    let words = item.to_token_stream().into_iter();
    let mut words = words.skip_while(|token| !matches!(token, proc_macro2::TokenTree::Ident(_)));
    words.next().map(ToTokens::into_token_stream).unwrap_or_default()
}

/// Attribute and block to model; complete only when `errors` stays empty.
fn read(list: TokenStream, mut block: ItemImpl, errors: &mut Errors) -> Object {
    let attribute: Read<ObjectKeys> = read_list(list, errors);
    let owner = Owner { ty: (*block.self_ty).clone(), generics: block.generics.clone() };
    given_once(&mut block, errors);
    let tools = take_tools(&owner, &mut block, errors);
    names_differ(&tools, errors);

    let keys = attribute.keys;
    let parts = keys.parts.map(|parts| (parts.key, once_each(parts.value.0, errors)));
    let role = match (keys.part, parts) {
        (Some(part), Some((key, _))) => {
            errors.push(&key, "a part has no parts: list them all on the main block");
            Role::Part(part.value)
        }
        (Some(part), None) => Role::Part(part.value),
        (None, Some((_, parts))) => Role::Main(parts),
        (None, None) => Role::Main(Vec::new()),
    };
    let has_parts = matches!(&role, Role::Main(parts) if !parts.is_empty());
    if tools.is_empty() && !has_parts && errors.count() == 0 {
        errors.push(&owner.ty, "no method of this block has `#[tool]`: put it on those that a model may call");
    }
    Object {
        krate: keys.krate.map_or_else(|| parse_quote!(::tool_core), |krate| krate.value),
        block: block.to_token_stream(),
        owner,
        role,
        tools,
    }
}

/// A second `#[tool_object]` would make all of it once more.
fn given_once(block: &mut ItemImpl, errors: &mut Errors) {
    block.attrs.retain(|attribute| {
        let is_second = attribute.path().segments.last().is_some_and(|segment| segment.ident == "tool_object");
        if is_second {
            errors.push(attribute, "`#[tool_object]` is given twice: put all keys into one");
        }
        !is_second
    });
}

fn once_each(listed: Vec<Ident>, errors: &mut Errors) -> Vec<Ident> {
    let mut parts = Vec::new();
    for part in listed {
        if parts.contains(&part) {
            errors.push(&part, format!("`{part}` is listed twice: remove one of the two"));
        } else {
            parts.push(part);
        }
    }
    parts
}

fn names_differ(tools: &[Tool], errors: &mut Errors) {
    for (index, second) in tools.iter().enumerate() {
        // Under conditions, only one of the two may exist.
        let unconditional = |tool: &Tool| tool.function.conditions().is_empty();
        let clashes = |first: &&Tool| first.name.value() == second.name.value() && unconditional(first);
        if unconditional(second) && tools.iter().take(index).any(|first| clashes(&first)) {
            let name = second.name.value();
            errors.push(&second.name, format!("two tools of this block are named `{name}`: rename one of them"));
        }
    }
}
