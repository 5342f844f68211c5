//! Return types that are not a value yet: futures, iterators, and errors alone. Each is refused where it is written.

use quote::ToTokens;
use syn::{Type, TypeParamBound};

use crate::errors::Errors;
use crate::lending::{ends_in, generic_types, ungroup};

/// Whether the type was refused.
pub(crate) fn check(ty: &Type, errors: &mut Errors) -> bool {
    let sentence = bounds(ty).iter().find_map(|name| sentence(name)).or_else(|| boxed_future(ty));
    if let Some(sentence) = sentence {
        errors.push(ty, sentence);
    }
    sentence.is_some()
}

const FUTURE: &str =
    "a tool that answers later is an `async fn`: write `async fn`, and the type inside the future as its result";

fn sentence(name: &str) -> Option<&'static str> {
    Some(match name {
        "Future" | "IntoFuture" => FUTURE,
        "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" | "IntoIterator" => {
            "a result is kept after the call, and an iterator is not a value: return a `Vec` with `.collect()`"
        }
        "Stream" => "a tool gives one result: collect the stream into a `Vec` in an `async fn`",
        "Error" => "an error alone is not a result: return a `Result` with it",
        "Fn" | "FnMut" | "FnOnce" => "a function cannot be sent to a model: return what it computes",
        _ => return None,
    })
}

/// `BoxFuture<'_, T>` of this crate and of others.
fn boxed_future(ty: &Type) -> Option<&'static str> {
    let Type::Path(path) = ungroup(ty) else { return None };
    (ends_in(path, "BoxFuture") || ends_in(path, "LocalBoxFuture")).then_some(FUTURE)
}

/// The names of the traits of an `impl Trait` or a `dyn Trait`, which may be in a `Box` or a `Pin`.
fn bounds(ty: &Type) -> Vec<String> {
    let bounds = match ungroup(ty) {
        Type::ImplTrait(ty) => &ty.bounds,
        Type::TraitObject(ty) => &ty.bounds,
        Type::Path(path) if ["Box", "Pin", "Rc", "Arc"].iter().any(|name| ends_in(path, name)) => {
            return generic_types(path).next().map(bounds).unwrap_or_default();
        }
        _ => return Vec::new(),
    };
    bounds.iter().filter_map(name).collect()
}

fn name(bound: &TypeParamBound) -> Option<String> {
    match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| last.ident.to_string()),
        other => Some(other.to_token_stream().to_string()),
    }
}
