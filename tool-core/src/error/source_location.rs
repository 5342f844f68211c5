//! `SourceLocation`: where a tool is defined.

use std::borrow::Cow;
use std::fmt;

use crate::error::shared_str::SharedStr;

/// The place a tool comes from: a file and line, or a name such as that of a server.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourceLocation {
    origin: SharedStr,
    line: Option<u32>,
}

impl SourceLocation {
    /// A place in a source file; `line` counts from 1.
    #[must_use]
    pub const fn new(file: &'static str, line: u32) -> Self {
        Self { origin: SharedStr::Static(file), line: Some(line) }
    }

    /// A place that is not a source file, such as the name of a remote server.
    #[must_use]
    pub fn named(origin: impl Into<Cow<'static, str>>) -> Self {
        Self { origin: SharedStr::from(origin.into()), line: None }
    }

    /// The place in the source that calls the function this is used in.
    #[track_caller]
    pub(crate) fn caller() -> Self {
        let caller = std::panic::Location::caller();
        Self::new(caller.file(), caller.line())
    }
}

/// `src/weather.rs:12`, or the name alone.
impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", &*self.origin),
            None => f.write_str(&self.origin),
        }
    }
}
