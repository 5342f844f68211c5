//! Restores the declared order of enum variants.
//!
//! schemars puts those without a description first. serde tells a type's deserializer all names in order, so a
//! deserializer that reads nothing finds them out.

use std::cell::Cell;

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Value, json};

use super::keywords::Object;

/// The names of the variants of `T`, if it is an enum or an option of one; with a variant's other names beside it.
pub(crate) fn variants_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let names = Cell::new(&[][..]);
    // It always fails, after it has been asked.
    _ = T::deserialize(Asked(&names));
    names.get()
}

struct Asked<'n>(&'n Cell<&'static [&'static str]>);

impl<'de> Deserializer<'de> for Asked<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("nothing is read"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.0.set(variants);
        Err(Error::custom("nothing is read"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// Puts the branches of an enum's schema in the order of `names`.
pub(super) fn put_in_order(schema: &mut Object, names: &[&str]) {
    if names.is_empty() {
        return;
    }
    // An option is a choice of the enum and `null`.
    for branch in schema.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Value::Object(branch) = branch {
            put_in_order(branch, names);
        }
    }
    let Some(Value::Array(branches)) = schema.get_mut("oneOf") else { return };
    let mut each: Vec<Value> = Vec::with_capacity(names.len());
    for branch in branches.drain(..) {
        match branch.get("enum").and_then(Value::as_array) {
            Some(values) => each.extend(values.iter().map(|value| json!({ "type": "string", "const": value }))),
            None => each.push(branch),
        }
    }
    each.sort_by_key(|branch| names.iter().position(|name| Some(*name) == name_of(branch)).unwrap_or(names.len()));
    *branches = each;
}

/// The name of a variant: the text, or the one name of the object that holds it.
fn name_of(branch: &Value) -> Option<&str> {
    let named = branch.get("required").and_then(|required| required.get(0));
    branch.get("const").or(named)?.as_str()
}
