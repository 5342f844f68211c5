//! Why a command did not do what it was asked for, and its exit code.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use tool_formats::{Format, FormatError};

/// What went wrong.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is not in its format.
    Malformed { name: String, error: FormatError },
    /// The format cannot hold the value, and nothing else was wanted.
    Refused(FormatError),
    /// A file or stream failed.
    Stream { name: String, error: io::Error },
    /// A file's name shows no format.
    NoFormat(PathBuf),
    /// A flag is for another format.
    Misfit { purpose: &'static str, from: Format, to: Format },
}

impl Failure {
    /// Says it on standard error, in one line.
    pub(crate) fn report(&self) -> ExitCode {
        eprintln!("tool-formats: {}", self.sentence());
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        match self {
            Self::Malformed { .. } | Self::NoFormat(_) | Self::Misfit { .. } => 2,
            Self::Refused(_) | Self::Stream { .. } => 1,
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Malformed { name, error } => format!("{name}: {error}"),
            Self::Refused(error) => error.to_string(),
            Self::Stream { name, error } => format!("{name}: {error}"),
            Self::NoFormat(path) => {
                format!("{}: the name shows no format; say it with `--from`", path.display())
            }
            Self::Misfit { purpose, from, to } => format!("{purpose}; this reads `{from}` and writes `{to}`"),
        }
    }
}
