//! Map keys become text by the rules of `serde_json`, so that a map is accepted in every format or in none.

use serde::ser::{Impossible, Serialize, Serializer};

use super::wrappers::deeper;
use crate::FormatError;
use crate::events::Events;
use crate::failure::{Failure, shown};

/// Writes a map's key.
pub(super) struct KeySerializer<'s, E> {
    pub(super) sink: &'s mut E,
    pub(super) wrappers: u16,
}

impl<E: Events> KeySerializer<'_, E> {
    fn unwrapped(self) -> Result<Self, Failure> {
        Ok(Self { wrappers: deeper(self.wrappers)?, ..self })
    }

    fn text(self, text: &str) {
        self.sink.text_key(text);
    }

    fn integer<I: itoa::Integer>(self, value: I) {
        self.text(itoa::Buffer::new().format(value));
    }

    fn float<F: zmij::Float>(self, value: F, is_finite: bool) -> Result<(), Failure> {
        if !is_finite {
            return Err(FormatError::KeyNotString.into());
        }
        self.text(zmij::Buffer::new().format_finite(value));
        Ok(())
    }
}

macro_rules! integers {
    ($($method:ident $type:ty),*) => {$(
        fn $method(self, value: $type) -> Result<(), Failure> {
            self.integer(value);
            Ok(())
        }
    )*};
}

type Refused = Impossible<(), Failure>;

impl<E: Events> Serializer for KeySerializer<'_, E> {
    type Ok = ();
    type Error = Failure;
    type SerializeSeq = Refused;
    type SerializeTuple = Refused;
    type SerializeTupleStruct = Refused;
    type SerializeTupleVariant = Refused;
    type SerializeMap = Refused;
    type SerializeStruct = Refused;
    type SerializeStructVariant = Refused;

    integers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128
    );

    fn serialize_bool(self, value: bool) -> Result<(), Failure> {
        self.sink.field(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Failure> {
        self.float(value, value.is_finite())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Failure> {
        self.float(value, value.is_finite())
    }

    fn serialize_char(self, value: char) -> Result<(), Failure> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Failure> {
        self.text(value);
        Ok(())
    }

    fn collect_str<T: std::fmt::Display + ?Sized>(self, value: &T) -> Result<(), Failure> {
        self.text(&shown(&value)?);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Failure> {
        value.serialize(self.unwrapped()?)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Failure> {
        value.serialize(self.unwrapped()?)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Failure> {
        self.sink.field(variant);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_none(self) -> Result<(), Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_unit(self) -> Result<(), Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Refused, Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_tuple(self, _: usize) -> Result<Refused, Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Refused, Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Refused, Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Refused, Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Refused, Failure> {
        Err(FormatError::KeyNotString.into())
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Refused, Failure> {
        Err(FormatError::KeyNotString.into())
    }
}
