//! The rules for parameter types: what cannot be read from JSON, or cannot be lent, is refused here by its spelling.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    FnArg, GenericArgument, Generics, Lifetime, Path, PathArguments, Receiver, ReceiverKind, Signature, Type,
    TypeReference,
};

use crate::answers;
use crate::errors::Errors;
use crate::inside::{Part, each_part};
use crate::lending::{self, ends_in, generic_types, is_tool_context, option_content, reference, ungroup};

/// An argument is read into an owned value, and moved or lent to the function.
pub(crate) fn argument(ty: &Type, errors: &mut Errors) {
    let inner = option_content(ty).unwrap_or(ty);
    let lent = reference(inner);
    let kept = ungroup(lent.map_or(inner, |reference| &reference.elem));
    if is_tool_context(kept) {
        errors.push(ty, "the context is always there and is lent: write `&ToolContext`");
        return;
    }
    match lent {
        Some(reference) => lending(reference, errors),
        None if is_unsized(kept) => errors.leave_to_rustc(),
        None => {}
    }
    match kept {
        Type::TraitObject(object) => {
            errors.push(object, "a trait object cannot be read from JSON: take a concrete type");
            return;
        }
        Type::Path(path) if lent.is_some() && (ends_in(path, "OsStr") || ends_in(path, "CStr")) => {
            errors.push(path, "what is read from JSON is text: write `&str`, or `&Path` for the name of a file");
        }
        _ => {}
    }
    owned(kept, "an argument owns what is inside its type: write `String` for `&str` and `Vec<T>` for `&[T]`", errors);
}

fn is_unsized(ty: &Type) -> bool {
    matches!(ty, Type::Slice(_)) || is_str(ty)
}

/// A field is read into an owned value that stays where it is.
pub(crate) fn field(ty: &Type, errors: &mut Errors) {
    owned(ty, OWNED_FIELD, errors);
}

const OWNED_FIELD: &str = "a type that is read owns what it holds: write `String` for `&str` and `Vec<T>` for `&[T]`";

/// A value of the context is lent for the time of the call.
pub(crate) fn context_value(ty: &Type, errors: &mut Errors) {
    let Some(reference) = reference(ty) else {
        match option_content(ty) {
            Some(_) => errors.push(ty, OPTIONAL_VALUE),
            None => errors.push(ty, format!("a value of the context is lent: write `&{}`", spelled(ty))),
        }
        return;
    };
    lending(reference, errors);
    let kept = ungroup(&reference.elem);
    if matches!(kept, Type::TraitObject(_)) || is_unsized(kept) {
        errors
            .push(kept, "the context finds values by their type: put one of a type of your own into it and take that");
        return;
    }
    owned(kept, "the context keeps values that own what they hold: take a type without borrows", errors);
}

const OPTIONAL_VALUE: &str = "a value of the context is always there: write `&T` without the `Option`, or take the \
                              `&ToolContext` and ask it for what may be missing";

/// As people write it, without a blank around each mark.
fn spelled(ty: &Type) -> String {
    let spaced = ty.to_token_stream().to_string();
    spaced.replace(" :: ", "::").replace(" < ", "<").replace(" >", ">").replace(" ,", ",")
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

/// Only the object itself lives as long as a lifetime of its block says.
pub(crate) fn block_lifetimes(block: &Generics, sig: &Signature, errors: &mut Errors) {
    let lent = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Receiver(Receiver { kind: ReceiverKind::Reference(_, lifetime, _), .. }) => lifetime.as_ref(),
        FnArg::Receiver(_) => None,
        FnArg::Typed(typed) => reference(option_content(&typed.ty).unwrap_or(&typed.ty))?.lifetime.as_ref(),
    });
    for lifetime in lent.filter(|lifetime| block.lifetimes().any(|of_block| of_block.lifetime == **lifetime)) {
        let sentence =
            format!("`{lifetime}` is a lifetime of the block, and this lives as long as the call: remove it");
        errors.push(lifetime, sentence);
    }
}

/// A result is kept after the call, when what was lent for the call is gone; text is copied, so that it may be lent.
pub(crate) fn returned(ty: &Type, errors: &mut Errors) {
    match ungroup(ty) {
        Type::Reference(reference) if is_str(&reference.elem) => {}
        Type::Path(path) if ends_in(path, "Cow") && generic_types(path).all(is_str) => {}
        Type::Path(path) if ends_in(path, "Result") || ends_in(path, "Option") => {
            let mut contents = generic_types(path);
            contents.by_ref().take(1).for_each(|content| returned(content, errors));
            contents.for_each(|error| owned_result(error, errors));
        }
        other if is_unsized(other) => errors.leave_to_rustc(),
        Type::Never(never) => {
            errors
                .push(never, "a tool that never returns gives a model no answer: return a value, or leave `-> !` out");
        }
        other if answers::check(other, errors) => {}
        other => owned_result(other, errors),
    }
}

fn is_str(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Path(path) if lending::is_str(path))
}

fn owned_result(ty: &Type, errors: &mut Errors) {
    each_part(&mut ty.clone(), &mut |part| {
        match borrow(part, errors) {
            Inside::Borrow(place) => errors.push(place, OWNED_RESULT),
            Inside::Nothing => {}
            Inside::Parts => return true,
        }
        false
    });
}

const OWNED_RESULT: &str =
    "a result is kept after the call and owns what is inside it: write `String` for `&str` and `Vec<T>` for `&[T]`";

/// What one part of a type says about borrows.
enum Inside {
    Borrow(TokenStream),
    /// None in it.
    Nothing,
    /// Its own parts say it.
    Parts,
}

fn borrow(part: Part<'_>, errors: &mut Errors) -> Inside {
    match part {
        Part::Type(Type::Reference(reference)) if !reference.lifetime.as_ref().is_some_and(is_static) => {
            Inside::Borrow(reference.to_token_stream())
        }
        Part::Lifetime(lifetime) if !is_static(lifetime) => Inside::Borrow(lifetime.to_token_stream()),
        Part::Path(path) => elided(path).map_or(Inside::Parts, Inside::Borrow),
        // What a function borrows is lent by those who call it.
        Part::Type(Type::FnPtr(_)) => Inside::Nothing,
        Part::Type(Type::Infer(_)) => {
            errors.leave_to_rustc();
            Inside::Nothing
        }
        _ => Inside::Parts,
    }
}

fn is_static(lifetime: &Lifetime) -> bool {
    lifetime.ident == "static"
}

/// `Cow<str>` borrows as `Cow<'_, str>` does; other types hide it from us.
fn elided(path: &Path) -> Option<TokenStream> {
    let last = path.segments.last().filter(|last| last.ident == "Cow")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let is_spelled = arguments.args.iter().any(|argument| matches!(argument, GenericArgument::Lifetime(_)));
    (!is_spelled).then(|| last.ident.to_token_stream())
}

/// Refuses borrows and `impl Trait` anywhere inside a type that is read or kept.
fn owned(ty: &Type, borrow_sentence: &'static str, errors: &mut Errors) {
    // syn's reading visitor would be one more of its features to build; the copy is small.
    each_part(&mut ty.clone(), &mut |part| {
        match part {
            // Not even one for ever: what is read is made by the call.
            Part::Type(Type::Reference(reference)) => errors.push(reference, borrow_sentence),
            Part::Type(Type::ImplTrait(ty)) => {
                errors.push(ty, "a tool's parameter needs one concrete type, not `impl Trait`");
            }
            part => match borrow(part, errors) {
                Inside::Borrow(place) => errors.push(place, borrow_sentence),
                Inside::Nothing => {}
                Inside::Parts => return true,
            },
        }
        false
    });
}
