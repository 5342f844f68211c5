//! The tool calls of a model, and the responses to them.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::tool_error::ToolErrorKind;
use crate::output::content_block::ContentBlock;
use crate::output::tool_output::ToolOutput;

/// Fields of a provider that the framework does not interpret and sends back as they came, such as a thought signature.
pub type ProviderFields = Map<String, Value>;

/// A call of one tool, as the model wrote it.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// Connects the response with this call.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// The arguments as the model wrote them: JSON text, which may be empty or malformed.
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

    /// Sets the fields of the provider.
    #[must_use]
    pub fn with_provider_fields(self, provider_fields: ProviderFields) -> Self {
        Self { provider_fields, ..self }
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

/// The response to one tool call, as the model reads it.
#[derive(Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolResponse {
    /// The id of the call.
    pub id: String,
    /// The name of the tool, as the model gave it.
    pub name: String,
    /// The result in the chosen format, or the sentence of the error.
    pub text: String,
    /// The kind of the error in `text`; `None` when the call succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolErrorKind>,
    /// Whether the result is for the caller ([`return_direct`](crate::callback::ToolMetadata::return_direct)). Never of a failed
    /// call.
    #[serde(default)]
    pub direct: bool,
    /// The result in pieces, when the tool returned media, for models that see or hear. `text` describes the same in words.
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

    /// Sets the result in pieces, for models that see or hear.
    #[must_use]
    pub fn with_blocks(self, blocks: impl IntoIterator<Item = ContentBlock>) -> Self {
        Self { blocks: blocks.into_iter().collect(), ..self }
    }

    /// This response with another text, and without the value and the media that were described by the one before.
    pub(crate) fn rewritten(&self, text: String) -> Self {
        let (id, name) = (self.id.clone(), self.name.clone());
        Self { id, name, text, error: self.error, direct: self.direct, blocks: Vec::new(), output: None }
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

/// Serializes a shared response as the response itself. (serde's feature `rc` would do; it would be on in every program.)
pub(crate) mod shared_response {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::ToolResponse;

    pub(crate) fn serialize<S: Serializer>(response: &Arc<ToolResponse>, serializer: S) -> Result<S::Ok, S::Error> {
        (**response).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<ToolResponse>, D::Error> {
        ToolResponse::deserialize(deserializer).map(Arc::new)
    }
}

/// A list of shared responses, likewise.
pub(crate) mod shared_responses {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serializer};

    use super::ToolResponse;

    pub(crate) fn serialize<S: Serializer>(responses: &[Arc<ToolResponse>], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(responses.iter().map(|response| &**response))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Arc<ToolResponse>>, D::Error> {
        let responses = Vec::<ToolResponse>::deserialize(deserializer)?;
        Ok(responses.into_iter().map(Arc::new).collect())
    }
}

/// A text of which only the size is shown.
pub(crate) struct Hidden<'a>(pub(crate) &'a str);

impl fmt::Debug for Hidden<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} bytes>", self.0.len())
    }
}
