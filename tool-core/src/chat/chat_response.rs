//! `ChatResponse`: what a model answers.

use serde::{Deserialize, Serialize};

use crate::chat::message::AssistantMessage;
use crate::chat::tool_call::ToolCall;
use crate::chat::usage::Usage;

/// One response of a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChatResponse {
    /// The message of the model.
    pub message: AssistantMessage,
    /// Why the model stopped writing.
    pub finish_reason: FinishReason,
    /// The tokens of this one exchange; all zero when the model does not report them.
    pub usage: Usage,
}

impl ChatResponse {
    /// A response with this message. Its finish reason is `ToolCalls` when the message calls tools, else `Stop`.
    #[must_use]
    pub fn new(message: AssistantMessage) -> Self {
        let finish_reason = if message.has_tool_calls() { FinishReason::ToolCalls } else { FinishReason::Stop };
        Self { message, finish_reason, usage: Usage::default() }
    }

    /// A response in words.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(AssistantMessage::new(text))
    }

    /// A response that calls tools.
    #[must_use]
    pub fn tool_calls(tool_calls: impl IntoIterator<Item = ToolCall>) -> Self {
        let message = AssistantMessage::default().with_tool_calls(tool_calls);
        Self { finish_reason: FinishReason::ToolCalls, ..Self::new(message) }
    }

    /// Sets why the model stopped writing.
    #[must_use]
    pub fn with_finish_reason(self, finish_reason: FinishReason) -> Self {
        Self { finish_reason, ..self }
    }

    /// Sets the tokens of this exchange.
    #[must_use]
    pub fn with_usage(self, usage: Usage) -> Self {
        Self { usage, ..self }
    }
}

/// Why a model stopped writing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FinishReason {
    /// The response is complete.
    #[default]
    Stop,
    /// The model calls tools.
    ToolCalls,
    /// The response is truncated at the model's token limit.
    Length,
    /// The provider withheld the response, or the rest of it.
    ContentFilter,
    /// Another reason, in the provider's word.
    Other(String),
}
