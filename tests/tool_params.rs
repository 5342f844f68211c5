//! `#[derive(ToolParams)]`: types that are read from a model's arguments, with limits that hold.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tool_core::context::ArgumentMode;
use tool_core::testing::TestTool;
use tool_core::{FunctionToolCallback, ToolParams, ToolResult, tool};

/// Where to look.
#[derive(Debug, ToolParams)]
#[serde(rename_all = "camelCase")]
struct Search {
    /// What to look for
    #[tool_param(min_length = 1, max_length = 5, example = "tea")]
    #[allow(dead_code, reason = "read, not used")]
    look_for: String,
    #[tool_param(default = 10, minimum = 1, maximum = 50)]
    limit: u8,
    #[tool_param(minimum = -1.5)]
    weight: Option<f64>,
    #[tool_param(max_items = 2, description = "Tags to have")]
    tags: Option<Vec<String>>,
    #[tool_param(required)]
    owner: Option<String>,
    #[tool_param(pattern = "^[a-z]+$", name = "lang")]
    language: Option<String>,
    #[serde(skip)]
    #[allow(dead_code, reason = "only to be left out")]
    internal: u8,
    shape: Option<Shape>,
    children: Vec<Search>,
}

#[derive(Debug, ToolParams)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(dead_code, reason = "read, not used")]
enum Shape {
    /// Round
    Circle {
        #[tool_param(minimum = 0)]
        radius: f64,
    },
    #[tool_param(name = "box", description = "Square")]
    Square {
        side: Metres,
    },
    Point,
}

#[derive(Debug, ToolParams, PartialEq)]
struct Metres(#[tool_param(maximum = 100)] f64);

#[derive(Debug, ToolParams, PartialEq)]
enum Colour {
    /// Like blood
    Red,
    #[tool_param(name = "dark blue")]
    DarkBlue,
}

#[derive(Debug, ToolParams, PartialEq)]
#[serde(untagged)]
enum Id {
    Number(u32),
    Name { name: String },
}

#[derive(Debug, ToolParams, PartialEq)]
struct Nothing;

#[derive(Debug, ToolParams, ToolResult, PartialEq, Default)]
#[tool_result(schema = false)]
#[serde(default)]
struct Both {
    a: u8,
    b: Vec<String>,
}

#[derive(Debug, ToolParams)]
struct Page<T> {
    items: Vec<T>,
    next: Option<T>,
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

fn minimal() -> Value {
    json!({ "lookFor": "tea", "owner": null, "children": [] })
}

fn with(key: &str, value: Value) -> Value {
    let mut search = minimal();
    search[key] = value;
    search
}

#[test]
fn defaults_and_options_may_be_absent_or_null() {
    let search: Search = read(minimal()).unwrap();
    assert_eq!((search.limit, search.weight, search.tags, search.language), (10, None, None, None));

    let search: Search = read(json!({
        "lookFor": "tea", "owner": "me", "children": [minimal()], "limit": null, "weight": null, "shape": null,
    }))
    .unwrap();
    assert_eq!((search.limit, search.owner.as_deref(), search.children.len()), (10, Some("me"), 1));
    assert!(search.shape.is_none());
}

#[test]
fn limits_are_checked_when_fields_are_read() {
    let error = |key, value| read::<Search>(with(key, value)).unwrap_err();

    assert_eq!(error("lookFor", json!("")), "expected at least 1 character, found 0");
    assert_eq!(error("lookFor", json!("teapot")), "expected at most 5 characters, found 6");
    assert_eq!(error("limit", json!(0)), "expected at least 1, found 0");
    assert_eq!(error("limit", json!(51)), "expected at most 50, found 51");
    assert_eq!(error("weight", json!(-2)), "expected at least -1.5, found -2");
    assert_eq!(error("tags", json!(["a", "b", "c"])), "expected at most 2 items, found 3");
    assert_eq!(error("lang", json!("De")), "expected a string that matches `^[a-z]+$`, found \"De\"");
    assert_eq!(error("shape", json!({ "kind": "circle", "radius": -1 })), "expected at least 0, found -1");
    assert_eq!(error("shape", json!({ "kind": "box", "side": 101 })), "expected at most 100, found 101");
    let without_owner = json!({ "lookFor": "tea", "children": [] });
    assert_eq!(read::<Search>(without_owner).unwrap_err(), "missing field `owner`");
}

/// Looks for something.
#[tool]
fn search(search: Search) -> usize {
    search.children.len()
}

#[test]
fn limits_are_in_the_schema() {
    let schema = search::definition().input_schema();
    let root = &schema["properties"]["search"];

    assert_eq!(root["properties"]["children"]["items"]["$ref"], "#/$defs/Search");
    assert_eq!(root["required"], json!(["lookFor", "owner", "children"]));
    let properties = &root["properties"];
    assert_eq!(
        properties["lookFor"],
        json!({ "description": "What to look for", "type": "string", "minLength": 1, "maxLength": 5, "examples": ["tea"] })
    );
    assert_eq!(properties["limit"], json!({ "type": ["integer", "null"], "minimum": 1, "maximum": 50, "default": 10 }));
    assert_eq!(properties["weight"], json!({ "type": ["number", "null"], "minimum": -1.5 }));
    assert_eq!(properties["tags"]["description"], "Tags to have");
    assert_eq!(properties["tags"]["maxItems"], 2);
    assert_eq!(properties["owner"], json!({ "type": ["string", "null"] }));
    assert_eq!(properties["lang"]["pattern"], "^[a-z]+$");
    assert!(properties.get("internal").is_none());
}

#[test]
fn enums_of_every_kind_are_read() {
    assert_eq!(read(json!("Red")), Ok(Colour::Red));
    assert_eq!(read(json!("dark blue")), Ok(Colour::DarkBlue));
    assert_eq!(read(json!(7)), Ok(Id::Number(7)));
    assert_eq!(read(json!({ "name": "x" })), Ok(Id::Name { name: "x".to_owned() }));
    assert!(read::<Id>(json!({ "name": "x", "more": 1 })).is_err());
    assert!(matches!(read(json!({ "kind": "point" })), Ok(Shape::Point)));
    assert_eq!(read(json!(null)), Ok(Nothing));
    assert_eq!(read(json!(99.5)), Ok(Metres(99.5)));
}

/// Paints.
#[tool]
fn paint(colours: BTreeMap<String, Colour>, id: Id) -> usize {
    let _ = id;
    colours.len()
}

#[test]
fn the_description_of_a_variant_is_kept() {
    let colour = &paint::definition().input_schema()["properties"]["colours"]["additionalProperties"];

    assert_eq!(
        colour["oneOf"],
        json!([
            { "type": "string", "const": "Red", "description": "Like blood" },
            { "type": "string", "enum": ["dark blue"] },
        ])
    );
}

#[test]
fn one_type_may_be_read_and_written() {
    assert_eq!(read(json!({ "a": 1 })), Ok(Both { a: 1, b: Vec::new() }));
    assert_eq!(serde_json::to_value(Both::default()).unwrap(), json!({ "a": 0, "b": [] }));
}

#[test]
fn a_generic_type_is_read() {
    let page: Page<Metres> = read(json!({ "items": [1, 2] })).unwrap();

    assert_eq!((page.items.len(), page.next), (2, None));
}

/// What to skip.
#[derive(Debug, ToolParams)]
struct Window {
    /// First row
    #[tool_param(default = 0)]
    from: u32,
    /// Last row
    to: Option<u32>,
}

/// Lists rows.
#[tool]
fn list_rows(table: &str, #[tool_param(flatten)] window: Window) -> String {
    format!("{table} {} {:?}", window.from, window.to)
}

#[tokio::test(flavor = "current_thread")]
async fn flattened_fields_are_arguments_of_the_tool() {
    let tool = TestTool::new(list_rows::callback());

    assert_eq!(
        list_rows::definition().input_schema_text(),
        concat!(
            r#"{"type":"object","properties":{"table":{"type":"string"},"#,
            r#""from":{"type":["integer","null"],"minimum":0,"description":"First row","default":0,"maximum":4294967295},"#,
            r#""to":{"type":["integer","null"],"minimum":0,"description":"Last row","maximum":4294967295}},"#,
            r#""required":["table"],"additionalProperties":false}"#
        )
    );
    assert_eq!(tool.call(json!({ "table": "t", "to": 3 })).await.unwrap(), "t 0 Some(3)");
    assert_eq!(tool.call(json!({ "table": "t", "from": 1, "to": null })).await.unwrap(), "t 1 None");
    let error = tool.call(json!({ "table": "t", "to": {} })).await.unwrap_err().to_string();
    assert_eq!(
        error,
        "tool `list_rows`: argument `to`: expected an integer from 0 to 4294967295 or null, found an empty object"
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_closure_takes_it_too() {
    let closure =
        FunctionToolCallback::builder("rows", |window: Window| window.from).description("Does it.").build().unwrap();
    let strict = TestTool::new(std::sync::Arc::new(closure)).with_mode(ArgumentMode::Strict);

    assert_eq!(strict.call(json!({ "from": 2 })).await.unwrap(), "2");
    assert!(strict.call(json!({ "from": 2, "form": 3 })).await.is_err());
    assert_eq!(strict.callback().definition().name(), "rows");
}

#[derive(Debug, ToolParams)]
struct Basket<T: Default> {
    #[tool_param(min_items = 1)]
    items: Vec<T>,
    #[tool_param(required)]
    owner: Option<T>,
    #[tool_param(max_items = 2)]
    more: Option<Vec<T>>,
    #[tool_param(default = T::default())]
    first: T,
}

#[derive(Debug, ToolParams)]
enum Heap<T> {
    Of {
        #[tool_param(min_items = 1)]
        items: Vec<T>,
    },
}

#[test]
fn a_generic_type_may_have_limits_and_defaults() {
    let basket: Basket<u8> = read(json!({ "items": [1], "owner": null })).unwrap();
    let empty = read::<Basket<u8>>(json!({ "items": [], "owner": 1 })).unwrap_err();
    let heap: Heap<u8> = read(json!({ "Of": { "items": [3] } })).unwrap();

    assert_eq!((basket.items, basket.owner, basket.more, basket.first), (vec![1], None, None, 0));
    assert!(empty.contains("expected at least 1 item, found 0"), "{empty}");
    let Heap::Of { items } = heap;
    assert_eq!(items, [3]);
}

#[derive(Debug, ToolParams)]
struct Grid {
    row: [u8; Self::WIDTH],
}

impl Grid {
    const WIDTH: usize = 2;
}

#[derive(Clone, Copy, Debug, PartialEq, ToolParams)]
#[repr(u8)]
enum Level {
    Low = 1,
    High = Self::TOP,
}

impl Level {
    const TOP: u8 = 9;
}

#[test]
fn constants_of_the_type_can_be_used_in_it() {
    let grid: Grid = read(json!({ "row": [1, 2] })).unwrap();
    let level: Level = read(json!("High")).unwrap();

    assert_eq!(grid.row, [1, 2]);
    assert_eq!(level as u8, 9);
}

#[derive(Debug, ToolParams)]
#[serde(rename_all = "camelCase")]
struct Reach {
    #[tool_param(minimum = 1)]
    #[serde(default)]
    least: Option<u8>,
    #[tool_param(minimum = -128, maximum = 127)]
    whole_range: i8,
}

#[test]
fn constraints_work_with_serdes_default() {
    let reach: Reach = read(json!({ "wholeRange": -128 })).unwrap();

    assert_eq!((reach.least, reach.whole_range), (None, -128));
}

/// Seconds in place of what serde writes for a `Duration`.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(time.as_secs())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Ok(Duration::from_secs(u64::deserialize(deserializer)?))
    }
}

#[derive(ToolParams, ToolResult)]
#[tool_result(schema = false)]
struct Pause {
    /// How long
    #[serde(with = "seconds")]
    length: std::time::Duration,
    #[serde(with = "seconds")]
    #[schemars(with = "u64")]
    limit: std::time::Duration,
}

/// Gives the pause back.
#[tool]
fn same_pause(pause: Pause) -> Pause {
    pause
}

#[tokio::test(flavor = "current_thread")]
async fn a_field_is_read_and_written_by_its_module() {
    let pause = json!({ "length": 3, "limit": 4 });

    let text = TestTool::new(same_pause::callback()).call(json!({ "pause": pause })).await.unwrap();

    assert_eq!(text, r#"{"length":3,"limit":4}"#);
}

#[test]
fn the_schema_of_a_field_with_a_module_allows_any_value_unless_it_is_given() {
    let pause = &same_pause::definition().input_schema()["properties"]["pause"]["properties"];

    assert_eq!(pause["length"], json!({ "description": "How long" }));
    assert_eq!(pause["limit"]["type"], "integer");
}

#[derive(ToolParams, serde::Serialize)]
struct Question {
    #[serde(rename = "q")]
    text: String,
}

#[derive(ToolResult, serde::Deserialize)]
struct Answer {
    #[serde(default)]
    text: String,
}

#[test]
fn serialize_can_be_derived_with_tool_params_and_deserialize_with_tool_result() {
    let question: Question = serde_json::from_value(json!({ "q": "where" })).unwrap();
    let answer: Answer = serde_json::from_value(json!({})).unwrap();

    assert_eq!(serde_json::to_value(&question).unwrap(), json!({ "q": "where" }));
    assert_eq!(serde_json::to_value(&answer).unwrap(), json!({ "text": "" }));
}
