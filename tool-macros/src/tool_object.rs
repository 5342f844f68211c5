//! `#[tool_object]`: parse the `impl` block, validate it, emit its code.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ItemImpl;

use crate::diagnostics::Diagnostics;
use crate::expand;
use crate::parse::{strip_attrs, strip_bodies};
use crate::validate;

/// The block with its callbacks, or with the errors.
pub(crate) fn generate(list: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Diagnostics::default();
    let (emptied, bodies) = strip_bodies::take(item.clone());
    let Some(block) = errors.take(block(&emptied)) else {
        let (plain, errors) = (strip_attrs::block(item.clone()), errors.into_tokens());
        return quote! { #plain #errors };
    };
    let mut object = validate::object::read(list, block, &mut errors);
    object.block = strip_bodies::put_back(object.block, bodies);
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
            "`#[tool_object]` goes on an `impl` block of a type, not of a trait: write methods that call those of the trait",
        )),
    }
}

fn first_word(item: &syn::Item) -> TokenStream {
    let words = item.to_token_stream().into_iter();
    let mut words = words.skip_while(|token| !matches!(token, proc_macro2::TokenTree::Ident(_)));
    words.next().map(ToTokens::into_token_stream).unwrap_or_default()
}
