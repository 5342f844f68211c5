//! Stage 5 of the road: a parameter whose fields are arguments of their own, read from among the others.

use std::cell::Cell;

use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Error;
use serde_json::value::RawValue;

use super::ToolParam;
use super::slow::type_detail;
use crate::clean::{self, Json};

/// Arguments that no parameter is named after, with their values as they were written.
pub type Rest = [(String, Box<RawValue>)];

/// Reads the fields of a flattened parameter, and names the one that is wrong.
///
/// # Errors
/// What the type says, after the place of the argument.
pub fn read_flattened<T: ToolParam>(place: &mut Option<T>, rest: &Rest) -> Result<(), Error> {
    let at = Cell::new(None);
    let value = T::deserialize(Flat { rest, at: &at }).map_err(|error| told(error, at.get()))?;
    *place = Some(value);
    Ok(())
}

/// The error with the argument that it is about, and what the model wrote there.
fn told(error: Error, at: Option<Argument<'_>>) -> Error {
    let Some((name, text)) = at else { return error };
    let value = clean::value(text.get()).map_or(Json::Null, |cleaned| cleaned.value);
    Error::custom(format!("argument `{name}`: {}", type_detail(&error, &value)))
}

type Argument<'a> = (&'a str, &'a RawValue);

/// Arguments of which a type takes those it knows.
#[derive(Clone, Copy)]
struct Flat<'a> {
    rest: &'a Rest,
    /// The argument that is being read.
    at: &'a Cell<Option<Argument<'a>>>,
}

impl<'a> Flat<'a> {
    fn arguments(self) -> impl Iterator<Item = Argument<'a>> {
        self.rest.iter().map(|(name, value)| (name.as_str(), &**value))
    }

    /// Notes that the argument is read now.
    fn reading<'de>(self, argument: Argument<'a>) -> Argument<'de>
    where
        'a: 'de,
    {
        self.at.set(Some(argument));
        argument
    }

    fn visit<'de, V: Visitor<'de>>(self, visitor: V, is_known: impl Fn(&str) -> bool) -> Result<V::Value, Error>
    where
        'a: 'de,
    {
        let told = self.arguments().filter(|(name, _)| is_known(name)).map(|argument| self.reading(argument));
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
        let Some(chosen) = self.arguments().find(|(name, _)| variants.contains(name)) else {
            return Err(Error::custom(format!("no variant of enum `{name}` is among the arguments")));
        };
        self.at.set(Some(chosen));
        let variant = MapDeserializer::new(std::iter::once(chosen));
        MapAccessDeserializer::new(variant).deserialize_enum(name, variants, visitor)
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
