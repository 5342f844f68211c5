//! Stage 5 of the road: the model's argument text becomes typed values, or a sentence the model can act on.

use schemars::JsonSchema;
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

mod strict;

use crate::argument_mode::ArgumentMode;
use crate::definition::ToolDefinition;
use crate::error::{Names, Reason, ToolError};
use crate::schema::kind_of;

/// What a tool parameter is: readable from JSON and described by a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter",
    label = "not readable by a model's arguments",
    note = "a parameter's type implements `serde::Deserialize` and `schemars::JsonSchema`"
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

/// Reads all arguments of one call. `""`, blank text and `null` are `{}`.
///
/// The fast path is plain serde from text to `T`. When it fails, a second reading finds out what to tell the model;
/// in lenient mode, names the tool does not have are left out there, with an event.
pub(crate) fn read<T: DeserializeOwned>(
    tool: &ToolDefinition,
    arguments: &str,
    mode: ArgumentMode,
) -> Result<T, ToolError> {
    let arguments = match arguments.trim() {
        "" | "null" => "{}",
        text => text,
    };
    // A sequence would fill the fields in order: arguments are given by name. A strict reading looks for unknown names
    // where serde does not: in the types of parameters.
    if mode == ArgumentMode::Lenient
        && arguments.starts_with('{')
        && let Ok(params) = serde_json::from_str(arguments)
    {
        return Ok(params);
    }
    read_slowly(tool, arguments, mode)
        .map_err(|detail| ToolError::new(Reason::InvalidArguments { tool: tool.name().to_owned(), detail }))
}

fn read_slowly<T: DeserializeOwned>(tool: &ToolDefinition, arguments: &str, mode: ArgumentMode) -> Result<T, String> {
    let value: Value =
        serde_json::from_str(arguments).map_err(|error| format!("the arguments are no JSON: {error}"))?;
    let Value::Object(mut object) = value else {
        return Err(format!(
            "the arguments must be a JSON object, found {}; known arguments: {}",
            kind_of(&value),
            Names(&known_names(tool))
        ));
    };
    let unknown = take_unknown(tool, &mut object);
    if mode == ArgumentMode::Strict {
        strict::fit(tool.input_schema(), &mut object)?;
    }
    let result = check_missing(tool, &object).and_then(|()| {
        serde_path_to_error::deserialize(Value::Object(object)).map_err(|error| place(error.path(), error.inner()))
    });
    if unknown.is_empty() {
        return result;
    }
    if mode == ArgumentMode::Strict && result.is_ok() {
        return Err(unknown_names(&unknown, &known_names(tool)));
    }
    tracing::debug!(tool = tool.name(), names = %Names(&unknown), "arguments the tool does not have were left out");
    result.map_err(|detail| format!("{detail}; {}", unknown_names(&unknown, &known_names(tool))))
}

fn unknown_names(unknown: &[String], known: &[String]) -> String {
    format!("unknown arguments: {}; known arguments: {}", Names(unknown), Names(known))
}

/// Takes out the arguments that the schema neither names nor allows.
fn take_unknown(tool: &ToolDefinition, object: &mut Map<String, Value>) -> Vec<String> {
    if tool.input_schema().get("additionalProperties") != Some(&Value::Bool(false)) {
        return Vec::new();
    }
    let known = known_names(tool);
    let unknown: Vec<String> = object.keys().filter(|name| !known.contains(name)).cloned().collect();
    object.retain(|name, _| known.contains(name));
    unknown
}

fn check_missing(tool: &ToolDefinition, object: &Map<String, Value>) -> Result<(), String> {
    let required = tool.input_schema().get("required").and_then(Value::as_array).into_iter().flatten();
    let missing: Vec<String> =
        required.filter_map(Value::as_str).filter(|name| !object.contains_key(*name)).map(str::to_owned).collect();
    match missing.len() {
        0 => Ok(()),
        1 => Err(format!("argument {} is missing", Names(&missing))),
        _ => Err(format!("arguments {} are missing", Names(&missing))),
    }
}

fn known_names(tool: &ToolDefinition) -> Vec<String> {
    let properties = tool.input_schema().get("properties").and_then(Value::as_object);
    properties.into_iter().flat_map(Map::keys).cloned().collect()
}

/// ``argument `days` at `[1].max`: invalid type: string "hot", expected u8``.
fn place(path: &serde_path_to_error::Path, error: &serde_json::Error) -> String {
    let mut segments = path.iter();
    let Some(Segment::Map { key: argument }) = segments.next() else {
        return error.to_string();
    };
    let rest: String = segments.map(ToString::to_string).fold(String::new(), |path, segment| {
        let dot = if path.is_empty() || segment.starts_with('[') { "" } else { "." };
        path + dot + &segment
    });
    if rest.is_empty() {
        format!("argument `{argument}`: {error}")
    } else {
        format!("argument `{argument}` at `{rest}`: {error}")
    }
}

#[cfg(test)]
mod tests;
