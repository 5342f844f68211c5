//! Test tools without a model, and conversations without a network: [`TestTool`], [`ScriptedChatModel`], schema snapshots.
//!
//! ```
//! use serde_json::json;
//! use tool_core::testing::TestTool;
//! use tool_core::tool;
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(a: i32, b: i32) -> i32 {
//!     a + b
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! assert_eq!(TestTool::new(add::callback()).call(json!({ "a": 1, "b": 2 })).await.unwrap(), "3");
//! # });
//! ```

pub(crate) mod scripted_chat_model;
pub(crate) mod replay_chat_model;
pub(crate) mod test_tool;

pub use self::replay_chat_model::ReplayChatModel;
pub use self::scripted_chat_model::ScriptedChatModel;
pub use self::test_tool::{SchemaSnapshotError, TestTool, check_schema_snapshot};
