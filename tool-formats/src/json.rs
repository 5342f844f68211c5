//! JSON: written straight from a typed value, written from a tape, read from a text.

mod reader;

use std::io;

use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;

use crate::FormatError;
use crate::bytes::{self, classes_of};
use crate::escape::{push_escaped, push_hex};
use crate::number::push_number;
use crate::tape::{MAX_DEPTH, Node, Scalar, Tape, View};

/// Writes `value` as compact JSON, as `serde_json::to_string` does, but never deeper than the limit.
pub(crate) fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, FormatError> {
    let mut out = Vec::with_capacity(128);
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, BoundedFormatter { depth: 0 });
    value.serialize(&mut serializer).map_err(|error| error_of(&error))?;
    String::from_utf8(out).map_err(|error| FormatError::Serialize { message: error.to_string() })
}

/// Reads a value as `serde_json` does.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|error| read_error_of(text, &error))
}

fn read_error_of(text: &str, error: &serde_json::Error) -> FormatError {
    // Its columns count bytes.
    let before = text.lines().nth(error.line().saturating_sub(1)).and_then(|line| line.get(..error.column()));
    let (line, column) = (error.line().max(1), before.map_or(error.column(), |before| before.chars().count()).max(1));
    let what = error.to_string();
    let message = what.rsplit_once(" at line ").map_or(what.as_str(), |(message, _)| message).to_owned();
    if message == "recursion limit exceeded" {
        return FormatError::TooDeep { limit: MAX_DEPTH - 1 };
    }
    if error.is_data() {
        return FormatError::Deserialize { line, column, message };
    }
    // Our own reader says it with a column in characters, and without showing what stands there.
    match Tape::from_json(text) {
        Err(error) => error,
        Ok(_) => FormatError::Deserialize { line, column, message },
    }
}

fn error_of(error: &serde_json::Error) -> FormatError {
    match error.classify() {
        // A `Vec` takes every byte: only the formatter below fails so.
        serde_json::error::Category::Io => FormatError::TooDeep { limit: MAX_DEPTH },
        // While writing, `serde_json` has no complaint of its own but about keys.
        serde_json::error::Category::Syntax => FormatError::KeyNotString,
        _ => FormatError::Serialize { message: error.to_string() },
    }
}

/// Compact JSON that stops at the depth limit, before a recursive value can exhaust the stack.
struct BoundedFormatter {
    depth: usize,
}

impl BoundedFormatter {
    fn open(&mut self) -> io::Result<()> {
        if self.depth == MAX_DEPTH {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        self.depth += 1;
        Ok(())
    }
}

impl Formatter for BoundedFormatter {
    #[inline]
    fn begin_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open()?;
        writer.write_all(b"[")
    }

    #[inline]
    fn end_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"]")
    }

    #[inline]
    fn begin_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open()?;
        writer.write_all(b"{")
    }

    #[inline]
    fn end_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }
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
    if classes_of(text) & bytes::ESCAPED != 0 {
        push_escaped(out, text, needs_escape, push_escape);
    } else {
        out.push_str(text);
    }
    out.push('"');
}

fn needs_escape(c: char) -> bool {
    c < ' ' || c == '"' || c == '\\'
}

fn push_escape(out: &mut String, c: char) {
    out.push('\\');
    match c {
        '\u{8}' => out.push('b'),
        '\t' => out.push('t'),
        '\n' => out.push('n'),
        '\u{c}' => out.push('f'),
        '\r' => out.push('r'),
        '"' | '\\' => out.push(c),
        _ => {
            out.push('u');
            push_hex(out, c.into(), 4);
        }
    }
}
