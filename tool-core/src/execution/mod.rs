//! Runs the tool calls of one model response: [`ToolCallingManager`], with time-outs, retries, [hooks](ToolCallHook) and an error policy.
//!
//! ```
//! use std::time::Duration;
//!
//! use tool_core::execution::ToolCallingManager;
//! use tool_core::{ToolCall, ToolContext, ToolSet, tool, tools};
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let manager = ToolCallingManager::new().with_default_timeout(Duration::from_secs(5));
//! let tools = ToolSet::build(&tools![add])?;
//! let calls = [ToolCall::new("1", "add", r#"{"a": 1, "b": 2}"#), ToolCall::new("2", "add", r#"{"a": 1}"#)];
//!
//! let result = manager.execute(&calls, &tools, &ToolContext::new()).await;
//!
//! assert_eq!(result.responses()[0].text, "3");
//! assert_eq!(result.responses()[1].text, "tool `add`: argument `b` is missing");
//! # Ok::<(), tool_core::ToolError>(())
//! # }).unwrap();
//! ```

pub(crate) mod error_policy;
pub(crate) mod runtime;
pub(crate) mod hook;
pub(crate) mod turn_memory;
pub(crate) mod invoke;
pub(crate) mod call_observer;
pub(crate) mod call_tracing;
pub(crate) mod tool_call_handler;
pub(crate) mod execution_result;
pub(crate) mod manager;

pub use self::error_policy::OnError;
pub use self::execution_result::ToolExecutionResult;
pub use self::hook::{AfterCall, BeforeCall, DynToolCallHook, PendingToolCall, ToolCallHook};
pub use self::manager::ToolCallingManager;
pub use self::turn_memory::TurnMemory;
