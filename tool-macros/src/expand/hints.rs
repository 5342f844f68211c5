//! Selects the compile error for a type that does not implement a trait, by the syntax of the type; and checks map keys.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{PathArguments, PathSegment, Type};

use crate::syn_ext::{ends_in, generated, generic_types, option_content, reference, ungroup};
use crate::visit_types::{TypeNode, visit_type};

/// The module of `tool_core::__private::hints` with the error texts for a parameter or field of this type.
pub(crate) fn of(ty: &Type) -> Option<Ident> {
    let mut found = None;
    visit_type(&mut ty.clone(), &mut |part| {
        if let TypeNode::Path(path) = part {
            found = found.or_else(|| path.segments.last().and_then(of_name));
        }
        found.is_none()
    });
    found.or_else(|| is_borrowed(ty).then_some("borrowed")).map(module)
}

/// The same for a return type.
pub(crate) fn of_result(ty: &Type) -> Option<Ident> {
    of(ty).or_else(|| is_unnamed(ty).then(|| module("unnamed")))
}

fn module(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn of_name(segment: &PathSegment) -> Option<&'static str> {
    let has_content = matches!(segment.arguments, PathArguments::AngleBracketed(_));
    match segment.ident.to_string().as_str() {
        "Arc" | "Rc" if has_content => Some("shared"),
        "NaiveDate" | "NaiveDateTime" | "NaiveTime" | "DateTime" | "Weekday" => Some("dates"),
        "Uuid" => Some("uuids"),
        "Url" => Some("urls"),
        _ => None,
    }
}

/// `&T` and `Option<&T>` of a type with a name.
fn is_borrowed(ty: &Type) -> bool {
    let inner = reference(option_content(ty).unwrap_or(ty)).map(|reference| ungroup(&reference.elem));
    inner.is_some_and(|inner| matches!(inner, Type::Path(_)))
}

fn is_unnamed(ty: &Type) -> bool {
    match ungroup(ty) {
        Type::ImplTrait(_) | Type::TraitObject(_) => true,
        Type::Path(path) if ["Box", "Result", "Option"].iter().any(|name| ends_in(path, name)) => {
            generic_types(path).next().is_some_and(is_unnamed)
        }
        _ => false,
    }
}

/// One line for each map in a type; it does not compile when the key cannot be a JSON object key.
pub(crate) fn keys(ty: &Type, probe: &str) -> Vec<TokenStream> {
    let mut lines = Vec::new();
    let probe = Ident::new(probe, Span::mixed_site());
    visit_type(&mut ty.clone(), &mut |part| {
        if let TypeNode::Type(Type::Path(path)) = part
            && ["HashMap", "BTreeMap", "IndexMap"].iter().any(|name| ends_in(path, name))
        {
            let mut types = generic_types(path);
            if let (Some(key), Some(_)) = (types.next(), types.next()) {
                lines.push(line(key, &probe));
            }
        }
        true
    });
    lines
}

fn line(key: &Type, probe: &Ident) -> TokenStream {
    let span = generated(key.span());
    quote_spanned!(span=> {
        #[allow(unused_imports)]
        use __tool::hints::AnyKey as _;
        __tool::hints::#probe::<#key>::TYPE.__tool_key()
    };)
}
