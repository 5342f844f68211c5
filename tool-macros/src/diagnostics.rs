//! Collects the errors of one item, so that one compile reports all of them.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The errors of one item.
#[derive(Default)]
pub(crate) struct Diagnostics {
    errors: Vec<syn::Error>,
    /// Whether rustc reports another error in the item itself.
    left_to_rustc: bool,
}

impl Diagnostics {
    /// Adds an error at `place`, which should be the smallest wrong token.
    pub(crate) fn push(&mut self, place: impl ToTokens, sentence: impl Display) {
        self.errors.push(syn::Error::new_spanned(place, sentence));
    }

    /// Records that rustc reports an error in the item itself, so that generated code would only repeat it.
    pub(crate) fn leave_to_rustc(&mut self) {
        self.left_to_rustc = true;
    }

    /// The value, or `None` after its error is recorded.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }

    pub(crate) fn count(&self) -> usize {
        self.errors.len() + usize::from(self.left_to_rustc)
    }

    /// One `compile_error!` for each recorded error; `None` when there is no error.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        (self.count() > 0).then(|| self.errors.iter().map(syn::Error::to_compile_error).collect())
    }

    #[cfg(test)]
    pub(crate) fn sentences(&self) -> Vec<String> {
        self.errors.iter().map(ToString::to_string).collect()
    }
}
