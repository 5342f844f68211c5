//! A deserializer around another one, that changes how strings are borrowed or how the names of maps are read.
//!
//! `serde_json` reads the key of a map as a boolean by its bytes, and fails badly for names such as `é`; and a text that
//! had to be changed before it was read does not live as long as the value that may borrow from it.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};

use crate::map_key::MapKey;

/// What is changed. Strings live for `'l`, those of the value for `'de`.
pub(crate) trait Change<'l, 'de> {
    fn text<V: Visitor<'de>, E: Error>(text: &'l str, visitor: V) -> Result<V::Value, E>;
    fn bytes<V: Visitor<'de>, E: Error>(bytes: &'l [u8], visitor: V) -> Result<V::Value, E>;
    fn key<S: DeserializeSeed<'de>, A: MapAccess<'l>>(seed: S, access: &mut A) -> Result<Option<S::Value>, A::Error>
    where
        Self: Sized;
}

/// The names of maps are read by our rules; strings are borrowed as before.
pub(crate) struct OwnKeys;

impl<'de> Change<'de, 'de> for OwnKeys {
    fn text<V: Visitor<'de>, E: Error>(text: &'de str, visitor: V) -> Result<V::Value, E> {
        visitor.visit_borrowed_str(text)
    }

    fn bytes<V: Visitor<'de>, E: Error>(bytes: &'de [u8], visitor: V) -> Result<V::Value, E> {
        visitor.visit_borrowed_bytes(bytes)
    }

    fn key<S: DeserializeSeed<'de>, A: MapAccess<'de>>(seed: S, access: &mut A) -> Result<Option<S::Value>, A::Error> {
        match access.next_key_seed(NameSeed)? {
            Some(name) => seed.deserialize(MapKey::new(name)).map(Some),
            None => Ok(None),
        }
    }
}

/// Strings are copied: the text that they are from does not last.
#[cfg_attr(not(feature = "yaml"), allow(dead_code, reason = "only YAML is changed before it is read"))]
pub(crate) struct Copied;

impl<'l, 'de> Change<'l, 'de> for Copied {
    fn text<V: Visitor<'de>, E: Error>(text: &'l str, visitor: V) -> Result<V::Value, E> {
        visitor.visit_str(text)
    }

    fn bytes<V: Visitor<'de>, E: Error>(bytes: &'l [u8], visitor: V) -> Result<V::Value, E> {
        visitor.visit_bytes(bytes)
    }

    fn key<S: DeserializeSeed<'de>, A: MapAccess<'l>>(seed: S, access: &mut A) -> Result<Option<S::Value>, A::Error> {
        access.next_key_seed(Planted::<S, Self>::new(seed))
    }
}

/// A deserializer whose strings are borrowed for `'l`.
pub(crate) struct Wrapped<'l, D, C> {
    inner: D,
    change: PhantomData<fn(&'l ()) -> C>,
}

impl<D, C> Wrapped<'_, D, C> {
    pub(crate) fn new(inner: D) -> Self {
        Self { inner, change: PhantomData }
    }
}

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method($($argument,)* Adapted::<'de, V, C>::new(visitor))
        }
    )*};
}

impl<'l, 'de, D: Deserializer<'l>, C: Change<'l, 'de>> Deserializer<'de> for Wrapped<'l, D, C> {
    type Error = D::Error;

    forward!(
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_char() deserialize_str() deserialize_string()
        deserialize_bytes() deserialize_byte_buf() deserialize_option() deserialize_unit() deserialize_seq()
        deserialize_map() deserialize_identifier() deserialize_ignored_any()
        deserialize_unit_struct(name: &'static str) deserialize_newtype_struct(name: &'static str)
        deserialize_tuple(len: usize) deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    );

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// A visitor for `'de` that is shown strings of another lifetime.
struct Adapted<'de, V, C> {
    inner: V,
    change: PhantomData<fn(&'de ()) -> C>,
}

impl<V, C> Adapted<'_, V, C> {
    fn new(inner: V) -> Self {
        Self { inner, change: PhantomData }
    }
}

macro_rules! visits {
    ($($method:ident $type:ty),*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.inner.$method(value)
        }
    )*};
}

impl<'l, 'de, V: Visitor<'de>, C: Change<'l, 'de>> Visitor<'l> for Adapted<'de, V, C> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    visits!(
        visit_bool bool, visit_i8 i8, visit_i16 i16, visit_i32 i32, visit_i64 i64, visit_i128 i128,
        visit_u8 u8, visit_u16 u16, visit_u32 u32, visit_u64 u64, visit_u128 u128, visit_f32 f32, visit_f64 f64,
        visit_char char, visit_str &str, visit_string String, visit_bytes &[u8], visit_byte_buf Vec<u8>
    );

    fn visit_borrowed_str<E: Error>(self, text: &'l str) -> Result<V::Value, E> {
        C::text(text, self.inner)
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'l [u8]) -> Result<V::Value, E> {
        C::bytes(bytes, self.inner)
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_some<D: Deserializer<'l>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Wrapped::<D, C>::new(deserializer))
    }

    fn visit_newtype_struct<D: Deserializer<'l>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(Wrapped::<D, C>::new(deserializer))
    }

    fn visit_seq<A: SeqAccess<'l>>(self, access: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(Access::<A, C>::new(access))
    }

    fn visit_map<A: MapAccess<'l>>(self, access: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(Access::<A, C>::new(access))
    }

    fn visit_enum<A: EnumAccess<'l>>(self, access: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(Access::<A, C>::new(access))
    }
}

/// A seed for `'de` that is given a deserializer of another lifetime.
struct Planted<'de, S, C> {
    inner: S,
    change: PhantomData<fn(&'de ()) -> C>,
}

impl<S, C> Planted<'_, S, C> {
    fn new(inner: S) -> Self {
        Self { inner, change: PhantomData }
    }
}

impl<'l, 'de, S: DeserializeSeed<'de>, C: Change<'l, 'de>> DeserializeSeed<'l> for Planted<'de, S, C> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'l>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Wrapped::<D, C>::new(deserializer))
    }
}

/// Items, entries or a variant, whose strings are of another lifetime.
struct Access<'l, A, C> {
    inner: A,
    change: PhantomData<fn(&'l ()) -> C>,
}

impl<A, C> Access<'_, A, C> {
    fn new(inner: A) -> Self {
        Self { inner, change: PhantomData }
    }
}

impl<'l, 'de, A: SeqAccess<'l>, C: Change<'l, 'de>> SeqAccess<'de> for Access<'l, A, C> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.inner.next_element_seed(Planted::<S, C>::new(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'l, 'de, A: MapAccess<'l>, C: Change<'l, 'de>> MapAccess<'de> for Access<'l, A, C> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        C::key(seed, &mut self.inner)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(Planted::<S, C>::new(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

impl<'l, 'de, A: EnumAccess<'l>, C: Change<'l, 'de>> EnumAccess<'de> for Access<'l, A, C> {
    type Error = A::Error;
    type Variant = Access<'l, A::Variant, C>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, variant) = self.inner.variant_seed(Planted::<S, C>::new(seed))?;
        Ok((value, Access::new(variant)))
    }
}

impl<'l, 'de, A: VariantAccess<'l>, C: Change<'l, 'de>> VariantAccess<'de> for Access<'l, A, C> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.newtype_variant_seed(Planted::<S, C>::new(seed))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.inner.tuple_variant(len, Adapted::<V, C>::new(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.inner.struct_variant(fields, Adapted::<V, C>::new(visitor))
    }
}

/// The name of an entry, borrowed where it can be.
struct NameSeed;

impl<'de> DeserializeSeed<'de> for NameSeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for NameSeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }

    fn visit_string<E: Error>(self, name: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name))
    }
}
