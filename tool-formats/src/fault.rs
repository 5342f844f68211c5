//! An error of reading, with its place as an offset until line and column are needed.

use std::borrow::Cow;
use std::fmt;

use serde::de;

use crate::tape::TooDeep;
use crate::{Format, FormatError};

pub(crate) type Result<T = (), E = Fault> = std::result::Result<T, E>;

/// Boxed: a wide error would be carried through every result of the common case.
#[derive(Debug)]
pub(crate) struct Fault(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    place: Option<usize>,
}

#[derive(Debug)]
enum Kind {
    Syntax(Cow<'static, str>),
    /// In the words of the type that was asked for.
    Type(String),
    TooDeep(TooDeep),
}

/// The place of the first character that does not fit.
pub(crate) trait Place {
    fn place(self) -> usize;
}

/// Bytes before it in the text.
impl Place for usize {
    fn place(self) -> usize {
        self
    }
}

/// A slice of the text that begins with it, by its address: so no token needs to carry an offset.
impl Place for &str {
    fn place(self) -> usize {
        self.as_ptr().addr()
    }
}

/// Reads a text after its byte order mark, if it has one. Whoever reads gives all places as offsets.
pub(crate) fn read_text<'de, T>(
    text: &'de str,
    format: Format,
    read: impl FnOnce(&'de str) -> Result<T>,
) -> Result<T, FormatError> {
    let text = without_mark(text);
    read(text).map_err(|fault| fault.in_text(text, format))
}

const NO_UTF_8: &str = "expected UTF-8";

/// The text of bytes that should be UTF-8.
pub(crate) fn utf_8(bytes: &[u8], format: Format) -> Result<&str, FormatError> {
    str::from_utf8(bytes).map_err(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let text = without_mark(str::from_utf8(valid).unwrap_or_default());
        let (line, column) = line_and_column(text, text.len());
        FormatError::malformed(format, line, column, NO_UTF_8)
    })
}

/// Spreadsheets begin their tables with one, and editors all kinds of texts.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

impl Fault {
    /// The text breaks a rule at `place`.
    #[cold]
    pub(crate) fn at(place: impl Place, what: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Kind::Syntax(what.into()), Some(place.place()))
    }

    fn new(kind: Kind, place: Option<usize>) -> Self {
        Self(Box::new(Inner { kind, place }))
    }

    /// Gives a place to an error that has none: the innermost value around it knows best.
    #[cold]
    pub(crate) fn or_at(mut self, place: impl Place) -> Self {
        self.0.place.get_or_insert(place.place());
        self
    }

    /// Makes a place in `text`, which was given as a slice of it, an offset.
    pub(crate) fn relative_to(mut self, text: &str) -> Self {
        self.0.place = self.0.place.and_then(|address| address.checked_sub(text.place()));
        self
    }

    /// The error for the caller.
    fn in_text(self, text: &str, format: Format) -> FormatError {
        let (line, column) = line_and_column(text, self.0.place.unwrap_or_default());
        match self.0.kind {
            Kind::Syntax(what) => FormatError::malformed(format, line, column, what),
            Kind::Type(message) => FormatError::Deserialize { line, column, message },
            Kind::TooDeep(TooDeep { limit }) => FormatError::TextTooDeep { line, column, limit },
        }
    }
}

impl From<TooDeep> for Fault {
    #[cold]
    fn from(error: TooDeep) -> Self {
        Self::new(Kind::TooDeep(error), None)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            Kind::Syntax(what) => f.write_str(what),
            Kind::Type(what) => f.write_str(what),
            Kind::TooDeep(error) => error.fmt(f),
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

/// Both from 1; the column in characters.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
    (line, 1 + before.get(line_start..).unwrap_or_default().chars().count())
}
