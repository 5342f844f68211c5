//! JSON: written straight from a typed value, written from a tape, read from a text.

mod reader;
mod writer;

use serde::{Deserialize, Serialize};

use crate::bytes::{ESCAPED, classes_of, is_escaped};
use crate::codec::Codec;
use crate::escape::push_hex;
use crate::events::Events;
use crate::number::push_number;
use crate::tape::{MAX_DEPTH, Node, Scalar, Tape, TooDeep, View};
use crate::wrap::{OwnKeys, Wrapped};
use crate::{Format, FormatError, Loss, LossSet, ReadOptions, WriteOptions, serializer};
use writer::Writer;

/// The codec of JSON.
pub(crate) struct Json;

impl Codec for Json {
    const FORMAT: Format = Format::Json;

    fn write(root: Node<'_>, _: &WriteOptions) -> Result<String, FormatError> {
        Ok(node_to_string(root))
    }

    fn to_tape<'a>(text: &'a str, _: &ReadOptions, _: bool) -> Result<Tape<'a>, FormatError> {
        Tape::from_json(text)
    }

    fn from_str<'de, T: Deserialize<'de>>(text: &'de str, _: &ReadOptions) -> Result<T, FormatError> {
        from_str(text)
    }
}

/// Writes `value` as compact JSON, with the text of `serde_json::to_string`.
pub(crate) fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, FormatError> {
    serializer::to_string(value, Writer::new())
}

/// Compact JSON, and where it can be cut.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonText {
    /// The text, whole.
    pub text: String,
    /// Where it can be cut between two records, if it is an array; not for an array that is handed over as JSON text.
    pub records: Option<Records>,
}

/// The items of an array, as records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Records {
    /// How many there are.
    pub total: usize,
    /// How many end within the limit.
    pub within: usize,
    /// Where the last of these ends, in bytes: what is before it and a `]` are an array.
    pub end: usize,
}

/// Writes `value` as compact JSON, and finds on the way where an array can be cut so that at most `max_bytes` of it are
/// left, the closing bracket not counted.
///
/// # Errors
/// As [`to_string`](crate::to_string).
///
/// # Example
/// ```
/// let json = tool_formats::to_json_within(&[1111, 2222, 3333], 12)?;
/// let records = json.records.expect("an array");
/// assert_eq!((records.within, records.total), (2, 3));
/// assert_eq!(&json.text[..records.end], "[1111,2222");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn to_json_within<T: Serialize + ?Sized>(value: &T, max_bytes: usize) -> Result<JsonText, FormatError> {
    let mut writer = Writer::within(max_bytes);
    serializer::feed(value, &mut writer)?;
    let records = writer.records();
    Ok(JsonText { text: writer.finish()?, records })
}

/// Writes `value` as compact JSON, and notes what JSON cannot represent of it.
///
/// The value is serialized once: a second time may give another value.
pub(crate) fn to_string_noting<T: Serialize + ?Sized>(value: &T) -> Result<(String, LossSet), FormatError> {
    let mut writer = Writer::new();
    serializer::feed(value, &mut writer)?;
    let mut losses = LossSet::default();
    if writer.has_non_finite() {
        losses.insert(Loss::NonFinite);
    }
    Ok((writer.finish()?, losses))
}

/// Reads a value as `serde_json` does, except for the names of maps whose keys are not texts.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FormatError> {
    if has_names_beyond_ascii(text) {
        return read_guarded(text).map_err(|error| read_error_of(text, &error));
    }
    // What is wrong with a name is said better by our own reader of names, which is not worth its time without an error.
    serde_json::from_str(text).or_else(|_| read_guarded(text)).map_err(|error| read_error_of(text, &error))
}

/// Whether a string begins with a character beyond ASCII: `serde_json` panics when it takes such a name for a boolean.
fn has_names_beyond_ascii(text: &str) -> bool {
    let bytes = text.as_bytes();
    let behind = bytes.get(1..).unwrap_or_default();
    // A block without a branch for each byte: the compiler looks at many bytes at once.
    let begins = |found, (quote, first): (&u8, &u8)| found | (u8::from(*quote == b'"') & (*first >> 7));
    bytes.chunks(64).zip(behind.chunks(64)).any(|(block, behind)| block.iter().zip(behind).fold(0, begins) != 0)
}

fn read_guarded<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(Wrapped::<_, OwnKeys>::new(&mut reader))?;
    reader.end()?;
    Ok(value)
}

fn read_error_of(text: &str, error: &serde_json::Error) -> FormatError {
    // Its columns count bytes.
    let before = text.lines().nth(error.line().saturating_sub(1)).and_then(|line| line.get(..error.column()));
    let (line, column) = (error.line().max(1), before.map_or(error.column(), |before| before.chars().count()).max(1));
    if let Some(TooDeep { limit }) = too_deep(error) {
        return FormatError::TextTooDeep { line, column, limit };
    }
    let message = message_of(error);
    if error.is_data() {
        return FormatError::Deserialize { line, column, message };
    }
    // Our own reader says it with a column in characters, and without showing what is there.
    match Tape::from_json(text) {
        Err(error) => error,
        Ok(_) => FormatError::Deserialize { line, column, message },
    }
}

/// What is wrong, without the place that `serde_json` gives.
pub(crate) fn message_of(error: &serde_json::Error) -> String {
    let what = error.to_string();
    what.rsplit_once(" at line ").map_or(what.as_str(), |(message, _)| message).to_owned()
}

/// Whether that is the nesting, of which `serde_json` reads a level less than we write.
pub(crate) fn too_deep(error: &serde_json::Error) -> Option<TooDeep> {
    (message_of(error) == "recursion limit exceeded").then_some(TooDeep { limit: MAX_DEPTH - 1 })
}

/// Writes a value on a tape as compact JSON.
pub(crate) fn node_to_string(node: Node<'_>) -> String {
    let mut out = String::with_capacity(128);
    push_node(&mut out, node);
    out
}

/// Appends a value on a tape as compact JSON.
pub(crate) fn push_node(out: &mut String, node: Node<'_>) {
    match node.view() {
        View::Scalar(scalar) => push_scalar(out, scalar),
        View::Array(items) => {
            out.push('[');
            for (at, item) in items.enumerate() {
                if at > 0 {
                    out.push(',');
                }
                push_node(out, item);
            }
            out.push(']');
        }
        View::Object(entries) => {
            out.push('{');
            for (at, (key, value)) in entries.enumerate() {
                if at > 0 {
                    out.push(',');
                }
                push_text(out, key);
                out.push(':');
                push_node(out, value);
            }
            out.push('}');
        }
    }
}

fn push_scalar(out: &mut String, scalar: Scalar<'_>) {
    match scalar {
        Scalar::Null => out.push_str("null"),
        Scalar::Bool(true) => out.push_str("true"),
        Scalar::Bool(false) => out.push_str("false"),
        Scalar::Number(number) => push_number(out, number),
        Scalar::Text(text) => push_text(out, text),
    }
}

fn push_text(out: &mut String, text: &str) {
    out.push('"');
    if text.len() < BLOCK && classes_of(text) & ESCAPED == 0 {
        out.push_str(text);
    } else {
        push_long_text(out, text);
    }
    out.push('"');
}

/// Apart, so that the common case stays small.
#[inline(never)]
fn push_long_text(out: &mut String, mut text: &str) {
    while let Some(at) = position_of_escape(text.as_bytes()) {
        let (plain, special) = text.split_at_checked(at).unwrap_or_default();
        if !plain.is_empty() {
            out.push_str(plain);
        }
        push_escape(out, special.bytes().next().unwrap_or_default());
        text = special.get(1..).unwrap_or_default();
    }
    if !text.is_empty() {
        out.push_str(text);
    }
}

#[inline]
fn position_of_escape(bytes: &[u8]) -> Option<usize> {
    let clean = if bytes.len() < BLOCK { 0 } else { clean_blocks(bytes) };
    let at = bytes.get(clean..)?.iter().position(|byte| is_escaped(*byte))?;
    Some(clean + at)
}

const BLOCK: usize = 16;

/// Bytes in the blocks before the first one with a byte to escape.
///
/// A whole block is looked at without a branch for each byte, which the compiler does for all of them at once.
fn clean_blocks(bytes: &[u8]) -> usize {
    let is_clean = |block: &&[u8]| !block.iter().fold(false, |found, byte| found | needs_escape(*byte));
    BLOCK * bytes.chunks_exact(BLOCK).take_while(is_clean).count()
}

#[inline]
fn needs_escape(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

fn push_escape(out: &mut String, byte: u8) {
    out.push_str(match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\t' => "\\t",
        b'\r' => "\\r",
        0x8 => "\\b",
        0xc => "\\f",
        _ => {
            out.push_str("\\u");
            return push_hex(out, byte.into(), 4);
        }
    });
}
