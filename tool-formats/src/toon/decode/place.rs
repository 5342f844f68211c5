//! Where a value stands, which decides how it is read.

use std::borrow::Cow;

use super::document::Document;
use super::fault::{Fault, Result};
use super::header;
use super::scan::{Shape, from, shape, split, trim_end, trim_start};
use super::text;

/// A value that is about to be read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'de> {
    Scalar(&'de str),
    EmptyArray,
    EmptyObject,
    /// Fields at `depth`. For a list item the first of them stands behind the hyphen.
    Object {
        depth: usize,
        first: Option<&'de str>,
    },
    /// What is deeper than `depth`, after a key with nothing behind its colon.
    Children {
        depth: usize,
    },
    /// What follows a header that counts as standing at `depth`, and whose bracket is at `bracket`.
    Headed {
        line: &'de str,
        bracket: usize,
        depth: usize,
    },
    /// The same for a list item, which has no key and so no field names either.
    HeadedItem {
        line: &'de str,
        depth: usize,
    },
}

/// A key with the place of its value.
#[derive(Debug)]
pub(super) struct Field<'de> {
    /// The line, or what follows the hyphen.
    pub(super) content: &'de str,
    pub(super) key: Cow<'de, str>,
    pub(super) place: Place<'de>,
}

impl<'de> Place<'de> {
    /// The value of a whole text.
    ///
    /// Source: TOON specification 4.4, section 5.
    pub(super) fn of_root(document: &mut Document<'de>) -> Result<Self> {
        let Some(line) = document.peek()? else {
            return Ok(Self::EmptyObject);
        };
        let content = line.content;
        if line.depth > 0 {
            return Err(Fault::at(content, "expected the first line without indentation"));
        }
        match shape(content) {
            Shape::Header(0) => {
                document.take();
                Ok(Self::Headed { line: content, bracket: 0, depth: 0 })
            }
            Shape::Header(_) | Shape::Field(_) => Ok(Self::Object { depth: 0, first: None }),
            Shape::Scalar => Self::of_lone_line(content, document),
        }
    }

    fn of_lone_line(content: &'de str, document: &mut Document<'de>) -> Result<Self> {
        document.take();
        if content == "[]" {
            return Ok(Self::EmptyArray);
        }
        if document.peek()?.is_some() {
            return Err(no_colon(content));
        }
        Ok(Self::Scalar(content))
    }

    /// A list item whose hyphen stands at `depth`.
    ///
    /// Source: TOON specification 4.4, sections 9.4 and 10.
    pub(super) fn of_item(line: &'de str, depth: usize) -> Result<Self> {
        let item = match line.strip_prefix('-') {
            Some("") => return Ok(Self::EmptyObject),
            Some(after) if after.starts_with(' ') => trim_start(after),
            _ => return Err(Fault::at(line, "expected a list item: `-`, a space and a value")),
        };
        match shape(item) {
            Shape::Scalar if item == "[]" => Ok(Self::EmptyArray),
            Shape::Scalar => Ok(Self::Scalar(item)),
            Shape::Header(0) => Ok(Self::HeadedItem { line: item, depth }),
            // The first field counts as standing where its siblings do, one level deeper than the hyphen.
            Shape::Header(_) | Shape::Field(_) => Ok(Self::Object { depth: depth + 1, first: Some(item) }),
        }
    }
}

impl<'de> Field<'de> {
    /// Reads a line, or what follows a hyphen, as a field at `depth`.
    #[allow(clippy::inline_always, reason = "its result would be handed over through memory, once a line")]
    #[inline(always)]
    pub(super) fn parse(content: &'de str, depth: usize) -> Result<Self> {
        match shape(content) {
            Shape::Field(colon) => {
                let (key, value) = split(content, colon);
                let place = match trim_start(value) {
                    "" => Place::Children { depth },
                    "[]" => Place::EmptyArray,
                    token => Place::Scalar(token),
                };
                Ok(Self { content, key: text::key(trim_end(key))?, place })
            }
            Shape::Header(bracket) => {
                let key = header::key(content, bracket)?;
                Ok(Self { content, key, place: Place::Headed { line: content, bracket, depth } })
            }
            Shape::Scalar => Err(no_colon(content)),
        }
    }
}

/// A line without a colon where a field must stand. A quote that hides the colon is told first.
fn no_colon(content: &str) -> Fault {
    match text::key(content) {
        Err(fault) => fault,
        Ok(_) => Fault::at(from(content, content.len()), "expected `:` and a value after the key"),
    }
}
