//! Whatever a deserializer finds, onto a tape.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{Slot, TapeBuilder};

/// Puts one value on a tape, with strings borrowed where the deserializer lends them.
pub(crate) struct AnySeed<'b, 'de>(pub(crate) &'b mut TapeBuilder<'de>);

impl<'de> DeserializeSeed<'de> for AnySeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! slots {
    ($($method:ident $type:ty => $slot:ident),*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<(), E> {
            self.0.push(Slot::$slot(value));
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
        self.0.push_copied_verbatim(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        self.0.push_copied_verbatim(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.0.push(if value.is_finite() { Slot::F64(value) } else { Slot::Null });
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.push(Slot::Null);
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.push_copied_text(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let open = self.0.open().map_err(A::Error::custom)?;
        let mut len = 0;
        while access.next_element_seed(AnySeed(&mut *self.0))?.is_some() {
            len += 1;
        }
        self.0.close_array(open, len);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        let open = self.0.open().map_err(A::Error::custom)?;
        let mut len = 0;
        while access.next_key_seed(KeySeed(&mut *self.0))?.is_some() {
            access.next_value_seed(AnySeed(&mut *self.0))?;
            len += 1;
        }
        self.0.close_object(open, len);
        Ok(())
    }
}

/// A key, which is a text whatever it looks like.
struct KeySeed<'b, 'de>(&'b mut TapeBuilder<'de>);

impl<'de> DeserializeSeed<'de> for KeySeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(AnySeed(self.0))
    }
}
