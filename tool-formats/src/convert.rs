//! From a value or a text to the text of a format.

use std::io;

use serde::Serialize;

use crate::sink::Sink;
use crate::tape::{Node, Tape};
use crate::{
    ConvertOptions, Fidelity, Format, FormatError, LossSet, ReadOptions, WriteOptions, codec, json, serializer, survey,
};

/// Writes `value` in `format`, without a final newline.
///
/// The shapes are those of `serde_json` in every format: `None` and `()` are null, bytes are an array of numbers, a
/// variant with content is an object of one key, NaN and the infinities are null. JSON has exactly the text that
/// `serde_json` would write, so a duplicate key, as `#[serde(flatten)]` can make it, is written twice; in other
/// formats the last value counts, in the place of the first.
///
/// # Errors
/// [`FormatError::Serialize`] when the value's own `Serialize` fails, [`FormatError::KeyNotString`] for a map key that
/// is not a text, [`FormatError::TooDeep`] past 128 nested arrays and objects, or 512 `Some`s and newtypes; and for
/// what the format cannot hold, [`FormatError::NotTabular`] and [`FormatError::TooSparse`] (CSV),
/// [`FormatError::IllegalCharacter`] (XML).
///
/// # Example
/// ```
/// use tool_formats::{Format, to_string};
/// assert_eq!(to_string(&["a", "b"], Format::Json)?, r#"["a","b"]"#);
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T, format: Format) -> Result<String, FormatError> {
    match format {
        Format::Json => json::to_string(value),
        _ => match Sink::of(format, &WriteOptions::default())? {
            Some(sink) => serializer::to_string(value, sink),
            None => json::to_string(value),
        },
    }
}

/// Writes `value` in `format` with options, without a final newline.
///
/// # Errors
/// As [`to_string`]; by the options also [`FormatError::LossForbidden`], and for CSV [`FormatError::NestedRefused`] and
/// [`FormatError::ColumnCollision`].
///
/// # Example
/// ```
/// use tool_formats::{Fidelity, Format, WriteOptions, to_string_with};
/// # #[cfg(feature = "xml")] {
/// let options = WriteOptions::new().with_fidelity(Fidelity::Lossless);
/// let error = to_string_with(&["7"], Format::Xml, &options).unwrap_err();
/// assert_eq!(error.to_string(), "`xml` cannot represent: types");
/// # }
/// ```
pub fn to_string_with<T: Serialize + ?Sized>(
    value: &T,
    format: Format,
    options: &WriteOptions,
) -> Result<String, FormatError> {
    // Once: a `Serialize` may give another value the second time.
    let (json, lost) = json::to_string_noting(value)?;
    let tape = Tape::from_own_json(&json, lost)?;
    write_within(tape.root(), format, *options).map(|converted| converted.text)
}

/// Writes `value` in `format` to a file, a socket or any other writer, all at once and without a final newline.
///
/// The text is complete before its first byte is written: after an error, only what the writer has taken is written.
///
/// # Errors
/// As [`to_string`], and [`FormatError::Write`] when the writer fails.
///
/// # Example
/// ```
/// let mut bytes = Vec::new();
/// tool_formats::to_writer(&mut bytes, &["a", "b"], tool_formats::Format::Json)?;
/// assert_eq!(bytes, br#"["a","b"]"#);
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn to_writer<W: io::Write, T: Serialize + ?Sized>(writer: W, value: &T, format: Format) -> Result<(), FormatError> {
    write_all(writer, &to_string(value, format)?)
}

/// Hands a finished text to a writer.
pub(crate) fn write_all<W: io::Write>(mut writer: W, text: &str) -> Result<(), FormatError> {
    writer.write_all(text.as_bytes()).map_err(|error| FormatError::Write { kind: error.kind() })
}

/// What `format` cannot represent of `value`.
///
/// # Errors
/// As [`to_string`], for what the format cannot hold at all.
///
/// # Example
/// ```
/// use tool_formats::{Format, losses};
/// # #[cfg(feature = "csv")]
/// assert_eq!(losses(&serde_json::json!([{"a": 1}, {"b": "x"}]), Format::Csv)?.to_string(), "types, empty kinds");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn losses<T: Serialize + ?Sized>(value: &T, format: Format) -> Result<LossSet, FormatError> {
    let (json, lost) = json::to_string_noting(value)?;
    let tape = Tape::from_own_json(&json, lost)?;
    write_within(tape.root(), format, WriteOptions::default()).map(|converted| converted.losses)
}

/// A text in another format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The text, without a final newline.
    pub text: String,
    /// Its format.
    pub format: Format,
    /// What it does not keep.
    pub losses: LossSet,
    /// What of that was lost while a text was read: the text had it, and the value does not.
    pub read_losses: LossSet,
}

/// Rewrites a text of one format in another.
///
/// Texts of XML and CSV, which have no types, become numbers and booleans where those would be written with the very
/// same characters, as in [`from_str`](crate::from_str). Keys keep their order. Of two equal keys of a JSON object the
/// last value counts, in the place of the first. Integers keep all their digits, except for those of YAML past 64 bits;
/// a number past the range of a double, about 1.8e308, is refused whether it is an integer or not, or text in XML and
/// CSV.
///
/// # Errors
/// As [`from_str`](crate::from_str) when the text is not in that format; else as [`to_string`].
///
/// # Example
/// ```
/// use tool_formats::{Format, convert};
/// assert_eq!(convert("{ \"a\": [1, 2] }", Format::Json, Format::Json)?, r#"{"a":[1,2]}"#);
/// # #[cfg(feature = "toon")]
/// assert_eq!(convert("a[2]: 1,2", Format::Toon, Format::Json)?, r#"{"a":[1,2]}"#);
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn convert(text: &str, from: Format, to: Format) -> Result<String, FormatError> {
    // What is lost is not asked for.
    let tape = codec::to_tape(text, from, &ReadOptions::default(), false)?;
    codec::write(tape.root(), to, &WriteOptions::default())
}

/// Rewrites a text of one format in another with options, and says what was lost on the way.
///
/// # Errors
/// As [`from_str`](crate::from_str) when the text is not in that format; [`FormatError::ReadLossForbidden`] when reading
/// loses more than the options of reading or writing allow; else as [`to_string_with`].
///
/// # Example
/// ```
/// use tool_formats::{ConvertOptions, Format, Loss, convert_with};
/// let converted = convert_with("0.30000000000000001", Format::Json, Format::Json, &ConvertOptions::default())?;
/// assert_eq!(converted.text, "0.3");
/// assert!(converted.losses.contains(Loss::NumberPrecision));
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn convert_with(text: &str, from: Format, to: Format, options: &ConvertOptions) -> Result<Converted, FormatError> {
    let tape = read(text, from, options.read)?;
    let losses = survey::of_reading(tape.root());
    if options.write.fidelity.allows(losses) {
        return write_within(tape.root(), to, options.write);
    }
    Err(FormatError::ReadLossForbidden { format: from, losses })
}

/// Reads a text onto a tape, unless too much of it would be lost.
pub(crate) fn read(text: &str, format: Format, options: ReadOptions) -> Result<Tape<'_>, FormatError> {
    let tape = codec::to_tape(text, format, &options, true)?;
    if options.fidelity == Fidelity::Any {
        return Ok(tape);
    }
    let losses = survey::of_reading(tape.root());
    if options.fidelity.allows(losses) { Ok(tape) } else { Err(FormatError::ReadLossForbidden { format, losses }) }
}

/// Writes a value unless too much of it would be lost.
pub(crate) fn write_within(root: Node<'_>, format: Format, options: WriteOptions) -> Result<Converted, FormatError> {
    let text = codec::write(root, format, &options)?;
    let losses = survey::of(root, format, options);
    if options.fidelity == Fidelity::Any || options.fidelity.allows(losses) {
        return Ok(Converted { text, format, losses, read_losses: survey::read_losses(root, losses) });
    }
    Err(FormatError::LossForbidden { format, losses })
}
