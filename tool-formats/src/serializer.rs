//! Any serde value as events, in the shapes `serde_json` gives it.
//!
//! What is generic over the value's type only passes events on: it is compiled once for each type for JSON, and once for
//! all other formats together.

mod failure;
mod keys;

use std::fmt::{self, Write};

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::FormatError;
pub(crate) use failure::Failure;
use keys::KeySerializer;

type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Serializes `value` once, into the text of the sink's format.
pub(crate) fn to_string<T: Serialize + ?Sized, E: Events>(value: &T, mut sink: E) -> Result<String, FormatError> {
    value.serialize(ValueSerializer::new(&mut sink))?;
    sink.finish()
}

/// What takes a value event by event.
pub(crate) trait Events: Sized {
    fn null(&mut self);
    fn bool(&mut self, value: bool);
    fn signed(&mut self, value: i64);
    fn unsigned(&mut self, value: u64);
    /// An integer of any length.
    fn verbatim(&mut self, digits: &str);
    fn float(&mut self, value: f64);
    fn short_float(&mut self, value: f32);
    fn text(&mut self, text: &str);
    /// JSON text, which stands for its value.
    fn json(&mut self, json: &str) -> Result;
    /// A key that is a field's or variant's name.
    fn field(&mut self, name: &'static str);
    fn text_key(&mut self, text: &str);
    /// Begins an array; the length that was announced is a guess.
    fn begin_array(&mut self, len: usize) -> Result;
    fn begin_object(&mut self) -> Result;
    fn end_array(&mut self);
    fn end_object(&mut self);
    /// A part of the value failed: there is no text any more, even if a `Serialize` drops the error.
    fn spoil(&mut self);
    fn finish(self) -> Result<String, FormatError>;

    fn bytes(&mut self, bytes: &[u8]) -> Result {
        self.begin_array(bytes.len())?;
        for byte in bytes {
            self.unsigned(u64::from(*byte));
        }
        self.end_array();
        Ok(())
    }

    fn begin_variant(&mut self, variant: &'static str) -> Result {
        self.begin_object()?;
        self.field(variant);
        Ok(())
    }
}

/// How many `Some`s, newtypes and newtype variants may stand around a value: four for each of 128 arrays and objects.
///
/// They leave nothing in the text, so nothing else would end their recursion before the stack does.
const MAX_WRAPPERS: u16 = 512;

/// What `value` shows, as text.
fn shown(value: &dyn fmt::Display) -> Result<String> {
    let mut text = String::new();
    match write!(text, "{value}") {
        Ok(()) => Ok(text),
        Err(_) => Err(FormatError::Serialize { message: "a `Display` implementation failed".to_owned() }.into()),
    }
}

/// What `serde_json` calls the structs in which it hands over JSON text, and numbers of any length.
const JSON_TEXT: [&str; 2] = ["$serde_json::private::RawValue", "$serde_json::private::Number"];

/// A serializer that passes on a value's events.
pub(crate) struct ValueSerializer<'s, E> {
    sink: &'s mut E,
    /// Wrappers around this value, up to the root.
    wrappers: u16,
    /// A text is JSON, and stands for its value.
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
        Ok(self.compound(Shape::Plain))
    }

    #[inline]
    fn object(self) -> Result<Compound<'s, E>> {
        self.sink.begin_object()?;
        Ok(self.compound(Shape::Plain))
    }

    #[inline]
    fn compound(self, shape: Shape) -> Compound<'s, E> {
        Compound { sink: self.sink, wrappers: self.wrappers, shape, has_key: false }
    }

    /// The serializer for what stands inside a wrapper.
    #[inline]
    fn unwrapped(self) -> Result<Self> {
        Ok(Self { wrappers: deeper(self.wrappers)?, ..self })
    }
}

/// One wrapper more.
fn deeper(wrappers: u16) -> Result<u16> {
    if wrappers < MAX_WRAPPERS {
        Ok(wrappers + 1)
    } else {
        Err(FormatError::TooDeep { limit: MAX_WRAPPERS.into() }.into())
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
        Ok(Compound { shape: Shape::Variant, ..self.array(Some(len))? })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'s, E>> {
        self.object()
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Compound<'s, E>> {
        if JSON_TEXT.contains(&name) {
            return Ok(self.compound(Shape::JsonText));
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
        Ok(Compound { shape: Shape::Variant, ..self.object()? })
    }
}

/// An array or object whose children arrive one by one.
pub(crate) struct Compound<'s, E> {
    sink: &'s mut E,
    wrappers: u16,
    shape: Shape,
    /// The key of a map's entry has come, its value has not.
    has_key: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Plain,
    /// It stands in the object of one key that a variant with content is.
    Variant,
    /// Its only field holds JSON text, and has not come yet.
    JsonText,
    /// That field has come.
    JsonDone,
}

impl<E: Events> Compound<'_, E> {
    #[inline]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T, is_json: bool) -> Result {
        let serializer = ValueSerializer { sink: &mut *self.sink, wrappers: self.wrappers, is_json };
        let written = value.serialize(serializer);
        if written.is_err() {
            self.sink.spoil();
        }
        written
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.value(value, false)
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result {
        match self.shape {
            Shape::Plain | Shape::Variant => {
                self.sink.field(key);
                self.value(value, false)
            }
            Shape::JsonText => {
                self.shape = Shape::JsonDone;
                self.value(value, true)
            }
            Shape::JsonDone => self.fail("JSON text has one field"),
        }
    }

    #[inline]
    fn key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        if self.has_key {
            return self.fail("a map has a key without a value");
        }
        self.has_key = true;
        let written = key.serialize(KeySerializer { sink: &mut *self.sink, wrappers: self.wrappers });
        if written.is_err() {
            self.sink.spoil();
        }
        written
    }

    #[inline]
    fn entry_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        if !self.has_key {
            return self.fail("a map has a value without a key");
        }
        self.has_key = false;
        self.value(value, false)
    }

    #[inline]
    fn end_array(self) {
        self.sink.end_array();
        self.end_variant();
    }

    #[inline]
    fn end_object(mut self) -> Result {
        if self.has_key {
            return self.fail("a map has a key without a value");
        }
        match self.shape {
            Shape::JsonDone => return Ok(()),
            Shape::JsonText => return self.fail("JSON text has one field"),
            Shape::Plain | Shape::Variant => self.sink.end_object(),
        }
        self.end_variant();
        Ok(())
    }

    #[inline]
    fn end_variant(self) {
        if self.shape == Shape::Variant {
            self.sink.end_object();
        }
    }

    /// What came cannot be written, and no `Serialize` that keeps to serde's rules sends it.
    #[cold]
    fn fail(&mut self, message: &str) -> Result {
        self.sink.spoil();
        Err(FormatError::Serialize { message: message.to_owned() }.into())
    }
}

macro_rules! arrays {
    ($($shape:ident $method:ident),*) => {$(
        impl<E: Events> $shape for Compound<'_, E> {
            type Ok = ();
            type Error = Failure;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
                self.element(value)
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
                self.field(key, value)
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
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        self.entry_value(value)
    }

    fn end(self) -> Result {
        self.end_object()
    }
}
