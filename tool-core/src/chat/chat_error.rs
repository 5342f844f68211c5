//! `ChatError`: why a turn failed.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::chat::messages::Messages;
use crate::chat::tool_call::Hidden;
use crate::chat::usage::{Usage, add_usage};
use crate::chat::validate_messages::HistoryFault;
use crate::error::cause::Cause;
use crate::error::display::{EscapedName, Names};
use crate::error::tool_error::{RuntimeProblem, ToolError};

/// An error that ended a turn, or kept it from starting.
///
/// Implementations of [`ChatModel`](crate::ChatModel) and [`Advisor`](crate::Advisor) make their own:
///
/// ```
/// use std::time::Duration;
/// use tool_core::ChatError;
/// use tool_core::chat::ChatErrorKind;
///
/// let error = ChatError::model("the server is overloaded").with_status(503).with_retry_after(Duration::from_secs(2));
///
/// assert_eq!(error.kind(), ChatErrorKind::Model);
/// assert!(error.is_retryable());
/// assert!(!ChatError::denied("the prompt contains a password").is_retryable());
/// ```
pub struct ChatError {
    kind: ChatErrorKind,
    message: String,
    provider: Box<ProviderError>,
    rounds: Vec<Usage>,
    messages: Messages,
    source: Option<Cause>,
}

/// What a provider says about its failure.
#[derive(Debug, Clone, Copy, Default)]
struct ProviderError {
    status: Option<u16>,
    retry_after: Option<Duration>,
    retryable: Option<bool>,
}

/// The kind of a [`ChatError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ChatErrorKind {
    /// The model could not be reached, or its response could not be read.
    Model,
    /// An advisor denied the request or the response, such as a content guard.
    Denied,
    /// The tools of the request cannot be used together, or its tool choice forces a call that none of them satisfies.
    Tools,
    /// A tool failed, and the policy for its kind of error is to end the turn.
    Tool,
    /// There is no message to send but system text, or a message is empty.
    EmptyPrompt,
    /// A tool call of the conversation has no response, or a response no call.
    InvalidHistory,
    /// There is no tokio runtime, or its timer is not enabled, and a tool or limit of the request needs it.
    Runtime,
    /// A suspended turn cannot be resumed as requested.
    Resume,
}

impl ChatError {
    /// A failure of the model. `message` is one sentence without the prompt and without keys.
    #[must_use]
    pub fn model(message: impl Into<String>) -> Self {
        Self {
            kind: ChatErrorKind::Model,
            message: message.into(),
            provider: Box::default(),
            rounds: Vec::new(),
            messages: Messages::new(),
            source: None,
        }
    }

    /// A request or response that an advisor does not let pass. `message` is one sentence that says why.
    #[must_use]
    pub fn denied(message: impl Into<String>) -> Self {
        Self { kind: ChatErrorKind::Denied, ..Self::model(message) }
    }

    /// Sets the HTTP status of the provider's response.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.provider.status = Some(status);
        self
    }

    /// Sets how long to wait before the next attempt, as the provider asks (the header `Retry-After`, RFC 9110 10.2.3).
    #[must_use]
    pub fn with_retry_after(mut self, retry_after: Duration) -> Self {
        self.provider.retry_after = Some(retry_after);
        self
    }

    /// Sets whether another attempt with the same request may succeed. By default, the status decides.
    #[must_use]
    pub fn with_retryable(mut self, retryable: bool) -> Self {
        self.provider.retryable = Some(retryable);
        self
    }

    /// The HTTP status of the provider's response, if there was one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.provider.status
    }

    /// How long to wait before the next attempt, if the provider says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.provider.retry_after
    }

    /// Whether another attempt with the same request may succeed: what [`ChatError::with_retryable`] set, else `true` for the
    /// statuses 408, 409, 425, 429 and all from 500 on but 501 and 505 (RFC 9110 15.5 and 15.6).
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        let by_status = |status| matches!(status, 408 | 409 | 425 | 429 | 500 | 502..=504 | 506..=599);
        self.provider.retryable.unwrap_or_else(|| self.provider.status.is_some_and(by_status))
    }

    pub(crate) fn only_system_text() -> Self {
        let message = "the prompt has only system text; give a message with `prompt(..)`, `user(..)` or `messages(..)`";
        Self { kind: ChatErrorKind::EmptyPrompt, ..Self::model(message) }
    }

    pub(crate) fn empty_prompt() -> Self {
        let message = "the prompt has no message; give one with `prompt(..)`, `user(..)` or `messages(..)`";
        Self { kind: ChatErrorKind::EmptyPrompt, ..Self::model(message) }
    }

    /// A conversation that cannot be sent.
    pub(crate) fn history(fault: &HistoryFault) -> Self {
        let kind = if fault.is_empty() { ChatErrorKind::EmptyPrompt } else { ChatErrorKind::InvalidHistory };
        Self { kind, ..Self::model(fault.to_string()) }
    }

    /// A conversation that advisors changed and that cannot be sent; the system text counts as a message.
    pub(crate) fn changed_history(fault: &HistoryFault) -> Self {
        let error = Self::history(fault);
        Self { message: format!("after the advisors, {}", error.message), ..error }
    }

    /// No tool of the request satisfies its tool choice.
    pub(crate) fn tool_choice(fault: String) -> Self {
        Self { kind: ChatErrorKind::Tools, ..Self::model(fault) }
    }

    /// A tool or limit needs what the runtime does not have.
    pub(crate) fn runtime(what: fmt::Arguments<'_>, problem: RuntimeProblem) -> Self {
        Self { kind: ChatErrorKind::Runtime, ..Self::model(format!("{what} {problem}")) }
    }

    /// Adds tokens that the rounds up to the error do not include, from round `place` on.
    pub(crate) fn add_usage(&mut self, place: usize, usage: Usage) {
        add_usage(&mut self.rounds, place, usage);
    }

    /// A turn that cannot be resumed.
    pub(crate) fn resume(message: impl Into<String>) -> Self {
        Self { kind: ChatErrorKind::Resume, ..Self::model(message) }
    }

    pub(crate) fn not_waiting(id: &str, waiting: &[String]) -> Self {
        let (id, waiting) = (EscapedName(id), Names(waiting));
        Self::resume(format!("no call `{id}` waits for a decision; pending calls: {waiting}"))
    }

    /// Adds the cause.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(Cause::given(source.into()));
        self
    }

    /// The error of a tool that ends the turn.
    pub(crate) fn tool(error: ToolError) -> Self {
        let message = error.to_string();
        Self { kind: ChatErrorKind::Tool, source: error.into_cause(), ..Self::model(message) }
    }

    /// Adds the messages and usage of the turn up to the error.
    pub(crate) fn with_transcript(self, messages: Messages, rounds: Vec<Usage>) -> Self {
        Self { rounds, messages, ..self }
    }

    /// Removes the system text of the request or its client.
    pub(crate) fn without(mut self, system: Option<&str>) -> Self {
        self.messages.hide_system(system);
        self
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> ChatErrorKind {
        self.kind
    }

    /// The tokens of the whole turn up to the error.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.rounds.iter().copied().sum()
    }

    /// The tokens of each exchange with the model up to the error.
    #[must_use]
    pub fn rounds(&self) -> &[Usage] {
        &self.rounds
    }

    /// The conversation up to the error: each tool call in it has its response. Empty when the model was not asked.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.messages
    }
}

/// The tools of a request cannot be used together. The text is that of the tool error.
impl From<ToolError> for ChatError {
    fn from(error: ToolError) -> Self {
        let message = error.to_string();
        Self { kind: ChatErrorKind::Tools, source: error.into_cause(), ..Self::model(message) }
    }
}

impl fmt::Display for ChatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

// The text of a tool error may quote an argument, as in `ToolError`.
impl fmt::Debug for ChatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ChatError");
        shown.field("kind", &self.kind);
        match self.kind {
            ChatErrorKind::Tool => shown.field("message", &Hidden(&self.message)),
            _ => shown.field("message", &self.message),
        };
        if let Some(status) = self.provider.status {
            shown.field("status", &status);
        }
        shown.field("usage", &self.usage()).finish_non_exhaustive()
    }
}

impl Error for ChatError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().map(Cause::as_error)
    }
}

#[cfg(test)]
mod tests {
    use super::{ChatError, ChatErrorKind};

    #[test]
    fn the_status_decides_whether_an_error_is_retryable_unless_the_model_does() {
        let by_status = |status| ChatError::model("it failed").with_status(status).is_retryable();

        assert_eq!([408, 409, 425, 429, 500, 502, 503, 504, 529].map(by_status), [true; 9]);
        assert_eq!([400, 401, 403, 404, 413, 422, 501, 505].map(by_status), [false; 8]);
        assert!(!ChatError::model("no connection").is_retryable());
        assert!(ChatError::model("no connection").with_retryable(true).is_retryable());
        assert!(!ChatError::model("overloaded").with_status(503).with_retryable(false).is_retryable());
    }

    #[test]
    fn a_denied_request_has_a_kind_of_error_that_no_model_has() {
        let error = ChatError::denied("the prompt contains a password");

        assert_eq!(error.kind(), ChatErrorKind::Denied);
        assert_eq!(error.to_string(), "the prompt contains a password");
    }
}
