//! Any value of a text, as serde asks for it.

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::document::Document;
use super::header::Header;
use super::list::{InlineAccess, ListAccess};
use super::object::ObjectAccess;
use super::place::Place;
use super::scalar::{NUMBER, Scalar};
use super::table::{KeyedAccess, TableAccess};
use crate::fault::{Fault, Result};

/// The value at a place.
#[derive(Debug)]
pub(super) struct Value<'p, 'de> {
    pub(super) document: &'p mut Document<'de>,
    pub(super) place: Place<'de>,
    /// Offset of the line that an error about the whole value points to.
    pub(super) start: usize,
}

/// What a visitor reads elements or fields from.
pub(super) trait Access {
    /// Makes sure that nothing is left: a tuple stops at its own length.
    fn finish(&mut self) -> Result;
}

pub(super) fn visit_seq<'de, V, A>(visitor: V, access: &mut A) -> Result<V::Value>
where
    V: Visitor<'de>,
    A: SeqAccess<'de, Error = Fault> + Access,
{
    let value = visitor.visit_seq(&mut *access)?;
    access.finish()?;
    Ok(value)
}

#[inline]
pub(super) fn visit_map<'de, V, A>(visitor: V, access: &mut A) -> Result<V::Value>
where
    V: Visitor<'de>,
    A: MapAccess<'de, Error = Fault> + Access,
{
    let value = visitor.visit_map(&mut *access)?;
    access.finish()?;
    Ok(value)
}

/// The type has read fewer elements than there are.
#[cold]
pub(super) fn excess(place: &str) -> Fault {
    Fault::custom("expected the end of the array or object here").or_at(place)
}

#[cold]
pub(super) fn value_before_key() -> Fault {
    Fault::custom("a `Deserialize` implementation asked for a value before its key")
}

fn visit_container<'de, V: Visitor<'de>>(
    document: &mut Document<'de>,
    place: Place<'de>,
    visitor: V,
) -> Result<V::Value> {
    document.enter()?;
    let value = match place {
        Place::Scalar(token) => Scalar(token).deserialize_any(visitor),
        Place::EmptyArray => visitor.visit_seq(Nothing),
        Place::EmptyObject => visitor.visit_map(Nothing),
        Place::Object { depth } => visit_map(visitor, &mut ObjectAccess::new(document, depth)),
        Place::Children { depth } => match document.child_depth(depth)? {
            Some(depth) => visit_map(visitor, &mut ObjectAccess::new(document, depth)),
            None => visitor.visit_map(Nothing),
        },
        Place::Headed { depth } => {
            let header = Header::parse(document)?;
            visit_headed(document, header, depth, visitor)
        }
        Place::HeadedItem { depth } => {
            let header = Header::parse(document)?;
            if header.has_fields {
                return Err(Fault::at(
                    document.place(document.line().mark),
                    "expected a key before a header with field names in a list",
                ));
            }
            visit_headed(document, header, depth, visitor)
        }
    }?;
    document.leave();
    Ok(value)
}

/// The form of what a header announces.
///
/// Source: TOON specification 4.4, section 9.
fn visit_headed<'de, V: Visitor<'de>>(
    document: &mut Document<'de>,
    header: Header<'de>,
    depth: usize,
    visitor: V,
) -> Result<V::Value> {
    match header {
        Header { has_fields: true, is_keyed: true, .. } => {
            visit_map(visitor, &mut KeyedAccess::new(document, header, depth))
        }
        Header { has_fields: true, .. } => visit_seq(visitor, &mut TableAccess::new(document, header, depth)),
        Header { rest: "", .. } => visit_seq(visitor, &mut ListAccess::new(document, header, depth)),
        _ => visit_seq(visitor, &mut InlineAccess::new(document, header)),
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.place {
                Place::Scalar(token) => Scalar(token).$method(visitor),
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Value<'_, 'de> {
    type Error = Fault;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Self { document, place, start } = self;
        match place {
            Place::Scalar(token) => Scalar(token).deserialize_any(visitor),
            _ => visit_container(document, place, visitor).map_err(|fault| fault.or_at(document.place(start))),
        }
    }

    numbers!(
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32
    );

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.place {
            Place::Scalar(token) => Scalar(token).deserialize_option(visitor),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match self.place {
            Place::Scalar(token) => Scalar(token).deserialize_newtype_struct(name, visitor),
            _ if name == NUMBER => self.deserialize_any(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_any(EnumVisitor(visitor))
    }

    forward_to_deserialize_any! {
        bool f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Reads a variant without content from a string, and any other from an object whose key is its name.
pub(super) struct EnumVisitor<V>(pub(super) V);

impl<'de, V: Visitor<'de>> Visitor<'de> for EnumVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, name: &'de str) -> Result<V::Value, E> {
        self.0.visit_enum(BorrowedStrDeserializer::new(name))
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<V::Value, E> {
        self.0.visit_enum(StrDeserializer::new(name))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(MapAccessDeserializer::new(access))
    }
}

/// An empty array or object.
struct Nothing;

impl<'de> SeqAccess<'de> for Nothing {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, _seed: T) -> Result<Option<T::Value>> {
        Ok(None)
    }
}

impl<'de> MapAccess<'de> for Nothing {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, _seed: K) -> Result<Option<K::Value>> {
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, _seed: V) -> Result<V::Value> {
        Err(value_before_key())
    }
}
