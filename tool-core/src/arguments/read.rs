//! Reads the model's argument text into typed values: the entry point of this folder.

use std::fmt;

use serde::de::DeserializeOwned;

use super::checked_deserializer::{self, Watch};
use super::decode::ArgumentSlots;
use super::decode::fill;
use super::read_by_schema::{Attempt, invalid};
use super::schema_walker::Judge;
use super::slow_path::{self, ReadOptions};
use crate::arguments::argument_repair::ArgumentRepair;
use crate::context::argument_mode::ArgumentMode;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::schema::definition::ToolDefinition;
use crate::schema::raw_json::Members;

/// Arguments that were read, and what was repaired.
#[non_exhaustive]
pub struct ParsedArguments<T> {
    /// The typed arguments.
    pub params: T,
    /// What a lenient reading changed; empty in strict mode, and when the text was read as it stood.
    pub repairs: Vec<ArgumentRepair>,
}

// Arguments appear in no `Debug`.
impl<T> fmt::Debug for ParsedArguments<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParsedArguments").field("repairs", &self.repairs).finish_non_exhaustive()
    }
}

impl ToolDefinition {
    /// Reads a model's arguments into `T`, by this tool's schema: for callbacks that are written by hand.
    ///
    /// `""`, blank text and `null` are `{}`. The mode of a client is in the call's context:
    /// [`ToolContext::argument_mode`](crate::ToolContext::argument_mode).
    ///
    /// # Errors
    /// [`ToolErrorKind::InvalidArguments`](crate::error::ToolErrorKind::InvalidArguments) with a sentence for the model: what is
    /// missing, unknown or wrong, where, and what was expected. It has at most 2,000 characters.
    ///
    /// ```
    /// use tool_core::context::ArgumentMode;
    /// use tool_core::ToolDefinition;
    ///
    /// let schema = serde_json::json!({ "properties": { "days": { "type": "integer" } }, "required": ["days"] });
    /// let tool = ToolDefinition::new("forecast", "Tells the weather.", schema)?;
    ///
    /// let read = tool.read_arguments::<serde_json::Value>("```json\n{'days': '3',}\n```", ArgumentMode::Lenient)?;
    /// assert_eq!(read.params["days"], 3);
    ///
    /// let error = tool.read_arguments::<serde_json::Value>("{'days': 3}", ArgumentMode::Strict).unwrap_err();
    /// assert_eq!(error.to_string(), "tool `forecast`: the arguments are not valid JSON: single quotes at line 1 column 2");
    /// # Ok::<(), tool_core::ToolError>(())
    /// ```
    pub fn read_arguments<T: DeserializeOwned>(
        &self,
        arguments: &str,
        mode: ArgumentMode,
    ) -> Result<ParsedArguments<T>, ToolError> {
        let judge = if is_any_value::<T>() { Judge::Schema } else { Judge::AnyType };
        read_into(self, arguments, ReadOptions { mode, names: &[], judge, check: None })
    }
}

/// Whether `T` takes any value, so that only the schema says what is wrong.
fn is_any_value<T>() -> bool {
    use std::any::type_name;
    use std::collections::{BTreeMap, HashMap};

    use serde_json::{Map, Value};

    let values = [
        type_name::<Value>(),
        type_name::<Map<String, Value>>(),
        type_name::<BTreeMap<String, Value>>(),
        type_name::<HashMap<String, Value>>(),
    ];
    values.contains(&type_name::<T>())
}

fn read_into<T: DeserializeOwned>(
    tool: &ToolDefinition,
    arguments: &str,
    reading: ReadOptions<'_>,
) -> Result<ParsedArguments<T>, ToolError> {
    let mut failed = None;
    if is_plain(tool, arguments, reading.mode) {
        match checked_deserializer::read(arguments, &Watch::default()) {
            Ok(params) => return Ok(ParsedArguments { params, repairs: Vec::new() }),
            Err(error) => failed = Some(error),
        }
    }
    let mut params = None;
    let attempt = Attempt { tool, arguments, failed: failed.as_ref(), reading };
    let repairs = attempt.run(&mut |json, watch| {
        params = Some(checked_deserializer::read(json, watch)?);
        Ok(())
    })?;
    match params {
        Some(params) => Ok(ParsedArguments { params, repairs }),
        None => Err(invalid(tool, "the arguments were not read")),
    }
}

/// Reads all arguments of one call of a `#[tool]` function, and reports each repair.
pub(crate) fn read<P: ArgumentSlots>(
    tool: &ToolDefinition,
    arguments: &str,
    context: &ToolContext,
) -> Result<P, ToolError> {
    let mode = context.argument_mode();
    let mut slots = P::empty();
    let mut failed = None;
    if is_plain(tool, arguments, mode) {
        match fill(&mut slots, arguments, &Watch::default()) {
            Ok(()) => return Ok(slots),
            Err(error) => failed = Some(error),
        }
    }
    let reading = ReadOptions { mode, names: P::NAMES, judge: Judge::Type, check: context.argument_check() };
    let attempt = Attempt { tool, arguments, failed: failed.as_ref(), reading };
    let repairs = attempt.run(&mut |json, watch| {
        slots = P::empty();
        fill(&mut slots, json, watch)
    })?;
    tell(tool, &repairs);
    Ok(slots)
}

/// Reads an example of a type's value.
pub(crate) fn read_example<T: DeserializeOwned>(json: &str) -> Result<(), String> {
    let watch = Watch { allows_unknown: true, allows_buffers: true, ..Watch::default() };
    checked_deserializer::read::<T>(json, &watch).map(drop).map_err(|error| error.to_string())
}

/// Reads all arguments of one call of a closure, and reports each repair.
pub(crate) fn read_value<T: DeserializeOwned>(
    tool: &ToolDefinition,
    arguments: &str,
    context: &ToolContext,
) -> Result<T, ToolError> {
    let judge = if is_any_value::<T>() { Judge::Schema } else { Judge::Type };
    let check = context.argument_check();
    let read = read_into(tool, arguments, ReadOptions { mode: context.argument_mode(), names: &[], judge, check })?;
    tell(tool, &read.repairs);
    Ok(read.params)
}

/// The arguments of one call as the schema asks for them, and reports each repair: for a tool that hands parts of
/// them on.
pub(crate) fn read_members<'a>(
    tool: &ToolDefinition,
    arguments: &'a str,
    mode: ArgumentMode,
) -> Result<Members<'a>, ToolError> {
    let text = if matches!(arguments.trim(), "" | "null") { "{}" } else { arguments };
    let reading = ReadOptions { mode, names: &[], judge: Judge::Type, check: None };
    let fitted = slow_path::fit(tool, text, None, reading).map_err(|detail| invalid(tool, &detail))?;
    let (members, repairs) = fitted.into_members();
    tell(tool, &repairs);
    Ok(members)
}

fn tell(tool: &ToolDefinition, repairs: &[ArgumentRepair]) {
    for repair in repairs {
        // Where and what kind, never the value: arguments appear in no event.
        tracing::debug!(tool = tool.name(), path = repair.public_place(), kind = %repair.kind(), "an argument was repaired");
    }
}

/// Whether serde may read the text as it is, watched: the fast path, for an object whose schema plain serde keeps.
///
/// A strict reading looks for unknown names where serde does not, and a schema that was written by hand says more than its
/// type may know.
fn is_plain(tool: &ToolDefinition, arguments: &str, mode: ArgumentMode) -> bool {
    mode == ArgumentMode::Lenient
        && tool.is_read_by_type()
        && arguments.as_bytes().trim_ascii_start().first() == Some(&b'{')
}

/// Reports an argument that violates a constraint in the words of the schema, or in `detail` where it has none.
pub(crate) fn beyond_limits(
    tool: &ToolDefinition,
    arguments: &str,
    mode: ArgumentMode,
    name: &str,
    detail: &str,
) -> ToolError {
    let reading = ReadOptions { mode, names: &[], judge: Judge::Type, check: None };
    let detail = slow_path::errors(tool, arguments, reading).unwrap_or_else(|| format!("argument `{name}`: {detail}"));
    invalid(tool, &detail)
}

#[cfg(test)]
mod tests;
