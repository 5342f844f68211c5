//! The messages of a conversation.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::chat::tool_call::{ProviderFields, ToolCall, ToolResponse};

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Message {
    /// Instructions for the model.
    System(SystemMessage),
    /// A message of the user.
    User(UserMessage),
    /// A message of the model.
    Assistant(AssistantMessage),
    /// The responses to the tool calls of the assistant message before it, one for each call and in their order.
    Tool(ToolResponseMessage),
}

impl Message {
    /// Instructions for the model.
    #[must_use]
    pub fn system(text: impl Into<String>) -> Self {
        Self::System(SystemMessage::new(text))
    }

    /// A message of the user.
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self::User(UserMessage::new(text))
    }

    /// A message of the model, without tool calls.
    #[must_use]
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::Assistant(AssistantMessage::new(text))
    }

    /// The responses to tool calls.
    #[must_use]
    pub fn tool(responses: impl IntoIterator<Item = ToolResponse>) -> Self {
        Self::Tool(ToolResponseMessage::new(responses))
    }

    /// The text; that of a tool message is empty.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Self::System(message) => message.text(),
            Self::User(message) => message.text(),
            Self::Assistant(message) => message.text(),
            Self::Tool(_) => Cow::Borrowed(""),
        }
    }

    /// The tool calls, of an assistant message.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        let assistant = match self {
            Self::Assistant(message) => Some(message),
            Self::System(_) | Self::User(_) | Self::Tool(_) => None,
        };
        assistant.into_iter().flat_map(AssistantMessage::tool_calls)
    }

    /// The tool responses, of a tool message.
    #[must_use]
    pub fn tool_responses(&self) -> &[ToolResponse] {
        match self {
            Self::Tool(message) => message.responses(),
            Self::System(_) | Self::User(_) | Self::Assistant(_) => &[],
        }
    }
}

/// Instructions for the model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemMessage {
    text: String,
}

impl SystemMessage {
    /// A message with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }

    /// The instructions.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}

/// A message of the user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UserMessage {
    text: String,
}

impl UserMessage {
    /// A message with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }

    /// The user's words.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}

/// A message of the model: text, tool calls, or both.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AssistantMessage {
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    provider_fields: ProviderFields,
}

impl AssistantMessage {
    /// A message with this text, which may be empty, and without tool calls.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Adds tool calls after those so far.
    #[must_use]
    pub fn with_tool_calls(mut self, tool_calls: impl IntoIterator<Item = ToolCall>) -> Self {
        self.tool_calls.extend(tool_calls);
        self
    }

    /// Sets the fields of the provider.
    #[must_use]
    pub fn with_provider_fields(self, provider_fields: ProviderFields) -> Self {
        Self { provider_fields, ..self }
    }

    /// The model's words; empty when it only calls tools.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }

    /// The tool calls, in the model's order.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.tool_calls.iter()
    }

    /// Whether the model calls tools.
    #[must_use]
    pub fn has_tool_calls(&self) -> bool {
        !self.tool_calls.is_empty()
    }

    /// The fields of the provider.
    #[must_use]
    pub fn provider_fields(&self) -> &ProviderFields {
        &self.provider_fields
    }

    /// Whether there is neither text nor a tool call. Blank text counts as none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tool_calls.is_empty() && self.text.trim().is_empty()
    }
}

// The fields of the provider may hold anything.
impl fmt::Debug for AssistantMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AssistantMessage")
            .field("text", &self.text)
            .field("tool_calls", &self.tool_calls)
            .finish_non_exhaustive()
    }
}

/// The responses to the tool calls of one assistant message.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolResponseMessage {
    responses: Vec<ToolResponse>,
}

impl ToolResponseMessage {
    /// A message with these responses.
    #[must_use]
    pub fn new(responses: impl IntoIterator<Item = ToolResponse>) -> Self {
        Self { responses: responses.into_iter().collect() }
    }

    /// The responses, in the order of the calls.
    #[must_use]
    pub fn responses(&self) -> &[ToolResponse] {
        &self.responses
    }
}

/// Removes this system text. An advisor may have put another message before it, or removed it.
pub(crate) fn hide_system(messages: &mut Vec<Message>, hidden: Option<&str>) {
    let is_hidden = |message: &Message| matches!(message, Message::System(system) if Some(&*system.text()) == hidden);
    if let Some(place) = messages.iter().position(is_hidden) {
        messages.remove(place);
    }
}
