//! What a tool returns, and how it becomes text: [`ToolOutput`], [`ToolCallResultConverter`], [`ConversionObserver`].
//!
//! A result stays a value until a converter, such as [`Format`](crate::Format), writes its text.
//!
//! ```
//! use tool_core::{Format, ToolCallResultConverter, ToolOutput, tool};
//!
//! /// Lists the ports.
//! #[tool]
//! fn ports() -> Vec<u16> {
//!     vec![80, 443]
//! }
//!
//! let text = Format::Toon.convert(&ToolOutput::value(ports()), ports::definition())?;
//!
//! assert_eq!(text, "[2]: 80,443");
//! # Ok::<(), tool_core::output::ConversionError>(())
//! ```

pub(crate) mod content_block;
pub(crate) mod scalar;
pub(crate) mod tool_output;
pub(crate) mod observer;
pub(crate) mod converter;
pub(crate) mod truncate;

pub use self::content_block::{ContentBlock, MediaSource};
pub use self::converter::{ConversionError, ToolCallResultConverter};
pub use self::observer::{ConversionObserver, ConversionRecord, ConversionSnapshot, ConversionTotals, TokenCounts};
pub use self::tool_output::{IntoToolOutput, ToolOutput};
