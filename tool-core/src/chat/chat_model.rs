//! What is asked of a model and what it answers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::callback::tool_callback::BoxFuture;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_options::ChatOptions;
use crate::chat::message::{AssistantMessage, Message, ToolCall};
use crate::chat::usage::Usage;
use crate::provider::tool_set::ToolSet;
use crate::schema::definition::ToolDefinition;

/// A language model that chats: it answers a prompt, and runs no tool.
///
/// ```
/// use tool_core::callback::BoxFuture;
/// use tool_core::{ChatError, ChatModel, ChatResponse, Prompt};
///
/// /// Says what it was asked last.
/// struct Parrot;
///
/// impl ChatModel for Parrot {
///     fn call<'a>(&'a self, prompt: &'a Prompt) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
///         Box::pin(async move { Ok(ChatResponse::text(format!("{:?}", prompt.messages.last()))) })
///     }
/// }
/// ```
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

impl<M: ChatModel + ?Sized> ChatModel for Box<M> {
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
    /// How the model is to answer.
    pub options: ChatOptions,
}

impl Prompt {
    /// The same prompt with these tools to call: for a [`Turn`](crate::turn::Turn) that is driven by hand.
    #[must_use]
    pub fn with_tools(self, tools: &ToolSet) -> Self {
        Self { tools: Arc::clone(tools.definitions()), ..self }
    }

    /// A prompt of these messages, without tools.
    #[must_use]
    pub fn new(messages: impl IntoIterator<Item = Message>) -> Self {
        Self { messages: messages.into_iter().collect(), ..Self::default() }
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
    /// The provider withheld the answer, or the rest of it.
    ContentFilter,
    /// The model has said nothing: no words, and no call of a tool. Such an answer is not among the messages of the turn,
    /// since providers refuse a conversation with an empty message.
    Empty,
    /// Tools answered the caller directly.
    ReturnDirect,
    /// The turn used up a limit: its rounds, tool calls, tokens or time.
    LimitExceeded,
    /// A hook ended the turn.
    Stopped,
    /// The turn waits for a person to decide about tool calls:
    /// [`ChatClientResponse::suspended_turn`](crate::client::ChatClientResponse::suspended_turn).
    Suspended,
}

impl FinishReason {
    /// Why an answer without words and calls has ended: what cut it off is known already.
    pub(crate) fn of_empty_answer(self) -> Self {
        match self {
            Self::Length | Self::ContentFilter => self,
            _ => Self::Empty,
        }
    }
}
