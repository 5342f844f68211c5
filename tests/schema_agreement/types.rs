//! The types whose schemas are tried.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_core::{ToolParams, ToolResult};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    Celsius,
    /// Of the past
    Fahrenheit,
    Kelvin,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Number {
    Whole(i64),
    Broken(f64),
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Id {
    Number(u32),
    Flag(bool),
    Span { from: i8, to: Option<i8> },
    Names(Vec<String>),
    Single { single: f32 },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Loose {
    Shape(Shape),
    Pair(u8, Unit),
    Any(Value),
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Shape {
    Circle { radius: f64 },
    Square { side: u32, label: Option<String> },
    Inner(Point),
    Point,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Point {
    pub(crate) x: f32,
    #[serde(default)]
    pub(crate) y: Option<i16>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) enum Wide {
    Unsigned { number: u128 },
    Signed { number: i128, list: Vec<i128> },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Held {
    Names(BTreeMap<String, u8>),
    Units(BTreeSet<Unit>),
    Date(chrono::NaiveDate),
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct FlatNumber {
    pub(crate) scale: f64,
    #[serde(flatten)]
    pub(crate) more: Option<Point>,
    #[serde(flatten)]
    pub(crate) of: Of,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Of {
    Many { count: u64 },
    One { single: f32 },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct FlatNames {
    pub(crate) label: String,
    #[serde(flatten)]
    pub(crate) step: Step,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) enum Step {
    Left(u8),
    Up { by: f32 },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub(crate) enum Event {
    Stop,
    WaitFor(u32),
    Both(u8, String),
    MoveTo { x: i32, y: i32 },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) enum Alarm {
    Off,
    At(u16),
    Both(i8, f32),
    Between { from: u8, until: Option<u8> },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) enum Term {
    Number(f64),
    Not(Box<Term>),
    Sum(Vec<Term>),
    Pair { left: Box<Term>, right: Option<Box<Term>> },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Folder {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) folders: Vec<Folder>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) by_name: BTreeMap<String, Folder>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Closed {
    pub(crate) max: u8,
    #[serde(default)]
    pub(crate) is_negated: bool,
    pub(crate) unit: Option<Unit>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Defaults {
    pub(crate) width: f32,
    pub(crate) names: Vec<String>,
    pub(crate) unit: Unit,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { width: 1.5, names: vec!["x".to_owned()], unit: Unit::Kelvin }
    }
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Flat {
    pub(crate) table: String,
    #[serde(flatten)]
    pub(crate) point: Point,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct FlatTag {
    pub(crate) table: Option<u8>,
    #[serde(flatten)]
    pub(crate) shape: Shape,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Rest {
    pub(crate) id: u8,
    #[serde(flatten)]
    pub(crate) rest: BTreeMap<String, i32>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct AnyRest {
    pub(crate) id: Option<i8>,
    #[serde(flatten)]
    pub(crate) rest: BTreeMap<String, Value>,
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Person {
    #[serde(alias = "nom")]
    pub(crate) name: String,
    #[serde(alias = "years")]
    pub(crate) age: Option<u8>,
    #[serde(rename = "homeTown", alias = "home_city")]
    pub(crate) home: Option<String>,
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) enum Tag {
    #[serde(alias = "uno")]
    One,
    Two,
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Bounds {
    #[tool_param(minimum = -1, maximum = 6)]
    pub(crate) level: i32,
    #[tool_param(minimum = 0.5, maximum = 2.5)]
    pub(crate) ratio: Option<f64>,
    #[tool_param(min_length = 2, max_length = 4, pattern = "^[a-zé]+$")]
    pub(crate) code: Option<String>,
    #[tool_param(min_items = 1, max_items = 3)]
    pub(crate) list: Option<Vec<i8>>,
    #[tool_param(default = 2, maximum = 9)]
    pub(crate) copies: u8,
    #[tool_param(maximum = 100)]
    pub(crate) huge: Option<u64>,
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Degrees(#[tool_param(minimum = 0, maximum = 360)] pub(crate) u16);

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Page {
    #[tool_param(default = 0)]
    pub(crate) start_row: u32,
    pub(crate) size: Option<u16>,
    #[serde(flatten)]
    pub(crate) sort: Sort,
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Sort {
    pub(crate) column: Option<String>,
    #[tool_param(default = false)]
    pub(crate) is_reversed: bool,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Nothing;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Wrapped {
    pub(crate) inner: Vec<Option<f32>>,
}

/// What the map of the tool asks of names; no schema that schemars makes says it.
pub(crate) fn names(tool: &str) -> Option<Value> {
    match tool {
        "by_flag" => Some(json!({ "enum": ["true", "false"] })),
        "by_letter" => Some(json!({ "type": "string", "minLength": 1, "maxLength": 1 })),
        "by_byte" => Some(json!({ "pattern": "^0*(1?[0-9]?[0-9]|2[0-4][0-9]|25[0-5])$" })),
        "by_unit" => Some(json!({ "enum": ["celsius", "fahrenheit", "kelvin"] })),
        _ => None,
    }
}
