//! `ToolError`: why a tool cannot be offered, or why a call failed.

use std::error::Error;
use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};

pub(crate) use super::reason::{NotFound, Reason, RuntimeProblem};
use crate::error::cause::Cause;

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
    source: Option<Cause>,
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
    /// The tool failed so that going on makes no sense: [`ToolError::fatal`], or the runtime cannot run it. Ends the turn
    /// unless a policy says otherwise.
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
    /// No registered tool has a name or a tag that was asked for.
    NotRegistered,
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
    /// use tool_core::error::ToolErrorKind;
    /// use tool_core::ToolError;
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
    /// ([`with_max_retries`](crate::execution::ToolCallingManager::with_max_retries)); then the failure is of kind
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
        self.inner.source = Some(Cause::given(source.into()));
        self
    }

    /// A failure of the tool itself that has an error as its cause. The model reads the error's `{:#}` text; hooks find the
    /// error as [`Error::source`], as the type it is.
    ///
    /// A `#[tool]` function that returns such an error does this by itself. A closure does it for the errors of `std::io`,
    /// `serde_json` and boxed ones; for any other type say `.map_err(ToolError::from_error)`.
    ///
    /// ```
    /// use std::error::Error;
    /// use std::num::ParseIntError;
    ///
    /// use tool_core::ToolError;
    ///
    /// let error = ToolError::from_error("x".parse::<u8>().unwrap_err());
    ///
    /// assert_eq!(error.model_text(), "the tool failed: invalid digit found in string");
    /// assert!(error.source().is_some_and(|cause| cause.is::<ParseIntError>()));
    /// ```
    #[must_use]
    pub fn from_error(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let error = error.into();
        let message = shown(&error);
        Self::execution(message).with_cause(Cause::returned_in(error))
    }

    pub(crate) fn with_cause(mut self, cause: Cause) -> Self {
        self.inner.source = Some(cause);
        self
    }

    /// Adds what a panic said.
    pub(crate) fn with_panic(self, words: String) -> Self {
        self.with_cause(Cause::panic(words))
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
    pub(crate) fn into_cause(self) -> Option<Cause> {
        self.inner.source
    }

    /// Whether an event may show the cause without being asked to.
    pub(crate) fn has_given_cause(&self) -> bool {
        self.inner.source.as_ref().is_some_and(Cause::is_given)
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
            Reason::Fatal { .. } | Reason::Runtime { .. } => ToolErrorKind::Fatal,
            Reason::TimedOut { .. } => ToolErrorKind::TimedOut,
            Reason::Cancelled { .. } | Reason::Interrupted { .. } | Reason::TurnCancelled { .. } => {
                ToolErrorKind::Cancelled
            }
            Reason::Panicked { .. } | Reason::ConditionPanicked { .. } => ToolErrorKind::Panicked,
            Reason::Denied { .. } => ToolErrorKind::Denied,
            Reason::Conversion { .. } => ToolErrorKind::Conversion,
            Reason::LimitExceeded { .. } | Reason::StoppedAtLimit { .. } | Reason::RetriesExceeded { .. } => {
                ToolErrorKind::LimitExceeded
            }
            Reason::InvalidName { .. } => ToolErrorKind::InvalidName,
            Reason::InvalidSchema { .. } | Reason::InvalidLimit { .. } => ToolErrorKind::InvalidSchema,
            Reason::DuplicateName { .. } => ToolErrorKind::DuplicateName,
            Reason::NotRegistered { .. } | Reason::NoSuchTag { .. } => ToolErrorKind::NotRegistered,
        }
    }

    /// The sentence that the model reads; the same as `Display`.
    #[must_use]
    pub fn model_text(&self) -> String {
        self.inner.reason.to_string()
    }
}

/// An error as the model reads it: its `{:#}` text, which is the whole chain for `anyhow`.
pub(crate) fn shown<E: fmt::Display + ?Sized>(error: &E) -> String {
    // Not `format!`, which panics when a `Display` fails.
    let mut text = String::new();
    if write!(text, "{error:#}").is_err() {
        text.push_str("(the error cannot be shown)");
    }
    text
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
                | Reason::NoSuchTag { .. }
                | Reason::MissingContext { .. }
                | Reason::ConditionPanicked { .. }
                | Reason::Runtime { .. }
        ) {
            shown.field("message", &format_args!("{}", self.inner.reason));
        }
        shown.finish_non_exhaustive()
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.inner.source.as_ref().map(Cause::as_error)
    }
}
