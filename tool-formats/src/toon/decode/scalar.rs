//! One token as a value: a string, a number, a boolean or null.

use std::borrow::Cow;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::number::{self, Number};
use super::numeric::Numeric;
use super::text::unquote;
use super::variant::EnumVisitor;
use crate::fault::{Fault, Result};

/// A newtype of this name gets a number as its token, so that the tape keeps every digit.
pub(super) const NUMBER: &str = "$tool_formats::toon::Number";

/// A cell, an item, or what follows a key.
///
/// Source: TOON specification 4.4, section 4.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scalar<'de>(pub(super) &'de str);

impl<'de> Scalar<'de> {
    /// The token as a number. Only the whole token counts, however it starts.
    #[inline]
    fn numeric(self) -> Option<Numeric<'de>> {
        match self.0.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Numeric::of(self.0),
            _ => None,
        }
    }

    #[inline]
    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let token = self.0;
        match token.as_bytes().first() {
            Some(b'"') => match unquote(token)? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            Some(b'-' | b'0'..=b'9') => match number::parse(token) {
                // Not by way of `Numeric`: to put it together costs more than the rest.
                Some(Number::Unsigned(value)) => visitor.visit_u64(value),
                Some(Number::Float(value)) if value.is_finite() => visitor.visit_f64(value),
                Some(number) => Numeric { token, number }.deserialize_any(visitor),
                None => visitor.visit_borrowed_str(token),
            },
            Some(b't') if token == "true" => visitor.visit_bool(true),
            Some(b'f') if token == "false" => visitor.visit_bool(false),
            Some(b'n') if token == "null" => visitor.visit_unit(),
            _ => visitor.visit_borrowed_str(token),
        }
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.numeric() {
                Some(number) => number.$method(visitor).map_err(|fault| fault.or_at(self.0)),
                None => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Scalar<'de> {
    type Error = Fault;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit(visitor).map_err(|fault| fault.or_at(self.0))
    }

    numbers!(
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_f32
    );

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0 == "null" { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name != NUMBER {
            return visitor.visit_newtype_struct(self);
        }
        match self.numeric() {
            Some(number) => visitor.visit_newtype_struct(BorrowedStrDeserializer::new(number.token()?)),
            None => self.deserialize_any(visitor),
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
