//! Parameters whose fields are arguments of their own.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tool_core::context::ArgumentMode;
use tool_core::error::ToolErrorKind;
use tool_core::testing::TestTool;
use tool_core::{ToolParams, ToolSet, tool, tools};

/// A type with a check that is not in the schema.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(try_from = "u32")]
struct Even(u32);

impl TryFrom<u32> for Even {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        if number.is_multiple_of(2) { Ok(Self(number)) } else { Err(format!("{number} is odd")) }
    }
}

#[derive(Debug, ToolParams)]
#[serde(deny_unknown_fields)]
struct Page {
    #[tool_param(default = 0)]
    from: u32,
    step: Option<Even>,
}

#[derive(Debug, ToolParams)]
enum Order {
    By { column: String },
    Random(u32),
}

/// Counts rows.
#[tool]
fn count(table: &str, #[tool_param(flatten)] page: &Page) -> String {
    format!("{table} {page:?}")
}

/// Lists rows.
#[tool]
fn rows(table: &str, #[tool_param(flatten)] page: Page, #[tool_param(flatten)] order: Order) -> String {
    let order = match order {
        Order::By { column } => column,
        Order::Random(seed) => format!("seed {seed}"),
    };
    format!("{table} from {} by {:?}, {order}", page.from, page.step.map(|step| step.0))
}

fn tool(mode: ArgumentMode) -> TestTool {
    TestTool::new(rows::callback()).with_mode(mode)
}

#[tokio::test(flavor = "current_thread")]
async fn each_type_takes_the_fields_that_it_knows() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let arguments = json!({ "Random": 7, "table": "t", "step": 2, "from": 1 });

        assert_eq!(tool(mode).call(arguments).await.unwrap(), "t from 1 by Some(2), seed 7");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_value_that_a_type_refuses_is_named() {
    let arguments = json!({ "table": "t", "step": 3, "By": { "column": "c" } });

    let error = tool(ArgumentMode::Lenient).call(arguments).await.unwrap_err().to_string();

    assert_eq!(error, "tool `rows`: argument `step`: 3 is odd");
}

#[tokio::test(flavor = "current_thread")]
async fn an_unknown_name_next_to_them_is_refused_in_strict_mode() {
    let tool = TestTool::new(count::callback()).with_mode(ArgumentMode::Strict);

    let error = tool.call(json!({ "table": "t", "stepp": 3 })).await.unwrap_err().to_string();

    assert_eq!(
        error,
        "tool `count`: unknown argument `stepp` (did you mean `step`?); known arguments: `table`, `from`, `step`"
    );
}

#[derive(Debug, ToolParams)]
struct Labels {
    first: u8,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// Takes labels.
#[tool]
fn label(table: &str, #[tool_param(flatten)] labels: &Labels) -> String {
    format!("{table} {} {:?}", labels.first, labels.others)
}

/// Takes any arguments.
#[tool]
fn log(table: &str, #[tool_param(flatten)] fields: &BTreeMap<String, u8>) -> String {
    format!("{table} {fields:?}")
}

#[tokio::test(flavor = "current_thread")]
async fn a_flattened_map_takes_the_remaining_arguments() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let labels = TestTool::new(label::callback()).with_mode(mode);
        let fields = TestTool::new(log::callback()).with_mode(mode);

        let arguments = json!({ "table": "t", "first": 1, "y": null, "x": "2" });
        assert_eq!(labels.call(arguments).await.unwrap(), r#"t 1 {"x": String("2"), "y": Null}"#);
        assert_eq!(fields.call(json!({ "a": 1, "table": "t" })).await.unwrap(), r#"t {"a": 1}"#);
    }
    assert_eq!(label::definition().input_schema()["additionalProperties"], true);
    assert_eq!(log::definition().input_schema()["additionalProperties"]["maximum"], 255);
}

/// Takes one argument twice.
#[tool]
fn twice(from: u32, #[tool_param(flatten)] page: &Page) -> String {
    format!("{from} {page:?}")
}

/// Takes the arguments of one type twice.
#[tool]
fn both(#[tool_param(flatten)] page: &Page, #[tool_param(flatten)] other: &Page) -> String {
    format!("{page:?} {other:?}")
}

/// Takes all that is left, and more.
#[tool]
fn greedy(#[tool_param(flatten)] labels: &Labels, #[tool_param(flatten)] page: &Page) -> String {
    format!("{labels:?} {page:?}")
}

/// Takes a number for an object.
#[tool]
fn number(#[tool_param(flatten)] count: u8) -> u8 {
    count
}

/// Takes names for an object.
#[tool]
fn names(#[tool_param(flatten)] order: &Direction) -> String {
    format!("{order:?}")
}

#[derive(Debug, ToolParams)]
enum Direction {
    Up,
    Down,
}

#[test]
fn a_flattened_type_that_is_not_an_object_is_an_error_of_the_set() {
    for (tools, name) in [(tools![number], "count"), (tools![names], "order")] {
        let error = ToolSet::build(&tools).unwrap_err();

        assert_eq!(error.kind(), ToolErrorKind::InvalidSchema);
        let fault = format!("): `{name}` is flattened, but its type is not a struct, a map or an enum with fields");
        assert!(error.to_string().ends_with(&fault), "{error}");
    }
}

#[test]
fn an_argument_that_two_parameters_take_is_an_error_of_the_set() {
    let faults = [
        (tools![twice], "two parameters take the argument `from`: `from` and `page`; rename one"),
        (tools![both], "two parameters take the argument `from`: `page` and `other`; rename one"),
        (tools![greedy], "`labels` takes all remaining arguments, so no other parameter can be flattened"),
    ];
    for (tools, fault) in faults {
        let error = ToolSet::build(&tools).unwrap_err();

        assert_eq!(error.kind(), ToolErrorKind::InvalidSchema);
        assert!(error.to_string().ends_with(&format!("): {fault}")), "{error}");
    }
}

#[derive(ToolParams)]
struct Corner {
    row: u32,
}

#[derive(ToolParams)]
struct Corners {
    #[tool_param(flatten)]
    first: Corner,
    #[tool_param(flatten)]
    last: Corner,
}

/// Takes a type that takes the fields of one type twice.
#[tool]
fn area(corners: &Corners) -> u32 {
    corners.last.row - corners.first.row
}

#[test]
fn a_field_that_two_flattened_fields_have_is_an_error_of_the_set() {
    let error = ToolSet::build(&tools![area]).unwrap_err().to_string();

    let fault = "): two flattened fields of one type have the field `row`; rename one";
    assert!(error.ends_with(fault), "{error}");
}

#[derive(ToolParams)]
struct Ids {
    id: u128,
    #[tool_param(default = 1)]
    step: i128,
}

/// Follows ids.
#[tool]
fn follow(#[tool_param(flatten)] ids: &Ids, times: Option<u8>) -> String {
    format!("{} {} {times:?}", ids.id, ids.step)
}

#[tokio::test(flavor = "current_thread")]
async fn a_field_keeps_each_digit_of_128_bits() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let follow = TestTool::new(follow::callback()).with_mode(mode);
        let call = |arguments| follow.call_text(arguments);

        let read = call(r#"{"id":340282366920938463463374607431768211455,"step":-18446744073709551617}"#).await;
        assert_eq!(read.unwrap(), "340282366920938463463374607431768211455 -18446744073709551617 None");
        let beyond = call(r#"{"id":340282366920938463463374607431768211456}"#).await.unwrap_err().to_string();
        assert_eq!(
            beyond,
            "tool `follow`: argument `id`: number out of range, found 340282366920938463463374607431768211456"
        );
    }
}

#[derive(Debug, ToolParams)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(dead_code, reason = "read, and shown")]
enum Sorted {
    Up { column: String },
    Random { seed: u32 },
}

/// Lists cells.
#[tool]
fn cells(row: u8, #[tool_param(flatten)] sorted: &Sorted) -> String {
    format!("{row} {sorted:?}")
}

#[tokio::test(flavor = "current_thread")]
async fn a_flattened_variant_does_not_take_the_names_of_another() {
    let branches = cells::definition().input_schema()["oneOf"].as_array().unwrap().clone();
    assert!(branches.iter().all(|branch| branch["additionalProperties"] == false), "{branches:?}");
    assert_eq!(branches.iter().filter(|branch| branch["properties"]["row"]["maximum"] == 255).count(), 2);

    let cells = TestTool::new(cells::callback()).with_mode(ArgumentMode::Strict);
    let right = cells.call(json!({ "row": 1, "kind": "random", "seed": 2 })).await;
    let other = cells.call(json!({ "row": 1, "kind": "random", "seed": 2, "column": "a" })).await;

    assert_eq!(right.unwrap(), "1 Random { seed: 2 }");
    let known = "unknown argument `column`; known arguments: `row`, `kind`, `seed`";
    assert_eq!(other.unwrap_err().to_string(), format!("tool `cells`: {known}"));
}
