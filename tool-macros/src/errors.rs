//! The mistakes of one item, kept together so that all of them come out in one compile.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// What is wrong with one item so far.
#[derive(Default)]
pub(crate) struct Errors {
    told: Vec<syn::Error>,
    /// Whether rustc will find more in the item itself, and say it as well.
    left_to_rustc: bool,
}

impl Errors {
    /// Adds a sentence that points at `place`, which should be the smallest token at fault.
    pub(crate) fn push(&mut self, place: impl ToTokens, sentence: impl Display) {
        self.told.push(syn::Error::new_spanned(place, sentence));
    }

    /// Notes a mistake that rustc reports in the item itself: code made from it would only repeat the error.
    pub(crate) fn leave_to_rustc(&mut self) {
        self.left_to_rustc = true;
    }

    /// The value, or nothing once its error is noted.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.told.push(error)).ok()
    }

    pub(crate) fn count(&self) -> usize {
        self.told.len() + usize::from(self.left_to_rustc)
    }

    /// One `compile_error!` for each mistake that is ours to tell, nothing when there is no mistake.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        (self.count() > 0).then(|| self.told.iter().map(syn::Error::to_compile_error).collect())
    }

    #[cfg(test)]
    pub(crate) fn sentences(&self) -> Vec<String> {
        self.told.iter().map(ToString::to_string).collect()
    }
}
