//! The messages of a conversation.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::chat::assistant_message::{AssistantMessage, joined};
use crate::chat::tool_call::{ToolCall, ToolResponse, shared_responses};
use crate::output::content_block::ContentBlock;

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
    pub fn tool(responses: impl IntoIterator<Item: Into<Arc<ToolResponse>>>) -> Self {
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

    /// Whether the message has nothing to send: only blank text. A tool message is never empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::System(message) => message.text().trim().is_empty(),
            Self::User(message) => message.is_empty(),
            Self::Assistant(message) => message.is_empty(),
            Self::Tool(_) => false,
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
    pub fn tool_responses(&self) -> &[Arc<ToolResponse>] {
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

/// A message of the user: text, images, audio and files, in their order.
///
/// ```
/// use tool_core::chat::UserMessage;
/// use tool_core::output::ContentBlock;
///
/// let message = UserMessage::new("What is on this picture?").with_block(ContentBlock::image_url("https://example.org/cat.png"));
///
/// assert_eq!(message.text(), "What is on this picture?");
/// assert_eq!(message.blocks().len(), 2);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UserMessage {
    content: Vec<ContentBlock>,
}

impl UserMessage {
    /// A message with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self::from_blocks([ContentBlock::text(text)])
    }

    /// A message of these blocks.
    #[must_use]
    pub fn from_blocks(blocks: impl IntoIterator<Item = ContentBlock>) -> Self {
        Self { content: blocks.into_iter().collect() }
    }

    /// Adds a block after those so far.
    #[must_use]
    pub fn with_block(mut self, block: ContentBlock) -> Self {
        self.content.push(block);
        self
    }

    /// The text blocks, one per line, without images, audio and files.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        joined(self.content.iter().filter_map(ContentBlock::as_text_block), "\n")
    }

    /// The blocks, in their order.
    #[must_use]
    pub fn blocks(&self) -> &[ContentBlock] {
        &self.content
    }

    /// Whether there is no block but blank text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.content.iter().all(|block| block.as_text_block().is_some_and(|text| text.trim().is_empty()))
    }
}

/// The responses to the tool calls of one assistant message.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolResponseMessage {
    #[serde(with = "shared_responses")]
    responses: Vec<Arc<ToolResponse>>,
}

impl ToolResponseMessage {
    /// A message with these responses.
    #[must_use]
    pub fn new(responses: impl IntoIterator<Item: Into<Arc<ToolResponse>>>) -> Self {
        Self { responses: responses.into_iter().map(Into::into).collect() }
    }

    /// The responses, in the order of the calls.
    #[must_use]
    pub fn responses(&self) -> &[Arc<ToolResponse>] {
        &self.responses
    }
}
