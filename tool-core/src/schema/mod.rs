//! How a tool is described to the model: [`ToolDefinition`], and the [dialects](SchemaDialect) of JSON Schema that models accept.
//!
//! ```
//! use tool_core::schema::SchemaDialect;
//! use tool_core::tool;
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(a: i32, b: i32) -> i32 {
//!     a + b
//! }
//!
//! let definition = add::definition();
//!
//! assert_eq!(definition.input_schema()["required"], serde_json::json!(["a", "b"]));
//! assert_eq!(SchemaDialect::Gemini.convert(definition.input_schema())?["type"], "OBJECT");
//! # Ok::<(), tool_core::schema::SchemaDialectError>(())
//! ```

pub(crate) mod raw_json;
#[cfg(feature = "pattern")]
pub(crate) mod pattern;
pub(crate) mod constraints;
pub(crate) mod schema_patterns;
pub(crate) mod compiled;
pub(crate) mod alternative_probe;
pub(crate) mod strict_match;
pub(crate) mod normalize;
pub(crate) mod dialect;
pub(crate) mod definition;

pub use self::definition::ToolDefinition;
pub use self::dialect::{SchemaDialect, SchemaDialectError};
