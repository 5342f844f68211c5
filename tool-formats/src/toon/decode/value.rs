//! Any value of a text, as the type that serde asks for.
//!
//! Values are nested, so the readers of lists and objects call back into this file, though they are listed above: by the
//! `Deserializer` of a [`Value`], not by this file's name.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::access::{value_before_key, visit_map, visit_seq};
use super::document::Document;
use super::header::Header;
use super::list::{InlineAccess, ListAccess};
use super::object::ObjectAccess;
use super::place::{Place, Value};
use super::scalar::{NUMBER, Scalar};
use super::table::{KeyedAccess, TableAccess};
use super::variant::EnumVisitor;
use crate::fault::{Fault, Result};

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
        Place::Children { depth } => match document.lines.child_depth(depth)? {
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
                    document.lines.place(document.lines.line().mark),
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
            _ => visit_container(document, place, visitor).map_err(|fault| fault.or_at(document.lines.place(start))),
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
