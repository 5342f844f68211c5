//! `Prompt`: what a model is asked.

use std::sync::Arc;

use crate::chat::chat_options::ChatOptions;
use crate::chat::message::Message;
use crate::chat::messages::Messages;
use crate::provider::tool_set::ToolSet;
use crate::schema::definition::ToolDefinition;

/// What a model is sent: the conversation so far, the tools it may call, and options. Cloning copies neither messages nor tools.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Prompt {
    /// The conversation in its order.
    pub messages: Messages,
    /// The tools, sorted by name.
    pub tools: Arc<[ToolDefinition]>,
    /// How the model is to answer.
    pub options: ChatOptions,
}

impl Prompt {
    /// A prompt of these messages, without tools.
    #[must_use]
    pub fn new(messages: impl IntoIterator<Item: Into<Arc<Message>>>) -> Self {
        Self { messages: messages.into_iter().collect(), ..Self::default() }
    }

    /// Sets the tools the model may call: for a [`Turn`](crate::turn::Turn) that is driven by hand.
    #[must_use]
    pub fn with_tools(self, tools: &ToolSet) -> Self {
        Self { tools: Arc::clone(tools.definitions()), ..self }
    }

    /// Sets how the model is to answer.
    #[must_use]
    pub fn with_options(self, options: ChatOptions) -> Self {
        Self { options, ..self }
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

impl From<Messages> for Prompt {
    fn from(messages: Messages) -> Self {
        Self { messages, ..Self::default() }
    }
}
