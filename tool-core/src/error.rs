//! Before the road: what can go wrong with a tool, told to the model and to the operator.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::location::SourceLocation;
use crate::names::{DidYouMean, Names, Shown};

type Source = Box<dyn Error + Send + Sync>;

/// A tool that cannot be offered, or a call that failed.
///
/// It has two readers. The model reads [`ToolError::model_text`], which says what it can do better next time. The
/// operator reads [`Error::source`], the cause. A tool may return one itself: [`ToolError::execution`].
pub struct ToolError {
    /// Boxed, since every successful call carries its size.
    inner: Box<Inner>,
}

struct Inner {
    reason: Reason,
    source: Option<Source>,
}

/// What kind of failure a [`ToolError`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolErrorKind {
    /// The model asked for a tool that this request does not offer.
    UnknownTool,
    /// The arguments are not a JSON object, do not fit the tool's parameters, or may have been cut off.
    InvalidArguments,
    /// The tool asks for a value that the caller's context does not hold.
    MissingContext,
    /// The tool itself failed.
    Execution,
    /// The tool asks the model to try again, and says how: [`ToolError::retry`].
    Retry,
    /// The tool did not answer in time.
    TimedOut,
    /// The tool was cancelled before it answered.
    Cancelled,
    /// The tool panicked, or the condition on which it is offered.
    Panicked,
    /// A hook did not let the tool run.
    Denied,
    /// The tool failed so that going on makes no sense: [`ToolError::fatal`]. Ends the turn unless a policy says otherwise.
    Fatal,
    /// The tool's result could not be written, not even as JSON.
    Conversion,
    /// The turn has used up its tool calls.
    LimitExceeded,
    /// A name that no provider accepts.
    InvalidName,
    /// An input schema that does not describe an object.
    InvalidSchema,
    /// Two tools of one name in one request.
    DuplicateName,
    /// A tool that was asked for by name is not registered.
    NotRegistered,
}

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
    /// A limit that is none, or parameters that take the same argument.
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
        missing: Vec<String>,
        known: Vec<String>,
    },
}

impl ToolError {
    pub(crate) fn new(reason: Reason) -> Self {
        Self { inner: Box::new(Inner { reason, source: None }) }
    }

    /// A failure of the tool itself; `message` is what the model reads.
    ///
    /// Keep secrets out of `message`; what only the operator may see goes into [`ToolError::with_source`].
    ///
    /// ```
    /// use tool_core::{ToolError, ToolErrorKind};
    ///
    /// let error = ToolError::execution("no city is named `Atlantis`");
    /// assert_eq!(error.kind(), ToolErrorKind::Execution);
    /// assert_eq!(error.model_text(), "the tool failed: no city is named `Atlantis`");
    /// ```
    #[must_use]
    pub fn execution(message: impl Into<String>) -> Self {
        Self::new(Reason::Execution { tool: None, message: message.into() })
    }

    /// Asks the model to try again; `message` says what to do differently.
    ///
    /// A tool may ask so only a few times in one turn
    /// ([`with_max_retries`](crate::ToolCallingManager::with_max_retries)); then the failure is of kind
    /// [`ToolErrorKind::LimitExceeded`].
    ///
    /// Source: `ModelRetry` of Pydantic AI.
    #[must_use]
    pub fn retry(message: impl Into<String>) -> Self {
        Self::new(Reason::Retry { tool: None, message: message.into() })
    }

    /// A failure after which going on makes no sense: the turn ends with a [`ChatError`](crate::ChatError).
    #[must_use]
    pub fn fatal(message: impl Into<String>) -> Self {
        Self::new(Reason::Fatal { tool: None, message: message.into() })
    }

    /// Adds the cause for the operator. The model never sees it.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.inner.source = Some(source.into());
        self
    }

    /// Names the tool that failed, unless the error names one already.
    pub(crate) fn in_tool(mut self, name: &str) -> Self {
        if let Reason::Execution { tool, .. } | Reason::Retry { tool, .. } | Reason::Fatal { tool, .. } =
            &mut self.inner.reason
        {
            tool.get_or_insert_with(|| name.to_owned());
        }
        self
    }

    /// The same failure, when the tool may not ask to be called again any more.
    pub(crate) fn without_retry(mut self, retries: usize) -> Self {
        if let Reason::Retry { tool, message } = &mut self.inner.reason {
            let (tool, message) = (tool.take().unwrap_or_default(), std::mem::take(message));
            self.inner.reason = Reason::RetriesExceeded { tool, retries, message };
        }
        self
    }

    /// The cause alone, for an error that takes this one's sentence over.
    pub(crate) fn into_source(self) -> Option<Box<dyn Error + Send + Sync>> {
        self.inner.source
    }

    /// What kind of failure this is.
    #[must_use]
    pub fn kind(&self) -> ToolErrorKind {
        match &self.inner.reason {
            Reason::UnknownTool { .. } => ToolErrorKind::UnknownTool,
            Reason::InvalidArguments { .. } | Reason::CutOff { .. } => ToolErrorKind::InvalidArguments,
            Reason::MissingContext { .. } => ToolErrorKind::MissingContext,
            Reason::Execution { .. } => ToolErrorKind::Execution,
            Reason::Retry { .. } => ToolErrorKind::Retry,
            Reason::Fatal { .. } => ToolErrorKind::Fatal,
            Reason::TimedOut { .. } => ToolErrorKind::TimedOut,
            Reason::Cancelled { .. } | Reason::Interrupted { .. } => ToolErrorKind::Cancelled,
            Reason::Panicked { .. } | Reason::ConditionPanicked { .. } => ToolErrorKind::Panicked,
            Reason::Denied { .. } => ToolErrorKind::Denied,
            Reason::Conversion { .. } => ToolErrorKind::Conversion,
            Reason::LimitExceeded { .. } | Reason::RetriesExceeded { .. } => ToolErrorKind::LimitExceeded,
            Reason::InvalidName { .. } => ToolErrorKind::InvalidName,
            Reason::InvalidSchema { .. } | Reason::InvalidLimit { .. } => ToolErrorKind::InvalidSchema,
            Reason::DuplicateName { .. } => ToolErrorKind::DuplicateName,
            Reason::NotRegistered { .. } => ToolErrorKind::NotRegistered,
        }
    }

    /// The sentence that the model reads; the same as `Display`.
    #[must_use]
    pub fn model_text(&self) -> String {
        self.inner.reason.to_string()
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.reason.fmt(f)
    }
}

// The sentence of a failed call may quote an argument, and logs print `Debug` unasked: it is shown only for what goes
// wrong before any call.
impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ToolError");
        shown.field("kind", &self.kind());
        if matches!(
            &self.inner.reason,
            Reason::InvalidName { .. }
                | Reason::InvalidSchema { .. }
                | Reason::InvalidLimit { .. }
                | Reason::DuplicateName { .. }
                | Reason::NotRegistered { .. }
                | Reason::MissingContext { .. }
                | Reason::ConditionPanicked { .. }
        ) {
            shown.field("message", &format_args!("{}", self.inner.reason));
        }
        shown.finish_non_exhaustive()
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.inner.source.as_deref().map(|source| source as _)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool { name, nearest, known, more } => {
                let gap = if nearest.is_empty() { "" } else { " " };
                let (name, nearest, known) = (Shown(name), DidYouMean(nearest), Names(known));
                write!(f, "no tool is named `{name}`; {nearest}{gap}known tools: {known}")?;
                if *more == 0 { Ok(()) } else { write!(f, " and {more} more") }
            }
            Self::CutOff { tool, by } => write!(
                f,
                "tool `{}` was not run: the answer was cut off by {by}, so this call may be incomplete; send it again as \
                 one whole JSON object, and a shorter one if it was long",
                Shown(tool)
            ),
            Self::InvalidArguments { tool, detail } => write!(f, "tool `{tool}`: {detail}"),
            Self::MissingContext { tool, type_name } => {
                write!(f, "tool `{tool}`: the tool context holds no `{type_name}`; add it with `tool_context(..)`")
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
                "tool `{tool}` was interrupted, and nobody knows whether it did its work; find that out before you call it \
                 again"
            ),
            Self::Panicked { tool } => write!(f, "tool `{tool}` failed for a reason of its own"),
            Self::ConditionPanicked { tool } => {
                write!(f, "tool `{tool}`: the condition on which it is offered panicked")
            }
            Self::Denied { tool, message } => write!(f, "tool `{tool}` was not run: {message}"),
            Self::Conversion { tool, detail } => {
                write!(f, "tool `{tool}`: the result cannot be written as text: {detail}")
            }
            Self::LimitExceeded { tool, limit } => write!(f, "tool `{}` was not run: {limit}", Shown(tool)),
            Self::RetriesExceeded { tool, retries, message } => write!(
                f,
                "tool `{tool}` failed: {message}; it has asked for another try {retries} times, so do not call it again"
            ),
            Self::InvalidName { name, location } => write!(
                f,
                "the tool name `{name}` ({location}) is not allowed: 1 to 64 of letters, digits, `_` and `-`, the \
                 first a letter or `_`"
            ),
            Self::InvalidSchema { tool, location, detail } => {
                write!(f, "tool `{tool}` ({location}): the input schema must describe an object: {detail}")
            }
            Self::InvalidLimit { tool, location, detail } => write!(f, "tool `{tool}` ({location}): {detail}"),
            Self::DuplicateName { name, first, second } => {
                write!(f, "two tools are named `{name}`: {first} and {second}; rename one, or offer it once")
            }
            Self::NotRegistered { missing, known } => write!(
                f,
                "not registered: {}; registered tools: {} (a tool in another crate needs `use that_crate as _;`)",
                Names(missing),
                Names(known)
            ),
        }
    }
}
