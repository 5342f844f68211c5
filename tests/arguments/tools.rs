//! Tools with parameters of every kind; each returns what it read.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tool_core::context::ArgumentMode;
use tool_core::execution::ToolCallingManager;
use tool_core::{ToolCall, ToolContext, ToolOutput, ToolSet, tool, tools};

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Fahrenheit,
    Kelvin,
}

/// Books a room.
#[tool]
fn book(
    city: String,
    nights: u8,
    breakfast: Option<bool>,
    #[tool_param(default = 1)] rooms: u32,
) -> (String, u8, Option<bool>, u32) {
    (city, nights, breakfast, rooms)
}

/// Reads one degree.
#[tool]
fn degrees(unit: Unit, #[tool_param(default = Unit::Kelvin)] to: Unit) -> (Unit, Unit) {
    (unit, to)
}

#[derive(Serialize)]
struct Scalars {
    #[serde(skip_serializing_if = "Option::is_none")]
    small: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signed: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    large: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    huge: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Reads any of the simple types.
#[tool]
#[allow(clippy::too_many_arguments, reason = "one of each")]
fn scalars(
    small: Option<u8>,
    signed: Option<i64>,
    large: Option<u64>,
    huge: Option<u128>,
    ratio: Option<f64>,
    letter: Option<char>,
    flag: Option<bool>,
    text: Option<&str>,
) -> Scalars {
    Scalars { small, signed, large, huge, ratio, letter, flag, text: text.map(str::to_owned) }
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Filter {
    field: String,
    max: u8,
    #[serde(default)]
    negated: bool,
}

/// Searches.
#[tool]
fn search(filters: Vec<Filter>, tags: Option<Vec<String>>) -> (Vec<Filter>, Option<Vec<String>>) {
    (filters, tags)
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Square { side: u32 },
    Point,
}

/// Draws a shape.
#[tool]
fn draw(shape: Shape) -> Shape {
    shape
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum Choice {
    Number(i64),
    Range { from: i64, to: i64 },
    Names(Vec<String>),
}

/// Chooses.
#[tool]
fn choose(choice: Choice) -> Choice {
    choice
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
enum Step {
    Stop,
    Wait(u32),
    Move { x: i32, y: i32 },
}

/// Moves a robot.
#[tool]
fn drive(steps: Vec<Step>) -> Vec<Step> {
    steps
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Folder {
    name: String,
    #[serde(default)]
    folders: Vec<Folder>,
}

/// Makes folders.
#[tool]
fn folders(root: Folder) -> Folder {
    root
}

/// Stores numbers by name, and a pair.
#[tool]
fn store(counts: BTreeMap<String, i64>, pair: Option<(u8, String)>) -> (BTreeMap<String, i64>, Option<(u8, String)>) {
    (counts, pair)
}

/// Takes anything.
#[tool]
fn anything(any: Value) -> Value {
    any
}

/// Takes references.
#[tool]
fn borrow(text: &str, parts: &[String]) -> ToolOutput {
    ToolOutput::value((text.to_owned(), parts.to_vec()))
}

/// Takes nothing.
#[tool]
fn nothing() -> Vec<u8> {
    Vec::new()
}

/// All tools of this file.
pub(crate) fn all() -> ToolSet {
    let all = tools![book, degrees, scalars, search, draw, choose, drive, folders, store, anything, borrow, nothing];
    ToolSet::build(&all).unwrap()
}

/// What the model reads when it calls `tool` with `arguments`: what the tool read, or why it was not run.
pub(crate) fn answer(tools: &ToolSet, tool: &str, arguments: &str, mode: ArgumentMode) -> Result<String, String> {
    let manager = ToolCallingManager::new().with_argument_mode(mode);
    let calls = [ToolCall::new("1", tool, arguments)];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let result = runtime.block_on(manager.execute(&calls, tools, &ToolContext::new()));
    let response = &result.responses()[0];
    if response.is_error() { Err(response.text.clone()) } else { Ok(response.text.clone()) }
}
