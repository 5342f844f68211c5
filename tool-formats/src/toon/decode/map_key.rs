//! Keys of maps: text, from which a number or boolean is read when the map's type asks for one.

use std::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::fault::{Fault, Result};
use crate::map_key;

/// One key.
#[derive(Debug, Clone, Copy)]
pub(super) struct MapKey<'k, 'de>(pub(super) &'k Cow<'de, str>);

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            map_key::MapKey::<Fault>::new(self.0.clone()).$method(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for MapKey<'_, 'de> {
    type Error = Fault;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Cow::Borrowed(key) => visitor.visit_borrowed_str(key),
            Cow::Owned(key) => visitor.visit_str(key),
        }
    }

    numbers!(
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_bool
    );

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.0 {
            Cow::Borrowed(key) => visitor.visit_enum(BorrowedStrDeserializer::new(key)),
            Cow::Owned(key) => visitor.visit_enum(StrDeserializer::new(key)),
        }
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
