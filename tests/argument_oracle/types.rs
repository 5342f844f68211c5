//! The types of the tools' parameters.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tool_core::{ToolParams, ToolResult};

pub(crate) type Counts<K, V> = BTreeMap<K, V>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    Celsius,
    Fahrenheit,
    Kelvin,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Shape {
    Circle { radius: f64 },
    Square { side: u32, label: Option<String> },
    Point,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub(crate) enum Event {
    Stop,
    WaitFor(u32),
    MoveTo { x: i32, y: i32 },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) enum Alarm {
    Off,
    At(u16),
    Between { from: u8, until: u8 },
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
    Span { from: i64, to: i64 },
    Names(Vec<String>),
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Filter {
    pub(crate) field_name: String,
    pub(crate) max: u8,
    #[serde(default)]
    pub(crate) is_negated: bool,
    pub(crate) unit: Option<Unit>,
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Range {
    pub(crate) lower_bound: f64,
    #[tool_param(default = 10)]
    pub(crate) upper_bound: i64,
    pub(crate) note: Option<String>,
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Paging {
    #[tool_param(default = 0)]
    pub(crate) start_row: u32,
    pub(crate) page_size: Option<u16>,
    pub(crate) sort_column: Option<String>,
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Person {
    #[serde(alias = "nom")]
    pub(crate) name: String,
    #[serde(alias = "years", alias = "alter")]
    pub(crate) age: Option<u8>,
    #[serde(rename = "homeTown", alias = "home_city")]
    pub(crate) home: Option<String>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) enum Tag {
    #[serde(alias = "uno")]
    One,
    Two,
}

#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "u32", into = "u32")]
pub(crate) struct Weight(u32);

impl TryFrom<u32> for Weight {
    type Error = String;

    fn try_from(grams: u32) -> Result<Self, String> {
        if grams == 13 { Err("13 grams are not sold".to_owned()) } else { Ok(Self(grams)) }
    }
}

impl From<Weight> for u32 {
    fn from(weight: Weight) -> Self {
        weight.0
    }
}

#[derive(Debug, ToolParams, ToolResult)]
#[tool_result(schema = false)]
pub(crate) struct Colour(#[tool_param(minimum = 0, maximum = 360)] pub(crate) u16);

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Folder {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) folders: Vec<Folder>,
    #[serde(default)]
    pub(crate) size_bytes: Option<u64>,
}
