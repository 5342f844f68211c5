//! Stage 5 of the road: the model's argument text becomes typed values, or a sentence the model can act on.

mod check;
mod choice;
mod coerce;
mod describe;
mod fault;
mod fit;
mod number;
mod place;
mod slow;
mod types;

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Deserialize, DeserializeOwned, Deserializer};

use crate::argument_mode::ArgumentMode;
use crate::definition::ToolDefinition;
use crate::error::{Reason, ToolError};
use crate::repair::ArgumentRepair;

/// What a tool parameter is: readable from JSON and described by a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter",
    label = "not readable by a model's arguments",
    note = "derive `ToolParams` for the type, or `serde::Deserialize` and `schemars::JsonSchema`"
)]
pub trait ToolParam: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> ToolParam for T {}

/// Reads one required argument: a field's `deserialize_with`.
///
/// # Errors
/// What the value's type says.
pub fn read_required<'de, T: ToolParam, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// Reads one optional argument; `null` counts as absent.
///
/// # Errors
/// What the value's type says.
pub fn read_optional<'de, T: ToolParam, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Arguments that were read, and what had to be mended for it.
pub struct ReadArguments<T> {
    /// The typed arguments.
    pub params: T,
    /// What a lenient reading changed; empty in strict mode, and when the text was read as it stood.
    pub repairs: Vec<ArgumentRepair>,
}

// Arguments appear in no `Debug`.
impl<T> fmt::Debug for ReadArguments<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadArguments").field("repairs", &self.repairs).finish_non_exhaustive()
    }
}

impl ToolDefinition {
    /// Reads a model's arguments into `T`, by this tool's schema: for callbacks that are written by hand.
    ///
    /// `""`, blank text and `null` are `{}`. The mode of a client is in the call's context:
    /// [`ToolContext::argument_mode`](crate::ToolContext::argument_mode).
    ///
    /// # Errors
    /// [`ToolErrorKind::InvalidArguments`](crate::ToolErrorKind::InvalidArguments) with a sentence for the model: what is
    /// missing, unknown or wrong, where, and what was expected. It has at most 2,000 characters.
    ///
    /// ```
    /// use tool_core::{ArgumentMode, ToolDefinition};
    ///
    /// let schema = serde_json::json!({ "properties": { "days": { "type": "integer" } }, "required": ["days"] });
    /// let tool = ToolDefinition::new("forecast", "Tells the weather.", schema)?;
    ///
    /// let read = tool.read_arguments::<serde_json::Value>("```json\n{'days': '3',}\n```", ArgumentMode::Lenient)?;
    /// assert_eq!(read.params["days"], 3);
    ///
    /// let error = tool.read_arguments::<serde_json::Value>("{'days': 3}", ArgumentMode::Strict).unwrap_err();
    /// assert_eq!(error.to_string(), "tool `forecast`: the arguments are no JSON: single quotes at line 1 column 2");
    /// # Ok::<(), tool_core::ToolError>(())
    /// ```
    pub fn read_arguments<T: DeserializeOwned>(
        &self,
        arguments: &str,
        mode: ArgumentMode,
    ) -> Result<ReadArguments<T>, ToolError> {
        match read_at_once(arguments, mode) {
            Some(params) => Ok(ReadArguments { params, repairs: Vec::new() }),
            None => read_slowly(self, arguments, mode),
        }
    }
}

/// Reads all arguments of one call, and tells of what was mended.
pub(crate) fn read<T: DeserializeOwned>(
    tool: &ToolDefinition,
    arguments: &str,
    mode: ArgumentMode,
) -> Result<T, ToolError> {
    if let Some(params) = read_at_once(arguments, mode) {
        return Ok(params);
    }
    let read = read_slowly(tool, arguments, mode)?;
    for repair in &read.repairs {
        // Where and what kind, never the value: arguments appear in no event.
        tracing::debug!(tool = tool.name(), path = repair.public_place(), kind = %repair.kind(), "an argument was mended");
    }
    Ok(read.params)
}

/// The fast path: plain serde, when there is an object and nothing to mend in it.
///
/// A sequence would fill the fields in order: arguments are given by name. A strict reading looks for unknown names where
/// serde does not: in the types of parameters.
fn read_at_once<T: DeserializeOwned>(arguments: &str, mode: ArgumentMode) -> Option<T> {
    let is_object = arguments.as_bytes().trim_ascii_start().starts_with(b"{");
    if is_object && mode == ArgumentMode::Lenient { serde_json::from_str(arguments).ok() } else { None }
}

/// Reads along the schema: only this finds out what is wrong, and what may be mended. What is not generic stands in
/// `slow.rs`, so that it is compiled once.
fn read_slowly<T: DeserializeOwned>(
    tool: &ToolDefinition,
    arguments: &str,
    mode: ArgumentMode,
) -> Result<ReadArguments<T>, ToolError> {
    // Line and column are those of the text that the model wrote.
    let text = if matches!(arguments.trim(), "" | "null") { "{}" } else { arguments };
    let fitted = slow::fit(tool, text, mode).map_err(|detail| invalid(tool, &detail))?;
    let json = fitted.to_text();
    // The same reader as on the fast path: a second one, which kept the path, cost 7 KB of code for each tool.
    match serde_json::from_str(&json) {
        Ok(params) => Ok(ReadArguments { params, repairs: fitted.into_repairs() }),
        Err(error) => Err(invalid(tool, &fitted.sentence(&error))),
    }
}

fn invalid(tool: &ToolDefinition, detail: &str) -> ToolError {
    let (tool, detail) = (tool.name().to_owned(), fault::bounded(detail));
    ToolError::new(Reason::InvalidArguments { tool, detail })
}

#[cfg(test)]
mod tests;
