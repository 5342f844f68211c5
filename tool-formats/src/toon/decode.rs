//! Reading TOON: text to any type that serde can read.
//!
//! One pass over the lines, driven by the type that is read: no tree is built, and what needs no unescaping is borrowed.

mod document;
mod elements;
mod fault;
mod fields;
mod header;
mod keys;
mod list;
mod map_key;
mod number;
mod numeric;
mod object;
mod options;
mod place;
mod row;
mod scalar;
mod scan;
mod table;
mod tape;
mod text;
mod twins;
mod value;

use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{DeserializeSeed, IgnoredAny};

use self::document::Document;
use self::fault::{Fault, Result};
use self::place::Place;
use self::tape::TapeSeed;
use self::twins::Twins;
use self::value::Value;
use crate::FormatError;
use crate::tape::{Tape, TapeBuilder};

pub use options::DecodeOptions;

/// Reads a value from TOON text, strictly.
///
/// Numbers are what JSON calls numbers: integers of 64 bits, and of 128 bits where the type asks for them, are exact,
/// longer ones become the nearest double, and one past the range of a double is an error. Strings are borrowed where
/// they have no escapes. Keys of maps are read as numbers or booleans where the type wants that. An empty text is `{}`.
///
/// # Errors
/// [`FormatError::NotToon`] with line and column when the text breaks a rule, [`FormatError::Deserialize`] when it is
/// not what the type asks for, [`FormatError::TooDeep`] past 128 nested arrays and objects.
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
/// As [`from_str`], and [`FormatError::NotToon`] where the bytes are no UTF-8.
///
/// # Example
/// ```
/// let error = tool_formats::toon::from_slice::<String>(b"a\xff").unwrap_err();
/// assert_eq!(error.to_string(), "the text is not TOON: line 1, column 2: expected UTF-8");
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, FormatError> {
    match str::from_utf8(bytes) {
        Ok(text) => from_str(text),
        Err(error) => {
            let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let text = without_mark(str::from_utf8(valid).unwrap_or_default());
            let (line, column) = fault::line_and_column(text, text.len());
            Err(FormatError::NotToon { line, column, what: "expected UTF-8".to_owned() })
        }
    }
}

/// Reads a value from TOON text.
///
/// # Errors
/// As [`from_str`], by the rules and limits of the options.
///
/// # Example
/// ```
/// use tool_formats::toon::{DecodeOptions, from_str_with};
/// let options = DecodeOptions { indent: 4, ..DecodeOptions::default() };
/// let value: serde_json::Value = from_str_with("a:\n    b: 1", &options)?;
/// assert_eq!(value, serde_json::json!({"a": {"b": 1}}));
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn from_str_with<'de, T: Deserialize<'de>>(text: &'de str, options: &DecodeOptions) -> Result<T, FormatError> {
    read(text, PhantomData, *options)
}

/// Reads text onto a tape. Keys keep their order, integers all their digits.
pub(crate) fn to_tape(text: &str, options: DecodeOptions) -> Result<Tape<'_>, FormatError> {
    let mut builder = TapeBuilder::default();
    read(text, TapeSeed(&mut builder), options)?;
    Ok(builder.finish())
}

fn read<'de, S: DeserializeSeed<'de>>(
    text: &'de str,
    seed: S,
    options: DecodeOptions,
) -> Result<S::Value, FormatError> {
    let text = without_mark(text);
    let value = if options.strict { read_once(text, seed, options) } else { read_twice(text, seed, options) };
    value.map_err(|fault| fault.in_text(text))
}

/// Source: TOON specification 4.4, section 12: one byte order mark at the very start is no content.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn read_once<'de, S: DeserializeSeed<'de>>(text: &'de str, seed: S, options: DecodeOptions) -> Result<S::Value> {
    let mut document = Document::new(text, options, Twins::default());
    read_root(&mut document, seed)
}

/// Of two equal keys the last value counts: which one that is must be known before the first one is given out.
fn read_twice<'de, S: DeserializeSeed<'de>>(text: &'de str, seed: S, options: DecodeOptions) -> Result<S::Value> {
    let mut document = Document::new(text, options, Twins::default());
    read_root(&mut document, PhantomData::<IgnoredAny>)?;
    let mut document = Document::new(text, options, document.into_twins().close());
    read_root(&mut document, seed)
}

fn read_root<'de, S: DeserializeSeed<'de>>(document: &mut Document<'de>, seed: S) -> Result<S::Value> {
    let place = Place::of_root(document)?;
    let start = document.line().start;
    let value = seed.deserialize(Value { document: &mut *document, place, start })?;
    if document.peek()? {
        return Err(Fault::at(document.content(), "expected the end of the text after the value"));
    }
    Ok(value)
}
