//! What goes wrong while reading, with its place kept as an address until somebody asks for line and column.

use std::borrow::Cow;
use std::fmt;

use serde::de;

use crate::FormatError;

pub(super) type Result<T = (), E = Fault> = std::result::Result<T, E>;

/// Boxed: a wide error would be carried through every result of the common case.
#[derive(Debug)]
pub(super) struct Fault(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    /// Address of the first byte that does not fit. Every token is a slice of the text, so none needs to carry a place.
    address: Option<usize>,
}

#[derive(Debug)]
enum Kind {
    Syntax(Cow<'static, str>),
    /// In the words of the type that was asked for.
    Type(String),
    TooDeep(usize),
}

impl Fault {
    /// The text breaks a rule where `place` starts.
    #[cold]
    pub(super) fn at(place: &str, what: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Syntax(what.into()), Some(place.as_ptr().addr()))
    }

    #[cold]
    pub(super) fn too_deep(limit: usize) -> Self {
        Self::new(Kind::TooDeep(limit), None)
    }

    fn new(kind: Kind, address: Option<usize>) -> Self {
        Self(Box::new(Inner { kind, address }))
    }

    /// Gives a place to an error that has none: the innermost value around it knows best.
    #[cold]
    pub(super) fn or_at(mut self, place: &str) -> Self {
        self.0.address.get_or_insert(place.as_ptr().addr());
        self
    }

    /// The error for the caller. `text` is what all tokens were cut from.
    pub(super) fn in_text(self, text: &str) -> FormatError {
        let offset = self.0.address.and_then(|address| address.checked_sub(text.as_ptr().addr()));
        let (line, column) = line_and_column(text, offset.unwrap_or_default());
        match self.0.kind {
            Kind::Syntax(what) => FormatError::NotToon { line, column, what: what.into_owned() },
            Kind::Type(message) => FormatError::Deserialize { line, column, message },
            Kind::TooDeep(limit) => FormatError::TooDeep { limit },
        }
    }
}

/// Both from 1; the column in characters.
pub(super) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
    (line, 1 + before.get(line_start..).unwrap_or_default().chars().count())
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            Kind::Syntax(what) => f.write_str(what),
            Kind::Type(message) => f.write_str(message),
            Kind::TooDeep(limit) => FormatError::TooDeep { limit: *limit }.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(Kind::Type(message.to_string()), None)
    }
}
