//! A tool as the framework sees it: [`ToolCallback`], its [metadata](ToolMetadata), and closures as tools.
//!
//! ```
//! use tool_core::{FunctionToolCallback, ToolParams};
//!
//! #[derive(ToolParams)]
//! struct Sum {
//!     a: i32,
//!     b: i32,
//! }
//!
//! let add = FunctionToolCallback::builder("add", |sum: Sum| sum.a + sum.b).description("Adds two numbers.").build()?;
//!
//! # use tool_core::ToolCallback;
//! assert_eq!(add.definition().name(), "add");
//! # Ok::<(), tool_core::ToolError>(())
//! ```

pub(crate) mod metadata;
pub(crate) mod metadata_merge;
pub(crate) mod tool_callback;
pub(crate) mod tool_function;
pub(crate) mod function_callback;
pub(crate) mod tool_object;

pub use self::function_callback::{
    Described, FunctionToolCallback, FunctionToolCallbackBuilder, HasDescription, Undescribed,
};
pub use self::metadata::ToolMetadata;
pub use self::tool_callback::{ToolCallback, ToolFuture, ToolObject};
pub use self::tool_function::ToolFunction;
