use serde::Deserialize;
use serde_json::json;

use super::read;
use crate::argument_mode::ArgumentMode;
use crate::definition::ToolDefinition;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    count: u32,
    #[serde(default)]
    names: Vec<String>,
}

fn tool() -> ToolDefinition {
    let schema = json!({
        "type": "object",
        "properties": { "count": { "type": "integer" }, "names": { "type": "array" } },
        "required": ["count"],
        "additionalProperties": false,
    });
    ToolDefinition::new("t", "", schema).unwrap()
}

fn error(arguments: &str) -> String {
    read::<Params>(&tool(), arguments, ArgumentMode::Lenient).unwrap_err().to_string()
}

#[test]
fn arguments_are_read_by_name() {
    let params: Params = read(&tool(), r#" {"names":["a"],"count":2} "#, ArgumentMode::Lenient).unwrap();

    assert_eq!(params, Params { count: 2, names: vec!["a".to_owned()] });
}

#[test]
fn arguments_by_position_are_refused() {
    assert_eq!(
        error("[2,[]]"),
        "tool `t`: the arguments must be a JSON object, found an array; known arguments: `count`, `names`"
    );
    assert_eq!(
        error("2"),
        "tool `t`: the arguments must be a JSON object, found a number; known arguments: `count`, `names`"
    );
}

#[test]
fn text_that_is_no_json_is_refused_with_line_and_column() {
    assert_eq!(error("{\"count\":\n two}"), "tool `t`: the arguments are no JSON: expected ident at line 2 column 3");
}

#[test]
fn two_values_in_one_text_are_refused() {
    assert_eq!(
        error(r#"{"count":1}{"count":2}"#),
        "tool `t`: the arguments are no JSON: trailing characters at line 1 column 12"
    );
}

#[test]
fn a_wrong_type_is_named_by_its_path() {
    assert_eq!(error(r#"{"count":-1}"#), "tool `t`: argument `count`: invalid value: integer `-1`, expected u32");
    assert_eq!(
        error(r#"{"count":1,"names":["a",2]}"#),
        "tool `t`: argument `names` at `[1]`: invalid type: integer `2`, expected a string"
    );
}

#[test]
fn missing_arguments_are_all_named() {
    assert_eq!(error("{}"), "tool `t`: argument `count` is missing");
}

#[test]
fn an_unknown_argument_alone_does_no_harm() {
    let params: Params = read(&tool(), r#"{"count":2,"colour":"red"}"#, ArgumentMode::Lenient).unwrap();

    assert_eq!(params.count, 2);
}

#[test]
fn a_thousand_unknown_arguments_do_not_make_a_long_answer() {
    let unknown: Vec<String> = (0..1000).map(|index| format!(r#""x{index}":1"#)).collect();

    let error = error(&format!("{{{}}}", unknown.join(",")));

    assert!(error.len() < 1000, "{}", error.len());
    assert!(error.contains(" and 950 more; known arguments: "), "{error}");
}

#[test]
fn deep_nesting_is_an_error_not_an_overflow() {
    let arguments = format!(r#"{{"count":{}1{}}}"#, "[".repeat(100_000), "]".repeat(100_000));

    assert!(error(&arguments).starts_with("tool `t`: the arguments are no JSON: recursion limit exceeded"));
}

#[test]
fn strict_takes_a_whole_float_for_an_integer_and_no_other() {
    let params: Params = read(&tool(), r#"{"count":2.0}"#, ArgumentMode::Strict).unwrap();

    assert_eq!(params.count, 2);
    assert!(read::<Params>(&tool(), r#"{"count":2.5}"#, ArgumentMode::Strict).is_err());
}

#[test]
fn strict_refuses_an_unknown_name() {
    let error = read::<Params>(&tool(), r#"{"count":2,"colour":"red"}"#, ArgumentMode::Strict).unwrap_err();

    assert_eq!(error.to_string(), "tool `t`: unknown arguments: `colour`; known arguments: `count`, `names`");
}
