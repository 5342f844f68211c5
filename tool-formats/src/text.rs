//! Whether a value serializes as text.

use std::fmt;

use serde::ser::{Error, Impossible, Serialize, SerializeStruct, Serializer};

use crate::failure::shown;

/// The text that a value is, if it is one and nothing else: a `String`, a `char`, a variant without content, and any
/// type that serializes as text, such as an IP address or a date; also inside `Some`s and newtypes.
///
/// For a value of another kind, serialization stops at the first call.
///
/// # Example
/// ```
/// use tool_formats::as_text;
///
/// #[derive(serde::Serialize)]
/// enum Status {
///     OnHold,
/// }
///
/// assert_eq!(as_text(&Some(Status::OnHold)).as_deref(), Some("OnHold"));
/// assert_eq!(as_text(&["a"]), None);
/// assert_eq!(as_text(&7), None);
/// ```
#[must_use]
pub fn as_text<T: Serialize + ?Sized>(value: &T) -> Option<String> {
    value.serialize(TextSerializer { wrappers: 0 }).ok()
}

/// The name of the struct in which `serde_json` passes JSON text.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// As deep as writers go.
const MAX_WRAPPERS: u16 = 512;

struct TextSerializer {
    wrappers: u16,
}

impl TextSerializer {
    fn unwrapped(self) -> Result<Self, NoText> {
        if self.wrappers == MAX_WRAPPERS { Err(NoText) } else { Ok(Self { wrappers: self.wrappers + 1 }) }
    }
}

/// The value is of another kind, or fails to serialize.
#[derive(Debug)]
struct NoText;

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is not a text")
    }
}

impl std::error::Error for NoText {}

impl Error for NoText {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

type Other = Impossible<String, NoText>;

macro_rules! others {
    ($($method:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {$(
        fn $method(self, $($argument: $type),*) -> Result<$result, NoText> {
            $(let _ = $argument;)*
            Err(NoText)
        }
    )*};
}

impl Serializer for TextSerializer {
    type Ok = String;
    type Error = NoText;
    type SerializeSeq = Other;
    type SerializeTuple = Other;
    type SerializeTupleStruct = Other;
    type SerializeTupleVariant = Other;
    type SerializeMap = Other;
    type SerializeStruct = RawText;
    type SerializeStructVariant = Other;

    fn serialize_str(self, value: &str) -> Result<String, NoText> {
        Ok(value.to_owned())
    }

    fn serialize_char(self, value: char) -> Result<String, NoText> {
        Ok(value.to_string())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<String, NoText> {
        shown(&value).map_err(|_| NoText)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<String, NoText> {
        Ok(variant.to_owned())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, NoText> {
        value.serialize(self.unwrapped()?)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<String, NoText> {
        value.serialize(self.unwrapped()?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, NoText> {
        Err(NoText)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<RawText, NoText> {
        if name == RAW_VALUE { Ok(RawText(None)) } else { Err(NoText) }
    }

    others! {
        serialize_bool(value: bool) -> String;
        serialize_i8(value: i8) -> String;
        serialize_i16(value: i16) -> String;
        serialize_i32(value: i32) -> String;
        serialize_i64(value: i64) -> String;
        serialize_i128(value: i128) -> String;
        serialize_u8(value: u8) -> String;
        serialize_u16(value: u16) -> String;
        serialize_u32(value: u32) -> String;
        serialize_u64(value: u64) -> String;
        serialize_u128(value: u128) -> String;
        serialize_f32(value: f32) -> String;
        serialize_f64(value: f64) -> String;
        serialize_bytes(value: &[u8]) -> String;
        serialize_none() -> String;
        serialize_unit() -> String;
        serialize_unit_struct(name: &'static str) -> String;
        serialize_seq(len: Option<usize>) -> Other;
        serialize_tuple(len: usize) -> Other;
        serialize_tuple_struct(name: &'static str, len: usize) -> Other;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize) -> Other;
        serialize_map(len: Option<usize>) -> Other;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize) -> Other;
    }
}

/// JSON text, which represents its value.
struct RawText(Option<String>);

impl SerializeStruct for RawText {
    type Ok = String;
    type Error = NoText;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, json: &T) -> Result<(), NoText> {
        let json = as_text(json).ok_or(NoText)?;
        self.0 = Some(serde_json::from_str(&json).map_err(|_| NoText)?);
        Ok(())
    }

    fn end(self) -> Result<String, NoText> {
        self.0.ok_or(NoText)
    }
}
