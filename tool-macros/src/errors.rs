//! The mistakes of one item, kept together so that all of them come out in one compile.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// What is wrong with one item so far.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// Adds a sentence that points at `place`, which should be the smallest token at fault.
    pub(crate) fn push(&mut self, place: impl ToTokens, sentence: impl Display) {
        self.0.push(syn::Error::new_spanned(place, sentence));
    }

    /// The value, or nothing once its error is noted.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.0.push(error)).ok()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// One `compile_error!` for each mistake, nothing when there is none.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        (!self.0.is_empty()).then(|| self.0.iter().map(syn::Error::to_compile_error).collect())
    }

    #[cfg(test)]
    pub(crate) fn sentences(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}
