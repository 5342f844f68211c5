//! From the model's argument text to typed values.
//!
//! Text that is JSON and fits the schema is read by serde alone. Other text is repaired where it has only one meaning, and each
//! [`ArgumentRepair`] is reported; the rules are on the page of [`ArgumentMode`](crate::context::ArgumentMode).
//!
//! ```
//! use tool_core::ToolDefinition;
//! use tool_core::context::ArgumentMode;
//!
//! let schema = serde_json::json!({ "properties": { "days": { "type": "integer" } }, "required": ["days"] });
//! let tool = ToolDefinition::new("forecast", "Returns the weather.", schema)?;
//!
//! let read = tool.read_arguments::<serde_json::Value>("{'days': 3}", ArgumentMode::Lenient)?;
//!
//! assert_eq!(read.params["days"], 3);
//! assert_eq!(read.repairs.len(), 1);
//! # Ok::<(), tool_core::ToolError>(())
//! ```

pub(crate) mod argument_repair;
pub(crate) mod json_repair;
pub(crate) mod tool_param;
pub(crate) mod path;
pub(crate) mod messages;
pub(crate) mod report;
pub(crate) mod validate;
pub(crate) mod coerce;
pub(crate) mod known_names;
pub(crate) mod wrapper_object;
pub(crate) mod schema_walker;
pub(crate) mod unknown_names;
pub(crate) mod union;
pub(crate) mod coerce_members;
pub(crate) mod conform_number;
pub(crate) mod conform;
pub(crate) mod strict_schema;
pub(crate) mod locate_error;
pub(crate) mod surrounding_words;
pub(crate) mod slow_path;
pub(crate) mod derive_support;
pub(crate) mod checked_deserializer;
pub(crate) mod flatten;
pub(crate) mod decode;
pub(crate) mod patch_text;
pub(crate) mod read_by_schema;
pub(crate) mod read;

pub use self::argument_repair::{ArgumentRepair, ArgumentRepairKind};
pub use self::read::ParsedArguments;
