//! The errors for wrong arguments: all of them, each with its place, without hidden or bidirectional characters.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

#[path = "arguments/tools.rs"]
mod tools;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_core::context::ArgumentMode;
use tool_core::testing::TestTool;
use tool_core::{FunctionToolCallback, ToolCall, ToolContext, ToolDefinition};

fn strict(tool: &str, arguments: &str) -> Result<String, String> {
    tools::answer(&tools::all(), tool, arguments, ArgumentMode::Strict)
}

/// A type with a check that is not in the schema.
#[derive(Debug, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(try_from = "u32")]
struct Even(u32);

impl TryFrom<u32> for Even {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        if number.is_multiple_of(2) { Ok(Self(number)) } else { Err("it is odd".to_owned()) }
    }
}

#[derive(Debug, Serialize, tool_core::ToolParams)]
struct Item {
    first: Option<Even>,
    #[tool_param(pattern = "^[a-z]+$")]
    code: Option<String>,
    last: Option<Even>,
}

/// Takes one value.
#[tool_core::tool]
fn one_even(v: Even) -> String {
    format!("{v:?}")
}

/// Takes values of every shape.
#[tool_core::tool]
fn shapes(
    item: Option<Item>,
    list: Option<Vec<Even>>,
    map: Option<std::collections::BTreeMap<String, Even>>,
    pair: Option<(u8, Even)>,
) -> String {
    format!("{item:?} {list:?} {map:?} {pair:?}")
}

/// Takes the fields of an item.
#[tool_core::tool]
fn flat_item(#[tool_param(flatten)] item: &Item, more: Option<bool>) -> String {
    format!("{item:?} {more:?}")
}

/// Takes texts of a form.
#[tool_core::tool]
fn forms(
    #[tool_param(pattern = "^[a-z]+$")] small: &str,
    count: u8,
    #[tool_param(pattern = "^[A-Z]+$")] large: &str,
) -> String {
    format!("{small} {count} {large}")
}

#[tokio::test(flavor = "current_thread")]
async fn an_error_of_a_type_has_the_place_of_the_value_also_of_the_last_one() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let one = TestTool::new(one_even::callback()).with_mode(mode);
        let error = one.call_text(r#"{"v":7}"#).await.unwrap_err().to_string();
        assert_eq!(error, "tool `one_even`: argument `v`: it is odd, found 7");

        let shapes = TestTool::new(shapes::callback()).with_mode(mode);
        for (arguments, place) in [
            (r#"{"item":{"first":7,"code":"x"}}"#, "item.first"),
            (r#"{"item":{"code":"x","last":7}}"#, "item.last"),
            (r#"{"item":{"last":7},"list":[]}"#, "item.last"),
            (r#"{"item":{"last":7}}"#, "item.last"),
            (r#"{"list":[2,7,4]}"#, "list[1]"),
            (r#"{"list":[2,7]}"#, "list[1]"),
            (r#"{"list":[7]}"#, "list[0]"),
            (r#"{"map":{"a":2,"b":7}}"#, "map.b"),
            (r#"{"map":{"b":7,"a":2}}"#, "map.b"),
            (r#"{"pair":[1,7]}"#, "pair[1]"),
        ] {
            let error = shapes.call_text(arguments).await.unwrap_err().to_string();
            assert_eq!(error, format!("tool `shapes`: argument `{place}`: it is odd, found 7"), "{arguments}");
        }
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_error_of_a_flattened_type_has_the_place_of_the_value() {
    let flat = TestTool::new(flat_item::callback());
    for (arguments, place) in [(r#"{"last":7}"#, "last"), (r#"{"first":7,"more":true}"#, "first")] {
        let error = flat.call_text(arguments).await.unwrap_err().to_string();
        assert_eq!(error, format!("tool `flat_item`: argument `{place}`: it is odd, found 7"), "{arguments}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_pattern_violation_has_its_place() {
    let shapes = TestTool::new(shapes::callback());
    for arguments in [
        r#"{"item":{"code":"X"}}"#,
        r#"{"item":{"first":2,"code":"X"}}"#,
        r#"{"item":{"code":"X","first":2},"list":[]}"#,
    ] {
        let error = shapes.call_text(arguments).await.unwrap_err().to_string();
        assert_eq!(
            error, "tool `shapes`: argument `item.code`: expected a string that matches `^[a-z]+$`, found \"X\"",
            "{arguments}"
        );
    }
}

#[tokio::test(flavor = "current_thread")]
async fn constraints_types_and_names_are_reported_together_in_the_order_of_the_parameters() {
    let forms = TestTool::new(forms::callback());

    let error = forms.call_text(r#"{"large":"x","count":"many","small":"X","larg":1}"#).await.unwrap_err().to_string();

    assert_eq!(
        error,
        "tool `forms`: argument `small`: expected a string that matches `^[a-z]+$`, found \"X\"; argument `count`: expected an \
         integer from 0 to 255, found the string \"many\"; argument `large`: expected a string that matches `^[A-Z]+$`, found \
         \"x\"; unknown argument `larg`; known arguments: `small`, `count`, `large`"
    );
    assert_eq!(
        forms.call_text(r#"{"large":"x","small":"X","count":1}"#).await.unwrap_err().to_string(),
        "tool `forms`: argument `small`: expected a string that matches `^[a-z]+$`, found \"X\"; argument `large`: expected \
         a string that matches `^[A-Z]+$`, found \"x\""
    );
}

/// Takes numbers of several types.
#[tool_core::tool]
fn sizes(signed: i64, real: f64, unsigned: u64, short: Vec<u16>, word: String) -> String {
    format!("{signed} {real} {unsigned} {short:?} {word}")
}

#[tokio::test(flavor = "current_thread")]
async fn numbers_out_of_range_are_reported_with_all_other_errors() {
    let text =
        r#"{"signed":9223372036854775808,"real":1e400,"unsigned":18446744073709551616,"short":[1,70000],"word":[]}"#;
    let expected = "tool `sizes`: argument `signed`: expected an integer that fits `i64`, found 9223372036854775808; \
                    argument `real`: number out of range, found 1e400; \
                    argument `unsigned`: expected an integer that fits `u64`, found 18446744073709551616; \
                    argument `short[1]`: expected an integer from 0 to 65535, found 70000; \
                    argument `word`: expected a string, found an empty array";

    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let sizes = TestTool::new(sizes::callback()).with_mode(mode);
        assert_eq!(sizes.call_text(text).await.unwrap_err().to_string(), expected, "{mode:?}");
    }
}

#[test]
fn five_wrong_values_of_one_argument_are_shown() {
    let filters = r#"{"field":1.5,"max":300},"#.repeat(20);
    let sentence =
        strict("search", &format!(r#"{{"tags":7,"filters":[{}]}}"#, filters.trim_end_matches(','))).unwrap_err();

    assert_eq!(sentence.matches("argument `filters[").count(), 5);
    assert!(sentence.contains("; 35 more wrong values in `filters`; argument `tags`: "), "{sentence}");
}

#[test]
fn an_error_escapes_hidden_and_bidirectional_characters() {
    let hidden = "\u{202e}\u{2028}\u{200b}\u{feff}";
    for arguments in [
        format!(r#"{{"city":"Bern","nights":"{hidden}"}}"#),
        format!(r#"{{"city":"Bern","nights":{{"{hidden}":1}}}}"#),
        format!(r#"{{"city":"Bern","{hidden}x":2}}"#),
        format!(r#"{{"{hidden}":1,"{hidden}":2}}"#),
        format!(r#"{{"city":{hidden}x}}"#),
        format!(r#"{{"city":"\{hidden}\n\{hidden}q"}}"#),
    ] {
        for mode in [ArgumentMode::Strict, ArgumentMode::Lenient] {
            let sentence = tools::answer(&tools::all(), "book", &arguments, mode).unwrap_err();
            assert!(!sentence.contains(|c| hidden.contains(c)), "{sentence:?}");
        }
    }
    let call = ToolCall::new("1", format!("bo{hidden}ok"), "{}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let manager = tool_core::execution::ToolCallingManager::new();
    let result = runtime.block_on(manager.execute(&[call], &tools::all(), &ToolContext::new()));
    let text = &result.responses()[0].text;
    assert!(text.contains(r"\u{202e}") && !text.contains(|c| hidden.contains(c)), "{text:?}");
}

/// The arguments as read with a hand-written schema.
fn by_hand(arguments: &str) -> Result<Value, String> {
    let schema = json!({
        "properties": {
            "days": { "type": "integer" },
            "exact": { "type": "boolean" },
            "place": { "properties": { "floor": { "type": ["integer", "null"] } } },
            "unit": { "enum": ["celsius"] },
        },
    });
    let tool = ToolDefinition::new("t", "", schema).unwrap();
    let read = tool.read_arguments::<Value>(arguments, ArgumentMode::Lenient).map_err(|error| error.to_string())?;
    Ok(read.params)
}

#[tokio::test(flavor = "current_thread")]
async fn values_of_a_hand_written_schema_are_converted_at_any_depth() {
    let text = r#"{"days":"3","exact":"TRUE","place":{"floor":"2"},"unit":"Celsius"}"#;
    let expected = json!({ "days": 3, "exact": true, "place": { "floor": 2 }, "unit": "celsius" });

    assert_eq!(by_hand(text), Ok(expected.clone()));
    assert_eq!(by_hand(&format!("```{text}```")), Ok(expected.clone()));
    assert_eq!(by_hand(r#"{"days":3.0,"exact":null}"#), Ok(json!({ "days": 3 })));
    let closure = FunctionToolCallback::builder("dynamic", |value: Value| value["days"].to_string())
        .description("Shows days.")
        .input_schema(json!({ "properties": { "days": { "type": "integer" } } }))
        .build()
        .unwrap();
    assert_eq!(TestTool::new(std::sync::Arc::new(closure)).call_text(r#"{"days":"3"}"#).await.unwrap(), "3");
}

#[test]
fn an_untyped_value_is_validated_by_its_schema() {
    assert_eq!(
        by_hand(r#"{"days":"soon","exact":1}"#),
        Err("tool `t`: argument `days`: expected an integer, found the string \"soon\"; argument `exact`: expected true or \
             false, found 1"
            .to_owned())
    );
}
