//! Refuses keys of serde and schemars that contradict ours.

use quote::ToTokens;
use syn::{Attribute, Field};

use crate::diagnostics::Diagnostics;
use crate::parse::attr::{Keys, ParamKeys};
use crate::parse::serde_attrs::metas;
use crate::syn_ext::option_content;

/// Refuses keys that the derive sets itself.
pub(crate) fn container(attributes: &[Attribute], derive: &str, errors: &mut Diagnostics) {
    for name in ["serde", "schemars"] {
        for meta in metas(attributes, name) {
            if meta.path().is_ident("crate") {
                errors.push(meta, format!("`{derive}` uses its own `{name}`: remove `crate`"));
            } else if meta.path().is_ident("remote") {
                errors.push(meta, format!("`{derive}` does not support `remote`: remove it"));
            }
        }
    }
}

/// Refuses keys for a field that is not deserialized, and keys that serde or schemars have too.
pub(crate) fn field(field: &Field, keys: &ParamKeys, errors: &mut Diagnostics) {
    let skipped = ["skip", "skip_deserializing"];
    let serde = metas(&field.attrs, "serde");
    if let Some(skip) = serde.iter().find(|meta| skipped.iter().any(|key| meta.path().is_ident(key))) {
        for key in keys.given() {
            let (skip, word) = (skip.path().to_token_stream(), key.to_token_stream());
            errors.push(key, format!("a field with `#[serde({skip})]` is not deserialized: remove `{word}`"));
        }
        return;
    }
    // Without an `Option`, a field is required anyway.
    duplicates(&field.attrs, keys, option_content(&field.ty).is_some(), errors);
}

/// Refuses keys of a variant that serde or schemars have too.
pub(crate) fn variant(attributes: &[Attribute], keys: &ParamKeys, errors: &mut Diagnostics) {
    duplicates(attributes, keys, false, errors);
}

fn duplicates(attributes: &[Attribute], keys: &ParamKeys, is_option: bool, errors: &mut Diagnostics) {
    for key in keys.given() {
        let word = key.to_token_stream().to_string();
        if word == "required" && !is_option {
            continue;
        }
        let (name, others) = others(&word);
        let metas = metas(attributes, name);
        if let Some(other) = metas.iter().find(|meta| others.iter().any(|other| meta.path().is_ident(other))) {
            let other = other.path().to_token_stream();
            errors.push(key, format!("`{word}` and `#[{name}({other})]` contradict each other: remove one of the two"));
        }
    }
}

/// The crate and its keys that set the same as ours.
fn others(word: &str) -> (&'static str, &'static [&'static str]) {
    match word {
        "name" => ("serde", &["rename"]),
        "default" => ("serde", &["default", "deserialize_with", "with"]),
        "flatten" => ("serde", &["flatten"]),
        "description" => ("schemars", &["description"]),
        "schema_with" => ("schemars", &["schema_with", "with"]),
        "example" => ("schemars", &["example"]),
        // The others are checked by a function that deserializes the field.
        _ => ("serde", &["deserialize_with", "with"]),
    }
}
