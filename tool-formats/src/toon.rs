//! TOON, the token-oriented object notation, specification 4.4: written and read.
//!
//! Arrays of like objects become tables: the keys are in a header, and each object is a line of cells. Other values are
//! written like YAML without quotes. The layout follows from the value's shape; only the delimiter between cells and
//! the indent can be chosen.
//!
//! Integers keep all their digits, also past 2^53 and past 64 bits, but not past the range of a double; NaN and the
//! infinities are `null`; nesting is limited to 128 arrays and objects. Reading has the same limits, except that only
//! `i128`, `u128` and [`convert`](crate::convert) keep integers past 64 bits; other types get the nearest double.

pub(crate) mod decode;
pub(crate) mod encode;
mod number;
pub(crate) mod options;
mod serializer;
pub(crate) mod stream;
mod string;

pub use decode::{Deserializer, from_slice, from_slice_with, from_str, from_str_with};
pub use options::{DecodeOptions, Delimiter, EncodeOptions};
pub use serializer::{Compound, Serializer};

use std::io;

use serde::{Deserialize, Serialize};

use crate::codec::{Codec, Streaming, Writer};
use crate::sink::Sink;
use crate::tape::{Node, Tape};
use crate::{Format, FormatError, ReadOptions, WriteOptions};

/// The codec of TOON.
pub(crate) struct Toon;

impl Codec for Toon {
    const FORMAT: Format = Format::Toon;

    fn write(root: Node<'_>, options: &WriteOptions) -> Result<String, FormatError> {
        // It looks at a value twice, which a tape lets it do.
        Ok(encode::to_string(root, options.toon))
    }

    fn to_tape<'a>(text: &'a str, options: &ReadOptions, _: bool) -> Result<Tape<'a>, FormatError> {
        decode::to_tape(text, options.toon)
    }

    fn from_str<'de, T: Deserialize<'de>>(text: &'de str, options: &ReadOptions) -> Result<T, FormatError> {
        from_str_with(text, &options.toon)
    }
}

impl Streaming for Toon {
    type Writer = stream::Streamer;

    fn writer(options: &WriteOptions) -> Result<Self::Writer, FormatError> {
        Ok(stream::Streamer::new(options.toon))
    }
}

/// Where the events of a value go that is written as TOON.
fn sink(options: EncodeOptions) -> Sink {
    Sink::new(Writer::Toon(stream::Streamer::new(options)))
}

/// Writes `value` as TOON with the default options.
///
/// # Errors
/// [`FormatError::Serialize`] when the value's own `Serialize` fails, [`FormatError::KeyNotString`] for a map key that
/// JSON would refuse as well, [`FormatError::TooDeep`] past 128 nested arrays and objects.
///
/// # Example
/// ```
/// let rows = serde_json::json!([{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob"}]);
/// assert_eq!(tool_formats::toon::to_string(&rows)?, "[2]{id,name}:\n  1,Ada\n  2,Bob");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
///
/// Source: TOON specification 4.4.
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, FormatError> {
    to_string_with(value, &EncodeOptions::default())
}

/// Writes `value` as TOON.
///
/// # Errors
/// As [`to_string`].
///
/// # Example
/// ```
/// use tool_formats::toon::{Delimiter, EncodeOptions, to_string_with};
/// let options = EncodeOptions::new().with_delimiter(Delimiter::Pipe);
/// assert_eq!(to_string_with(&[1, 2, 3], &options)?, "[3|]: 1|2|3");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
pub fn to_string_with<T: Serialize + ?Sized>(value: &T, options: &EncodeOptions) -> Result<String, FormatError> {
    crate::serializer::to_string(value, sink(*options))
}

/// Writes `value` as TOON to a file, a socket or any other writer, all at once and with the default options.
///
/// The text is complete before its first byte is written: after an error, only what the writer has taken is written.
/// The length in a header may not be known before the last row.
///
/// # Errors
/// As [`to_string`], and [`FormatError::Write`] when the writer fails.
///
/// # Example
/// ```
/// let mut bytes = Vec::new();
/// tool_formats::toon::to_writer(&mut bytes, &["a", "b"])?;
/// assert_eq!(bytes, b"[2]: a,b");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn to_writer<W: io::Write, T: Serialize + ?Sized>(writer: W, value: &T) -> Result<(), FormatError> {
    to_writer_with(writer, value, &EncodeOptions::default())
}

/// Writes `value` as TOON to a file, a socket or any other writer, all at once.
///
/// # Errors
/// As [`to_writer`].
///
/// # Example
/// ```
/// use tool_formats::toon::{Delimiter, EncodeOptions, to_writer_with};
/// let options = EncodeOptions::new().with_delimiter(Delimiter::Pipe);
/// let mut bytes = Vec::new();
/// to_writer_with(&mut bytes, &["a", "b"], &options)?;
/// assert_eq!(bytes, b"[2|]: a|b");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
pub fn to_writer_with<W: io::Write, T: Serialize + ?Sized>(
    writer: W,
    value: &T,
    options: &EncodeOptions,
) -> Result<(), FormatError> {
    crate::convert::write_all(writer, &to_string_with(value, options)?)
}

/// Rewrites JSON text as TOON, with strings borrowed from the text.
///
/// # Errors
/// [`FormatError::Malformed`] with line and column, [`FormatError::TextTooDeep`] past 128 nested arrays and objects.
///
/// # Example
/// ```
/// use tool_formats::toon::{EncodeOptions, convert_json};
/// let text = convert_json(r#"{"tags": ["a", "b"]}"#, &EncodeOptions::default())?;
/// assert_eq!(text, "tags[2]: a,b");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
pub fn convert_json(json: &str, options: &EncodeOptions) -> Result<String, FormatError> {
    Ok(encode::to_string(Tape::from_json(json)?.root(), *options))
}
