//! Stage 5 of the road: the second reading, along the schema, of arguments that plain serde refused.

use serde_path_to_error::{Path, Segment};

use super::check::Fuel;
use super::describe::found;
use super::fault::Faults;
use super::fit::Walk;
use super::place::{Place, shown};
use super::types::properties;
use crate::argument_mode::ArgumentMode;
use crate::clean::{self, Cleaned, Json, TextFault};
use crate::definition::ToolDefinition;
use crate::error::Names;
use crate::repair::{ArgumentRepair, ArgumentRepairKind};

/// Arguments as the schema asks for them, as far as that is possible.
pub(super) struct Fitted<'a> {
    value: Json<'a>,
    repairs: Vec<ArgumentRepair>,
    faults: Faults,
}

/// Reads `text` and fits it to the tool's schema.
///
/// In lenient mode faults are kept for the case that the parameters' type refuses the value as well: the schema may
/// have been written by hand, and narrower. Strict mode takes the schema at its word.
pub(super) fn fit<'a>(tool: &ToolDefinition, text: &'a str, mode: ArgumentMode) -> Result<Fitted<'a>, String> {
    let Cleaned { mut value, mut repairs } = match mode {
        ArgumentMode::Strict => plain_json(text)?,
        ArgumentMode::Lenient => clean::object(text).map_err(|fault| no_json(tool, &fault))?,
    };
    if mode == ArgumentMode::Lenient
        && let Some(object) = object_in_string(&value)
    {
        value = object;
        repairs.push(ArgumentRepair::of_text(ArgumentRepairKind::StringToObject, String::new()));
    }
    if !matches!(value, Json::Object(_)) {
        return Err(no_object(tool, &value));
    }
    let mut walk = Walk::new(tool.input_schema(), mode, Fuel::of(text));
    walk.fit(tool.input_schema(), &mut value, &Place::Root);
    let Walk { faults, repairs: of_values, .. } = walk;
    let refuse = match mode {
        ArgumentMode::Strict => !faults.is_empty() || faults.has_unknown(),
        ArgumentMode::Lenient => faults.is_final,
    };
    if refuse {
        return Err(faults.sentence());
    }
    repairs.extend(of_values);
    Ok(Fitted { value, repairs, faults })
}

fn plain_json(text: &str) -> Result<Cleaned<'_>, String> {
    let cleaned = clean::value(text).map_err(|fault| fault.to_string())?;
    match cleaned.repairs.first() {
        Some(repair) => Err(format!("the arguments are no JSON: {} at {}", repair.kind(), repair.place())),
        None => Ok(cleaned),
    }
}

/// Some models write the arguments as JSON, and that as a JSON string.
fn object_in_string<'b>(value: &Json<'_>) -> Option<Json<'b>> {
    let Json::String(text) = value else { return None };
    let value = clean::value(text).ok()?.value.into_owned();
    matches!(value, Json::Object(_)).then_some(value)
}

/// A model that sent no object at all is told what could stand in it.
fn no_json(tool: &ToolDefinition, fault: &TextFault) -> String {
    if fault.is_no_object() { with_known(tool, &fault.to_string()) } else { fault.to_string() }
}

fn no_object(tool: &ToolDefinition, value: &Json<'_>) -> String {
    with_known(tool, &format!("the arguments must be a JSON object, found {}", found(value)))
}

fn with_known(tool: &ToolDefinition, sentence: &str) -> String {
    let known = properties(tool.input_schema()).into_iter().flat_map(|all| all.keys());
    let known: Vec<String> = known.map(|name| shown(name)).collect();
    format!("{sentence}; known arguments: {}", Names(&known))
}

impl Fitted<'_> {
    pub(super) fn to_text(&self) -> String {
        self.value.to_text()
    }

    pub(super) fn into_repairs(self) -> Vec<ArgumentRepair> {
        self.repairs
    }

    /// What to tell the model when the parameters' type refuses what was fitted: what the schema says against it, else
    /// what the type says.
    pub(super) fn sentence(mut self, path: &Path, error: &serde_json::Error) -> String {
        if self.faults.is_empty() {
            let (path, value) = locate(&self.value, path);
            let detail = type_detail(error, value);
            self.faults.of_type(&path, &detail);
        }
        self.faults.sentence()
    }
}

/// The path in our words, and the value that stands there.
fn locate<'v, 'a>(root: &'v Json<'a>, path: &Path) -> (String, Option<&'v Json<'a>>) {
    let mut text = String::new();
    let mut value = Some(root);
    for segment in path {
        match segment {
            Segment::Seq { index } => {
                text.extend(["[", &index.to_string(), "]"]);
                value = match value {
                    Some(Json::Array(items)) => items.get(*index),
                    _ => None,
                };
            }
            Segment::Map { key: name } | Segment::Enum { variant: name } => {
                let dot = if text.is_empty() { "" } else { "." };
                text.extend([dot, &shown(name)]);
                value = value.and_then(|value| value.get(name));
            }
            Segment::Unknown => {}
        }
    }
    (text, value)
}

/// What serde says, without its place in a text the model has not written, and with the value as the model knows it.
fn type_detail(error: &serde_json::Error, value: Option<&Json<'_>>) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&place).unwrap_or(&message);
    let is_about_value = message.starts_with("invalid type: ") || message.starts_with("invalid value: ");
    match (message.rsplit_once(", expected "), value) {
        (Some((_, expected)), Some(value)) if is_about_value => {
            format!("expected {}, found {}", in_words(expected), found(value))
        }
        (_, Some(number @ Json::Number(_))) => format!("{message}, found {}", found(number)),
        _ => message.to_owned(),
    }
}

/// The names of Rust's integers say little to a model.
fn in_words(expected: &str) -> String {
    let is_integer = expected.strip_prefix(['i', 'u']).is_some_and(|bits| bits == "size" || bits.parse::<u8>().is_ok());
    if is_integer { format!("an integer that fits `{expected}`") } else { expected.to_owned() }
}
