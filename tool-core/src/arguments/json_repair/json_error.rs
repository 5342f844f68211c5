//! The errors of JSON syntax, with line and column.

use crate::schema::raw_json::MAX_DEPTH;
use std::fmt;

use crate::arguments::argument_repair::ArgumentRepairKind;
use crate::error::display::Visible;

/// A text that is not one JSON object, not even after repair.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct JsonError {
    kind: JsonErrorKind,
    line: usize,
    column: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum JsonErrorKind {
    Unexpected {
        expected: &'static str,
        found: String,
    },
    CutOff,
    TooDeep,
    RepeatedName(String),
    NoObject,
    TwoObjects,
    GoesOn {
        found: String,
    },
    /// Backslashes before these letters, of which only the second makes an escape, in one string.
    MixedEscapes {
        wrong: char,
        right: char,
    },
}

impl JsonError {
    /// An error of `text` at its byte `at`.
    pub(crate) fn new(kind: JsonErrorKind, text: &str, at: usize) -> Self {
        let (line, column) = line_and_column(text, at);
        Self { kind, line, column }
    }

    pub(crate) fn is_no_object(&self) -> bool {
        self.kind == JsonErrorKind::NoObject
    }

    pub(super) fn is_too_deep(&self) -> bool {
        self.kind == JsonErrorKind::TooDeep
    }

    pub(super) fn is_cut_off(&self) -> bool {
        self.kind == JsonErrorKind::CutOff
    }

    pub(super) fn is_mixed_escapes(&self) -> bool {
        matches!(self.kind, JsonErrorKind::MixedEscapes { .. })
    }

    /// The sentence for strict mode, where a wrong escape is an error whatever follows.
    pub(crate) fn without_repairs(&self) -> String {
        if self.is_mixed_escapes() {
            let kind = ArgumentRepairKind::WrongEscape;
            return format!("the arguments are not valid JSON: {kind} at line {} column {}", self.line, self.column);
        }
        self.to_string()
    }
}

/// Both from 1, the column in characters.
pub(crate) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line, self.column);
        match &self.kind {
            JsonErrorKind::Unexpected { expected, found } => {
                write!(
                    f,
                    "the arguments are not valid JSON: expected {expected}, found {found} at line {line} column {column}"
                )
            }
            JsonErrorKind::CutOff => write!(
                f,
                "the arguments end at line {line} column {column} before they are complete: they may have been cut off; \
                 send them again as one whole JSON object"
            ),
            JsonErrorKind::TooDeep => {
                write!(f, "the arguments are nested more than {MAX_DEPTH} levels deep at line {line} column {column}")
            }
            JsonErrorKind::RepeatedName(name) => write!(
                f,
                "the name `{name}` is given twice with different values, in the object that ends at line {line} \
                 column {column}"
            ),
            JsonErrorKind::NoObject => f.write_str("the arguments contain no JSON object"),
            JsonErrorKind::TwoObjects => write!(
                f,
                "the arguments contain two different objects, the second at line {line} column {column}; send one object \
                 for each call"
            ),
            JsonErrorKind::GoesOn { found } => write!(
                f,
                "unexpected {found} at line {line} column {column}, after the end of the JSON object; send one JSON object"
            ),
            JsonErrorKind::MixedEscapes { wrong, right } => {
                let wrong = wrong.to_string();
                write!(
                    f,
                    "the arguments are not valid JSON: `\\{}` at line {line} column {column} is not a valid escape, but `\\{right}` in the \
                     same string is; write a backslash in a text as `\\\\`",
                    Visible(&wrong)
                )
            }
        }
    }
}
