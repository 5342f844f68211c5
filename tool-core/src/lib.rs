//! Tool calling for language models: annotate a function, let a model call it, send the result in the cheapest format.
//!
//! ```
//! use tool_core::{ChatClient, ChatResponse, Format, ScriptedChatModel, ToolCall, ToolResult, tool, tools};
//!
//! #[derive(ToolResult)]
//! struct Passenger {
//!     name: &'static str,
//!     age: Option<f64>,
//! }
//!
//! /// Get titanic passengers.
//! #[tool]
//! fn passengers(
//!     /// Number of records to return
//!     count: usize,
//! ) -> Vec<Passenger> {
//!     [Passenger { name: "Ada", age: Some(36.5) }, Passenger { name: "Bob", age: None }].into_iter().take(count).collect()
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! // A model that is played from a script, in place of a live one.
//! let model = ScriptedChatModel::new()
//!     .step(|_| ChatResponse::tool_calls([ToolCall::new("1", "passengers", r#"{"count":2}"#)]))
//!     .step(|prompt| ChatResponse::text(prompt.messages[2].tool_responses()[0].text.as_str()));
//!
//! let answer = ChatClient::new(model)
//!     .prompt("Please show me 2 passengers")
//!     .tools(tools![passengers].with_format(Format::Toon))
//!     .call()
//!     .await?;
//!
//! assert_eq!(answer.content(), "[2]{name,age}:\n  Ada,36.5\n  Bob,null");
//! # Ok::<(), tool_core::ChatError>(())
//! # }).unwrap();
//! ```
//!
//! # The road of one call
//!
//! 1. [`#[tool]`](macro@tool) makes a [`ToolDefinition`] of a function: name, description, input schema.
//! 2. The function is a [`ToolCallback`]; so are closures ([`FunctionToolCallback`]) and the methods of an object ([`#[tool_object]`](macro@tool_object)).
//! 3. Providers collect callbacks ([`RegisteredTools`], [`tools!`], lists); a [`ToolSet`] checks those of one request.
//! 4. [`ChatClient`] sends a [`Prompt`] with the definitions to a [`ChatModel`].
//! 5. [`ToolCallingManager`] finds each call's tool in the set, reads the arguments and runs it with the [`ToolContext`].
//! 6. Its [`ToolOutput`] stays a value until a [`ToolCallResultConverter`], such as [`Format`], makes the text, once.
//! 7. The text goes back to the model as a [`ToolResponse`], or to the caller; [`Turn`] says what comes next.
//!
//! [`Advisor`]s stand around the turn, or around each exchange with the model.
//!
//! # Features
//!
//! | feature | default | |
//! |---|---|---|
//! | `toon`, `yaml`, `xml`, `csv` | yes | writes and reads that [`Format`]; when it is off, a result in this format falls back to JSON. JSON is always there |
//! | `pattern` | no | `#[tool_param(pattern = "..")]`, checked with the `regex` crate |
//! | `tokens` | no | `formats::TiktokenCounter`, with its vocabulary compiled in |
//! | `chrono` | no | [`NaiveDate`, `DateTime` and other types](macro@tool#types-of-other-crates) of `chrono` 0.4 as parameters and results |
//! | `uuid` | no | [`Uuid`](macro@tool#types-of-other-crates) of `uuid` 1 as parameter and result |
//! | `url` | no | [`Url`](macro@tool#types-of-other-crates) of `url` 2 as parameter and result |
//!
//! # Numbers
//!
//! `tool-core` switches on `serde_json`'s feature `float_roundtrip`, so each double is read as the nearest one to its text.
//! Where a program, or one of its dependencies, switches on `serde_json/arbitrary_precision`, it holds for `tool-core` as
//! well. All of the above stays true, with one limit, which is serde's: a number with a fraction or an exponent that stands
//! inside an untagged or internally tagged type is refused, since serde passes it on as a map there
//! (serde-rs/json issue 1108). It is never changed.

extern crate self as tool_core;

mod advisor;
mod approval;
mod argument_mode;
mod arguments;
mod augment;
mod call_scope;
mod callback;
mod cap;
mod cause;
mod chat_error;
mod clean;
mod client;
mod content;
mod context;
mod converter;
mod definition;
mod dialect;
mod driver;
mod error;
mod execution;
mod field;
mod function;
mod hints;
mod history;
mod hook;
mod limits;
mod location;
mod logging;
mod manager;
mod memory;
mod message;
mod metadata;
mod model;
mod names;
mod object;
mod observer;
mod options;
mod outcome;
mod output;
#[cfg(feature = "pattern")]
mod pattern;
mod patterns;
mod plan;
mod policy;
mod probe;
mod provider;
mod registry;
mod repair;
mod request;
mod responder;
mod rules;
mod runtime;
mod scalar;
mod schema;
mod scripted;
mod similar;
mod test_kit;
mod text;
mod tool_cache;
mod tool_function;
mod tool_set;
mod turn;
mod unwind;
mod usage;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use tool_formats as formats;
pub use tool_formats::{CheapestFormat, Format};
#[doc = include_str!("../docs/tool_params.md")]
pub use tool_macros::ToolParams;
#[doc = include_str!("../docs/tool_result.md")]
pub use tool_macros::ToolResult;
#[doc = include_str!("../docs/tool.md")]
#[cfg_attr(feature = "chrono", doc = include_str!("../docs/chrono.md"))]
#[cfg_attr(feature = "uuid", doc = include_str!("../docs/uuid.md"))]
#[cfg_attr(feature = "url", doc = include_str!("../docs/url.md"))]
pub use tool_macros::tool;
#[doc = include_str!("../docs/tool_object.md")]
pub use tool_macros::tool_object;

pub use advisor::{Advisor, NextRound, NextTurn, TurnRequest};
pub use approval::ToolCallDecision;
pub use argument_mode::ArgumentMode;
pub use arguments::ReadArguments;
pub use augment::AugmentingToolCallbackProvider;
pub use call_scope::Progress;
pub use callback::{BoxFuture, ToolCallback, ToolFuture, ToolObject};
pub use chat_error::{ChatError, ChatErrorKind};
pub use client::{ChatClient, ChatClientBuilder};
pub use content::ContentBlock;
pub use context::ToolContext;
pub use converter::{ConversionError, ToolCallResultConverter};
pub use definition::ToolDefinition;
pub use dialect::{SchemaDialect, SchemaDialectError};
pub use error::{ToolError, ToolErrorKind};
pub use function::{Described, FunctionToolCallback, FunctionToolCallbackBuilder, HasDescription, Undescribed};
pub use hook::{AfterCall, BeforeCall, PendingToolCall, ToolCallHook};
pub use limits::{OnLimit, ToolCallLimits};
pub use location::SourceLocation;
pub use logging::LoggingAdvisor;
pub use manager::{ToolCallingManager, ToolExecutionResult};
pub use memory::TurnMemory;
pub use message::{AssistantMessage, Message, ProviderFields, ToolCall, ToolResponse};
pub use metadata::ToolMetadata;
pub use model::{ChatModel, ChatResponse, FinishReason, Prompt};
pub use observer::{ConversionObserver, ConversionRecord, ConversionSnapshot, ConversionTotals, TokenCounts};
pub use options::{ChatOptions, ToolChoice};
pub use outcome::{ChatClientResponse, TurnOutcome};
pub use output::{IntoToolOutput, ToolOutput};
pub use policy::OnError;
pub use provider::{
    ConditionalToolCallbackProvider, DelegatingToolCallbackProvider, StaticToolCallbackProvider, ToolCallbackProvider,
};
pub use registry::RegisteredTools;
pub use repair::{ArgumentRepair, ArgumentRepairKind};
pub use request::{ChatClientRequest, NewTurn, ResumedTurn};
pub use scripted::ScriptedChatModel;
pub use test_kit::{SchemaSnapshotError, TestTool, check_schema_snapshot};
pub use tool_function::ToolFunction;
pub use tool_set::ToolSet;
pub use turn::{Turn, TurnStep};
pub use usage::Usage;

/// The README, so that its examples are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
