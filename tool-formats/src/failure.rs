//! An error on its way through a `Serialize`.

use std::fmt::{self, Write};

use crate::FormatError;

/// Boxed: a wide error would be carried through every result of the common case.
#[derive(Debug)]
pub(crate) struct Failure(Box<FormatError>);

impl From<FormatError> for Failure {
    #[cold]
    fn from(error: FormatError) -> Self {
        Self(Box::new(error))
    }
}

impl From<Failure> for FormatError {
    fn from(failure: Failure) -> Self {
        *failure.0
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Failure {}

impl serde::ser::Error for Failure {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        FormatError::Serialize { message: message.to_string() }.into()
    }
}

/// What `value` shows, as text.
pub(crate) fn shown(value: &dyn fmt::Display) -> Result<String, Failure> {
    let mut text = String::new();
    match write!(text, "{value}") {
        Ok(()) => Ok(text),
        Err(_) => Err(FormatError::Serialize { message: "a `Display` implementation failed".to_owned() }.into()),
    }
}
