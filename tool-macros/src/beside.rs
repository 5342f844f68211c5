//! Keys of serde and schemars that cannot stand beside ours, since a twin would have them twice.

use quote::ToTokens;
use syn::{Attribute, Field};

use crate::attributes::{Keys, ParamKeys};
use crate::errors::Errors;
use crate::lending::option_content;
use crate::shadow::metas;

/// Refuses what a derive says to serde and schemars itself.
pub(crate) fn container(attributes: &[Attribute], derive: &str, errors: &mut Errors) {
    for name in ["serde", "schemars"] {
        for meta in metas(attributes, name) {
            if meta.path().is_ident("crate") {
                errors.push(meta, format!("`{derive}` finds `{name}` by itself: remove `crate`"));
            } else if meta.path().is_ident("remote") {
                errors.push(meta, format!("`{derive}` is for the type it stands on: remove `remote`"));
            }
        }
    }
}

/// Refuses keys for a field that is not read, and keys that serde or schemars was given too.
pub(crate) fn field(field: &Field, keys: &ParamKeys, errors: &mut Errors) {
    let skipped = ["skip", "skip_deserializing"];
    let serde = metas(&field.attrs, "serde");
    if let Some(skip) = serde.iter().find(|meta| skipped.iter().any(|key| meta.path().is_ident(key))) {
        for key in keys.given() {
            let (skip, word) = (skip.path().to_token_stream(), key.to_token_stream());
            errors.push(key, format!("a field with `#[serde({skip})]` is not read: remove `{word}`"));
        }
        return;
    }
    // Without an `Option`, `required` says what is so anyway.
    given_twice(&field.attrs, keys, option_content(&field.ty).is_some(), errors);
}

/// The same for a variant.
pub(crate) fn variant(attributes: &[Attribute], keys: &ParamKeys, errors: &mut Errors) {
    given_twice(attributes, keys, false, errors);
}

fn given_twice(attributes: &[Attribute], keys: &ParamKeys, is_option: bool, errors: &mut Errors) {
    for key in keys.given() {
        let word = key.to_token_stream().to_string();
        if word == "required" && !is_option {
            continue;
        }
        let (name, others) = others(&word);
        let metas = metas(attributes, name);
        if let Some(other) = metas.iter().find(|meta| others.iter().any(|other| meta.path().is_ident(other))) {
            let other = other.path().to_token_stream();
            errors.push(key, format!("`{word}` and `#[{name}({other})]` cannot stand together: remove one of the two"));
        }
    }
}

/// The keys that say the same as ours, and whose they are.
fn others(word: &str) -> (&'static str, &'static [&'static str]) {
    match word {
        "name" => ("serde", &["rename"]),
        "default" => ("serde", &["default", "deserialize_with", "with"]),
        "flatten" => ("serde", &["flatten"]),
        "description" => ("schemars", &["description"]),
        "schema_with" => ("schemars", &["schema_with", "with"]),
        "example" => ("schemars", &["example"]),
        // The rest is checked by a function that reads the field.
        _ => ("serde", &["deserialize_with", "with"]),
    }
}
