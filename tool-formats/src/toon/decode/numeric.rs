//! A number the way the type asks for it.

use serde::de::{Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

use super::number::{self, Number};
use crate::fault::{Fault, Result};

/// A token that is a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numeric<'t> {
    pub(super) token: &'t str,
    pub(super) number: Number,
}

impl<'t> Numeric<'t> {
    #[inline]
    pub(super) fn of(token: &'t str) -> Option<Self> {
        Some(Self { token, number: number::parse(token)? })
    }

    /// The token of a number that a double can hold.
    pub(super) fn token(self) -> Result<&'t str> {
        match self.number {
            Number::Float(_) | Number::Long => self.float().map(|_| self.token),
            _ => Ok(self.token),
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "a float is the nearest one")]
    fn float(self) -> Result<f64> {
        match self.number {
            Number::Unsigned(value) => Ok(value as f64),
            Number::Negative(value) => Ok(value as f64),
            Number::Long => self.in_range(self.token.parse().unwrap_or(f64::INFINITY)),
            Number::Float(value) => self.in_range(value),
        }
    }

    /// The number domain is that of doubles, with all digits of an integer in it.
    fn in_range(self, value: f64) -> Result<f64> {
        if value.is_finite() { Ok(value) } else { Err(self.out_of_range()) }
    }

    fn out_of_range(self) -> Fault {
        Fault::at(self.token, "expected a number within the range of a double")
    }

    #[inline]
    fn visit_integer<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.number {
            Number::Unsigned(value) => visitor.visit_u64(value),
            Number::Negative(value) => visitor.visit_i64(value),
            Number::Long => visitor.visit_f64(self.float()?),
            Number::Float(value) => match whole(value) {
                Some(value) => visitor.visit_i64(value),
                None => visitor.visit_f64(self.in_range(value)?),
            },
        }
    }
}

/// `1.0` is the integer 1: TOON does not tell them apart.
#[cold]
#[allow(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
fn whole(value: f64) -> Option<i64> {
    if value.fract() == 0.0 && value.abs() < 9e15 { Some(value as i64) } else { None }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.visit_integer(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Numeric<'_> {
    type Error = Fault;

    /// Integers past 64 bits become the nearest double, as in `serde_json`; `i128` and `u128` get all digits.
    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.number {
            Number::Unsigned(value) => visitor.visit_u64(value),
            Number::Negative(value) => visitor.visit_i64(value),
            Number::Long | Number::Float(_) => visitor.visit_f64(self.float()?),
        }
    }

    integers!(
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    );

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.token.parse() {
            Ok(value) => visitor.visit_i128(value),
            Err(_) if self.number == Number::Long => {
                Err(Fault::custom("invalid value: integer out of range, expected i128"))
            }
            Err(_) => self.visit_integer(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.token.parse() {
            Ok(value) => visitor.visit_u128(value),
            Err(_) if self.number == Number::Long => {
                Err(Fault::custom("invalid value: integer out of range, expected u128"))
            }
            Err(_) => self.visit_integer(visitor),
        }
    }

    /// Straight from the digits: by way of a double some would be rounded twice.
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.token.parse::<f32>() {
            Ok(value) if value.is_finite() => visitor.visit_f32(value + 0.0),
            _ => Err(Fault::custom("invalid value: number out of range, expected f32")),
        }
    }

    forward_to_deserialize_any! {
        bool f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple tuple_struct map struct
        enum identifier ignored_any
    }
}
