//! A text as a deserializer, for seeds and wrappers.

use std::marker::PhantomData;

use serde::de::{DeserializeSeed, IgnoredAny, Visitor};

use super::document::Document;
use super::duplicate_keys::DuplicateKeys;
use super::place::{Place, Value};
use crate::fault::{Fault, Result, read_text, utf_8};
use crate::toon::options::DecodeOptions;
use crate::{Format, FormatError};

/// A TOON text that serde can read: for seeds, and for wrappers such as `serde_path_to_error` or `serde_transcode`.
///
/// It reads the whole text, and makes sure that nothing follows the value. Strings are borrowed from the text where they
/// have no escapes. [`from_str`](super::from_str) is this in one call.
///
/// # Example
/// ```
/// use serde::Deserialize;
/// use tool_formats::toon::Deserializer;
///
/// #[derive(Deserialize)]
/// struct Passenger<'a> {
///     name: &'a str,
///     age: Option<f64>,
/// }
///
/// let text = String::from("name: Ada\nage: 36.5");
/// let passenger = Passenger::deserialize(Deserializer::from_str(&text))?;
/// assert_eq!((passenger.name, passenger.age), ("Ada", Some(36.5)));
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Deserializer<'de> {
    text: &'de str,
    options: DecodeOptions,
}

impl<'de> Deserializer<'de> {
    /// Reads a text strictly.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "named as in `serde_json`; the trait could not borrow the text")]
    pub fn from_str(text: &'de str) -> Self {
        Self::from_str_with(text, &DecodeOptions::default())
    }

    /// Reads a text by the options.
    #[must_use]
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
    pub fn from_str_with(text: &'de str, options: &DecodeOptions) -> Self {
        Self { text, options: *options }
    }

    /// Reads bytes strictly.
    ///
    /// # Errors
    /// [`FormatError::Malformed`] where the bytes are not UTF-8.
    pub fn from_slice(bytes: &'de [u8]) -> Result<Self, FormatError> {
        Self::from_slice_with(bytes, &DecodeOptions::default())
    }

    /// Reads bytes by the options.
    ///
    /// # Errors
    /// As [`Deserializer::from_slice`].
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
    pub fn from_slice_with(bytes: &'de [u8], options: &DecodeOptions) -> Result<Self, FormatError> {
        utf_8(bytes, Format::Toon).map(|text| Self::from_str_with(text, options))
    }

    /// Whether a text that is read leniently has duplicate keys; a text that cannot be read has none.
    pub(super) fn has_duplicate_keys(self) -> bool {
        let options = self.options;
        let duplicates = |text| {
            duplicates(text, options).map(|duplicates| !duplicates.is_empty()).map_err(|fault| fault.relative_to(text))
        };
        !options.strict && read_text(self.text, Format::Toon, duplicates).unwrap_or_default()
    }

    fn read<T>(self, read: impl FnOnce(Value<'_, 'de>) -> Result<T>) -> Result<T, FormatError> {
        let options = self.options;
        read_text(self.text, Format::Toon, |text| {
            let duplicates = if options.strict { Ok(DuplicateKeys::default()) } else { duplicates(text, options) };
            let value =
                duplicates.and_then(|duplicates| read_root(&mut Document::new(text, options, duplicates), read));
            value.map_err(|fault| fault.relative_to(text))
        })
    }
}

/// Of two equal keys the last value counts: which one that is must be known before the first one is given out.
fn duplicates(text: &str, options: DecodeOptions) -> Result<DuplicateKeys> {
    let mut document = Document::new(text, options, DuplicateKeys::default());
    read_root(&mut document, |value| PhantomData::<IgnoredAny>.deserialize(value))?;
    Ok(document.duplicates.close())
}

fn read_root<'de, T>(document: &mut Document<'de>, read: impl FnOnce(Value<'_, 'de>) -> Result<T>) -> Result<T> {
    let place = Place::of_root(&mut document.lines)?;
    let start = document.lines.line().start;
    let value = read(Value { document: &mut *document, place, start })?;
    if document.lines.peek()? {
        return Err(Fault::at(document.lines.content(), "expected the end of the text after the value"));
    }
    Ok(value)
}

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, FormatError> {
            self.read(|value| value.$method($($argument,)* visitor))
        }
    )*};
}

impl<'de> serde::Deserializer<'de> for Deserializer<'de> {
    type Error = FormatError;

    forward!(
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_char() deserialize_str() deserialize_string()
        deserialize_bytes() deserialize_byte_buf() deserialize_option() deserialize_unit()
        deserialize_unit_struct(name: &'static str) deserialize_newtype_struct(name: &'static str) deserialize_seq()
        deserialize_tuple(len: usize) deserialize_tuple_struct(name: &'static str, len: usize) deserialize_map()
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
        deserialize_identifier() deserialize_ignored_any()
    );
}
