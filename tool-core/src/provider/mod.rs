//! Where the tools of a request come from: [`ToolCallbackProvider`], and [`ToolSet`], which checks them once.
//!
//! ```
//! use tool_core::{ToolCallbackProvider, ToolContext, ToolSet, tool, tools};
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(a: i32, b: i32) -> i32 {
//!     a + b
//! }
//!
//! let callbacks = tools![add].tool_callbacks()?;
//!
//! assert_eq!(callbacks[0].definition().name(), "add");
//! # let _ = (ToolContext::new(), None::<ToolSet>);
//! # Ok::<(), tool_core::ToolError>(())
//! ```

pub(crate) mod tool_callback_provider;
pub(crate) mod registered_tools;
pub(crate) mod augmenting;
pub(crate) mod tool_set;
pub(crate) mod tool_set_cache;

pub use self::augmenting::AugmentingToolCallbackProvider;
pub use self::registered_tools::RegisteredTools;
pub use self::tool_callback_provider::{
    ConditionalToolCallbackProvider, DelegatingToolCallbackProvider, StaticToolCallbackProvider, ToolCallbackProvider,
};
pub use self::tool_set::ToolSet;
