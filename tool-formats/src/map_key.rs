//! The name of a map's entry, from which the key's type is read: the same rules in every format.
//!
//! A name is a number or boolean only where it is written as that number or boolean is: two names that differ, such as
//! `1` and `+1`, must not become one key.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, Unexpected, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

/// One name, whose errors are of type `E`.
#[derive(Debug, Clone)]
pub(crate) struct MapKey<'de, E> {
    name: Cow<'de, str>,
    error: PhantomData<fn() -> E>,
}

impl<'de, E: Error> MapKey<'de, E> {
    pub(crate) fn new(name: Cow<'de, str>) -> Self {
        Self { name, error: PhantomData }
    }

    fn misfit(&self, expected: &str) -> E {
        E::invalid_value(Unexpected::Str(&self.name), &expected)
    }

    /// The number that is written as the name.
    fn number<N: FromStr + Display>(&self, expected: &str) -> Result<N, E> {
        match self.name.parse::<N>() {
            Ok(value) if is_written_as(&value, &self.name) => Ok(value),
            _ => Err(self.misfit(expected)),
        }
    }

    /// The float that JSON reads from the name.
    fn float<N: FromStr + PartialEq + Into<f64> + Copy>(&self, expected: &str) -> Result<N, E> {
        let value = self.name.parse::<N>().ok().filter(|value| (*value).into().is_finite());
        value.filter(|_| is_json_number(&self.name)).ok_or_else(|| self.misfit(expected))
    }
}

/// Whether `value` shows as exactly this text.
fn is_written_as(value: &impl Display, text: &str) -> bool {
    struct Rest<'t>(&'t str);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, piece: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(piece).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Rest(text);
    fmt::write(&mut rest, format_args!("{value}")).is_ok() && rest.0.is_empty()
}

/// Source: RFC 8259, section 6.
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(digits)
}

macro_rules! numbers {
    ($($method:ident $visit:ident $read:ident $expected:literal),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            visitor.$visit(self.$read($expected)?)
        }
    )*};
}

impl<'de, E: Error> Deserializer<'de> for MapKey<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.name {
            Cow::Borrowed(name) => visitor.visit_borrowed_str(name),
            Cow::Owned(name) => visitor.visit_string(name),
        }
    }

    numbers!(
        deserialize_i8 visit_i8 number "i8", deserialize_i16 visit_i16 number "i16",
        deserialize_i32 visit_i32 number "i32", deserialize_i64 visit_i64 number "i64",
        deserialize_i128 visit_i128 number "i128", deserialize_u8 visit_u8 number "u8",
        deserialize_u16 visit_u16 number "u16", deserialize_u32 visit_u32 number "u32",
        deserialize_u64 visit_u64 number "u64", deserialize_u128 visit_u128 number "u128",
        deserialize_f32 visit_f32 float "f32", deserialize_f64 visit_f64 float "f64"
    );

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match &*self.name {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(self.misfit("`true` or `false`")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_enum(self)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.name {
            Cow::Borrowed(name) => visitor.visit_borrowed_bytes(name.as_bytes()),
            Cow::Owned(name) => visitor.visit_byte_buf(name.into_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.deserialize_bytes(visitor)
    }

    forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A name as a variant without content.
impl<'de, E: Error> EnumAccess<'de> for MapKey<'de, E> {
    type Error = E;
    type Variant = NoContent<E>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, NoContent<E>), E> {
        Ok((seed.deserialize(self)?, NoContent(PhantomData)))
    }
}

/// What follows a variant in a name: nothing.
pub(crate) struct NoContent<E>(PhantomData<fn() -> E>);

impl<'de, E: Error> VariantAccess<'de> for NoContent<E> {
    type Error = E;

    fn unit_variant(self) -> Result<(), E> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, E> {
        Err(E::invalid_type(Unexpected::UnitVariant, &"a newtype variant"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, E> {
        Err(E::invalid_type(Unexpected::UnitVariant, &"a tuple variant"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, E> {
        Err(E::invalid_type(Unexpected::UnitVariant, &"a struct variant"))
    }
}

#[cfg(test)]
mod tests {
    use super::{is_json_number, is_written_as};

    #[test]
    fn a_number_is_one_by_the_rules_of_json() {
        for text in ["0", "-0", "10", "0.5", "-1.50", "1e5", "1E+5", "2.5e-3"] {
            assert!(is_json_number(text), "{text}");
        }
        for text in ["", "-", "01", "+1", " 1", "1 ", "1.", ".5", "1e", "1e+", "nan", "inf", "0x1", "1_0", "٣"] {
            assert!(!is_json_number(text), "{text}");
        }
    }

    #[test]
    fn an_integer_has_one_name() {
        assert!(is_written_as(&1, "1") && is_written_as(&-12, "-12"));
        assert!(!is_written_as(&1, "+1") && !is_written_as(&1, "01") && !is_written_as(&0, "-0"));
    }
}
