//! `#[derive(ToolParams)]`: read the attributes, then emit the impls.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::derive::{params_fields, params_impls};
use crate::diagnostics::Diagnostics;

/// The impls for the type, or the errors.
pub(crate) fn generate(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Diagnostics::default();
    let params = params_fields::read(&input, &mut errors);
    match errors.into_tokens() {
        None => params_impls::impls(&input, &params),
        Some(errors) => params_impls::fallback(&input, &params, &errors),
    }
}
