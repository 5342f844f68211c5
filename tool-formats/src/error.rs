//! What can go wrong between a value and its text.

mod constructors;

use std::borrow::Cow;
use std::fmt::{self, Write};

use crate::{Format, LossSet};

/// Why a value could not be written, or a text could not be read.
///
/// An error has places and kinds, never the data: it may be private, and errors end in logs. The exceptions are
/// [`FormatError::Serialize`] and [`FormatError::Deserialize`], whose messages come from the type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// The text breaks a rule of its format, or uses what is not read: several documents of YAML or more aliases than the
    /// limits allow; in XML, a document type that defines anything, or an entity other than the five.
    #[non_exhaustive]
    Malformed {
        /// The format that was asked for.
        format: Format,
        /// Line of the first character that does not fit, from 1.
        line: usize,
        /// Column of that character, in characters from 1.
        column: usize,
        /// What is wrong there.
        message: Cow<'static, str>,
    },
    /// The text is not what the type asks for.
    #[non_exhaustive]
    Deserialize {
        /// Line of the value that does not fit, from 1.
        line: usize,
        /// Column of that value, in characters from 1.
        column: usize,
        /// The message of the type's own `Deserialize`.
        message: String,
    },
    /// The value is not a table, which CSV requires.
    #[non_exhaustive]
    NotTabular {
        /// JSON pointer to the value that does not fit; empty for the root (RFC 6901).
        path: String,
        /// The kind of value found there.
        found: &'static str,
    },
    /// The rows have so few keys in common that a table would be nearly empty.
    #[non_exhaustive]
    TooSparse {
        /// Number of rows.
        rows: usize,
        /// Number of columns: the union of all keys.
        columns: usize,
    },
    /// A CSV cell would hold an array or object, which the options refuse.
    #[non_exhaustive]
    NestedRefused {
        /// JSON pointer to the first one, as if the value were a list of rows.
        path: String,
    },
    /// Two values of a flattened CSV row would share a column.
    #[non_exhaustive]
    ColumnCollision {
        /// The name of the column.
        column: String,
    },
    /// More would be lost than the options allow.
    #[non_exhaustive]
    LossForbidden {
        /// The format that loses it.
        format: Format,
        /// What is lost.
        losses: LossSet,
    },
    /// Reading would lose more of a text than the options allow.
    #[non_exhaustive]
    ReadLossForbidden {
        /// The format of the text.
        format: Format,
        /// What is lost.
        losses: LossSet,
    },
    /// XML cannot represent this character.
    #[non_exhaustive]
    IllegalCharacter {
        /// JSON pointer to the text that holds it.
        path: String,
        /// The character.
        character: char,
    },
    /// A value that is to be written is nested more deeply than the limit: 128 arrays and objects, or 512 `Some`s and
    /// newtypes.
    #[non_exhaustive]
    TooDeep {
        /// The deepest nesting that is accepted.
        limit: usize,
    },
    /// Arrays and objects of a text are nested more deeply than the limit, by default 128, in YAML 64.
    #[non_exhaustive]
    TextTooDeep {
        /// Line of the array or object that is too deep, from 1.
        line: usize,
        /// Column of it, in characters from 1.
        column: usize,
        /// The deepest nesting that is accepted.
        limit: usize,
    },
    /// A map has a key that is neither text nor can be written as text.
    KeyNotString,
    /// The value's `Serialize` failed.
    #[non_exhaustive]
    Serialize {
        /// The message it gave.
        message: String,
    },
    /// No format has this name.
    #[non_exhaustive]
    UnknownFormat {
        /// The name as given.
        name: String,
    },
    /// The format's feature is off in this build.
    #[non_exhaustive]
    FormatDisabled {
        /// The format; the feature has its name.
        format: Format,
    },
    /// The writer did not take the text.
    #[non_exhaustive]
    Write {
        /// What kind of failure it reports.
        kind: std::io::ErrorKind,
    },
    /// An environment variable does not hold the name of a format.
    #[non_exhaustive]
    Variable {
        /// Name of the variable.
        variable: String,
        /// What is wrong with its value.
        reason: Box<FormatError>,
    },
    /// An environment variable does not hold Unicode text.
    #[non_exhaustive]
    VariableNotUnicode {
        /// Name of the variable.
        variable: String,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { format, line, column, message } => {
                write!(f, "the text is not {}: line {line}, column {column}: {message}", format.info().title)
            }
            Self::Deserialize { line, column, message } => write!(f, "line {line}, column {column}: {message}"),
            Self::NotTabular { path, found } => {
                write!(f, "CSV needs an object or an array of objects, found {found} at {}", Place(path))
            }
            Self::TooSparse { rows, columns } => {
                write!(f, "CSV would be nearly empty: {rows} rows share too few of {columns} columns")
            }
            Self::NestedRefused { path } => {
                write!(f, "the options forbid an array or object in a CSV cell, found one at {}", Place(path))
            }
            Self::ColumnCollision { column } => write!(f, "two values would share the CSV column {}", Place(column)),
            Self::LossForbidden { format, losses } => write!(f, "`{format}` cannot represent: {losses}"),
            Self::ReadLossForbidden { format, losses } => write!(f, "reading `{format}` loses: {losses}"),
            Self::IllegalCharacter { path, character } => {
                write!(
                    f,
                    "XML cannot represent the character U+{:04X}, found at {}",
                    u32::from(*character),
                    Place(path)
                )
            }
            Self::TooDeep { limit } => write!(f, "values are nested more than {limit} levels deep"),
            Self::TextTooDeep { line, column, limit } => {
                write!(f, "line {line}, column {column}: values are nested more than {limit} levels deep")
            }
            Self::KeyNotString => f.write_str("a map key is neither a string, a number, a boolean nor a character"),
            Self::Serialize { message } => f.write_str(message),
            Self::UnknownFormat { name } => {
                write!(f, "unknown format `{name}`; known formats: {KnownFormats}")
            }
            Self::FormatDisabled { format } => write!(
                f,
                "format `{format}` is disabled; enable the feature `{format}` of `tool-formats` or `tool-core` in Cargo.toml"
            ),
            Self::Write { kind } => write!(f, "the text cannot be written: {kind}"),
            Self::Variable { variable, reason } => write!(f, "environment variable `{variable}`: {reason}"),
            Self::VariableNotUnicode { variable } => {
                write!(f, "environment variable `{variable}` does not hold Unicode text")
            }
        }
    }
}

impl std::error::Error for FormatError {}

/// For the error of a `Serialize`.
impl serde::ser::Error for FormatError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Serialize { message: message.to_string() }
    }
}

/// For a `Deserialize` that makes an error outside any text: it is placed at its start.
impl serde::de::Error for FormatError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Deserialize { line: 1, column: 1, message: message.to_string() }
    }
}

impl FormatError {
    /// The same error in a text that has so many lines before the one that was read.
    pub(crate) fn lines_below(mut self, lines: usize) -> Self {
        if let Self::Malformed { line, .. } | Self::Deserialize { line, .. } | Self::TextTooDeep { line, .. } =
            &mut self
        {
            *line += lines;
        }
        self
    }

    /// A `Serialize` dropped an error of one of its parts, so that an array or object was never ended.
    pub(crate) fn unbalanced() -> Self {
        Self::Serialize { message: "a `Serialize` implementation ignored an error".to_owned() }
    }
}

/// A JSON pointer in words: the empty one is the whole value. Keys may hold controls, which no log should show raw.
struct Place<'a>(&'a str);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("the root");
        }
        f.write_char('`')?;
        for c in self.0.chars() {
            if c.is_control() { write!(f, "{}", c.escape_unicode())? } else { f.write_char(c)? }
        }
        f.write_char('`')
    }
}

struct KnownFormats;

impl fmt::Display for KnownFormats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, format) in Format::enabled().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}`{format}`")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::FormatError;
    use crate::Format;

    #[track_caller]
    fn says(error: &FormatError, sentence: &str) {
        assert_eq!(error.to_string(), sentence);
    }

    #[test]
    fn text_that_is_not_json_is_placed() {
        says(
            &FormatError::malformed(Format::Json, 2, 7, "expected a value"),
            "the text is not JSON: line 2, column 7: expected a value",
        );
    }

    #[test]
    fn text_that_is_not_toon_is_placed() {
        says(
            &FormatError::malformed(Format::Toon, 2, 7, "expected a field name"),
            "the text is not TOON: line 2, column 7: expected a field name",
        );
    }

    #[test]
    fn text_of_another_type_is_placed_before_the_words_of_the_type() {
        says(&FormatError::deserialize(3, 1, "missing field `id`"), "line 3, column 1: missing field `id`");
    }

    #[test]
    fn a_value_that_is_not_a_table_is_placed() {
        says(
            &FormatError::not_tabular(String::new(), "a string"),
            "CSV needs an object or an array of objects, found a string at the root",
        );
        says(
            &FormatError::not_tabular("/3", "an array"),
            "CSV needs an object or an array of objects, found an array at `/3`",
        );
    }

    #[test]
    fn a_sparse_table_gives_its_size() {
        says(&FormatError::too_sparse(300, 200), "CSV would be nearly empty: 300 rows share too few of 200 columns");
    }

    #[test]
    fn what_the_options_refuse_is_named() {
        says(
            &FormatError::nested_refused("/3/tags"),
            "the options forbid an array or object in a CSV cell, found one at `/3/tags`",
        );
        says(&FormatError::column_collision("a.b"), "two values would share the CSV column `a.b`");
    }

    #[test]
    fn an_illegal_character_is_given_by_number() {
        says(
            &FormatError::illegal_character("/a/0", '\u{1}'),
            "XML cannot represent the character U+0001, found at `/a/0`",
        );
        says(
            &FormatError::illegal_character("/\u{1}", '\u{1}'),
            "XML cannot represent the character U+0001, found at `/\\u{1}`",
        );
    }

    #[test]
    fn too_deep_gives_the_limit() {
        says(&FormatError::too_deep(128), "values are nested more than 128 levels deep");
        says(&FormatError::text_too_deep(2, 7, 128), "line 2, column 7: values are nested more than 128 levels deep");
    }

    #[test]
    fn a_key_that_is_not_a_string_says_what_keys_may_be() {
        says(&FormatError::KeyNotString, "a map key is neither a string, a number, a boolean nor a character");
    }

    #[test]
    fn the_words_of_a_failing_serialize_are_kept() {
        says(&FormatError::serialize("clock went backwards"), "clock went backwards");
    }

    #[test]
    fn an_unknown_format_lists_the_enabled_ones() {
        let enabled: Vec<_> = Format::enabled().map(|format| format!("`{format}`")).collect();
        says(
            &FormatError::unknown_format("tonn"),
            &format!("unknown format `tonn`; known formats: {}", enabled.join(", ")),
        );
    }

    #[test]
    fn a_disabled_format_names_its_feature() {
        says(
            &FormatError::format_disabled(Format::Xml),
            "format `xml` is disabled; enable the feature `xml` of `tool-formats` or `tool-core` in Cargo.toml",
        );
    }

    #[test]
    fn text_in_none_of_the_other_formats_is_placed() {
        says(
            &FormatError::malformed(Format::Yaml, 2, 7, "unknown anchor"),
            "the text is not YAML: line 2, column 7: unknown anchor",
        );
        says(
            &FormatError::malformed(Format::Xml, 2, 7, "a document type is not read"),
            "the text is not XML: line 2, column 7: a document type is not read",
        );
        says(
            &FormatError::malformed(Format::Csv, 2, 7, "expected 3 cells, found 2"),
            "the text is not CSV: line 2, column 7: expected 3 cells, found 2",
        );
    }

    #[test]
    fn a_writer_that_fails_says_how() {
        says(&FormatError::write(std::io::ErrorKind::BrokenPipe), "the text cannot be written: broken pipe");
    }

    #[test]
    fn a_variable_is_named_before_the_reason() {
        let reason = FormatError::format_disabled(Format::Csv);
        says(
            &FormatError::variable("TOOL_RESPONSE_FORMAT", reason),
            "environment variable `TOOL_RESPONSE_FORMAT`: format `csv` is disabled; \
             enable the feature `csv` of `tool-formats` or `tool-core` in Cargo.toml",
        );
        says(
            &FormatError::variable_not_unicode("TOOL_RESPONSE_FORMAT"),
            "environment variable `TOOL_RESPONSE_FORMAT` does not hold Unicode text",
        );
    }
}
