//! What client, model and tools say to each other.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::tool_error::ToolErrorKind;
use crate::output::content_block::ContentBlock;
use crate::output::tool_output::ToolOutput;

/// Provider fields that we do not read and must send back as they came, such as a thought signature.
pub type ProviderFields = Map<String, Value>;

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Message {
    /// How the model is to behave.
    System {
        /// The instructions.
        text: String,
    },
    /// What the user says.
    User {
        /// The user's words.
        text: String,
    },
    /// What the model says.
    Assistant(AssistantMessage),
    /// What the tools answered: one response per call of the assistant message before it, in the order of the calls.
    Tool {
        /// The responses.
        responses: Vec<ToolResponse>,
    },
}

impl Message {
    /// Instructions for the model.
    #[must_use]
    pub fn system(text: impl Into<String>) -> Self {
        Self::System { text: text.into() }
    }

    /// The user's words.
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self::User { text: text.into() }
    }

    /// The model's words, without tool calls.
    #[must_use]
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::Assistant(AssistantMessage { text: text.into(), ..AssistantMessage::default() })
    }

    /// The tool responses, of a tool message.
    #[must_use]
    pub fn tool_responses(&self) -> &[ToolResponse] {
        match self {
            Self::Tool { responses } => responses,
            Self::System { .. } | Self::User { .. } | Self::Assistant(_) => &[],
        }
    }
}

/// What the model says: text, tool calls, or both.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AssistantMessage {
    /// The words; empty when the model only calls tools.
    pub text: String,
    /// The tools it wants run, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// Fields of the provider.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub provider_fields: ProviderFields,
}

impl AssistantMessage {
    /// Whether it says nothing: no words, and no call of a tool.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tool_calls.is_empty() && self.text.trim().is_empty()
    }
}

// The provider's fields are for the provider: they may hold anything.
impl fmt::Debug for AssistantMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AssistantMessage")
            .field("text", &self.text)
            .field("tool_calls", &self.tool_calls)
            .finish_non_exhaustive()
    }
}

/// Takes this system text away. An advisor may have put another message before it, or taken it away.
pub(crate) fn hide_system(messages: &mut Vec<Message>, hidden: Option<&str>) {
    let is_hidden = |message: &Message| matches!(message, Message::System { text } if Some(text.as_str()) == hidden);
    if let Some(place) = messages.iter().position(is_hidden) {
        messages.remove(place);
    }
}

/// The model's wish to have one tool run.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Ties the response to this call.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// The arguments as the model wrote them: JSON text, perhaps empty, perhaps wrong.
    pub arguments: String,
    /// Fields of the provider.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub provider_fields: ProviderFields,
}

impl ToolCall {
    /// A call of the tool `name` with JSON text as arguments.
    #[must_use]
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
            provider_fields: ProviderFields::default(),
        }
    }
}

// Arguments may be private, and logs print `Debug` unasked: only their size is shown.
impl fmt::Debug for ToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolCall")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("arguments", &Hidden(&self.arguments))
            .finish_non_exhaustive()
    }
}

/// What the model reads about one call.
#[derive(Clone, Serialize, Deserialize)]
pub struct ToolResponse {
    /// The id of the call.
    pub id: String,
    /// The name of the tool, as the model gave it.
    pub name: String,
    /// The result in the chosen format, or the sentence of the error.
    pub text: String,
    /// What kind of failure the text tells of; none when the call succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolErrorKind>,
    /// Whether the result is for the caller ([`return_direct`](crate::callback::ToolMetadata::return_direct)). Never of a failed
    /// call.
    #[serde(default)]
    pub direct: bool,
    /// The result in pieces, when the tool answered with media: for providers whose models see or hear. `text` tells of
    /// the same in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<ContentBlock>,
    #[serde(skip)]
    pub(crate) output: Option<Arc<ToolOutput>>,
}

impl ToolResponse {
    /// The response of a call that succeeded.
    #[must_use]
    pub fn new(call: &ToolCall, text: impl Into<String>) -> Self {
        Self {
            id: call.id.clone(),
            name: call.name.clone(),
            text: text.into(),
            error: None,
            direct: false,
            blocks: Vec::new(),
            output: None,
        }
    }

    /// The response of a call that failed.
    #[must_use]
    pub fn failed(call: &ToolCall, error: ToolErrorKind, text: impl Into<String>) -> Self {
        Self { error: Some(error), ..Self::new(call, text) }
    }

    /// Whether the call failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }

    /// The value behind the text, of a direct response in the process that ran the tool: it does not survive serde.
    #[must_use]
    pub fn output(&self) -> Option<&ToolOutput> {
        self.output.as_deref()
    }
}

/// Two responses are equal when they say the same, whatever value is behind the text.
impl PartialEq for ToolResponse {
    fn eq(&self, other: &Self) -> bool {
        let of = |response: &Self| (response.error, response.direct);
        self.id == other.id
            && self.name == other.name
            && self.text == other.text
            && self.blocks == other.blocks
            && of(self) == of(other)
    }
}

// As for the arguments of a call.
impl fmt::Debug for ToolResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolResponse")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("text", &Hidden(&self.text))
            .field("error", &self.error)
            .field("direct", &self.direct)
            .finish_non_exhaustive()
    }
}

/// A text of which only the size is shown.
pub(crate) struct Hidden<'a>(pub(crate) &'a str);

impl fmt::Debug for Hidden<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} bytes>", self.0.len())
    }
}
