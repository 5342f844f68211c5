//! A deserializer around serde's that refuses what serde would accept silently or drop.
//!
//! serde fills a struct from a list by position, lets a map keep the last of two equal names, passes over unknown names
//! and reads an integer without a type as a float when 64 bits do not hold it. All of that is seen from the questions
//! that a type asks its deserializer, so that a type is read once and the check costs nothing where nothing is wrong.

mod map_keys;
mod checks;
mod guard;
mod members;

use std::fmt;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

pub(super) use self::checks::{Watch, is_buffer, long_integers};
pub(super) use self::guard::Guard;
use self::guard::{Asked, Watched};
pub(super) use self::map_keys::{Flag, Names};
pub(super) use self::members::Members;

/// Reads one text into a type, and keeps the value.
pub(super) type Read<'r> = dyn FnMut(&str, &Watch<'_>) -> Result<(), serde_json::Error> + 'r;

/// Reads a value of type `T` from JSON text.
pub(super) fn read<T: DeserializeOwned>(json: &str, watch: &Watch<'_>) -> Result<T, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(json);
    let value = T::deserialize(Guard { inner: &mut reader, watch })?;
    reader.end()?;
    Ok(value)
}

macro_rules! forward {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method(visitor)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Guard<'_, D> {
    type Error = D::Error;

    forward! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32
        deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf
        deserialize_unit deserialize_identifier
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let is_buffer = is_buffer(&visitor);
        if !self.watch.allows_buffers && (is_buffer || checks::hides_numbers()) {
            return Err(D::Error::custom("the value is buffered"));
        }
        let (inner, visitor) = self.split(visitor, if is_buffer { Asked::Buffer } else { Asked::Any });
        inner.deserialize_any(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Other);
        inner.deserialize_option(visitor)
    }

    #[inline]
    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_unit_struct(name, visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Other);
        inner.deserialize_newtype_struct(name, visitor)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Other);
        inner.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Other);
        inner.deserialize_tuple(len, visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Other);
        inner.deserialize_tuple_struct(name, len, visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        if !self.watch.allows_buffers && is_buffer(&visitor) {
            return Err(D::Error::custom("a field is flattened"));
        }
        let (inner, visitor) = self.split(visitor, Asked::Map);
        inner.deserialize_map(visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Fields);
        inner.deserialize_struct(name, fields, visitor)
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Other);
        inner.deserialize_enum(name, variants, visitor)
    }

    /// The value of a name that no field has is what a type passes over.
    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        if !self.watch.allows_unknown {
            return Err(D::Error::custom("a name is unknown"));
        }
        self.watch.has_unknown.set(true);
        self.inner.deserialize_ignored_any(visitor)
    }
}

macro_rules! visit {
    ($($method:ident $type:ty,)*) => {$(
        #[inline]
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.visitor.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Watched<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    visit! {
        visit_bool bool, visit_i64 i64, visit_i128 i128, visit_u64 u64, visit_u128 u128, visit_char char,
        visit_str &str, visit_borrowed_str &'de str, visit_string String, visit_bytes &[u8],
        visit_borrowed_bytes &'de [u8], visit_byte_buf Vec<u8>,
    }

    #[inline]
    fn visit_f64<E: Error>(self, number: f64) -> Result<V::Value, E> {
        if self.asked == Asked::Any && self.watch.is_long(number) {
            return Err(E::custom("an integer has more than 64 bits"));
        }
        self.visitor.visit_f64(number)
    }

    #[inline]
    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    #[inline]
    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(Guard { inner: deserializer, watch: self.watch })
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(Guard { inner: deserializer, watch: self.watch })
    }

    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        if self.asked == Asked::Fields {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self.visitor));
        }
        self.visitor.visit_seq(Guard { inner: items, watch: self.watch })
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        let names = (self.asked != Asked::Fields).then(Names::default);
        self.visitor.visit_map(Members { inner: members, watch: self.watch, names })
    }

    #[inline]
    fn visit_enum<A: EnumAccess<'de>>(self, choice: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_enum(Guard { inner: choice, watch: self.watch })
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Guard<'_, A> {
    type Error = A::Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_element_seed(Guard { inner: seed, watch: self.watch })
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'de, 'w, A: EnumAccess<'de>> EnumAccess<'de> for Guard<'w, A> {
    type Error = A::Error;
    type Variant = Guard<'w, A::Variant>;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, inner) = self.inner.variant_seed(seed)?;
        Ok((value, Guard { inner, watch: self.watch }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Guard<'_, A> {
    type Error = A::Error;

    #[inline]
    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    #[inline]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.newtype_variant_seed(Guard { inner: seed, watch: self.watch })
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Other);
        inner.tuple_variant(len, visitor)
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let (inner, visitor) = self.split(visitor, Asked::Fields);
        inner.struct_variant(fields, visitor)
    }
}
