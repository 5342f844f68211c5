//! Helpers for syn's types, and spans.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{GenericArgument, PathArguments, Type, TypePath, TypeReference};

pub(crate) fn is_str(path: &TypePath) -> bool {
    path.qself.is_none() && path.path.is_ident("str")
}

/// Whether the last segment of the path is `name`.
pub(crate) fn ends_in(path: &TypePath, name: &str) -> bool {
    path.path.segments.last().is_some_and(|segment| segment.ident == name)
}

/// The generic type arguments of the last segment.
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

/// The `T` of a type written as `Option<T>`.
pub(crate) fn option_content(ty: &Type) -> Option<&Type> {
    let Type::Path(TypePath { qself: None, path, .. }) = ungroup(ty) else { return None };
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(content)) if last.ident == "Option" && arguments.args.len() == 1 => Some(content),
        _ => None,
    }
}

/// The type as a reference, if it is one.
pub(crate) fn reference(ty: &Type) -> Option<&TypeReference> {
    match ungroup(ty) {
        Type::Reference(reference) => Some(reference),
        _ => None,
    }
}

/// Whether the last segment of the type's path is `ToolContext`.
pub(crate) fn is_tool_context(ty: &Type) -> bool {
    match ungroup(ty) {
        Type::Path(path) => ends_in(path, "ToolContext"),
        _ => false,
    }
}

/// The type without parentheses and the invisible groups of `macro_rules!`.
pub(crate) fn ungroup(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungroup(&group.elem),
        Type::Paren(paren) => ungroup(&paren.elem),
        _ => ty,
    }
}

/// The location of `place` with mixed-site hygiene: errors point there, names resolve at the macro.
pub(crate) fn generated(place: Span) -> Span {
    place.resolved_at(Span::mixed_site())
}

/// The tokens with the location of `span`; names resolve as before.
pub(crate) fn respan(tokens: &TokenStream, span: Span) -> TokenStream {
    let place = |mut token: TokenTree| {
        token.set_span(token.span().located_at(span));
        token
    };
    tokens.clone().into_iter().map(place).collect()
}
