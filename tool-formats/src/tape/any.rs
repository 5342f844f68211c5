//! Any value of a deserializer, onto a tape.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{Slot, TapeBuilder};
use crate::Loss;

/// Puts one value on a tape, with borrowed strings where the deserializer has them.
pub(crate) struct AnySeed<'b, 'de> {
    builder: &'b mut TapeBuilder<'de>,
    /// The name of a newtype for which the deserializer gives a number as its token, with every digit.
    number: Option<&'static str>,
}

impl<'b, 'de> AnySeed<'b, 'de> {
    pub(crate) fn new(builder: &'b mut TapeBuilder<'de>) -> Self {
        Self { builder, number: None }
    }

    pub(crate) fn with_number(builder: &'b mut TapeBuilder<'de>, number: &'static str) -> Self {
        Self { builder, number: Some(number) }
    }

    fn child(&mut self) -> AnySeed<'_, 'de> {
        AnySeed { builder: &mut *self.builder, number: self.number }
    }
}

impl<'de> DeserializeSeed<'de> for AnySeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self.number {
            Some(name) => deserializer.deserialize_newtype_struct(name, self),
            None => deserializer.deserialize_any(self),
        }
    }
}

macro_rules! slots {
    ($($method:ident $type:ty => $slot:ident),*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<(), E> {
            self.builder.push(Slot::$slot(value));
            Ok(())
        }
    )*};
}

impl<'de> Visitor<'de> for AnySeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    slots!(visit_bool bool => Bool, visit_i64 i64 => I64, visit_u64 u64 => U64, visit_borrowed_str &'de str => Text);

    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        self.builder.push_copied_verbatim(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        self.builder.push_copied_verbatim(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.builder.push(if value.is_finite() { Slot::F64(value) } else { Slot::Null });
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.builder.push(Slot::Null);
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.builder.push_copied_text(text);
        Ok(())
    }

    /// A number, by its token.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let token = match <&str>::deserialize(deserializer)? {
            // TOON, which alone gives tokens, has one zero.
            token if is_negative_zero(token) => {
                self.builder.note(Loss::NegativeZero);
                token.trim_start_matches('-')
            }
            token => token,
        };
        let is_integer = !token.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
        self.builder.push(if is_integer { Slot::Verbatim(token) } else { Slot::Decimal(token) });
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut access: A) -> Result<(), A::Error> {
        let open = self.builder.open().map_err(A::Error::custom)?;
        let mut len = 0;
        while access.next_element_seed(self.child())?.is_some() {
            len += 1;
        }
        self.builder.close_array(open, len);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut access: A) -> Result<(), A::Error> {
        let open = self.builder.open().map_err(A::Error::custom)?;
        let mut len = 0;
        while access.next_key_seed(KeySeed(self.child()))?.is_some() {
            access.next_value_seed(self.child())?;
            len += 1;
        }
        self.builder.close_object(open, len);
        Ok(())
    }
}

/// A key, which is always a text.
struct KeySeed<'b, 'de>(AnySeed<'b, 'de>);

impl<'de> DeserializeSeed<'de> for KeySeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self.0)
    }
}

/// Whether it is a zero, or too small for a double, with a sign.
fn is_negative_zero(token: &str) -> bool {
    let may_be_zero = |unsigned: &str| unsigned.starts_with('0') || unsigned.contains(['e', 'E']);
    token.strip_prefix('-').is_some_and(may_be_zero) && token.parse::<f64>().is_ok_and(|value| value == 0.0)
}
