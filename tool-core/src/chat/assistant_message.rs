//! `AssistantMessage`: what a model says, as ordered parts.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::chat::tool_call::{Hidden, ProviderFields, ToolCall};

/// A message of the model: text, reasoning, tool calls and refusals, in the order in which the model gave them.
///
/// ```
/// use tool_core::ToolCall;
/// use tool_core::chat::{AssistantMessage, AssistantPart, ReasoningPart};
///
/// let message = AssistantMessage::from_parts([
///     AssistantPart::Reasoning(ReasoningPart::new("The user wants a sum.").with_signature("c2ln")),
///     AssistantPart::text("Let me add these."),
///     AssistantPart::ToolCall(ToolCall::new("1", "add", r#"{"a":1,"b":2}"#)),
/// ]);
///
/// assert_eq!(message.text(), "Let me add these.");
/// assert_eq!(message.tool_calls().count(), 1);
/// ```
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AssistantMessage {
    parts: Vec<AssistantPart>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    provider_fields: ProviderFields,
}

/// One part of a message of the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum AssistantPart {
    /// Text for the user.
    Text(TextPart),
    /// What the model thought before it wrote.
    Reasoning(ReasoningPart),
    /// A tool call.
    ToolCall(ToolCall),
    /// The model declines to answer, and says so.
    Refusal(TextPart),
}

impl AssistantPart {
    /// Text for the user.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextPart::new(text))
    }

    /// A sentence by which the model declines to answer.
    #[must_use]
    pub fn refusal(text: impl Into<String>) -> Self {
        Self::Refusal(TextPart::new(text))
    }
}

/// Text of a model: a part of its answer, or of a refusal.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TextPart {
    /// The text.
    pub text: String,
    /// Fields of the provider.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub provider_fields: ProviderFields,
}

impl TextPart {
    /// A part with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Sets the fields of the provider.
    #[must_use]
    pub fn with_provider_fields(self, provider_fields: ProviderFields) -> Self {
        Self { provider_fields, ..self }
    }
}

/// What a model thought before it wrote. It is sent back to the provider exactly as it came.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReasoningPart {
    /// The reasoning in words, or a summary of it; empty when the provider withholds it.
    pub text: String,
    /// By which the provider recognizes its own text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The reasoning in a form that only the provider can read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encrypted: Option<String>,
    /// Fields of the provider.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub provider_fields: ProviderFields,
}

impl ReasoningPart {
    /// Reasoning in words.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Sets the signature, by which the provider recognizes its own text.
    #[must_use]
    pub fn with_signature(self, signature: impl Into<String>) -> Self {
        Self { signature: Some(signature.into()), ..self }
    }

    /// Sets the reasoning in a form that only the provider can read.
    #[must_use]
    pub fn with_encrypted(self, encrypted: impl Into<String>) -> Self {
        Self { encrypted: Some(encrypted.into()), ..self }
    }

    /// Sets the fields of the provider.
    #[must_use]
    pub fn with_provider_fields(self, provider_fields: ProviderFields) -> Self {
        Self { provider_fields, ..self }
    }
}

impl AssistantMessage {
    /// A message with this text, without tool calls. Without text, it has no part.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::from_parts((!text.is_empty()).then(|| AssistantPart::text(text)))
    }

    /// A message of these parts.
    #[must_use]
    pub fn from_parts(parts: impl IntoIterator<Item = AssistantPart>) -> Self {
        Self { parts: parts.into_iter().collect(), ..Self::default() }
    }

    /// Adds a part after those so far.
    #[must_use]
    pub fn with_part(mut self, part: AssistantPart) -> Self {
        self.parts.push(part);
        self
    }

    /// Adds tool calls after the parts so far.
    #[must_use]
    pub fn with_tool_calls(mut self, tool_calls: impl IntoIterator<Item = ToolCall>) -> Self {
        self.parts.extend(tool_calls.into_iter().map(AssistantPart::ToolCall));
        self
    }

    /// Sets the fields of the provider that belong to the whole message.
    #[must_use]
    pub fn with_provider_fields(self, provider_fields: ProviderFields) -> Self {
        Self { provider_fields, ..self }
    }

    /// The parts, in the model's order.
    #[must_use]
    pub fn parts(&self) -> &[AssistantPart] {
        &self.parts
    }

    /// The parts by value.
    #[must_use]
    pub fn into_parts(self) -> Vec<AssistantPart> {
        self.parts
    }

    /// The model's words: its text parts without a separator, because some providers split a sentence into parts. Empty when
    /// the model only calls tools. Reasoning and refusals are not included.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        let texts = self.parts.iter().filter_map(|part| match part {
            AssistantPart::Text(part) => Some(part.text.as_str()),
            _ => None,
        });
        joined(texts, "")
    }

    /// The model's reasoning in words, its parts separated by an empty line.
    #[must_use]
    pub fn reasoning(&self) -> Cow<'_, str> {
        let texts = self.parts.iter().filter_map(|part| match part {
            AssistantPart::Reasoning(part) if !part.text.is_empty() => Some(part.text.as_str()),
            _ => None,
        });
        joined(texts, "\n\n")
    }

    /// The sentence by which the model declines to answer, if it does.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        self.parts.iter().find_map(|part| match part {
            AssistantPart::Refusal(part) => Some(part.text.as_str()),
            _ => None,
        })
    }

    /// The tool calls, in the model's order.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> + Clone {
        self.parts.iter().filter_map(|part| match part {
            AssistantPart::ToolCall(call) => Some(call),
            _ => None,
        })
    }

    /// Whether the model calls tools.
    #[must_use]
    pub fn has_tool_calls(&self) -> bool {
        self.tool_calls().next().is_some()
    }

    /// The fields of the provider that belong to the whole message.
    #[must_use]
    pub fn provider_fields(&self) -> &ProviderFields {
        &self.provider_fields
    }

    /// Whether there is nothing for the user or the framework: no text but blanks, no tool call and no refusal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| match part {
            AssistantPart::Text(part) | AssistantPart::Refusal(part) => part.text.trim().is_empty(),
            AssistantPart::Reasoning(_) => true,
            AssistantPart::ToolCall(_) => false,
        })
    }
}

/// The texts, joined; borrowed when there is only one.
pub(super) fn joined<'t>(mut texts: impl Iterator<Item = &'t str>, separator: &str) -> Cow<'t, str> {
    let Some(first) = texts.next() else { return Cow::Borrowed("") };
    texts.fold(Cow::Borrowed(first), |mut all, text| {
        let joined = all.to_mut();
        joined.push_str(separator);
        joined.push_str(text);
        all
    })
}

// The fields of the provider may hold anything.
impl fmt::Debug for AssistantMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AssistantMessage").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl fmt::Debug for TextPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextPart").field("text", &self.text).finish_non_exhaustive()
    }
}

impl fmt::Debug for ReasoningPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReasoningPart")
            .field("text", &self.text)
            .field("signature", &self.signature.as_deref().map(Hidden))
            .field("encrypted", &self.encrypted.as_deref().map(Hidden))
            .finish_non_exhaustive()
    }
}
