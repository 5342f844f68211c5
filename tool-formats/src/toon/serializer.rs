//! A serde serializer that writes TOON.

use std::fmt;

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};

use super::options::EncodeOptions;
use crate::FormatError;
use crate::events::Events;
use crate::failure::Failure;
use crate::serializer::{self, ValueSerializer};
use crate::sink::Sink;

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

/// Takes one value and makes TOON of it: for wrappers such as `serde_transcode` or `erased-serde`.
///
/// [`to_string_with`](super::to_string_with) is this in one call. The text is there at the end only, since a header may
/// not be known before the last row.
///
/// # Example
/// ```
/// use serde::Serialize;
/// use tool_formats::toon::{EncodeOptions, Serializer};
///
/// let mut serializer = Serializer::new(&EncodeOptions::default());
/// ["a", "b"].serialize(&mut serializer)?;
/// assert_eq!(serializer.finish()?, "[2]: a,b");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub struct Serializer {
    sink: Sink,
    has_begun: bool,
}

impl Serializer {
    /// A serializer for one value.
    #[must_use]
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
    pub fn new(options: &EncodeOptions) -> Self {
        Self { sink: super::sink(*options), has_begun: false }
    }

    /// The text of the value; nothing for none, which is read as an empty object.
    ///
    /// # Errors
    /// [`FormatError::Serialize`] when a part of the value failed, or an array or object was never ended.
    pub fn finish(self) -> Result<String> {
        self.sink.finish()
    }

    /// The serializer of the root, once.
    fn root(&mut self) -> Result<ValueSerializer<'_, Sink>> {
        if std::mem::replace(&mut self.has_begun, true) {
            self.sink.spoil();
            return Err(FormatError::Serialize { message: "a TOON text has only one value".to_owned() });
        }
        Ok(ValueSerializer::new(&mut self.sink))
    }

    /// Writes a value that is whole in one call.
    fn write(&mut self, write: impl FnOnce(ValueSerializer<'_, Sink>) -> Result<(), Failure>) -> Result {
        let written = write(self.root()?);
        if written.is_err() {
            self.sink.spoil();
        }
        Ok(written?)
    }
}

impl fmt::Debug for Serializer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serializer").finish_non_exhaustive()
    }
}

/// An array or object whose children arrive one by one.
pub struct Compound<'s>(serializer::Compound<'s, Sink>);

impl fmt::Debug for Compound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compound").finish_non_exhaustive()
    }
}

macro_rules! values {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $method(self, $($argument: $type),*) -> Result {
            self.write(|serializer| serializer.$method($($argument),*))
        }
    )*};
}

macro_rules! compounds {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $method(self, $($argument: $type),*) -> Result<Compound<'s>> {
            Ok(Compound(self.root()?.$method($($argument),*)?))
        }
    )*};
}

impl<'s> serde::Serializer for &'s mut Serializer {
    type Ok = ();
    type Error = FormatError;
    type SerializeSeq = Compound<'s>;
    type SerializeTuple = Compound<'s>;
    type SerializeTupleStruct = Compound<'s>;
    type SerializeTupleVariant = Compound<'s>;
    type SerializeMap = Compound<'s>;
    type SerializeStruct = Compound<'s>;
    type SerializeStructVariant = Compound<'s>;

    values!(
        serialize_bool(value: bool) serialize_i8(value: i8) serialize_i16(value: i16) serialize_i32(value: i32)
        serialize_i64(value: i64) serialize_i128(value: i128) serialize_u8(value: u8) serialize_u16(value: u16)
        serialize_u32(value: u32) serialize_u64(value: u64) serialize_u128(value: u128) serialize_f32(value: f32)
        serialize_f64(value: f64) serialize_char(value: char) serialize_str(value: &str) serialize_bytes(value: &[u8])
        serialize_none() serialize_unit() serialize_unit_struct(name: &'static str)
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str)
    );

    compounds!(
        serialize_seq(len: Option<usize>) serialize_tuple(len: usize)
        serialize_tuple_struct(name: &'static str, len: usize)
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
        serialize_map(len: Option<usize>) serialize_struct(name: &'static str, len: usize)
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
    );

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        self.write(|serializer| serializer.serialize_some(value))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result {
        self.write(|serializer| serializer.serialize_newtype_struct(name, value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        self.write(|serializer| serializer.serialize_newtype_variant(name, index, variant, value))
    }
}

macro_rules! children {
    ($($part:ident::$method:ident($($key:ident)?)),*) => {$(
        impl $part for Compound<'_> {
            type Ok = ();
            type Error = FormatError;

            fn $method<T: Serialize + ?Sized>(&mut self, $($key: &'static str,)? value: &T) -> Result {
                Ok($part::$method(&mut self.0, $($key,)? value)?)
            }

            fn end(self) -> Result {
                Ok($part::end(self.0)?)
            }
        }
    )*};
}

children!(
    SerializeSeq::serialize_element(),
    SerializeTuple::serialize_element(),
    SerializeTupleStruct::serialize_field(),
    SerializeTupleVariant::serialize_field(),
    SerializeStruct::serialize_field(key),
    SerializeStructVariant::serialize_field(key)
);

impl SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = FormatError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result {
        Ok(self.0.serialize_key(key)?)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result {
        Ok(self.0.serialize_value(value)?)
    }

    fn end(self) -> Result {
        Ok(SerializeMap::end(self.0)?)
    }
}
