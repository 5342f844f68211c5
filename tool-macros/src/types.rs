//! The rules for parameter types: what cannot be read from JSON, or cannot be lent, is refused here by its spelling.

use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type, TypePath, TypeReference};

use crate::errors::Errors;
use crate::inside::{Part, each_part};
use crate::lending::{is_tool_context, option_content, reference, ungroup};

/// An argument is read into an owned value, and moved or lent to the function.
pub(crate) fn argument(ty: &Type, errors: &mut Errors) {
    let inner = option_content(ty).unwrap_or(ty);
    let lent = reference(inner);
    let kept = ungroup(lent.map_or(inner, |reference| &reference.elem));
    if is_tool_context(kept) {
        errors.push(ty, "the context is always there and is lent: write `&ToolContext`");
        return;
    }
    if let Some(reference) = lent {
        lending(reference, errors);
    }
    if let Type::TraitObject(object) = kept {
        errors.push(object, "a trait object cannot be read from JSON: take a concrete type");
        return;
    }
    owned(kept, "an argument owns what is inside its type: write `String` for `&str` and `Vec<T>` for `&[T]`", errors);
}

/// A field is read into an owned value that stays where it is.
pub(crate) fn field(ty: &Type, errors: &mut Errors) {
    owned(ty, OWNED_FIELD, errors);
}

const OWNED_FIELD: &str = "a type that is read owns what it holds: write `String` for `&str` and `Vec<T>` for `&[T]`";

/// A value of the context is lent for the time of the call.
pub(crate) fn context_value(ty: &Type, errors: &mut Errors) {
    let Some(reference) = reference(ty) else {
        let ty = ty.to_token_stream();
        errors.push(&ty, format!("a value of the context is lent: write `&{ty}`"));
        return;
    };
    lending(reference, errors);
    let kept = ungroup(&reference.elem);
    if matches!(kept, Type::TraitObject(_) | Type::Slice(_)) || kept.to_token_stream().to_string() == "str" {
        errors
            .push(kept, "the context finds values by their type: put one of a type of your own into it and take that");
        return;
    }
    owned(kept, "the context keeps values that own what they hold: take a type without borrows", errors);
}

fn lending(reference: &TypeReference, errors: &mut Errors) {
    if let Some(token) = reference.mutability {
        errors.push(token, "a tool's parameter is lent with `&` or moved: remove `mut`, or take the value itself");
    }
    match &reference.lifetime {
        Some(lifetime) if lifetime.ident == "static" => {
            errors.push(lifetime, "a parameter lives as long as the call: remove `'static`, or take an owned value");
        }
        _ => {}
    }
}

/// A result is kept after the call, when what was lent for the call is gone; text is copied, so that it may be lent.
pub(crate) fn returned(ty: &Type, errors: &mut Errors) {
    match ungroup(ty) {
        Type::Reference(reference) if is_str(&reference.elem) => {}
        Type::Path(path) if holds_a_result(path) => {
            contents(path).for_each(|content| returned(content, errors));
        }
        other => owned_result(other, errors),
    }
}

fn is_str(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Path(path) if path.path.is_ident("str"))
}

fn holds_a_result(path: &TypePath) -> bool {
    path.path.segments.last().is_some_and(|last| last.ident == "Result" || last.ident == "Option")
}

/// The types between the angle brackets.
fn contents(path: &TypePath) -> impl Iterator<Item = &Type> {
    let arguments = path.path.segments.last().and_then(|last| match &last.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    });
    arguments.into_iter().flatten().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

fn owned_result(ty: &Type, errors: &mut Errors) {
    each_part(&mut ty.clone(), &mut |part| {
        let Part::Type(Type::Reference(reference)) = part else { return true };
        if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") {
            return true;
        }
        errors.push(
            reference,
            "a result is kept after the call and owns what is inside it: write `String` for `&str` and `Vec<T>` for `&[T]`",
        );
        false
    });
}

/// Refuses borrows and `impl Trait` anywhere inside a type that is read or kept.
fn owned(ty: &Type, borrow_sentence: &'static str, errors: &mut Errors) {
    // syn's reading visitor would be one more of its features to build; the copy is small.
    each_part(&mut ty.clone(), &mut |part| {
        match part {
            Part::Type(Type::Reference(reference)) => errors.push(reference, borrow_sentence),
            Part::Type(Type::ImplTrait(ty)) => {
                errors.push(ty, "a tool's parameter needs one concrete type, not `impl Trait`");
            }
            Part::Lifetime(lifetime) if lifetime.ident != "static" => errors.push(lifetime, borrow_sentence),
            _ => return true,
        }
        false
    });
}
