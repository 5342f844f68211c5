//! Any serde value as events, in the shapes `serde_json` gives it.
//!
//! What is generic over the value's type only passes events on: it is compiled once for each type for JSON, and once for
//! all other formats together.

mod compound;
mod keys;
mod wrappers;

use std::fmt;

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::FormatError;
use crate::events::Events;
use crate::failure::{Failure, shown};
pub(crate) use compound::Compound;
use compound::Shape;
use keys::KeySerializer;
use wrappers::deeper;

type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Serializes `value` once, into the text of the sink's format.
pub(crate) fn to_string<T: Serialize + ?Sized, E: Events>(value: &T, mut sink: E) -> Result<String, FormatError> {
    feed(value, &mut sink)?;
    sink.finish()
}

/// Passes on the events of `value`.
pub(crate) fn feed<T: Serialize + ?Sized, E: Events>(value: &T, sink: &mut E) -> Result<(), FormatError> {
    Ok(value.serialize(ValueSerializer::new(sink))?)
}

/// The names of the structs in which `serde_json` passes JSON text, and numbers of any length.
const JSON_TEXT: [&str; 2] = ["$serde_json::private::RawValue", "$serde_json::private::Number"];

/// A serializer that passes on a value's events.
pub(crate) struct ValueSerializer<'s, E> {
    sink: &'s mut E,
    /// Wrappers around this value, up to the root.
    wrappers: u16,
    /// A text is JSON, and is written as its value.
    is_json: bool,
}

impl<'s, E: Events> ValueSerializer<'s, E> {
    /// For the root of a value.
    pub(crate) fn new(sink: &'s mut E) -> Self {
        Self { sink, wrappers: 0, is_json: false }
    }

    #[inline]
    fn array(self, len: Option<usize>) -> Result<Compound<'s, E>> {
        self.sink.begin_array(len.unwrap_or_default())?;
        Ok(Compound::new(self.sink, self.wrappers, Shape::Plain))
    }

    #[inline]
    fn object(self) -> Result<Compound<'s, E>> {
        self.sink.begin_object()?;
        Ok(Compound::new(self.sink, self.wrappers, Shape::Plain))
    }

    /// The serializer for what is inside a wrapper.
    #[inline]
    fn unwrapped(self) -> Result<Self> {
        Ok(Self { wrappers: deeper(self.wrappers)?, ..self })
    }
}

macro_rules! integers {
    ($($method:ident $type:ty => $kind:ident),*) => {$(
        fn $method(self, value: $type) -> Result {
            self.sink.$kind(value.into());
            Ok(())
        }
    )*};
}

impl<'s, E: Events> Serializer for ValueSerializer<'s, E> {
    type Ok = ();
    type Error = Failure;
    type SerializeSeq = Compound<'s, E>;
    type SerializeTuple = Compound<'s, E>;
    type SerializeTupleStruct = Compound<'s, E>;
    type SerializeTupleVariant = Compound<'s, E>;
    type SerializeMap = Compound<'s, E>;
    type SerializeStruct = Compound<'s, E>;
    type SerializeStructVariant = Compound<'s, E>;

    integers!(
        serialize_i8 i8 => signed, serialize_i16 i16 => signed, serialize_i32 i32 => signed, serialize_i64 i64 => signed,
        serialize_u8 u8 => unsigned, serialize_u16 u16 => unsigned, serialize_u32 u32 => unsigned, serialize_u64 u64 => unsigned
    );

    fn serialize_i128(self, value: i128) -> Result {
        self.sink.verbatim(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Result {
        self.sink.verbatim(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn serialize_bool(self, value: bool) -> Result {
        self.sink.bool(value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result {
        self.sink.short_float(value);
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result {
        self.sink.float(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result {
        if self.is_json {
            return self.sink.json(value);
        }
        self.sink.text(value);
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result {
        self.serialize_str(&shown(&value)?)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        self.sink.bytes(bytes)
    }

    fn serialize_none(self) -> Result {
        self.sink.null();
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self.unwrapped()?)
    }

    fn serialize_unit(self) -> Result {
        self.sink.null();
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.sink.null();
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self.unwrapped()?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        let inner = self.unwrapped()?;
        inner.sink.begin_variant(variant)?;
        value.serialize(ValueSerializer { sink: &mut *inner.sink, ..inner })?;
        inner.sink.end_object();
        Ok(())
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Compound<'s, E>> {
        self.array(len)
    }

    fn serialize_tuple(self, len: usize) -> Result<Compound<'s, E>> {
        self.array(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Compound<'s, E>> {
        self.array(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s, E>> {
        self.sink.begin_variant(variant)?;
        Ok(self.array(Some(len))?.in_variant())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'s, E>> {
        self.object()
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Compound<'s, E>> {
        if JSON_TEXT.contains(&name) {
            return Ok(Compound::new(self.sink, self.wrappers, Shape::JsonText));
        }
        self.object()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'s, E>> {
        self.sink.begin_variant(variant)?;
        Ok(self.object()?.in_variant())
    }
}

impl<E: Events> Compound<'_, E> {
    #[inline]
    fn write<T: Serialize + ?Sized>(&mut self, value: &T, is_json: bool) -> Result {
        let wrappers = self.wrappers();
        let written = value.serialize(ValueSerializer { sink: self.sink(), wrappers, is_json });
        self.note(written)
    }
}

macro_rules! arrays {
    ($($shape:ident $method:ident),*) => {$(
        impl<E: Events> $shape for Compound<'_, E> {
            type Ok = ();
            type Error = Failure;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
                self.write(value, false)
            }

            fn end(self) -> Result {
                self.end_array();
                Ok(())
            }
        }
    )*};
}

arrays!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
);

macro_rules! structs {
    ($($shape:ident),*) => {$(
        impl<E: Events> $shape for Compound<'_, E> {
            type Ok = ();
            type Error = Failure;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
                let is_json = self.begin_field(key)?;
                self.write(value, is_json)
            }

            fn end(self) -> Result {
                self.end_object()
            }
        }
    )*};
}

structs!(SerializeStruct, SerializeStructVariant);

impl<E: Events> SerializeMap for Compound<'_, E> {
    type Ok = ();
    type Error = Failure;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        self.begin_key()?;
        let wrappers = self.wrappers();
        let written = key.serialize(KeySerializer { sink: self.sink(), wrappers });
        self.note(written)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.begin_value()?;
        self.write(value, false)
    }

    fn end(self) -> Result {
        self.end_object()
    }
}
