//! How the function takes an argument: by value, or by reference to an owned value.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::syn_ext::{ends_in, generated, is_str, option_content, ungroup};

/// How one argument is stored and passed.
pub(crate) struct PassBy {
    /// The type that is deserialized and stored, without the `Option` around it.
    pub(crate) owned: TokenStream,
    /// Where errors about that type point.
    pub(crate) span: Span,
    pub(crate) optional: bool,
    pub(crate) borrow: Borrowing,
}

/// How the stored value is passed to the function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Borrowing {
    /// By value.
    Never,
    /// `&T` from a `T`.
    Reference,
    /// `&str` from a `String`, `&[T]` from a `Vec<T>`.
    Deref,
    /// `&Path` from its owned form in `tool-core`: a `PathBuf`, unless `Path` is a type of the user.
    Kept,
}

impl PassBy {
    pub(crate) fn of(ty: &Type) -> Self {
        let inner = option_content(ty);
        let optional = inner.is_some();
        let inner = ungroup(inner.unwrap_or(ty));
        let (owned, borrow) = match inner {
            Type::Reference(reference) => owned_form(ungroup(&reference.elem)),
            _ => (inner.to_token_stream(), Borrowing::Never),
        };
        Self { owned, span: generated(inner.span()), optional, borrow }
    }

    /// The expression that passes `place`, which has the owned type or, for `maybe`, an `Option` of it.
    pub(crate) fn expression(&self, place: &TokenStream, maybe: bool) -> TokenStream {
        match (self.borrow, maybe) {
            (Borrowing::Never, _) => place.clone(),
            (Borrowing::Kept, false) => quote!(__tool::borrow_owned(&#place)),
            (_, false) => quote!(&#place),
            (Borrowing::Reference, true) => quote!(#place.as_ref()),
            (Borrowing::Deref, true) => quote!(#place.as_deref()),
            (Borrowing::Kept, true) => quote!(#place.as_ref().map(__tool::borrow_owned)),
        }
    }
}

fn owned_form(referenced: &Type) -> (TokenStream, Borrowing) {
    match referenced {
        Type::Path(path) if is_str(path) => {
            (quote_spanned!(generated(path.span())=> ::std::string::String), Borrowing::Deref)
        }
        Type::Slice(slice) => {
            let elem = &slice.elem;
            (quote_spanned!(generated(elem.span())=> ::std::vec::Vec<#elem>), Borrowing::Deref)
        }
        Type::Path(path) if ends_in(path, "Path") => {
            (quote_spanned!(generated(path.span())=> <#path as __tool::BorrowOwned>::Owned), Borrowing::Kept)
        }
        _ => (referenced.to_token_stream(), Borrowing::Reference),
    }
}
