//! Redacts the texts of a conversation.

use std::sync::Arc;

use serde_json::Value;

use crate::chat::assistant_message::{AssistantMessage, AssistantPart, ReasoningPart, TextPart};
use crate::chat::chat_response::ChatResponse;
use crate::chat::message::{Message, UserMessage};
use crate::chat::tool_call::{ProviderFields, ToolCall, ToolResponse};
use crate::error::catch_panic;
use crate::output::content_block::{ContentBlock, MediaSource};

/// What is recorded of a text for which the function panicked.
const PANICKED: &str = "[the redactor panicked]";

/// A function that removes secrets from texts; by default, it changes nothing.
#[derive(Clone, Default)]
pub(crate) struct Redactor(Option<Arc<Redact>>);

type Redact = dyn Fn(&str) -> String + Send + Sync;

impl Redactor {
    pub(crate) fn new(redactor: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(redactor)))
    }

    pub(crate) fn text(&self, text: &str) -> String {
        let Some(redactor) = &self.0 else { return text.to_owned() };
        catch_panic::catch(|| redactor(text)).unwrap_or_else(|_| PANICKED.to_owned())
    }

    pub(crate) fn response(&self, response: &ChatResponse) -> ChatResponse {
        let mut redacted = response.clone();
        redacted.message = self.assistant(&response.message);
        self.fields(&mut redacted.provider_fields);
        redacted
    }

    pub(crate) fn message(&self, message: &Message) -> Message {
        if self.0.is_none() {
            return message.clone();
        }
        match message {
            Message::System(system) => Message::system(self.text(&system.text())),
            Message::User(user) => {
                Message::User(UserMessage::from_blocks(user.blocks().iter().map(|block| self.block(block))))
            }
            Message::Assistant(assistant) => Message::Assistant(self.assistant(assistant)),
            Message::Tool(tool) => Message::tool(tool.responses().iter().map(|response| self.tool_response(response))),
        }
    }

    fn assistant(&self, message: &AssistantMessage) -> AssistantMessage {
        let mut fields = message.provider_fields().clone();
        self.fields(&mut fields);
        let parts = message.parts().iter().map(|part| match part {
            AssistantPart::Text(part) => AssistantPart::Text(self.text_part(part)),
            AssistantPart::Refusal(part) => AssistantPart::Refusal(self.text_part(part)),
            AssistantPart::Reasoning(part) => AssistantPart::Reasoning(self.reasoning(part)),
            AssistantPart::ToolCall(call) => AssistantPart::ToolCall(self.tool_call(call)),
        });
        AssistantMessage::from_parts(parts).with_provider_fields(fields)
    }

    fn text_part(&self, part: &TextPart) -> TextPart {
        let mut part = part.clone();
        part.text = self.text(&part.text);
        self.fields(&mut part.provider_fields);
        part
    }

    fn reasoning(&self, part: &ReasoningPart) -> ReasoningPart {
        let mut part = part.clone();
        part.text = self.text(&part.text);
        part.signature = part.signature.map(|signature| self.text(&signature));
        part.encrypted = part.encrypted.map(|encrypted| self.text(&encrypted));
        self.fields(&mut part.provider_fields);
        part
    }

    fn tool_call(&self, call: &ToolCall) -> ToolCall {
        let mut call = call.clone();
        call.arguments = self.json(&call.arguments);
        self.fields(&mut call.provider_fields);
        call
    }

    fn tool_response(&self, response: &ToolResponse) -> ToolResponse {
        let blocks = response.blocks.iter().map(|block| self.block(block));
        let text = self.text(&response.text);
        let mut redacted = response.rewritten(text);
        redacted.blocks = blocks.collect();
        redacted
    }

    fn block(&self, block: &ContentBlock) -> ContentBlock {
        let mut block = block.clone();
        match &mut block {
            ContentBlock::Text { text } => *text = self.text(text),
            ContentBlock::Image { source, .. } | ContentBlock::Audio { source, .. } => self.source(source),
            ContentBlock::File { source, name, .. } => {
                self.source(source);
                *name = name.as_deref().map(|name| self.text(name));
            }
            ContentBlock::Resource { uri, text, .. } => {
                *uri = self.text(uri);
                *text = text.as_deref().map(|text| self.text(text));
            }
        }
        block
    }

    fn source(&self, source: &mut MediaSource) {
        match source {
            MediaSource::Data(text) | MediaSource::Url(text) => *text = self.text(text),
        }
    }

    /// JSON text with each string redacted. The whole text is redacted, too: a secret may be escaped, a number, or outside of
    /// any string. What is not JSON is a text.
    fn json(&self, text: &str) -> String {
        if self.0.is_none() {
            return text.to_owned();
        }
        let parsed = serde_json::from_str::<Value>(text);
        let redacted = parsed.ok().and_then(|value| {
            let redacted = self.value(value.clone());
            (redacted != value).then(|| redacted.to_string())
        });
        self.text(redacted.as_deref().unwrap_or(text))
    }

    fn value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.value(item)).collect(),
            Value::Object(mut members) => {
                self.fields(&mut members);
                Value::Object(members)
            }
            other => other,
        }
    }

    fn fields(&self, fields: &mut ProviderFields) {
        if self.0.is_some() {
            for (_, value) in fields.iter_mut() {
                *value = self.value(value.take());
            }
        }
    }
}
