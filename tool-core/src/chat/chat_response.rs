//! `ChatResponse`: what a model answers.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::chat::assistant_message::AssistantMessage;
use crate::chat::tool_call::{ProviderFields, ToolCall};
use crate::chat::usage::Usage;

/// One response of a model.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChatResponse {
    /// The message of the model.
    pub message: AssistantMessage,
    /// Why the model stopped writing.
    pub finish_reason: FinishReason,
    /// The tokens of this one exchange; all zero when the model does not report them.
    pub usage: Usage,
    /// The provider's id of the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The model that answered, which may differ from the one that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What the provider still allows, if it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_limits: Option<Box<RateLimits>>,
    /// Fields of the provider that belong to the response.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub provider_fields: ProviderFields,
}

impl ChatResponse {
    /// A response with this message. Its finish reason is `ToolCalls` when the message calls tools, else `Stop`.
    #[must_use]
    pub fn new(message: AssistantMessage) -> Self {
        let finish_reason = if message.has_tool_calls() { FinishReason::ToolCalls } else { FinishReason::Stop };
        Self { message, finish_reason, ..Self::default() }
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

    /// Sets the provider's id of the response.
    #[must_use]
    pub fn with_id(self, id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), ..self }
    }

    /// Sets the model that answered.
    #[must_use]
    pub fn with_model(self, model: impl Into<String>) -> Self {
        Self { model: Some(model.into()), ..self }
    }

    /// Sets what the provider still allows.
    #[must_use]
    pub fn with_rate_limits(self, rate_limits: RateLimits) -> Self {
        Self { rate_limits: Some(Box::new(rate_limits)), ..self }
    }

    /// Sets the fields of the provider that belong to the response.
    #[must_use]
    pub fn with_provider_fields(self, provider_fields: ProviderFields) -> Self {
        Self { provider_fields, ..self }
    }
}

// The fields of the provider may hold anything.
impl fmt::Debug for ChatResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatResponse")
            .field("message", &self.message)
            .field("finish_reason", &self.finish_reason)
            .field("usage", &self.usage)
            .field("id", &self.id)
            .field("model", &self.model)
            .field("rate_limits", &self.rate_limits)
            .finish_non_exhaustive()
    }
}

/// What a provider still allows, as the headers of its response say.
///
/// Source: Spring AI 2.x, `RateLimit`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RateLimits {
    /// By number of requests.
    pub requests: RateLimit,
    /// By number of tokens.
    pub tokens: RateLimit,
}

/// One limit of a provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct RateLimit {
    /// How much is allowed in one period.
    pub limit: Option<u64>,
    /// How much of it is left.
    pub remaining: Option<u64>,
    /// After which time the full limit is available again.
    pub reset_after: Option<Duration>,
}

impl RateLimits {
    /// These limits.
    #[must_use]
    pub fn new(requests: RateLimit, tokens: RateLimit) -> Self {
        Self { requests, tokens }
    }
}

impl RateLimit {
    /// A limit of which the provider names these values.
    #[must_use]
    pub fn new(limit: Option<u64>, remaining: Option<u64>, reset_after: Option<Duration>) -> Self {
        Self { limit, remaining, reset_after }
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
    /// The stream of the response ended without a reason, so the response may be truncated. Its last tool call does not run
    /// unless it is complete.
    Incomplete,
    /// Another reason, in the provider's word.
    Other(String),
}
