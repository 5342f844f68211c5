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
use crate::tape::{Key, Number, Recorder, Scalar, Tape};
#[cfg(feature = "toon")]
use crate::toon::Streamer;
use keys::KeySerializer;

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

impl Tape<'static> {
    /// Serializes `value` once.
    pub(crate) fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        let mut sink = Sink::Tape(Recorder::default());
        value.serialize(ValueSerializer(&mut sink))?;
        match sink {
            Sink::Tape(recorder) => recorder.finish(),
            #[cfg(feature = "toon")]
            Sink::Toon(_) => Err(FormatError::unbalanced()),
        }
    }
}

/// Serializes `value` once into TOON text.
#[cfg(feature = "toon")]
pub(crate) fn stream<T: Serialize + ?Sized>(value: &T, streamer: Streamer) -> Result<String> {
    let mut sink = Sink::Toon(streamer);
    value.serialize(ValueSerializer(&mut sink))?;
    match sink {
        Sink::Toon(streamer) => streamer.finish(),
        Sink::Tape(_) => Err(FormatError::unbalanced()),
    }
}

/// Where the events go.
#[allow(clippy::large_enum_variant, reason = "there is one for each text, and it never moves")]
enum Sink {
    Tape(Recorder),
    #[cfg(feature = "toon")]
    Toon(Streamer),
}

impl Sink {
    #[inline]
    fn scalar(&mut self, scalar: Scalar<'_>) {
        match self {
            Self::Tape(recorder) => recorder.scalar(scalar),
            #[cfg(feature = "toon")]
            Self::Toon(streamer) => streamer.scalar(scalar),
        }
    }

    fn null(&mut self) {
        self.scalar(Scalar::Null);
    }

    fn bool(&mut self, value: bool) {
        self.scalar(Scalar::Bool(value));
    }

    fn text(&mut self, text: &str) {
        self.scalar(Scalar::Text(text));
    }

    fn signed(&mut self, value: i64) {
        self.scalar(Scalar::Number(Number::I64(value)));
    }

    fn unsigned(&mut self, value: u64) {
        self.scalar(Scalar::Number(Number::U64(value)));
    }

    fn verbatim(&mut self, text: &str) {
        self.scalar(Scalar::Number(Number::Verbatim(text)));
    }

    fn float(&mut self, value: f64) {
        self.scalar(value.into());
    }

    fn short_float(&mut self, value: f32) {
        self.scalar(value.into());
    }

    fn field(&mut self, name: &'static str) {
        self.key(Key::Static(name));
    }

    fn text_key(&mut self, text: &str) {
        self.key(Key::Text(text));
    }

    #[inline]
    fn key(&mut self, key: Key<'_>) {
        match self {
            Self::Tape(recorder) => recorder.key(key),
            #[cfg(feature = "toon")]
            Self::Toon(streamer) => streamer.key(key),
        }
    }

    /// Begins an array; a length that was announced is a guess.
    #[cfg_attr(not(feature = "toon"), allow(unused_variables, reason = "only TOON writes lengths"))]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        match self {
            Self::Tape(recorder) => recorder.begin(false),
            #[cfg(feature = "toon")]
            Self::Toon(streamer) => streamer.begin_array(len.unwrap_or_default()),
        }
    }

    fn begin_object(&mut self) -> Result {
        match self {
            Self::Tape(recorder) => recorder.begin(true),
            #[cfg(feature = "toon")]
            Self::Toon(streamer) => streamer.begin_object(),
        }
    }

    fn end(&mut self) {
        match self {
            Self::Tape(recorder) => recorder.end(),
            #[cfg(feature = "toon")]
            Self::Toon(streamer) => streamer.end(),
        }
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result {
        self.begin_array(Some(bytes.len()))?;
        for byte in bytes {
            self.unsigned(u64::from(*byte));
        }
        self.end();
        Ok(())
    }

    fn begin_variant(&mut self, variant: &'static str) -> Result {
        self.begin_object()?;
        self.field(variant);
        Ok(())
    }
}

/// What `value` shows, as text.
fn shown(value: &dyn fmt::Display) -> Result<String> {
    let mut text = String::new();
    match write!(text, "{value}") {
        Ok(()) => Ok(text),
        Err(_) => Err(FormatError::Serialize { message: "a `Display` implementation failed".to_owned() }),
    }
}

struct ValueSerializer<'s>(&'s mut Sink);

impl<'s> ValueSerializer<'s> {
    fn array(self, len: Option<usize>) -> Result<Compound<'s>> {
        self.0.begin_array(len)?;
        Ok(Compound { sink: self.0, is_variant: false })
    }

    fn object(self) -> Result<Compound<'s>> {
        self.0.begin_object()?;
        Ok(Compound { sink: self.0, is_variant: false })
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
        self.0.text(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result {
        self.0.text(value);
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result {
        self.0.text(&shown(&value)?);
        Ok(())
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
        self.0.text(variant);
        Ok(())
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
        Ok(Compound { is_variant: true, ..self.array(Some(len))? })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'s>> {
        self.object()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'s>> {
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
        Ok(Compound { is_variant: true, ..self.object()? })
    }
}

/// An array or object whose children arrive one by one.
struct Compound<'s> {
    sink: &'s mut Sink,
    /// Whether it stands in the object of one key that a variant with content is.
    is_variant: bool,
}

impl Compound<'_> {
    fn end(self) {
        self.sink.end();
        if self.is_variant {
            self.sink.end();
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
                self.sink.field(key);
                value.serialize(ValueSerializer(self.sink))
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
