//! Why a conversation could not go on.

use std::error::Error;
use std::fmt;

use crate::chat::message::{Hidden, Message, hide_system};
use crate::chat::usage::{Usage, add_usage};
use crate::chat::validate_messages::HistoryFault;
use crate::error::cause::Cause;
use crate::error::display::{Names, Shown};
use crate::error::tool_error::{Lack, ToolError};

/// A conversation that could not go on.
pub struct ChatError {
    kind: ChatErrorKind,
    message: String,
    rounds: Vec<Usage>,
    messages: Vec<Message>,
    source: Option<Cause>,
}

/// What kind of failure a [`ChatError`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChatErrorKind {
    /// The model could not be reached, or refused.
    Model,
    /// The request's tools do not go together, or its tool choice forces a call that none of them satisfies.
    Tools,
    /// A tool failed, and the policy for its kind of failure is to end the turn.
    Tool,
    /// There is no message to send but system text, or one that says nothing.
    EmptyPrompt,
    /// A tool call of the conversation has no response, or a response no call.
    InvalidHistory,
    /// There is no tokio runtime, or its timer is off, and a tool or limit of the request needs it.
    Runtime,
    /// A suspended turn cannot go on as it was asked to.
    Resume,
}

impl ChatError {
    /// A failure of the model; `message` is one sentence without the prompt and without keys.
    #[must_use]
    pub fn model(message: impl Into<String>) -> Self {
        Self {
            kind: ChatErrorKind::Model,
            message: message.into(),
            rounds: Vec::new(),
            messages: Vec::new(),
            source: None,
        }
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

    /// The same of what advisors have made of a conversation; the system text counts as a message.
    pub(crate) fn changed_history(fault: &HistoryFault) -> Self {
        let error = Self::history(fault);
        Self { message: format!("after the advisors, {}", error.message), ..error }
    }

    /// Something needs what the runtime does not have.
    /// No tool of the request satisfies its tool choice.
    pub(crate) fn tool_choice(fault: String) -> Self {
        Self { kind: ChatErrorKind::Tools, ..Self::model(fault) }
    }

    pub(crate) fn runtime(what: fmt::Arguments<'_>, lack: Lack) -> Self {
        Self { kind: ChatErrorKind::Runtime, ..Self::model(format!("{what} {lack}")) }
    }

    /// Adds tokens that the rounds up to the failure do not tell of, from round `place` on.
    pub(crate) fn add_usage(&mut self, place: usize, usage: Usage) {
        add_usage(&mut self.rounds, place, usage);
    }

    /// A turn that cannot go on.
    pub(crate) fn resume(message: impl Into<String>) -> Self {
        Self { kind: ChatErrorKind::Resume, ..Self::model(message) }
    }

    pub(crate) fn not_waiting(id: &str, waiting: &[String]) -> Self {
        let (id, waiting) = (Shown(id), Names(waiting));
        Self::resume(format!("no call `{id}` waits for a decision; waiting calls: {waiting}"))
    }

    /// Adds the cause.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(Cause::given(source.into()));
        self
    }

    /// A tool's failure that ends the turn.
    pub(crate) fn tool(error: ToolError) -> Self {
        let message = error.to_string();
        Self { kind: ChatErrorKind::Tool, source: error.into_cause(), ..Self::model(message) }
    }

    /// Adds what the turn had said and used before the failure.
    pub(crate) fn with_transcript(self, messages: Vec<Message>, rounds: Vec<Usage>) -> Self {
        Self { rounds, messages, ..self }
    }

    /// The same without a system text that belongs to the request or its client.
    pub(crate) fn without(mut self, system: Option<&str>) -> Self {
        hide_system(&mut self.messages, system);
        self
    }

    /// What kind of failure this is.
    #[must_use]
    pub fn kind(&self) -> ChatErrorKind {
        self.kind
    }

    /// The tokens of the whole turn up to the failure.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.rounds.iter().copied().sum()
    }

    /// The tokens of each exchange with the model up to the failure.
    #[must_use]
    pub fn rounds(&self) -> &[Usage] {
        &self.rounds
    }

    /// The conversation up to the failure: each tool call in it has its response. Empty when nothing was asked.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }
}

/// The tools of a request do not go together. The sentence is the tool error's.
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

// A failed tool's sentence may quote an argument, as in `ToolError`.
impl fmt::Debug for ChatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ChatError");
        shown.field("kind", &self.kind);
        match self.kind {
            ChatErrorKind::Tool => shown.field("message", &Hidden(&self.message)),
            _ => shown.field("message", &self.message),
        };
        shown.field("usage", &self.usage()).finish_non_exhaustive()
    }
}

impl Error for ChatError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().map(Cause::as_error)
    }
}
