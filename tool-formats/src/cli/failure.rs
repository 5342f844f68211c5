//! Why a command failed, and its exit code.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use tool_formats::{Format, FormatError};

/// What went wrong.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is not in its format.
    Malformed { name: String, error: FormatError },
    /// The input is several documents of YAML, and one was asked for.
    SeveralDocuments { name: String, error: FormatError },
    /// The format cannot hold the value, and nothing else was wanted.
    Refused(FormatError),
    /// A file or stream failed.
    Stream { name: String, error: io::Error },
    /// A file's name shows no format.
    NoFormat(PathBuf),
    /// A flag is for another format.
    Misfit { purpose: &'static str, from: Format, to: Target },
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Format(Format),
    /// Whichever costs the fewest tokens.
    Cheapest,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name.eq_ignore_ascii_case("cheapest") {
            return Ok(Self::Cheapest);
        }
        name.parse().map(Self::Format).map_err(|error: FormatError| format!("{error}, or `cheapest`"))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(format) => format.fmt(f),
            Self::Cheapest => f.write_str("cheapest"),
        }
    }
}

impl Failure {
    /// Says it on standard error, in one line.
    pub(crate) fn report(&self) -> ExitCode {
        eprintln!("tool-formats: {}", self.sentence());
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        match self {
            Self::Malformed { .. } | Self::SeveralDocuments { .. } | Self::NoFormat(_) | Self::Misfit { .. } => 2,
            Self::Refused(_) | Self::Stream { .. } => 1,
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Malformed { name, error } => format!("{name}: {error}"),
            Self::SeveralDocuments { name, error } => {
                format!("{name}: {error}; use `--documents` to read all of them as a list")
            }
            Self::Refused(error) => error.to_string(),
            Self::Stream { name, error } => format!("{name}: {error}"),
            Self::NoFormat(path) => {
                format!("{}: the file extension names no format; use `--from`", path.display())
            }
            Self::Misfit { purpose, from, to } => format!("{purpose}; this reads `{from}` and writes `{to}`"),
        }
    }
}
