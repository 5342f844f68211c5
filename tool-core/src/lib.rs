//! Tool calling for language models. Annotate a function, and the rest is done.
#![doc = ""]

extern crate self as tool_core;

mod advisor;
mod arguments;
mod callback;
mod client;
mod context;
mod converter;
mod definition;
mod driver;
mod error;
mod function;
mod location;
mod logging;
mod manager;
mod message;
mod model;
mod observer;
mod outcome;
mod output;
mod provider;
mod registry;
mod request;
mod schema;
mod scripted;
mod tool_set;
mod turn;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use tool_formats as formats;
pub use tool_formats::Format;
pub use tool_macros::{ToolResult, tool};

pub use advisor::{Advisor, NextRound, NextTurn, TurnRequest};
pub use callback::{BoxFuture, ToolCallback, ToolFuture, ToolMetadata, ToolObject};
pub use client::{ChatClient, ChatClientBuilder};
pub use context::ToolContext;
pub use converter::{ConversionError, ToolCallResultConverter};
pub use definition::ToolDefinition;
pub use error::{ToolError, ToolErrorKind};
pub use function::{FunctionToolCallback, FunctionToolCallbackBuilder, ToolFunction};
pub use location::SourceLocation;
pub use logging::LoggingAdvisor;
pub use manager::{ToolCallingManager, ToolExecutionResult};
pub use message::{AssistantMessage, Message, ProviderFields, ToolCall, ToolResponse};
pub use model::{ChatError, ChatErrorKind, ChatModel, ChatResponse, FinishReason, Prompt, Usage};
pub use observer::{ConversionObserver, ConversionRecord, ConversionSnapshot, ConversionTotals, TokenCounts};
pub use outcome::{ChatClientResponse, TurnOutcome};
pub use output::{IntoToolOutput, ToolOutput};
pub use provider::{DelegatingToolCallbackProvider, StaticToolCallbackProvider, ToolCallbackProvider};
pub use registry::RegisteredTools;
pub use request::ChatClientRequest;
pub use scripted::ScriptedChatModel;
pub use tool_set::ToolSet;
pub use turn::{ToolCallLimits, Turn, TurnStep};
