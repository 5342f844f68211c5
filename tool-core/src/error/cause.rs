//! The cause of an error, for the operator, with its original type.

use std::error::Error;
use std::fmt;

/// The cause of an error.
pub(crate) struct Cause {
    origin: Origin,
    error: Box<dyn AsError>,
}

/// Where a cause comes from, which decides who reads its text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It was given for the operator: events show it.
    Given,
    /// A tool returned it, and the model reads its sentence: it may quote an argument.
    Returned,
    /// The message of a panic, which may contain anything.
    Panic,
}

/// An error, or what holds one.
trait AsError: Send + Sync {
    fn as_error(&self) -> &(dyn Error + 'static);
}

struct Itself<E>(E);

impl<E: Error + Send + Sync + 'static> AsError for Itself<E> {
    fn as_error(&self) -> &(dyn Error + 'static) {
        &self.0
    }
}

/// A type such as `anyhow::Error`, which does not implement `Error` and contains one.
struct Holder<E>(E);

impl<E: AsRef<dyn Error + Send + Sync> + Send + Sync> AsError for Holder<E> {
    fn as_error(&self) -> &(dyn Error + 'static) {
        self.0.as_ref()
    }
}

/// What a panic said.
struct PanicMessage(String);

impl fmt::Display for PanicMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// Its words appear in no `Debug`.
impl fmt::Debug for PanicMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanicMessage").finish_non_exhaustive()
    }
}

impl Error for PanicMessage {}

impl Cause {
    /// A cause that somebody gave for the operator.
    pub(crate) fn given(error: Box<dyn Error + Send + Sync>) -> Self {
        Self { origin: Origin::Given, error: Box::new(Holder(error)) }
    }

    /// The error that a tool returned.
    pub(crate) fn returned<E: Error + Send + Sync + 'static>(error: E) -> Self {
        Self { origin: Origin::Returned, error: Box::new(Itself(error)) }
    }

    /// The same of a type that holds an error.
    pub(crate) fn returned_in<E: AsRef<dyn Error + Send + Sync> + Send + Sync + 'static>(holder: E) -> Self {
        Self { origin: Origin::Returned, error: Box::new(Holder(holder)) }
    }

    /// The words of a panic.
    pub(crate) fn panic(words: String) -> Self {
        Self { origin: Origin::Panic, error: Box::new(Itself(PanicMessage(words))) }
    }

    pub(crate) fn as_error(&self) -> &(dyn Error + 'static) {
        self.error.as_error()
    }

    /// Whether an event may show the text without being asked to.
    pub(crate) fn is_given(&self) -> bool {
        self.origin == Origin::Given
    }
}
