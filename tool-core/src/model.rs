//! Stage 4 of the road: what is asked of a model and what it answers.

use std::error::Error;
use std::fmt;
use std::ops::{Add, AddAssign};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::callback::BoxFuture;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
use crate::message::{AssistantMessage, Message, ToolCall};

/// A language model that chats: it answers a prompt, and runs no tool.
///
/// Source: Spring AI 2.x, `ChatModel`.
pub trait ChatModel: Send + Sync {
    /// Asks the model once.
    ///
    /// # Errors
    /// [`ChatError`] when the model cannot be reached or its answer cannot be read.
    fn call<'a>(&'a self, prompt: &'a Prompt) -> BoxFuture<'a, Result<ChatResponse, ChatError>>;
}

impl<M: ChatModel + ?Sized> ChatModel for Arc<M> {
    fn call<'a>(&'a self, prompt: &'a Prompt) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        (**self).call(prompt)
    }
}

/// All that a model is sent: the conversation so far and the tools it may call.
#[derive(Debug, Clone, Default)]
pub struct Prompt {
    /// The conversation, the newest message last.
    pub messages: Vec<Message>,
    /// The tools, sorted by name.
    pub tools: Arc<[ToolDefinition]>,
}

impl Prompt {
    /// A prompt of these messages, without tools.
    #[must_use]
    pub fn new(messages: impl IntoIterator<Item = Message>) -> Self {
        Self { messages: messages.into_iter().collect(), tools: Arc::default() }
    }
}

impl From<&str> for Prompt {
    fn from(user_text: &str) -> Self {
        Self::new([Message::user(user_text)])
    }
}

impl From<String> for Prompt {
    fn from(user_text: String) -> Self {
        Self::new([Message::user(user_text)])
    }
}

impl From<Vec<Message>> for Prompt {
    fn from(messages: Vec<Message>) -> Self {
        Self::new(messages)
    }
}

/// One answer of a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatResponse {
    /// What the model says.
    pub message: AssistantMessage,
    /// Why it stopped.
    pub finish_reason: FinishReason,
    /// The tokens of this one exchange; all zero when the model does not tell.
    pub usage: Usage,
}

impl ChatResponse {
    /// An answer in words.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        let message = AssistantMessage { text: text.into(), ..AssistantMessage::default() };
        Self { message, ..Self::default() }
    }

    /// An answer that calls tools.
    #[must_use]
    pub fn tool_calls(tool_calls: impl IntoIterator<Item = ToolCall>) -> Self {
        let message = AssistantMessage { tool_calls: tool_calls.into_iter().collect(), ..AssistantMessage::default() };
        Self { message, finish_reason: FinishReason::ToolCalls, usage: Usage::default() }
    }
}

/// Why a model or a turn stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FinishReason {
    /// The model has said all it wanted.
    #[default]
    Stop,
    /// The model wants tools run.
    ToolCalls,
    /// The answer is cut off: the model's token limit.
    Length,
    /// The provider withheld the answer.
    ContentFilter,
    /// Tools answered the caller directly.
    ReturnDirect,
    /// The turn used up its rounds or tool calls.
    LimitExceeded,
}

/// Tokens of one exchange with a model, or of several added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens of what the model was sent.
    pub prompt_tokens: u64,
    /// Tokens of what the model wrote.
    pub completion_tokens: u64,
}

impl Usage {
    /// The tokens of one exchange.
    #[must_use]
    pub const fn new(prompt_tokens: u64, completion_tokens: u64) -> Self {
        Self { prompt_tokens, completion_tokens }
    }

    /// Prompt and completion together.
    #[must_use]
    pub const fn total_tokens(self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self.completion_tokens.saturating_add(other.completion_tokens),
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// A conversation that could not go on.
pub struct ChatError {
    kind: ChatErrorKind,
    message: String,
    usage: Usage,
    source: Option<Box<dyn Error + Send + Sync>>,
}

/// What kind of failure a [`ChatError`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChatErrorKind {
    /// The model could not be reached, or refused.
    Model,
    /// The request's tools do not go together.
    Tools,
    /// There is no message to send.
    EmptyPrompt,
}

impl ChatError {
    /// A failure of the model; `message` is one sentence without the prompt and without keys.
    #[must_use]
    pub fn model(message: impl Into<String>) -> Self {
        Self { kind: ChatErrorKind::Model, message: message.into(), usage: Usage::default(), source: None }
    }

    pub(crate) fn empty_prompt() -> Self {
        let message = "the prompt has no message; give one with `prompt(..)`, `user(..)` or `messages(..)`";
        Self { kind: ChatErrorKind::EmptyPrompt, ..Self::model(message) }
    }

    /// Adds the cause.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Adds the tokens that were used before the failure.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage += usage;
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
        self.usage
    }
}

/// The tools of a request do not go together. The sentence is the tool error's.
impl From<ToolError> for ChatError {
    fn from(error: ToolError) -> Self {
        Self { kind: ChatErrorKind::Tools, ..Self::model(error.to_string()) }
    }
}

impl fmt::Display for ChatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for ChatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatError")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("usage", &self.usage)
            .finish_non_exhaustive()
    }
}

impl Error for ChatError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
