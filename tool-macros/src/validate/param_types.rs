//! Types of parameters, context values, fields and results: refuses what is recognized by its syntax.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    FnArg, GenericArgument, Generics, Lifetime, Path, PathArguments, Receiver, ReceiverKind, Signature, Type,
    TypeReference,
};

use crate::diagnostics::Diagnostics;
use crate::syn_ext;
use crate::syn_ext::{ends_in, generic_types, is_tool_context, option_content, reference, ungroup};
use crate::validate::return_types;
use crate::visit_types::{TypeNode, visit_type};

/// An argument is deserialized into an owned value, and passed by value or by reference.
pub(crate) fn argument(ty: &Type, errors: &mut Diagnostics) {
    let inner = option_content(ty).unwrap_or(ty);
    let by_reference = reference(inner);
    let kept = ungroup(by_reference.map_or(inner, |reference| &reference.elem));
    if is_tool_context(kept) {
        errors.push(ty, "the context is passed by reference: write `&ToolContext`");
        return;
    }
    match by_reference {
        Some(reference) => passed_by_reference(reference, errors),
        None if is_unsized(kept) => errors.leave_to_rustc(),
        None => {}
    }
    match kept {
        Type::TraitObject(object) => {
            errors.push(object, "a trait object cannot be deserialized: use a concrete type");
            return;
        }
        Type::Path(path) if by_reference.is_some() && (ends_in(path, "OsStr") || ends_in(path, "CStr")) => {
            errors.push(path, "this type cannot be deserialized from JSON: write `&str`, or `&Path` for a file name");
        }
        _ => {}
    }
    owned(
        kept,
        "a parameter type cannot contain references: write `String` for `&str` and `Vec<T>` for `&[T]`",
        errors,
    );
}

fn is_unsized(ty: &Type) -> bool {
    matches!(ty, Type::Slice(_)) || is_str(ty)
}

/// A field is deserialized into an owned value.
pub(crate) fn field(ty: &Type, errors: &mut Diagnostics) {
    owned(ty, OWNED_FIELD, errors);
}

const OWNED_FIELD: &str =
    "a type that is deserialized cannot contain references: write `String` for `&str` and `Vec<T>` for `&[T]`";

/// A context value is passed by reference.
pub(crate) fn context_value(ty: &Type, errors: &mut Diagnostics) {
    let Some(reference) = reference(ty) else {
        match option_content(ty) {
            Some(_) => errors.push(ty, OPTIONAL_VALUE),
            None => errors.push(ty, format!("a context value must be a reference: write `&{}`", as_written(ty))),
        }
        return;
    };
    passed_by_reference(reference, errors);
    let kept = ungroup(&reference.elem);
    if matches!(kept, Type::TraitObject(_)) || is_unsized(kept) {
        errors.push(kept, "context values are found by type, which must be sized: wrap it in a named type");
        return;
    }
    owned(kept, "a context value cannot contain references: use a type that owns its data", errors);
}

const OPTIONAL_VALUE: &str = "a context value is required: write `&T` without the `Option`, or take `&ToolContext` and call `get` for an optional value";

/// The type as people write it, without spaces around punctuation.
fn as_written(ty: &Type) -> String {
    let spaced = ty.to_token_stream().to_string();
    spaced.replace(" :: ", "::").replace(" < ", "<").replace(" >", ">").replace(" ,", ",")
}

fn passed_by_reference(reference: &TypeReference, errors: &mut Diagnostics) {
    if let Some(token) = reference.mutability {
        errors.push(token, "`&mut` parameters are not supported: write `&`, or take the value");
    }
    match &reference.lifetime {
        Some(lifetime) if lifetime.ident == "static" => {
            errors.push(lifetime, "a parameter cannot have the lifetime `'static`: remove it, or take an owned value");
        }
        _ => {}
    }
}

/// A reference with a lifetime of the `impl` block would outlive the call.
pub(crate) fn block_lifetimes(block: &Generics, sig: &Signature, errors: &mut Diagnostics) {
    let lifetimes = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Receiver(Receiver { kind: ReceiverKind::Reference(_, lifetime, _), .. }) => lifetime.as_ref(),
        FnArg::Receiver(_) => None,
        FnArg::Typed(typed) => reference(option_content(&typed.ty).unwrap_or(&typed.ty))?.lifetime.as_ref(),
    });
    for lifetime in lifetimes.filter(|lifetime| block.lifetimes().any(|of_block| of_block.lifetime == **lifetime)) {
        let sentence = format!(
            "`{lifetime}` is a lifetime of the `impl` block, but this reference lives only as long as the call: remove it"
        );
        errors.push(lifetime, sentence);
    }
}

/// A result outlives the call, so it cannot contain references; text is copied, so it may be one.
pub(crate) fn returned(ty: &Type, errors: &mut Diagnostics) {
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
            errors.push(never, "a tool must return: return a value, or remove `-> !`");
        }
        other if return_types::check(other, errors) => {}
        other => owned_result(other, errors),
    }
}

fn is_str(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Path(path) if syn_ext::is_str(path))
}

fn owned_result(ty: &Type, errors: &mut Diagnostics) {
    visit_type(&mut ty.clone(), &mut |part| {
        match borrow(part, errors) {
            Inside::Borrow(place) => errors.push(place, OWNED_RESULT),
            Inside::Nothing => {}
            Inside::Parts => return true,
        }
        false
    });
}

const OWNED_RESULT: &str = "a result cannot contain references: write `String` for `&str` and `Vec<T>` for `&[T]`";

/// Whether a node of a type is a borrow.
enum Inside {
    Borrow(TokenStream),
    /// Neither this node nor anything inside of it.
    Nothing,
    /// Visit the nodes inside.
    Parts,
}

fn borrow(part: TypeNode<'_>, errors: &mut Diagnostics) -> Inside {
    match part {
        TypeNode::Type(Type::Reference(reference)) if !reference.lifetime.as_ref().is_some_and(is_static) => {
            Inside::Borrow(reference.to_token_stream())
        }
        TypeNode::Lifetime(lifetime) if !is_static(lifetime) => Inside::Borrow(lifetime.to_token_stream()),
        TypeNode::Path(path) => elided(path).map_or(Inside::Parts, Inside::Borrow),
        // The references of a function pointer belong to its callers.
        TypeNode::Type(Type::FnPtr(_)) => Inside::Nothing,
        TypeNode::Type(Type::Infer(_)) => {
            errors.leave_to_rustc();
            Inside::Nothing
        }
        _ => Inside::Parts,
    }
}

fn is_static(lifetime: &Lifetime) -> bool {
    lifetime.ident == "static"
}

/// `Cow<str>` borrows as `Cow<'_, str>` does; the elided lifetimes of other types are not visible here.
fn elided(path: &Path) -> Option<TokenStream> {
    let last = path.segments.last().filter(|last| last.ident == "Cow")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let has_lifetime = arguments.args.iter().any(|argument| matches!(argument, GenericArgument::Lifetime(_)));
    (!has_lifetime).then(|| last.ident.to_token_stream())
}

/// Refuses references and `impl Trait` anywhere inside of a type that is deserialized or kept.
fn owned(ty: &Type, borrow_sentence: &'static str, errors: &mut Diagnostics) {
    // syn's read-only visitor is another feature to compile; the copy is small.
    visit_type(&mut ty.clone(), &mut |part| {
        match part {
            // Not even `&'static`: the value is created by the call.
            TypeNode::Type(Type::Reference(reference)) => errors.push(reference, borrow_sentence),
            TypeNode::Type(Type::ImplTrait(ty)) => {
                errors.push(ty, "a tool's parameter needs a concrete type, not `impl Trait`");
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
