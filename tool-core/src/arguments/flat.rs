//! Stage 5 of the road: a parameter whose fields are arguments of their own, read from among the others.

use std::cell::Cell;

use serde::de::value::MapDeserializer;
use serde::de::{Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value};

use super::ToolParam;

/// Reads the fields of a flattened parameter, and names the one that is wrong.
///
/// # Errors
/// What the type says, after the place of the argument.
pub fn read_flattened<T: ToolParam>(place: &mut Option<T>, rest: &Map<String, Value>) -> Result<(), Error> {
    let at = Cell::new(None);
    let value = T::deserialize(Flat { rest, at: &at }).map_err(|error| match at.get() {
        Some(name) => Error::custom(format!("argument `{name}`: {error}")),
        None => error,
    })?;
    *place = Some(value);
    Ok(())
}

/// Arguments of which a type takes those it knows.
#[derive(Clone, Copy)]
struct Flat<'a> {
    rest: &'a Map<String, Value>,
    /// The argument that is being read.
    at: &'a Cell<Option<&'a str>>,
}

impl<'a> Flat<'a> {
    fn visit<'de, V: Visitor<'de>>(self, visitor: V, is_known: impl Fn(&str) -> bool) -> Result<V::Value, Error>
    where
        'a: 'de,
    {
        let known = self.rest.iter().filter(|(name, _)| is_known(name)).map(|(name, value)| (name.as_str(), value));
        let told = known.inspect(|(name, _)| self.at.set(Some(name)));
        // What is wrong after the last one is wrong with all.
        let all = told.chain(std::iter::from_fn(|| {
            self.at.set(None);
            None
        }));
        visitor.visit_map(MapDeserializer::new(all))
    }
}

impl<'de, 'a: 'de> Deserializer<'de> for Flat<'a> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit(visitor, |_| true)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit(visitor, |name| fields.contains(&name))
    }

    /// The argument that is called as a variant is.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let chosen = self.rest.iter().find(|(name, _)| variants.contains(&name.as_str()));
        let Some((variant, value)) = chosen else {
            return Err(Error::custom(format!("no variant of enum `{name}` is among the arguments")));
        };
        self.at.set(Some(variant));
        Value::Object(Map::from_iter([(variant.clone(), value.clone())])).deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}
