//! What goes wrong while a text is read, with its place kept as an offset until somebody asks for line and column.

use std::fmt;

use serde::de;

use crate::FormatError;

pub(crate) type Result<T = (), E = Fault> = std::result::Result<T, E>;

/// Boxed: a wide error would be carried through every result of the common case.
#[derive(Debug)]
pub(crate) struct Fault(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    /// Bytes before the first character that does not fit.
    offset: Option<usize>,
}

#[derive(Debug)]
enum Kind {
    Syntax(String),
    /// In the words of the type that was asked for.
    Type(String),
    /// What the rest of the crate says is passed on as it is.
    Other(FormatError),
}

/// The variant of [`FormatError`] for text that breaks a format's rules.
pub(crate) type Malformed = fn(usize, usize, String) -> FormatError;

impl Fault {
    /// The text breaks a rule at `offset`.
    #[cold]
    pub(crate) fn at(offset: usize, what: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind: Kind::Syntax(what.into()), offset: Some(offset) }))
    }

    /// Gives a place to an error that has none: the innermost value around it knows best.
    #[cold]
    pub(crate) fn or_at(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// The error for the caller.
    pub(crate) fn in_text(self, text: &str, malformed: Malformed) -> FormatError {
        let (line, column) = line_and_column(text, self.0.offset.unwrap_or_default());
        match self.0.kind {
            Kind::Syntax(what) => malformed(line, column, what),
            Kind::Type(message) => FormatError::Deserialize { line, column, message },
            Kind::Other(error) => error,
        }
    }
}

impl From<FormatError> for Fault {
    fn from(error: FormatError) -> Self {
        Self(Box::new(Inner { kind: Kind::Other(error), offset: None }))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            Kind::Syntax(what) | Kind::Type(what) => f.write_str(what),
            Kind::Other(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(Box::new(Inner { kind: Kind::Type(message.to_string()), offset: None }))
    }
}

/// Both from 1; the column in characters.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
    (line, 1 + before.get(line_start..).unwrap_or_default().chars().count())
}
