//! Reads the model's argument text into typed values: the entry point of this folder.

use std::borrow::Cow;
use std::fmt;

use serde::de::DeserializeOwned;

use super::checked_deserializer::{self, Read, Watch, long_integers};
use super::decode::ArgumentSlots;
use super::decode::fill;
use super::patch_text;
use super::report;
use super::schema_walker::Judge;
use super::slow_path::{self, ReadOptions};
use crate::arguments::argument_repair::ArgumentRepair;
use crate::arguments::json_repair::{self, RepairedJson};
use crate::context::argument_mode::ArgumentMode;
use crate::error::tool_error::{Reason, ToolError};
use crate::schema::definition::ToolDefinition;
use crate::schema::raw_json::{Members, RawJson};

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
        read_into(self, arguments, mode, judge)
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
    mode: ArgumentMode,
    judge: Judge,
) -> Result<ParsedArguments<T>, ToolError> {
    let mut failed = None;
    if is_plain(tool, arguments, mode) {
        match checked_deserializer::read(arguments, &Watch::default()) {
            Ok(params) => return Ok(ParsedArguments { params, repairs: Vec::new() }),
            Err(error) => failed = Some(error),
        }
    }
    let mut params = None;
    let reading = ReadOptions { mode, names: &[], judge };
    let repairs = read_checked(tool, arguments, failed.as_ref(), reading, &mut |json, watch| {
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
    mode: ArgumentMode,
) -> Result<P, ToolError> {
    let mut slots = P::empty();
    let mut failed = None;
    if is_plain(tool, arguments, mode) {
        match fill(&mut slots, arguments, &Watch::default()) {
            Ok(()) => return Ok(slots),
            Err(error) => failed = Some(error),
        }
    }
    let reading = ReadOptions { mode, names: P::NAMES, judge: Judge::Type };
    let repairs = read_checked(tool, arguments, failed.as_ref(), reading, &mut |json, watch| {
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
    mode: ArgumentMode,
) -> Result<T, ToolError> {
    let judge = if is_any_value::<T>() { Judge::Schema } else { Judge::Type };
    let read = read_into(tool, arguments, mode, judge)?;
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
    let reading = ReadOptions { mode, names: &[], judge: Judge::Type };
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

/// Whether the text may be JSON, after serde failed so.
fn may_be_json(failed: Option<&serde_json::Error>) -> bool {
    failed.is_none_or(|error| !error.is_syntax() && !error.is_eof())
}

/// Whether the object that begins the text may be JSON, after serde failed so: what follows it may be none.
fn may_begin_with_json(failed: Option<&serde_json::Error>) -> bool {
    failed.is_none_or(|error| error.to_string().starts_with("trailing characters"))
}

/// Reads along the schema: as it is written where that is what the schema says, else repaired. Only `read` is generic, so
/// that all else is compiled once.
fn read_checked(
    tool: &ToolDefinition,
    arguments: &str,
    failed: Option<&serde_json::Error>,
    reading: ReadOptions<'_>,
    read: &mut Read<'_>,
) -> Result<Vec<ArgumentRepair>, ToolError> {
    // Line and column are those of the text that the model wrote.
    let text = if matches!(arguments.trim(), "" | "null") { "{}" } else { arguments };
    // The compiled schema knows what types say; a schema by hand may say more.
    let is_exact = reading.mode == ArgumentMode::Strict && tool.is_by_hand();
    let is_by_type = reading.mode == ArgumentMode::Lenient && tool.is_read_by_type() && reading.judge != Judge::Schema;
    let may_be_json = may_be_json(failed);
    if is_by_type && let Some(error) = failed {
        let patched = if may_be_json {
            patch_text::read_scalars(tool.compiled_schema(), text, read)
        } else {
            patch_text::read_syntax(text, error, read)
        };
        if let Some(repairs) = patched {
            return Ok(repairs);
        }
    }
    let tree = if may_be_json { json_repair::plain(text) } else { None };
    let mut is_wrong = false;
    if let Some(tree) = tree.as_ref().filter(|tree| matches!(tree, RawJson::Object(_))) {
        is_wrong = !tool.compiled_schema().is_valid(tree, text.len());
        if !is_wrong && (!is_exact || slow_path::is_exact(tool, text, tree, reading.judge)) {
            let long = long_integers(tree);
            let watch = Watch { allows_buffers: true, long: Some(&long), ..Watch::default() };
            if read(text, &watch).is_ok() {
                return Ok(Vec::new());
            }
        }
    }
    let cleaned = match tree {
        Some(value) => Some(RepairedJson { value, repairs: Vec::new(), source: None }),
        None if is_by_type => json_repair::object(text, may_begin_with_json(failed)).ok(),
        None => None,
    };
    // Text that was repaired is read as if the model had written it so: on the fast path, if it can be.
    let cleaned = match cleaned {
        Some(cleaned) if is_by_type && !cleaned.repairs.is_empty() && matches!(cleaned.value, RawJson::Object(_)) => {
            let json = cleaned.source.map_or_else(|| Cow::Owned(cleaned.value.to_text()), Cow::Borrowed);
            if read(&json, &Watch::default()).is_ok() {
                return Ok(cleaned.repairs);
            }
            Some(cleaned)
        }
        cleaned => cleaned,
    };
    let fitted = slow_path::fit(tool, text, cleaned.map(|cleaned| (cleaned, is_wrong)), reading);
    if reading.mode == ArgumentMode::Lenient
        && fitted.as_ref().map_or(true, slow_path::ConformedArguments::has_unlisted)
        && let Some(read) = read_by_all_names(tool, text, reading, read)
    {
        return read;
    }
    let fitted = fitted.map_err(|detail| invalid(tool, &detail))?;
    let long = long_integers(fitted.value());
    // A type that belongs to a schema written by hand may not know all of its names.
    let allows_unknown = reading.mode == ArgumentMode::Lenient || tool.is_by_hand();
    let watch = Watch { allows_unknown, allows_buffers: true, long: Some(&long), ..Watch::default() };
    // The same reader as on the fast path: a second one, which kept the path, cost 7 KB of code for each tool.
    let as_written = fitted.source().is_some_and(|source| read(source, &watch).is_ok());
    // serde takes no escapes where the name in a map is a number, which are gone in the text of the tree.
    let result = if as_written { Ok(()) } else { read(&fitted.to_text(), &watch) };
    match result {
        Ok(()) => Ok(fitted.into_repairs(watch.has_unknown.get())),
        Err(error) => {
            let detail = slow_path::errors(tool, text, reading);
            let detail = detail.unwrap_or_else(|| fitted.sentence(tool, &error, &mut |json| read(json, &watch)));
            Err(invalid(tool, &detail))
        }
    }
}

/// Reads arguments with the names that the schema does not list, of which a type may know some as aliases. Nothing when it
/// does not know them all, unless one of them is the alias of another that was given as well: to leave one out would be
/// to choose.
fn read_by_all_names(
    tool: &ToolDefinition,
    text: &str,
    reading: ReadOptions<'_>,
    read: &mut Read<'_>,
) -> Option<Result<Vec<ArgumentRepair>, ToolError>> {
    let fitted = slow_path::fit_keeping_names(tool, text, reading).ok()?;
    let (json, long) = (fitted.to_text(), long_integers(fitted.value()));
    // In a buffer, nothing is seen of names that are passed over.
    for may_pass_over in [false, true] {
        let watch = Watch {
            allows_unknown: may_pass_over,
            allows_buffers: may_pass_over,
            long: Some(&long),
            ..Watch::default()
        };
        match read(&json, &watch) {
            Ok(()) if !may_pass_over && reading.judge == Judge::Type => return Some(Ok(fitted.into_repairs(false))),
            Err(error) if is_given_twice(&error) => {
                let detail = fitted.type_sentence(tool, &error, &mut |json| read(json, &watch));
                return Some(Err(invalid(tool, &detail)));
            }
            _ => {}
        }
    }
    None
}

fn is_given_twice(error: &serde_json::Error) -> bool {
    let message = error.to_string();
    message.starts_with("duplicate field ") || message.contains("the name `") && message.contains("` is given twice")
}

/// Reports an argument that violates a constraint in the words of the schema, or in `detail` where it has none.
pub(crate) fn beyond_limits(
    tool: &ToolDefinition,
    arguments: &str,
    mode: ArgumentMode,
    name: &str,
    detail: &str,
) -> ToolError {
    let reading = ReadOptions { mode, names: &[], judge: Judge::Type };
    let detail = slow_path::errors(tool, arguments, reading).unwrap_or_else(|| format!("argument `{name}`: {detail}"));
    invalid(tool, &detail)
}

fn invalid(tool: &ToolDefinition, detail: &str) -> ToolError {
    ToolError::new(Reason::InvalidArguments { tool: tool.name().to_owned(), detail: report::bounded(detail) })
}

#[cfg(test)]
mod tests;
