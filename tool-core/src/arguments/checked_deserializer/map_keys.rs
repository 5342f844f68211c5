//! Detects duplicate keys of a map.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, Visitor};

use crate::arguments::derive_support;

/// More names than are compared one by one.
const FEW: usize = 8;

/// The names of a map so far.
#[derive(Debug, Default)]
pub(in crate::arguments) struct Names<'de> {
    few: Vec<Cow<'de, str>>,
    many: HashSet<Cow<'de, str>>,
    /// The names of an enum's variants that have aliases, as [`derive_support::AliasedVariants`] gives them.
    variants: &'static [&'static str],
}

/// The name by which `serde_json` passes JSON text to its own types.
const RESERVED: &str = "$serde_json::private::RawValue";

impl<'de> Names<'de> {
    /// Notes a name; an error when it is there already, or when `serde_json` would read another value in place of the object.
    pub(in crate::arguments) fn note<E: Error>(&mut self, name: Cow<'de, str>) -> Result<(), E> {
        if name == RESERVED {
            return Err(E::custom(format_args!("the name `{name}` is reserved")));
        }
        let name = derive_support::first_name(self.variants, &name).map_or(name, Cow::Borrowed);
        if self.few.contains(&name) || self.many.contains(&name) {
            return Err(E::custom(format_args!("the name `{name}` is given twice")));
        }
        if self.few.len() < FEW {
            self.few.push(name);
        } else {
            self.many.insert(name);
        }
        Ok(())
    }
}

/// The name of a member: a seed, a deserializer, a visitor or a variant, each of which notes it.
pub(super) struct Name<'n, 'de, D> {
    pub(super) inner: D,
    pub(super) names: &'n mut Names<'de>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Name<'_, 'de, S> {
    type Value = S::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Name { inner: deserializer, names: self.names })
    }
}

macro_rules! forward_name {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method($($argument,)* Name { inner: visitor, names: self.names })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Name<'_, 'de, D> {
    type Error = D::Error;

    forward_name! {
        deserialize_any() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128() deserialize_f32()
        deserialize_f64() deserialize_char() deserialize_str() deserialize_string() deserialize_bytes()
        deserialize_byte_buf() deserialize_option() deserialize_unit() deserialize_seq() deserialize_map()
        deserialize_identifier() deserialize_ignored_any()
        deserialize_unit_struct(name: &'static str)
        deserialize_newtype_struct(name: &'static str)
        deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.names.variants = variants;
        self.inner.deserialize_enum(name, variants, Name { inner: visitor, names: self.names })
    }

    /// `serde_json` reads the text of a truth value from its middle when it is none, and may panic there.
    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_str(Name { inner: Flag(visitor), names: self.names })
    }
}

macro_rules! visit_name {
    ($($method:ident $type:ty,)*) => {$(
        #[inline]
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.names.note(Cow::Owned(value.to_string()))?;
            self.inner.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Name<'_, 'de, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    visit_name! {
        visit_bool bool, visit_i64 i64, visit_i128 i128, visit_u64 u64, visit_u128 u128, visit_f64 f64,
        visit_char char, visit_str &str, visit_string String,
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<V::Value, E> {
        self.names.note(Cow::Borrowed(name))?;
        self.inner.visit_borrowed_str(name)
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<V::Value, E> {
        self.names.note(Cow::Owned(String::from_utf8_lossy(name).into_owned()))?;
        self.inner.visit_bytes(name)
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Name { inner: deserializer, names: self.names })
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(Name { inner: deserializer, names: self.names })
    }

    #[inline]
    fn visit_enum<A: EnumAccess<'de>>(self, choice: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(Name { inner: choice, names: self.names })
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(members)
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Name<'_, 'de, A> {
    type Error = A::Error;
    type Variant = A::Variant;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, A::Variant), A::Error> {
        self.inner.variant_seed(Name { inner: seed, names: self.names })
    }
}

/// Reads a truth value from its name.
pub(in crate::arguments) struct Flag<V>(pub(in crate::arguments) V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Flag<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<V::Value, E> {
        match name {
            "true" => self.0.visit_bool(true),
            "false" => self.0.visit_bool(false),
            _ => Err(E::custom("the name must be `true` or `false`")),
        }
    }
}
