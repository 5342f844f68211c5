//! Reads XML elements as the types that serde asks for.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::children::{Content, Group, Groups, Place};
use super::document::Document;
use crate::cell::{Cell, Kind, value_before_key};
use crate::fault::{Fault, Result, read_text};
use crate::map_key::MapKey;
use crate::{Format, FormatError};

/// Reads what the root element holds; its name does not count.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FormatError> {
    read_text(text, Format::Xml, read)
}

fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    let document = Document::of(text)?;
    T::deserialize(Place { document: &document, at: 0 })
}

impl<'de> Place<'_, 'de> {
    fn visit_map<V: Visitor<'de>>(self, groups: Option<Groups<'_, 'de>>, visitor: V) -> Result<V::Value> {
        visitor.visit_map(Entries { groups, value: None }).map_err(|fault| fault.or_at(self.offset()))
    }

    fn visit_items<V: Visitor<'de>>(self, places: &[usize], visitor: V) -> Result<V::Value> {
        let mut items = Items { place: self, rest: places };
        let value = visitor.visit_seq(&mut items).map_err(|fault| fault.or_at(self.offset()))?;
        match items.rest.first() {
            None => Ok(value),
            Some(at) => Err(Fault::custom("expected no more elements").or_at(Place { at: *at, ..self }.offset())),
        }
    }

    /// The value as a text: the visitor says what is wrong with anything else.
    fn scalar(self) -> Result<Cell<'de>> {
        match self.content() {
            Content::Nothing => Ok(Cell { text: Cow::Borrowed(""), kind: Kind::Null, offset: self.offset() }),
            Content::Text(text) => Ok(self.cell(text)),
            Content::Children(_) => {
                Err(Fault::custom("invalid type: element with children, expected text").or_at(self.offset()))
            }
        }
    }
}

impl<'d, 'de> Group<'d, 'de> {
    /// The one element of this key.
    fn single(&self) -> Result<Place<'d, 'de>> {
        match self {
            Self::Elements { document, places } => match **places {
                [at] => Ok(Place { document, at }),
                [first, second, ..] => {
                    let key = Place { document, at: first }.element().map(|first| &*first.key).unwrap_or_default();
                    let what = format!("expected one element `{key}`, found {}", places.len());
                    Err(Fault::custom(what).or_at(Place { document, at: second }.offset()))
                }
                [] => Err(value_before_key()),
            },
            Self::Text { .. } => Err(Fault::custom("expected an element, found text")),
        }
    }
}

macro_rules! scalars {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.scalar()?.$method(visitor)
        }
    )*};
}

macro_rules! sequences {
    ($($method:ident($($argument:ident: $type:ty),*)),*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value> {
            $(let _ = $argument;)*
            self.visit_seq(visitor)
        }
    )*};
}

impl<'de> Place<'_, 'de> {
    fn visit_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match (self.content(), self.items()) {
            (Content::Children(_), Some(items)) => self.visit_items(&items, visitor),
            (Content::Nothing, _) => self.visit_items(&[], visitor),
            _ if self.is_root() => self.visit_items(&[], visitor),
            _ => self.deserialize_any(visitor),
        }
    }
}

impl<'de> Deserializer<'de> for Place<'_, 'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(rows) = self.rows() {
            return self.visit_items(&rows, visitor);
        }
        match self.content() {
            Content::Children(groups) => self.visit_map(Some(groups), visitor),
            _ if self.is_root() => self.visit_map(None, visitor),
            _ => self.scalar()?.deserialize_any(visitor),
        }
    }

    scalars!(
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_bool deserialize_char deserialize_str deserialize_string
    );

    sequences!(
        deserialize_seq(), deserialize_tuple(len: usize), deserialize_tuple_struct(name: &'static str, len: usize),
        deserialize_bytes(), deserialize_byte_buf()
    );

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::Nothing => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.content() {
            Content::Children(groups) => self.visit_map(Some(groups), visitor),
            Content::Nothing => self.visit_map(None, visitor),
            Content::Text(_) if self.is_root() => self.visit_map(None, visitor),
            Content::Text(text) => self.cell(text).deserialize_map(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.content() {
            Content::Children(groups) => {
                let access = MapAccessDeserializer::new(Entries { groups: Some(groups), value: None });
                visitor.visit_enum(access).map_err(|fault| fault.or_at(self.offset()))
            }
            _ => self.scalar()?.deserialize_enum(name, variants, visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { unit unit_struct identifier }
}

/// The children of an element by key.
struct Entries<'d, 'de> {
    groups: Option<Groups<'d, 'de>>,
    value: Option<Group<'d, 'de>>,
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some((key, group)) = self.groups.as_mut().and_then(Iterator::next) else {
            return Ok(None);
        };
        self.value = Some(group);
        seed.deserialize(MapKey::<Fault>::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        seed.deserialize(self.value.take().ok_or_else(value_before_key)?)
    }
}

/// Elements as the items of an array.
struct Items<'p, 'd, 'de> {
    place: Place<'d, 'de>,
    rest: &'p [usize],
}

impl<'de> SeqAccess<'de> for Items<'_, '_, 'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some((at, rest)) = self.rest.split_first() else {
            return Ok(None);
        };
        self.rest = rest;
        seed.deserialize(Place { at: *at, ..self.place }).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

macro_rules! single {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value> {
            match self {
                Self::Text { text, offset } => Cell { text, kind: Kind::Scalar, offset }.$method($($argument,)* visitor),
                elements => elements.single()?.$method($($argument,)* visitor),
            }
        }
    )*};
}

impl<'de> Group<'_, 'de> {
    /// All elements of the key are the items, and a single `<key/>` is none.
    fn visit_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::Elements { document, places } => match *places {
                [at] if document.elements.get(at).is_some_and(|element| element.is_bare && element.inside == 0) => {
                    Place { document, at }.visit_items(&[], visitor)
                }
                _ => Place { document, at: places.first().copied().unwrap_or_default() }.visit_items(&places, visitor),
            },
            Self::Text { text, offset } => Cell { text, kind: Kind::Scalar, offset }.deserialize_any(visitor),
        }
    }
}

impl<'de> Deserializer<'de> for Group<'_, 'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Self::Elements { ref places, .. } if places.len() > 1 => self.visit_seq(visitor),
            Self::Text { text, offset } => Cell { text, kind: Kind::Scalar, offset }.deserialize_any(visitor),
            Self::Elements { .. } => self.single()?.deserialize_any(visitor),
        }
    }

    sequences!(
        deserialize_seq(), deserialize_tuple(len: usize), deserialize_tuple_struct(name: &'static str, len: usize),
        deserialize_bytes(), deserialize_byte_buf()
    );

    single!(
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_bool() deserialize_char() deserialize_str() deserialize_string()
        deserialize_unit() deserialize_unit_struct(name: &'static str) deserialize_map()
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    );

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self {
            Self::Elements { document, places } => match **places {
                [at] if matches!(Place { document, at }.content(), Content::Nothing) => visitor.visit_none(),
                _ => visitor.visit_some(self),
            },
            Self::Text { .. } => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { identifier }
}
