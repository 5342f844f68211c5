//! `ModelEvent`: what a model says while it writes its response.

use std::fmt;

use crate::chat::chat_response::{FinishReason, RateLimits};
use crate::chat::tool_call::{Hidden, ProviderFields};
use crate::chat::usage::Usage;

/// One event of a model that streams its response: [`ChatModel::stream`](crate::ChatModel::stream).
///
/// A response consists of blocks, each a run of text, of reasoning, or a tool call. An implementation for a provider passes its
/// fragments on as they come, in any cut; [`ResponseAssembler`](crate::chat::ResponseAssembler) makes the response of them.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum ModelEvent {
    /// The response begins.
    #[non_exhaustive]
    Started {
        /// The provider's id of the response.
        id: Option<String>,
        /// The model that answers.
        model: Option<String>,
    },
    /// A fragment of a block.
    #[non_exhaustive]
    Delta {
        /// The provider's index of the block. Blocks of different kinds may have the same index. Without one, the fragment
        /// continues the last block, if that is of its kind; else it begins a block.
        block: Option<u64>,
        /// The fragment.
        delta: PartDelta,
    },
    /// A block is complete. Optional, because all blocks are complete when the response ends; a tool call that is known to be
    /// complete can start earlier.
    #[non_exhaustive]
    BlockEnded {
        /// The provider's index of the block; without one, it is the last block.
        block: Option<u64>,
    },
    /// The tokens so far. A later event replaces an earlier one in each number that is greater.
    Usage(Usage),
    /// What the provider still allows.
    RateLimits(RateLimits),
    /// Fields of the provider that belong to the response. A later event replaces fields of the same name.
    ProviderFields(ProviderFields),
    /// The model stops writing. Usage may still follow.
    Finished(FinishReason),
}

/// A fragment of a block.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum PartDelta {
    /// Text to add.
    Text(String),
    /// Text to add to a refusal.
    Refusal(String),
    /// Reasoning to add.
    Reasoning(String),
    /// Characters to add to the signature of the reasoning.
    ReasoningSignature(String),
    /// Characters to add to the reasoning in its encrypted form.
    ReasoningEncrypted(String),
    /// A fragment of a tool call.
    #[non_exhaustive]
    ToolCall {
        /// Its id; empty or absent when the provider does not repeat it.
        id: String,
        /// Its name or the beginning of it; empty when the provider does not repeat it.
        name: String,
        /// Characters to add to the arguments.
        arguments: String,
    },
    /// Fields of the provider to add to the block that this index names, or to the last one.
    ProviderFields(ProviderFields),
}

impl ModelEvent {
    /// The response begins.
    #[must_use]
    pub fn started(id: Option<String>, model: Option<String>) -> Self {
        Self::Started { id, model }
    }

    /// A fragment of the block with this index.
    #[must_use]
    pub fn delta(block: impl Into<Option<u64>>, delta: PartDelta) -> Self {
        Self::Delta { block: block.into(), delta }
    }

    /// A fragment of text without an index.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::delta(None, PartDelta::Text(text.into()))
    }

    /// A fragment of reasoning without an index.
    #[must_use]
    pub fn reasoning(text: impl Into<String>) -> Self {
        Self::delta(None, PartDelta::Reasoning(text.into()))
    }

    /// A fragment of a tool call. What the provider does not repeat is an empty text.
    #[must_use]
    pub fn tool_call(
        block: impl Into<Option<u64>>,
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        Self::delta(block, PartDelta::tool_call(id, name, arguments))
    }

    /// The block with this index is complete, or the last one.
    #[must_use]
    pub fn block_ended(block: impl Into<Option<u64>>) -> Self {
        Self::BlockEnded { block: block.into() }
    }
}

impl PartDelta {
    /// A fragment of a tool call. What the provider does not repeat is an empty text.
    #[must_use]
    pub fn tool_call(id: impl Into<String>, name: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self::ToolCall { id: id.into(), name: name.into(), arguments: arguments.into() }
    }
}

// As in `ToolCall` and `ReasoningPart`: arguments, signatures and the fields of the provider are not shown.
impl fmt::Debug for PartDelta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.debug_tuple("Text").field(text).finish(),
            Self::Refusal(text) => f.debug_tuple("Refusal").field(text).finish(),
            Self::Reasoning(text) => f.debug_tuple("Reasoning").field(text).finish(),
            Self::ReasoningSignature(text) => f.debug_tuple("ReasoningSignature").field(&Hidden(text)).finish(),
            Self::ReasoningEncrypted(text) => f.debug_tuple("ReasoningEncrypted").field(&Hidden(text)).finish(),
            Self::ToolCall { id, name, arguments } => f
                .debug_struct("ToolCall")
                .field("id", id)
                .field("name", name)
                .field("arguments", &Hidden(arguments))
                .finish(),
            Self::ProviderFields(_) => f.write_str("ProviderFields(..)"),
        }
    }
}

impl fmt::Debug for ModelEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Started { id, model } => f.debug_struct("Started").field("id", id).field("model", model).finish(),
            Self::Delta { block, delta } => {
                f.debug_struct("Delta").field("block", block).field("delta", delta).finish()
            }
            Self::BlockEnded { block } => f.debug_struct("BlockEnded").field("block", block).finish(),
            Self::Usage(usage) => f.debug_tuple("Usage").field(usage).finish(),
            Self::RateLimits(limits) => f.debug_tuple("RateLimits").field(limits).finish(),
            Self::ProviderFields(_) => f.write_str("ProviderFields(..)"),
            Self::Finished(reason) => f.debug_tuple("Finished").field(reason).finish(),
        }
    }
}
