//! The attributes of serde and schemars on a type that has one of our derives.
//!
//! Not `serde_derive_internals`: it keeps what an attribute means, not which keys were written. It reads `with` and
//! `deserialize_with`, or `skip` and `skip_deserializing`, as the same value, but our errors name the key that the user wrote, and
//! the remote type is given single attributes and loses others. It also has no attributes of schemars, and its versions are not
//! stable: it would have to be pinned to the one that schemars uses.

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

/// The serde keys that affect the bounds of our impls, or the name of the type.
#[derive(Default)]
pub(crate) struct SerdeKeys {
    pub(crate) rename: Option<LitStr>,
    /// The user's bounds for `Serialize`, in place of the inferred ones.
    pub(crate) bound: Option<LitStr>,
    /// The user's bounds for `Deserialize`.
    pub(crate) bound_to_read: Option<LitStr>,
    /// Not serialized, or by a function of the user.
    pub(crate) custom: bool,
    /// Not deserialized, or by a function of the user.
    pub(crate) custom_to_read: bool,
    /// Filled by `Default` when it is absent.
    pub(crate) default: bool,
}

impl SerdeKeys {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let mut keys = Self::default();
        for meta in metas(attributes, "serde") {
            let path = meta.path();
            let is_one_of = |keys: &[&str]| keys.iter().any(|key| path.is_ident(key));
            if path.is_ident("rename") {
                keys.rename = text_for(&meta, "serialize");
            } else if path.is_ident("bound") {
                keys.bound = text_for(&meta, "serialize");
                keys.bound_to_read = text_for(&meta, "deserialize");
            }
            keys.custom |= is_one_of(&["skip", "skip_serializing", "serialize_with", "with"]);
            keys.custom_to_read |= is_one_of(&["skip", "skip_deserializing", "deserialize_with", "with"]);
            keys.default |= is_one_of(&["skip", "skip_deserializing"])
                || (path.is_ident("default") && matches!(meta, Meta::Path(_)));
        }
        keys
    }
}

/// The text of `key = ".."` or of `key(direction = "..")`.
pub(crate) fn text_for(meta: &Meta, direction: &str) -> Option<LitStr> {
    match meta {
        Meta::NameValue(meta) => string(&meta.value),
        Meta::List(list) => {
            let inner = items(list.tokens.clone());
            inner.iter().find(|meta| meta.path().is_ident(direction)).and_then(|meta| text_for(meta, direction))
        }
        Meta::Path(_) => None,
    }
}

fn string(value: &Expr) -> Option<LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.clone()),
        _ => None,
    }
}

pub(crate) fn metas(attributes: &[Attribute], name: &str) -> Vec<Meta> {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    lists
        .filter_map(|attribute| attribute.meta.require_list().ok())
        .flat_map(|list| items(list.tokens.clone()))
        .collect()
}

/// Whether an attribute called `name` has one of `keys`.
pub(crate) fn says(attributes: &[Attribute], name: &str, keys: &[&str]) -> bool {
    metas(attributes, name).iter().any(|meta| keys.iter().any(|key| meta.path().is_ident(key)))
}

/// The items of an attribute list. Malformed lists are reported by serde and schemars.
pub(crate) fn items(list: TokenStream) -> Vec<Meta> {
    let items = NestedMeta::parse_meta_list(list).unwrap_or_default().into_iter();
    items.filter_map(|item| if let NestedMeta::Meta(meta) = item { Some(meta) } else { None }).collect()
}
