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
//! # How one call flows
//!
//! Each step is a module, in this order; a module uses only those above it in the list of modules.
//!
//! 1. [`schema`]: [`#[tool]`](macro@tool) makes a [`ToolDefinition`] from a function: name, description, input schema.
//! 2. [`callback`]: the function is a [`ToolCallback`]; so are closures ([`FunctionToolCallback`]) and the methods of an
//!    object ([`#[tool_object]`](macro@tool_object)).
//! 3. [`provider`]: providers collect callbacks ([`RegisteredTools`], [`tools!`], lists); a [`ToolSet`] checks those of one
//!    request.
//! 4. [`client`] and [`chat`]: [`ChatClient`] sends a [`Prompt`] with the definitions to a [`ChatModel`].
//! 5. [`execution`]: [`ToolCallingManager`](execution::ToolCallingManager) finds the tool of each call in the set, reads its
//!    [`arguments`] and runs it with the [`ToolContext`].
//! 6. [`output`]: the [`ToolOutput`] stays a value until a [`ToolCallResultConverter`], such as [`Format`], writes its text.
//! 7. [`turn`]: the text goes back to the model as a [`ToolResponse`], or to the caller; [`Turn`](turn::Turn) decides what
//!    comes next.
//!
//! An [`Advisor`] wraps a whole turn, or each exchange with the model.
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

pub mod error;
pub mod context;
pub mod schema;
pub mod output;
pub mod arguments;
pub mod callback;
pub mod provider;
pub mod chat;
pub mod execution;
pub mod turn;
pub mod client;
pub mod advisors;
pub mod testing;
#[doc(hidden)]
#[path = "macro_support/mod.rs"]
pub mod __private;

pub use tool_formats as formats;
pub use tool_formats::Format;
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

pub use self::callback::{FunctionToolCallback, ToolCallback};
pub use self::chat::{ChatError, ChatModel, ChatResponse, Message, Prompt, ToolCall, ToolResponse};
pub use self::client::{Advisor, ChatClient};
pub use self::context::ToolContext;
pub use self::error::ToolError;
pub use self::execution::ToolCallHook;
pub use self::output::{IntoToolOutput, ToolCallResultConverter, ToolOutput};
pub use self::provider::{RegisteredTools, ToolCallbackProvider, ToolSet};
pub use self::schema::ToolDefinition;
pub use self::testing::ScriptedChatModel;

/// The README, so that its examples are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
