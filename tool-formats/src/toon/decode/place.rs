//! Where a value is, which decides how it is read.

use super::cursor::Line;
use super::document::Document;
use super::header;
use super::lines::Lines;
use super::scan::{Shape, from, trim_end, trim_start};
use super::text;
use crate::fault::{Fault, Result};

/// A value that is about to be read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'de> {
    Scalar(&'de str),
    EmptyArray,
    EmptyObject,
    /// Fields at `depth`.
    Object {
        depth: usize,
    },
    /// What is deeper than `depth`, after a key with nothing after its colon.
    Children {
        depth: usize,
    },
    /// What follows the header on the line read last, which counts as standing at `depth`.
    Headed {
        depth: usize,
    },
    /// The same for a list item, which has no key and so no field names either.
    HeadedItem {
        depth: usize,
    },
}

/// The value at a place; `value.rs` shows it to serde.
#[derive(Debug)]
pub(super) struct Value<'p, 'de> {
    pub(super) document: &'p mut Document<'de>,
    pub(super) place: Place<'de>,
    /// Offset of the line that an error about the whole value points to.
    pub(super) start: usize,
}

impl<'de> Place<'de> {
    /// The value of a whole text.
    ///
    /// Source: TOON specification 4.4, section 5.
    pub(super) fn of_root(lines: &mut Lines<'de>) -> Result<Self> {
        if !lines.peek()? {
            return Ok(Self::EmptyObject);
        }
        let line = lines.line();
        if line.depth > 0 {
            return Err(Fault::at(lines.content(), "expected the first line without indentation"));
        }
        match lines.shape() {
            Shape::Header if lines.line().mark == line.start => {
                lines.take();
                Ok(Self::Headed { depth: 0 })
            }
            Shape::Header | Shape::Field => Ok(Self::Object { depth: 0 }),
            Shape::Scalar => Self::of_lone_line(lines),
        }
    }

    fn of_lone_line(lines: &mut Lines<'de>) -> Result<Self> {
        let content = lines.content();
        lines.take();
        if content == "[]" {
            return Ok(Self::EmptyArray);
        }
        if lines.peek()? {
            return Err(no_colon(content));
        }
        Ok(Self::Scalar(content))
    }

    /// The list item on the line read last. Its first field becomes the next line, since it counts as standing where its
    /// siblings do, one level deeper than the hyphen.
    ///
    /// Source: TOON specification 4.4, sections 9.4 and 10.
    pub(super) fn of_item(lines: &mut Lines<'de>) -> Result<Self> {
        let content = lines.content();
        let item = match content.strip_prefix('-') {
            Some("") => return Ok(Self::EmptyObject),
            Some(after) if after.starts_with(' ') => trim_start(after),
            _ => return Err(Fault::at(content, "expected a list item: `-`, a space and a value")),
        };
        let line = lines.line();
        match lines.shape() {
            Shape::Scalar if item == "[]" => Ok(Self::EmptyArray),
            Shape::Scalar => Ok(Self::Scalar(item)),
            Shape::Header if item.starts_with('[') => Ok(Self::HeadedItem { depth: line.depth }),
            Shape::Header | Shape::Field => {
                lines.put_back(line.end - item.len());
                Ok(Self::Object { depth: line.depth + 1 })
            }
        }
    }

    /// The key on a line of the text with its value, where both are as plain as they nearly always are.
    #[inline]
    pub(super) fn plain_field(text: &'de str, line: Line) -> Option<(&'de str, Self)> {
        let after = text.get(line.mark..line.end)?;
        let place = match after.strip_prefix(": ") {
            Some("[]") => Self::EmptyArray,
            Some(token) if !token.starts_with(' ') => Self::Scalar(token),
            None if after == ":" => Self::Children { depth: line.depth },
            _ => return None,
        };
        let key = text.get(line.start..line.mark)?;
        if key.ends_with(' ') { None } else { Some((key, place)) }
    }

    /// The value after the key on the line read last.
    #[inline]
    pub(super) fn of_field(lines: &Lines<'de>) -> Self {
        let line = lines.line();
        if lines.byte(line.mark) != b':' {
            return Self::Headed { depth: line.depth };
        }
        let space = usize::from(lines.byte(line.mark + 1) == b' ');
        match trim_start(lines.slice(line.mark + 1 + space, line.end)) {
            "" => Self::Children { depth: line.depth },
            "[]" => Self::EmptyArray,
            token => Self::Scalar(token),
        }
    }
}

/// The key on the line read last, perhaps in quotes.
#[inline]
pub(super) fn key<'de>(lines: &mut Lines<'de>) -> Result<&'de str> {
    match lines.shape() {
        Shape::Field => {
            let line = lines.line();
            Ok(trim_end(lines.slice(line.start, line.mark)))
        }
        Shape::Header => header::key(lines),
        Shape::Scalar => Err(no_colon(lines.content())),
    }
}

/// The error for a line without a colon where a field is expected. A quote that hides the colon is reported first.
#[cold]
fn no_colon(content: &str) -> Fault {
    match text::key(content) {
        Err(fault) => fault,
        Ok(_) => Fault::at(from(content, content.len()), "expected `:` and a value after the key"),
    }
}
