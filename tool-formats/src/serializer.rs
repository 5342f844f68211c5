//! Any serde value as events, in the shapes `serde_json` gives it.
//!
//! What is generic over the value's type only passes events on: it is compiled once for each type, for all formats but
//! JSON together.

mod keys;

use std::fmt::{self, Write};

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::FormatError;
use crate::sink::Sink;
use keys::KeySerializer;

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

/// Serializes `value` once, into the text of the sink's format.
pub(crate) fn to_string<T: Serialize + ?Sized>(value: &T, mut sink: Sink) -> Result<String> {
    value.serialize(ValueSerializer(&mut sink))?;
    sink.finish()
}

/// What `value` shows, as text.
fn shown(value: &dyn fmt::Display) -> Result<String> {
    let mut text = String::new();
    match write!(text, "{value}") {
        Ok(()) => Ok(text),
        Err(_) => Err(FormatError::Serialize { message: "a `Display` implementation failed".to_owned() }),
    }
}

/// What `serde_json` calls the structs in which it hands over JSON text, and numbers of any length.
const JSON_TEXT: [&str; 2] = ["$serde_json::private::RawValue", "$serde_json::private::Number"];

struct ValueSerializer<'s>(&'s mut Sink);

impl<'s> ValueSerializer<'s> {
    fn array(self, len: Option<usize>) -> Result<Compound<'s>> {
        self.0.begin_array(len.unwrap_or_default())?;
        Ok(Compound { sink: self.0, shape: Shape::Plain })
    }

    fn object(self) -> Result<Compound<'s>> {
        self.0.begin_object()?;
        Ok(Compound { sink: self.0, shape: Shape::Plain })
    }
}

macro_rules! integers {
    ($($method:ident $type:ty => $kind:ident),*) => {$(
        fn $method(self, value: $type) -> Result {
            self.0.$kind(value.into());
            Ok(())
        }
    )*};
}

impl<'s> Serializer for ValueSerializer<'s> {
    type Ok = ();
    type Error = FormatError;
    type SerializeSeq = Compound<'s>;
    type SerializeTuple = Compound<'s>;
    type SerializeTupleStruct = Compound<'s>;
    type SerializeTupleVariant = Compound<'s>;
    type SerializeMap = Compound<'s>;
    type SerializeStruct = Compound<'s>;
    type SerializeStructVariant = Compound<'s>;

    integers!(
        serialize_i8 i8 => signed, serialize_i16 i16 => signed, serialize_i32 i32 => signed, serialize_i64 i64 => signed,
        serialize_u8 u8 => unsigned, serialize_u16 u16 => unsigned, serialize_u32 u32 => unsigned, serialize_u64 u64 => unsigned
    );

    fn serialize_i128(self, value: i128) -> Result {
        self.0.verbatim(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Result {
        self.0.verbatim(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn serialize_bool(self, value: bool) -> Result {
        self.0.bool(value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result {
        self.0.short_float(value);
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result {
        self.0.float(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result {
        self.0.text(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result {
        self.0.text(value)
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result {
        self.0.text(&shown(&value)?)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        self.0.bytes(bytes)
    }

    fn serialize_none(self) -> Result {
        self.0.null();
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        self.0.null();
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result {
        self.0.null();
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.0.text(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        self.0.begin_variant(variant)?;
        value.serialize(ValueSerializer(self.0))?;
        self.0.end();
        Ok(())
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Compound<'s>> {
        self.array(len)
    }

    fn serialize_tuple(self, len: usize) -> Result<Compound<'s>> {
        self.array(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Compound<'s>> {
        self.array(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s>> {
        self.0.begin_variant(variant)?;
        Ok(Compound { shape: Shape::Variant, ..self.array(Some(len))? })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'s>> {
        self.object()
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Compound<'s>> {
        if JSON_TEXT.contains(&name) {
            self.0.expect_json();
            return Ok(Compound { sink: self.0, shape: Shape::JsonText });
        }
        self.object()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'s>> {
        self.0.begin_variant(variant)?;
        Ok(Compound { shape: Shape::Variant, ..self.object()? })
    }
}

/// An array or object whose children arrive one by one.
struct Compound<'s> {
    sink: &'s mut Sink,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Plain,
    /// It stands in the object of one key that a variant with content is.
    Variant,
    /// Its only field holds JSON text.
    JsonText,
}

impl Compound<'_> {
    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
        if self.shape != Shape::JsonText {
            self.sink.field(key);
        }
        value.serialize(ValueSerializer(self.sink))
    }

    fn end(self) {
        match self.shape {
            Shape::JsonText => {}
            Shape::Plain => self.sink.end(),
            Shape::Variant => {
                self.sink.end();
                self.sink.end();
            }
        }
    }
}

macro_rules! arrays {
    ($($shape:ident $method:ident),*) => {$(
        impl $shape for Compound<'_> {
            type Ok = ();
            type Error = FormatError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
                value.serialize(ValueSerializer(self.sink))
            }

            fn end(self) -> Result {
                Compound::end(self);
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
        impl $shape for Compound<'_> {
            type Ok = ();
            type Error = FormatError;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
                self.field(key, value)
            }

            fn end(self) -> Result {
                Compound::end(self);
                Ok(())
            }
        }
    )*};
}

structs!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = FormatError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        key.serialize(KeySerializer(self.sink))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        value.serialize(ValueSerializer(self.sink))
    }

    fn end(self) -> Result {
        Compound::end(self);
        Ok(())
    }
}
