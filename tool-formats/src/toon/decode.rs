//! Reading TOON: text to any type that serde can read.
//!
//! One pass over the lines, driven by the type that is read: no tree is built, and what needs no unescaping is borrowed.
//!
//! A file uses only files that are before it here:
//! - characters: `block`, `scan`, `text`
//! - tokens: `number`, `numeric`, `map_key`, `variant`, `scalar`
//! - lines: `cursor`, `lines`
//! - what the readers of a text share: `key_finder`, `fields`, `duplicate_keys`, `document`
//! - what is on a line: `object_keys`, `field_list`, `header`, `place`
//! - what is in a value: `access`, `elements`, `row`, `list`, `object`, `table`, `value`
//! - the whole text: `deserializer`

mod access;
mod block;
mod cursor;
mod deserializer;
mod document;
mod duplicate_keys;
mod elements;
mod field_list;
mod fields;
mod header;
mod key_finder;
mod lines;
mod list;
mod map_key;
mod number;
mod numeric;
mod object;
mod object_keys;
mod place;
mod row;
mod scalar;
mod scan;
mod table;
mod text;
mod value;
mod variant;

use serde::Deserialize;
use serde::de::DeserializeSeed;

use self::scalar::NUMBER;
use crate::tape::{AnySeed, MAX_DEPTH, Tape, TapeBuilder};
use crate::toon::options::DecodeOptions;
use crate::{FormatError, Loss};

pub use deserializer::Deserializer;

/// Reads a value from TOON text, strictly.
///
/// Numbers are what JSON calls numbers: integers of 64 bits, and of 128 bits where the type asks for them, are exact,
/// longer ones become the nearest double, and one past the range of a double is an error. Strings are borrowed where
/// they have no escapes. Keys of maps are read as numbers or booleans where the type wants that. An empty text is `{}`.
///
/// # Errors
/// [`FormatError::Malformed`] with line and column when the text breaks a rule, [`FormatError::Deserialize`] when it is
/// not what the type asks for, [`FormatError::TextTooDeep`] past 128 nested arrays and objects.
///
/// # Example
/// ```
/// #[derive(serde::Deserialize)]
/// struct Passenger<'a> {
///     name: &'a str,
///     age: Option<f64>,
/// }
///
/// let rows: Vec<Passenger> = tool_formats::toon::from_str("[2]{name,age}:\n  Ada,36.5\n  Bob,null")?;
/// assert_eq!((rows[0].name, rows[1].age), ("Ada", None));
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
///
/// Source: TOON specification 4.4.
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FormatError> {
    from_str_with(text, &DecodeOptions::default())
}

/// Reads a value from TOON bytes, strictly.
///
/// # Errors
/// As [`from_str`], and [`FormatError::Malformed`] where the bytes are not UTF-8.
///
/// # Example
/// ```
/// let error = tool_formats::toon::from_slice::<String>(b"a\xff").unwrap_err();
/// assert_eq!(error.to_string(), "the text is not TOON: line 1, column 2: expected UTF-8");
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, FormatError> {
    from_slice_with(bytes, &DecodeOptions::default())
}

/// Reads a value from TOON text.
///
/// # Errors
/// As [`from_str`], by the rules and limits of the options.
///
/// # Example
/// ```
/// use tool_formats::toon::{DecodeOptions, from_str_with};
/// let options = DecodeOptions::new().with_indent(4);
/// let value: serde_json::Value = from_str_with("a:\n    b: 1", &options)?;
/// assert_eq!(value, serde_json::json!({"a": {"b": 1}}));
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn from_str_with<'de, T: Deserialize<'de>>(text: &'de str, options: &DecodeOptions) -> Result<T, FormatError> {
    T::deserialize(Deserializer::from_str_with(text, options))
}

/// Reads a value from TOON bytes.
///
/// # Errors
/// As [`from_slice`], by the rules and limits of the options.
///
/// # Example
/// ```
/// use tool_formats::toon::{DecodeOptions, from_slice_with};
/// let lenient = DecodeOptions::new().with_strict(false);
/// let tags: Vec<String> = from_slice_with(b"[3]: a,b", &lenient)?;
/// assert_eq!(tags, ["a", "b"]);
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
pub fn from_slice_with<'de, T: Deserialize<'de>>(bytes: &'de [u8], options: &DecodeOptions) -> Result<T, FormatError> {
    T::deserialize(Deserializer::from_slice_with(bytes, options)?)
}

/// Reads text onto a tape, which holds no deeper nesting than can be written. Keys keep their order, integers all their
/// digits.
pub(crate) fn to_tape(text: &str, mut options: DecodeOptions) -> Result<Tape<'_>, FormatError> {
    options.max_depth = options.max_depth.min(u8::try_from(MAX_DEPTH).unwrap_or(u8::MAX));
    let mut builder = TapeBuilder::default();
    let deserializer = Deserializer::from_str_with(text, &options);
    AnySeed::with_number(&mut builder, NUMBER).deserialize(deserializer)?;
    if deserializer.has_duplicate_keys() {
        builder.note(Loss::DuplicateKeys);
    }
    Ok(builder.finish())
}
