//! TOON text onto a tape, with strings and numbers borrowed from the text.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::scalar::NUMBER;
use crate::tape::{Slot, TapeBuilder};

/// Puts one value on a tape.
pub(super) struct TapeSeed<'b, 'de>(pub(super) &'b mut TapeBuilder<'de>);

impl<'de> DeserializeSeed<'de> for TapeSeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_newtype_struct(NUMBER, self)
    }
}

impl<'de> Visitor<'de> for TapeSeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.push(Slot::Null);
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.0.push(Slot::Bool(value));
        Ok(())
    }

    /// A number, by its token.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let token = <&str>::deserialize(deserializer)?;
        let is_integer = !token.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
        self.0.push(if is_integer { Slot::Verbatim(token) } else { Slot::Decimal(token) });
        Ok(())
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<(), E> {
        self.0.push(Slot::Text(text));
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.push_copied_text(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let open = self.0.open().map_err(A::Error::custom)?;
        let mut len = 0;
        while access.next_element_seed(TapeSeed(&mut *self.0))?.is_some() {
            len += 1;
        }
        self.0.close_array(open, len);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let open = self.0.open().map_err(A::Error::custom)?;
        let mut len = 0;
        while access.next_key_seed(KeySeed(&mut *self.0))?.is_some() {
            access.next_value_seed(TapeSeed(&mut *self.0))?;
            len += 1;
        }
        self.0.close_object(open, len);
        Ok(())
    }
}

struct KeySeed<'b, 'de>(&'b mut TapeBuilder<'de>);

impl<'de> DeserializeSeed<'de> for KeySeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(TapeSeed(self.0))
    }
}
