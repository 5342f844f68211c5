//! Stage 5 of the road: the model's argument text becomes typed values, or a sentence the model can act on.

mod check;
mod choice;
mod coerce;
mod describe;
mod fault;
mod fill;
mod fit;
mod flat;
mod number;
mod place;
mod plain;
mod slow;
mod types;

use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use self::fill::fill;
pub use self::fill::{ArgumentName, Places, read_described, read_optional, read_optional_described, read_required};
pub use self::flat::{Rest, read_flattened};
use self::plain::{has_each_name_once, is_plain};
use crate::argument_mode::ArgumentMode;
use crate::definition::ToolDefinition;
use crate::error::{Reason, ToolError};
use crate::repair::ArgumentRepair;

/// What a tool parameter is: readable from JSON and described by a schema.
///
/// serde reads a number that no `f32` holds (`1e39`) into one as infinity; an `f64` refuses what it does not hold.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter",
    label = "not readable by a model's arguments",
    note = "derive `ToolParams` for the type, or `serde::Deserialize` and `schemars::JsonSchema`"
)]
pub trait ToolParam: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> ToolParam for T {}

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
        if is_plain(arguments, mode)
            && has_each_name_once(arguments)
            && let Ok(params) = serde_json::from_str(arguments)
        {
            return Ok(ReadArguments { params, repairs: Vec::new() });
        }
        let mut params = None;
        let repairs = read_slowly(self, arguments, mode, &[], &mut |json| {
            params = Some(serde_json::from_str(json)?);
            Ok(())
        })?;
        match params {
            Some(params) => Ok(ReadArguments { params, repairs }),
            None => Err(invalid(self, "the arguments were not read".to_owned())),
        }
    }
}

/// Reads all arguments of one call of a `#[tool]` function, and tells of what was mended.
pub(crate) fn read<P: Places>(tool: &ToolDefinition, arguments: &str, mode: ArgumentMode) -> Result<P, ToolError> {
    let mut places = P::empty();
    // Serde does not see unknown names beside a flattened parameter, nor a name that a map is given twice.
    let is_plain =
        !P::IS_FLAT && is_plain(arguments, mode) && (!tool.takes_any_name() || has_each_name_once(arguments));
    if is_plain && fill(&mut places, arguments).is_ok() {
        return Ok(places);
    }
    let repairs = read_slowly(tool, arguments, mode, P::NAMES, &mut |json| {
        places = P::empty();
        fill(&mut places, json)
    })?;
    tell(tool, &repairs);
    Ok(places)
}

/// Reads all arguments of one call of a closure, and tells of what was mended.
pub(crate) fn read_value<T: DeserializeOwned>(
    tool: &ToolDefinition,
    arguments: &str,
    mode: ArgumentMode,
) -> Result<T, ToolError> {
    let read = tool.read_arguments(arguments, mode)?;
    tell(tool, &read.repairs);
    Ok(read.params)
}

fn tell(tool: &ToolDefinition, repairs: &[ArgumentRepair]) {
    for repair in repairs {
        // Where and what kind, never the value: arguments appear in no event.
        tracing::debug!(tool = tool.name(), path = repair.public_place(), kind = %repair.kind(), "an argument was mended");
    }
}

/// Reads along the schema: only this finds out what is wrong, and what may be mended. `read` takes what has been mended,
/// and keeps it; only that is generic, so that all else is compiled once.
///
/// `names` are those that generated code reads, and whether it asks for them.
fn read_slowly(
    tool: &ToolDefinition,
    arguments: &str,
    mode: ArgumentMode,
    names: &[ArgumentName],
    read: &mut dyn FnMut(&str) -> Result<(), serde_json::Error>,
) -> Result<Vec<ArgumentRepair>, ToolError> {
    // Line and column are those of the text that the model wrote.
    let text = if matches!(arguments.trim(), "" | "null") { "{}" } else { arguments };
    let fitted = slow::fit(tool, text, mode, names).map_err(|detail| invalid(tool, detail))?;
    // The same reader as on the fast path: a second one, which kept the path, cost 7 KB of code for each tool.
    match read(&fitted.to_text()) {
        Ok(()) => Ok(fitted.into_repairs()),
        Err(error) => Err(invalid(tool, fitted.sentence(&error))),
    }
}

/// Tells of an argument that breaks a limit in the words of the schema, or in `detail` where it has none.
pub(crate) fn beyond_limits(
    tool: &ToolDefinition,
    arguments: &str,
    mode: ArgumentMode,
    name: &str,
    detail: &str,
) -> ToolError {
    let told = match slow::fit(tool, arguments, mode, &[]) {
        Ok(fitted) => fitted.schema_sentence().unwrap_or_else(|| format!("argument `{name}`: {detail}")),
        Err(sentence) => sentence,
    };
    invalid(tool, told)
}

fn invalid(tool: &ToolDefinition, detail: String) -> ToolError {
    ToolError::new(Reason::InvalidArguments { tool: tool.name().to_owned(), detail })
}

#[cfg(test)]
mod tests;
