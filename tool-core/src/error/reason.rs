//! The reasons of a `ToolError`, and the sentence for each.

use std::fmt;
use std::time::Duration;

use crate::error::display::{DidYouMean, EscapedName, NAMES_SHOWN, Names};
use crate::error::source_location::SourceLocation;

pub(crate) enum Reason {
    UnknownTool {
        name: String,
        /// The names that may have been meant, the nearest first.
        nearest: Vec<String>,
        /// Some of the known names, the nearest first, and how many there are besides.
        known: Vec<String>,
        more: usize,
    },
    /// The answer was cut off, and this call may be incomplete.
    CutOff {
        tool: String,
        by: &'static str,
    },
    InvalidArguments {
        tool: String,
        detail: String,
    },
    MissingContext {
        tool: String,
        type_name: &'static str,
    },
    Execution {
        tool: Option<String>,
        message: String,
    },
    Retry {
        tool: Option<String>,
        message: String,
    },
    Fatal {
        tool: Option<String>,
        message: String,
    },
    TimedOut {
        tool: String,
        timeout: Duration,
    },
    Cancelled {
        tool: String,
    },
    Interrupted {
        tool: String,
    },
    /// The turn was cancelled before the call started.
    TurnCancelled {
        tool: String,
    },
    Panicked {
        tool: String,
    },
    ConditionPanicked {
        tool: String,
    },
    Denied {
        tool: String,
        message: String,
    },
    Conversion {
        tool: String,
        detail: String,
    },
    LimitExceeded {
        tool: String,
        limit: String,
    },
    /// A call that was running when its turn had used its time.
    StoppedAtLimit {
        tool: String,
        limit: String,
    },
    /// The runtime cannot run the tool.
    Runtime {
        tool: String,
        problem: RuntimeProblem,
    },
    RetriesExceeded {
        tool: String,
        retries: usize,
        message: String,
    },
    InvalidName {
        name: String,
        location: SourceLocation,
    },
    InvalidSchema {
        tool: String,
        location: SourceLocation,
        detail: String,
    },
    /// An invalid constraint, or two parameters that take the same argument.
    InvalidLimit {
        tool: String,
        location: SourceLocation,
        detail: String,
    },
    DuplicateName {
        name: String,
        first: SourceLocation,
        second: SourceLocation,
    },
    NotRegistered {
        missing: Vec<NotFound>,
        known: Vec<String>,
    },
    NoSuchTag {
        missing: Vec<NotFound>,
        known: Vec<String>,
    },
}

/// A name that is not among the known ones, and those that may have been meant.
pub(crate) struct NotFound {
    pub(crate) name: String,
    pub(crate) nearest: Vec<String>,
}

/// Such names in backticks, each with what may have been meant.
struct NotFounds<'a>(&'a [NotFound]);

impl fmt::Display for NotFounds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, NotFound { name, nearest }) in self.0.iter().take(NAMES_SHOWN).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}`{}`", EscapedName(name))?;
            if !nearest.is_empty() {
                write!(f, " ({})", DidYouMean(nearest))?;
            }
        }
        match self.0.len().saturating_sub(NAMES_SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// What the runtime lacks to run a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuntimeProblem {
    NoRuntime,
    NoTimer,
}

impl fmt::Display for RuntimeProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRuntime => "needs a tokio runtime: await the request inside one, such as that of `#[tokio::main]`",
            Self::NoTimer => {
                "needs the timer of the tokio runtime: build the runtime with `enable_time()` or \
                 `enable_all()`"
            }
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool { name, nearest, known, more } => {
                let gap = if nearest.is_empty() { "" } else { " " };
                let (name, nearest, known) = (EscapedName(name), DidYouMean(nearest), Names(known));
                write!(f, "no tool is named `{name}`; {nearest}{gap}known tools: {known}")?;
                if *more == 0 { Ok(()) } else { write!(f, " and {more} more") }
            }
            Self::CutOff { tool, by } => write!(
                f,
                "tool `{}` was not run: the response was cut off by {by}, so this call may be incomplete; send it again as \
                 one whole JSON object, and a shorter one if it was long",
                EscapedName(tool)
            ),
            Self::InvalidArguments { tool, detail } => write!(f, "tool `{tool}`: {detail}"),
            Self::MissingContext { tool, type_name } => {
                write!(
                    f,
                    "tool `{tool}`: the tool context has no value of type `{type_name}`; add one with `tool_context(..)`"
                )
            }
            Self::Execution { tool: Some(tool), message } | Self::Fatal { tool: Some(tool), message } => {
                write!(f, "tool `{tool}` failed: {message}")
            }
            Self::Execution { tool: None, message } | Self::Fatal { tool: None, message } => {
                write!(f, "the tool failed: {message}")
            }
            Self::Retry { tool: Some(tool), message } => write!(f, "tool `{tool}`: try again: {message}"),
            Self::Retry { tool: None, message } => write!(f, "try again: {message}"),
            Self::TimedOut { tool, timeout } => write!(f, "tool `{tool}` did not answer within {timeout:?}"),
            Self::Cancelled { tool } => write!(f, "tool `{tool}` was cancelled before it answered"),
            Self::Interrupted { tool } => write!(
                f,
                "tool `{tool}` was interrupted; it may or may not have completed; check this before you call it again"
            ),
            Self::TurnCancelled { tool } => {
                write!(f, "tool `{}` was not run: the turn was cancelled", EscapedName(tool))
            }
            Self::Panicked { tool } => write!(f, "tool `{tool}` panicked"),
            Self::ConditionPanicked { tool } => {
                write!(f, "tool `{tool}`: its `enabled_if` condition panicked")
            }
            Self::Denied { tool, message } => write!(f, "tool `{tool}` was not run: {message}"),
            Self::Conversion { tool, detail } => {
                write!(f, "tool `{tool}`: the result cannot be written as text: {detail}")
            }
            Self::LimitExceeded { tool, limit } => write!(f, "tool `{}` was not run: {limit}", EscapedName(tool)),
            Self::StoppedAtLimit { tool, limit } => {
                write!(f, "tool `{}` was stopped before it answered: {limit}", EscapedName(tool))
            }
            Self::Runtime { tool, problem } => write!(f, "tool `{tool}` {problem}"),
            Self::RetriesExceeded { tool, retries, message } => write!(
                f,
                "tool `{tool}` failed: {message}; its retry limit ({retries}) is reached; do not call it again"
            ),
            Self::InvalidName { name, location } => write!(
                f,
                "the tool name `{name}` ({location}) is not valid: use 1 to 64 letters, digits, `_` or `-`, and \
                 begin with a letter or `_`"
            ),
            Self::InvalidSchema { tool, location, detail } => {
                write!(f, "tool `{tool}` ({location}): invalid input schema: {detail}")
            }
            Self::InvalidLimit { tool, location, detail } => write!(f, "tool `{tool}` ({location}): {detail}"),
            Self::DuplicateName { name, first, second } => {
                write!(f, "two tools are named `{name}`: {first} and {second}; rename one, or offer it once")
            }
            Self::NotRegistered { missing, known } => write!(
                f,
                "not registered: {}; registered tools: {} (a tool in another crate needs `use that_crate as _;`)",
                NotFounds(missing),
                Names(known)
            ),
            Self::NoSuchTag { missing, known } => write!(
                f,
                "no registered tool has the tag {}; tags of registered tools: {} (a tool in another crate needs `use \
                 that_crate as _;`)",
                NotFounds(missing),
                Names(known)
            ),
        }
    }
}
