//! Return types that cannot be results: futures, iterators, functions, errors alone.

use quote::ToTokens;
use syn::{Type, TypeParamBound};

use crate::diagnostics::Diagnostics;
use crate::syn_ext::{ends_in, generic_types, ungroup};

/// Whether the type was refused.
pub(crate) fn check(ty: &Type, errors: &mut Diagnostics) -> bool {
    let sentence = bounds(ty).iter().find_map(|name| sentence(name)).or_else(|| boxed_future(ty));
    if let Some(sentence) = sentence {
        errors.push(ty, sentence);
    }
    sentence.is_some()
}

const FUTURE: &str = "a tool cannot return a future: write an `async fn` that returns the future's output";

fn sentence(name: &str) -> Option<&'static str> {
    Some(match name {
        "Future" | "IntoFuture" => FUTURE,
        "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" | "FusedIterator" | "IntoIterator" => {
            "a tool cannot return an iterator: return a `Vec` with `.collect()`"
        }
        "Stream" => "a tool cannot return a stream: collect it into a `Vec` in an `async fn`",
        "Error" => "a tool cannot return only an error: return a `Result` with it",
        "Fn" | "FnMut" | "FnOnce" => "a tool cannot return a function: return the value that it computes",
        _ => return None,
    })
}

/// `BoxFuture<'_, T>` of any crate.
fn boxed_future(ty: &Type) -> Option<&'static str> {
    let Type::Path(path) = ungroup(ty) else { return None };
    (ends_in(path, "BoxFuture") || ends_in(path, "LocalBoxFuture")).then_some(FUTURE)
}

/// The names of the traits of an `impl Trait` or `dyn Trait`, also inside of a `Box` or `Pin`.
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
