//! What can go wrong with a tool: [`ToolError`], its [kinds](ToolErrorKind), and where a tool is defined.
//!
//! An error has two readers. Its `Display` is the sentence that the model reads; its `source` is the cause, for the operator.
//!
//! ```
//! use tool_core::ToolError;
//! use tool_core::error::ToolErrorKind;
//!
//! let error = ToolError::execution("the row is locked; try again in a minute");
//!
//! assert_eq!(error.kind(), ToolErrorKind::Execution);
//! assert_eq!(error.to_string(), "the tool failed: the row is locked; try again in a minute");
//! ```

pub(crate) mod shared_str;
pub(crate) mod source_location;
pub(crate) mod display;
pub(crate) mod suggestion;
pub(crate) mod cause;
pub(crate) mod reason;
pub(crate) mod tool_error;
pub(crate) mod catch_panic;

pub use self::source_location::SourceLocation;
pub use self::tool_error::{ToolError, ToolErrorKind};
