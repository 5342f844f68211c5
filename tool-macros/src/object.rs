//! `#[tool_object]`: the road from an `impl` block to the callbacks of its methods.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl, Meta, parse_quote};

use crate::attributes::{ObjectKeys, Read, read_list};
use crate::errors::Errors;
use crate::expand;
use crate::function::{Function, clean_parameters};
use crate::model::{Object, Owner, Role, Tool};
use crate::tool::read_method;

/// The block, and its callbacks or what keeps it from having them.
pub(crate) fn generate(list: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let Some(block) = errors.take(block(item)) else {
        let errors = errors.into_tokens();
        return quote! { #item #errors };
    };
    let object = read(list, block, &mut errors);
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
    let tools = take_tools(&owner, &mut block, errors);
    names_differ(&tools, errors);

    let keys = attribute.keys;
    let role = match (keys.part, keys.parts) {
        (Some(part), Some(parts)) => {
            errors.push(&parts.key, "a part has no parts: list them all on the main block");
            Role::Part(part.value)
        }
        (Some(part), None) => Role::Part(part.value),
        (None, Some(parts)) => Role::Main(parts.value.0),
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

/// The tools of the block, which loses the attributes that only we understand.
fn take_tools(owner: &Owner, block: &mut ItemImpl, errors: &mut Errors) -> Vec<Tool> {
    let mut tools = Vec::new();
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item
            && let Some(list) = take_attribute(method, errors)
        {
            tools.push(read_method(owner, list, function(method), errors));
            clean_parameters(&mut method.sig);
        }
    }
    tools
}

/// The keys of the method's `#[tool]`, by whatever path it is written.
fn take_attribute(method: &mut ImplItemFn, errors: &mut Errors) -> Option<TokenStream> {
    let mut taken = None;
    method.attrs.retain(|attribute| {
        if !is_tool(attribute) {
            return true;
        }
        if taken.is_some() {
            errors.push(attribute, "`#[tool]` is given twice: put all keys into one");
        } else {
            taken = Some(list_of(attribute));
        }
        false
    });
    taken
}

fn is_tool(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|segment| segment.ident == "tool")
}

fn list_of(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
    }
}

fn function(method: &ImplItemFn) -> Function {
    let ImplItemFn { attrs, vis, sig, block, .. } = method;
    Function { attrs: attrs.clone(), vis: vis.clone(), sig: sig.clone(), body: block.to_token_stream() }
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
