//! `#[tool]`: parse the function, validate it, emit its code.

use proc_macro2::TokenStream;
use quote::quote;

use crate::diagnostics::Diagnostics;
use crate::expand;
use crate::parse::function::{Function, is_generator};
use crate::validate;

/// The function with its tool, or with the errors.
pub(crate) fn generate(list: TokenStream, item: &TokenStream) -> TokenStream {
    match Function::read(item) {
        Ok(function) => from_function(list, function),
        // rustc refuses it at the same token.
        Err(_) if is_generator(item) => item.clone(),
        Err(error) => {
            let error = error.to_compile_error();
            quote! { #item #error }
        }
    }
}

fn from_function(list: TokenStream, function: Function) -> TokenStream {
    let mut errors = Diagnostics::default();
    let tool = validate::tool::read(list, function, &mut errors);
    match errors.into_tokens() {
        None => expand::tool::tool(&tool),
        Some(errors) => expand::fallback::tool(&tool, &errors),
    }
}
