//! How an argument is kept after reading, and how the function gets it: moved, or lent from the owned value.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type, TypePath, TypeReference};

/// What a parameter's type asks of the one who calls the function.
pub(crate) struct Lending {
    /// The type that is read and kept, without the `Option` around it.
    pub(crate) owned: TokenStream,
    /// Where errors about reading that type point.
    pub(crate) span: Span,
    pub(crate) optional: bool,
    pub(crate) borrow: Borrow,
}

/// How the kept value reaches the function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Borrow {
    /// It is moved.
    Never,
    /// `&T` from a `T`.
    Reference,
    /// `&str` from a `String`, `&[T]` from a `Vec<T>`.
    Deref,
    /// `&Path` from whatever `tool-core` keeps it as: a `PathBuf`, unless `Path` is a type of the user's.
    Kept,
}

impl Lending {
    pub(crate) fn of(ty: &Type) -> Self {
        let inner = option_content(ty);
        let optional = inner.is_some();
        let inner = ungroup(inner.unwrap_or(ty));
        let (owned, borrow) = match inner {
            Type::Reference(reference) => owned_form(ungroup(&reference.elem)),
            _ => (inner.to_token_stream(), Borrow::Never),
        };
        Self { owned, span: generated(inner.span()), optional, borrow }
    }

    /// Hands over `place`, which holds the owned type or, for `maybe`, an `Option` of it.
    pub(crate) fn lend(&self, place: &TokenStream, maybe: bool) -> TokenStream {
        match (self.borrow, maybe) {
            (Borrow::Never, _) => place.clone(),
            (Borrow::Kept, false) => quote!(__tool::lend(&#place)),
            (_, false) => quote!(&#place),
            (Borrow::Reference, true) => quote!(#place.as_ref()),
            (Borrow::Deref, true) => quote!(#place.as_deref()),
            (Borrow::Kept, true) => quote!(#place.as_ref().map(__tool::lend)),
        }
    }
}

fn owned_form(lent: &Type) -> (TokenStream, Borrow) {
    match lent {
        Type::Path(path) if is_str(path) => {
            (quote_spanned!(generated(path.span())=> ::std::string::String), Borrow::Deref)
        }
        Type::Slice(slice) => {
            let elem = &slice.elem;
            (quote_spanned!(generated(elem.span())=> ::std::vec::Vec<#elem>), Borrow::Deref)
        }
        Type::Path(path) if ends_in(path, "Path") => {
            (quote_spanned!(generated(path.span())=> <#path as __tool::Lent>::Owned), Borrow::Kept)
        }
        _ => (lent.to_token_stream(), Borrow::Reference),
    }
}

pub(crate) fn is_str(path: &TypePath) -> bool {
    path.qself.is_none() && path.path.is_ident("str")
}

/// Whether the type is spelled `name`, by whatever path.
pub(crate) fn ends_in(path: &TypePath, name: &str) -> bool {
    path.path.segments.last().is_some_and(|segment| segment.ident == name)
}

/// The types between the angle brackets.
pub(crate) fn generic_types(path: &TypePath) -> impl Iterator<Item = &Type> {
    let arguments = path.path.segments.last().and_then(|last| match &last.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    });
    arguments.into_iter().flatten().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The `T` of a type spelled `Option<T>`.
pub(crate) fn option_content(ty: &Type) -> Option<&Type> {
    let Type::Path(TypePath { qself: None, path, .. }) = ungroup(ty) else { return None };
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(content)) if last.ident == "Option" && arguments.args.len() == 1 => Some(content),
        _ => None,
    }
}

/// The reference behind invisible groups, when the type is one.
pub(crate) fn reference(ty: &Type) -> Option<&TypeReference> {
    match ungroup(ty) {
        Type::Reference(reference) => Some(reference),
        _ => None,
    }
}

/// Whether the type is spelled `ToolContext`, by whatever path.
pub(crate) fn is_tool_context(ty: &Type) -> bool {
    match ungroup(ty) {
        Type::Path(path) => ends_in(path, "ToolContext"),
        _ => false,
    }
}

/// Looks through parentheses and the invisible groups that `macro_rules!` leaves.
pub(crate) fn ungroup(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungroup(&group.elem),
        Type::Paren(paren) => ungroup(&paren.elem),
        _ => ty,
    }
}

/// The user's place with our hygiene: errors point there, names resolve here.
pub(crate) fn generated(place: Span) -> Span {
    place.resolved_at(Span::mixed_site())
}

/// The same tokens, for errors to point at `span`; names resolve as before.
pub(crate) fn respan(tokens: &TokenStream, span: Span) -> TokenStream {
    let place = |mut token: TokenTree| {
        token.set_span(token.span().located_at(span));
        token
    };
    tokens.clone().into_iter().map(place).collect()
}
