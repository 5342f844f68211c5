//! The attribute grammar: `key = value` lists become typed keys; unknown, duplicate and misused keys are errors.

use darling::ast::NestedMeta;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Expr, Lit, LitStr, Meta, Path};

use crate::diagnostics::Diagnostics;
use crate::parse::attr_value::{Names, Number, Text, Time, Value, Words};

/// A value with its key, at which errors about the key point.
pub(crate) struct Keyed<T> {
    pub(crate) key: Path,
    pub(crate) value: T,
}

/// The keys of one attribute.
pub(crate) trait Keys {
    /// The attribute's name, as the user writes it, without `#[..]`.
    fn attribute(&self) -> &'static str;

    fn known(&self) -> &'static [&'static str];

    /// Whether `key` has been read already.
    fn has(&self, key: &str) -> bool;

    /// The keys that were given, in the order of [`Self::known`].
    fn given(&self) -> Vec<&Path>;

    /// Reads one key of [`Self::known`].
    fn read(&mut self, key: &str, item: &Meta) -> syn::Result<()>;
}

/// Declares the keys of an attribute, one line each.
macro_rules! keys {
    ($(#[$doc:meta])* $name:ident = $attribute:literal { $($field:ident as $key:literal: $value:ty,)* }) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(crate) struct $name {
            $(pub(crate) $field: Option<Keyed<$value>>,)*
        }

        impl Keys for $name {
            fn attribute(&self) -> &'static str {
                $attribute
            }

            fn known(&self) -> &'static [&'static str] {
                &[$($key),*]
            }

            fn has(&self, key: &str) -> bool {
                match key {
                    $($key => self.$field.is_some(),)*
                    _ => false,
                }
            }

            fn given(&self) -> Vec<&Path> {
                given(&[$(self.$field.as_ref().map(|keyed| &keyed.key)),*])
            }

            fn read(&mut self, key: &str, item: &Meta) -> syn::Result<()> {
                match key {
                    $($key => self.$field = Some(keyed(key, item)?),)*
                    _ => {}
                }
                Ok(())
            }
        }
    };
}

keys! {
    /// The keys of `#[tool(..)]`.
    ToolKeys = "tool" {
        name as "name": LitStr,
        description as "description": Text,
        result_converter as "result_converter": Expr,
        return_direct as "return_direct": bool,
        timeout as "timeout": Time,
        blocking as "blocking": bool,
        read_only as "read_only": bool,
        destructive as "destructive": bool,
        idempotent as "idempotent": bool,
        open_world as "open_world": bool,
        approval as "approval": bool,
        serial as "serial": bool,
        cache as "cache": bool,
        max_calls as "max_calls": u32,
        title as "title": Text,
        tags as "tags": Words,
        enabled_if as "enabled_if": Expr,
        register as "register": bool,
        companion as "companion": Ident,
        krate as "crate": Path,
    }
}

keys! {
    /// The keys of `#[tool_object(..)]`.
    ObjectKeys = "tool_object" {
        part as "part": Ident,
        parts as "parts": Names,
        krate as "crate": Path,
    }
}

keys! {
    /// The keys of `#[tool_param(..)]`.
    ParamKeys = "tool_param" {
        name as "name": LitStr,
        description as "description": Text,
        required as "required": bool,
        default as "default": Expr,
        example as "example": Expr,
        minimum as "minimum": Number,
        maximum as "maximum": Number,
        min_length as "min_length": u32,
        max_length as "max_length": u32,
        min_items as "min_items": u32,
        max_items as "max_items": u32,
        pattern as "pattern": LitStr,
        schema_with as "schema_with": Path,
        flatten as "flatten": bool,
        context as "context": bool,
    }
}

keys! {
    /// The keys of `#[tool_params(..)]`.
    ParamsKeys = "tool_params" {
        schema as "schema": bool,
        krate as "crate": Path,
    }
}

keys! {
    /// The keys of `#[tool_result(..)]`.
    ResultKeys = "tool_result" {
        schema as "schema": bool,
        krate as "crate": Path,
    }
}

impl<T: Clone> Keyed<T> {
    /// The value of an optional key.
    pub(crate) fn value(keyed: Option<&Self>) -> Option<T> {
        keyed.map(|keyed| keyed.value.clone())
    }
}

/// Whether a switch is on: given, and not as `key = false`.
pub(crate) fn is_on(switch: Option<&Keyed<bool>>) -> bool {
    switch.is_some_and(|switch| switch.value)
}

/// The keys of an attribute, and whether all of them could be parsed.
pub(crate) struct Read<K> {
    pub(crate) keys: K,
    /// False when a key was refused: a key that seems to be missing may be misspelled.
    pub(crate) complete: bool,
}

/// Parses the list between the parentheses of an attribute.
pub(crate) fn read_list<K: Keys + Default>(list: TokenStream, errors: &mut Diagnostics) -> Read<K> {
    let (mut keys, before) = (K::default(), errors.count());
    read_into(&mut keys, list, errors);
    Read { keys, complete: errors.count() == before }
}

/// Parses every attribute called [`Keys::attribute`] among `attributes`.
pub(crate) fn read_all<K: Keys + Default>(attributes: &[Attribute], errors: &mut Diagnostics) -> Read<K> {
    let (mut keys, before) = (K::default(), errors.count());
    read_all_into(&mut keys, attributes, errors);
    Read { keys, complete: errors.count() == before }
}

fn read_all_into(keys: &mut dyn Keys, attributes: &[Attribute], errors: &mut Diagnostics) {
    let name = keys.attribute();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
        match &attribute.meta {
            Meta::Path(_) => {}
            Meta::List(list) => read_into(keys, list.tokens.clone(), errors),
            Meta::NameValue(meta) => {
                errors.push(meta, format!("`#[{name}]` takes a list of keys: `#[{name}(..)]`"));
            }
        }
    }
}

fn read_into(keys: &mut dyn Keys, list: TokenStream, errors: &mut Diagnostics) {
    let items = NestedMeta::parse_meta_list(list).map_err(|error| {
        let sentence = format!("`#[{}]` takes `key = value` pairs, separated by commas: {error}", keys.attribute());
        syn::Error::new(error.span(), sentence)
    });
    for item in errors.take(items).unwrap_or_default() {
        let outcome = read_item(keys, &item);
        errors.take(outcome);
    }
}

fn read_item(keys: &mut dyn Keys, item: &NestedMeta) -> syn::Result<()> {
    let path = match item {
        NestedMeta::Meta(meta) => meta.path(),
        NestedMeta::NameValueInvalidExpr(meta) => &meta.path,
        NestedMeta::Lit(literal) => return Err(syn::Error::new(literal.span(), without_key(keys, literal))),
    };
    let key = path.to_token_stream().to_string().replace(' ', "");
    if !keys.known().contains(&key.as_str()) {
        return Err(syn::Error::new_spanned(path, unknown_key(keys, &key)));
    }
    if keys.has(&key) {
        return Err(syn::Error::new_spanned(path, format!("duplicate key `{key}`: remove one of the two")));
    }
    match item {
        NestedMeta::Meta(meta) => keys.read(&key, meta),
        _ => Err(syn::Error::new_spanned(item, format!("the value of `{key}` is not a Rust expression"))),
    }
}

fn given<'k>(keys: &[Option<&'k Path>]) -> Vec<&'k Path> {
    keys.iter().copied().flatten().collect()
}

fn keyed<T: Value>(key: &str, item: &Meta) -> syn::Result<Keyed<T>> {
    let value = match item {
        Meta::Path(_) => T::from_word(),
        Meta::NameValue(meta) => T::from_expr(&meta.value),
        Meta::List(list) => T::from_list(list),
    };
    if let Some(value) = value {
        return Ok(Keyed { key: item.path().clone(), value });
    }
    let advice = match item {
        Meta::NameValue(meta) if T::is_too_large(&meta.value) => format!("this value is too large for `{key}`"),
        Meta::NameValue(meta) => T::advice_for(key, &meta.value),
        _ => T::advice(key),
    };
    Err(syn::Error::new_spanned(value_of(item), advice))
}

/// The part of `key = value` that is wrong when the value is of another kind.
fn value_of(item: &Meta) -> TokenStream {
    match item {
        Meta::NameValue(meta) => meta.value.to_token_stream(),
        _ => item.to_token_stream(),
    }
}

fn without_key(keys: &dyn Keys, literal: &Lit) -> String {
    let (attribute, known) = (keys.attribute(), known(keys));
    format!("`#[{attribute}]` takes `key = value` pairs, not a bare {}; {known}", literal.to_token_stream())
}

fn unknown_key(keys: &dyn Keys, key: &str) -> String {
    let (attribute, known) = (keys.attribute(), known(keys));
    let hint = nearest(key, keys.known()).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    format!("`#[{attribute}]` has no key `{key}`; {known}{hint}")
}

fn known(keys: &dyn Keys) -> String {
    format!("known keys: {}", quoted(keys.known()))
}

/// Names in backticks, separated by commas.
pub(crate) fn quoted<T: AsRef<str>>(names: &[T]) -> String {
    names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ")
}

/// The name most similar to `wrong`, if one is similar.
pub(crate) fn nearest<'a, T: AsRef<str>>(wrong: &str, names: &'a [T]) -> Option<&'a str> {
    // Below 0.8, suggestions are mostly wrong (`darling` has the same threshold).
    names
        .iter()
        .map(|name| (strsim::jaro_winkler(wrong, name.as_ref()), name.as_ref()))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|left, right| left.0.total_cmp(&right.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests;
