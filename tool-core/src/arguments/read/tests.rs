use std::fmt::{self, Write};
use std::sync::{Arc, Mutex};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span;

use crate::callback::function_callback::FunctionToolCallback;
use crate::callback::tool_callback::ToolCallback;
use crate::context::argument_mode::ArgumentMode;
use crate::context::call_state::CallState;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::schema::definition::ToolDefinition;

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
        "properties": {
            "count": { "type": "integer", "minimum": 0 },
            "names": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["count"],
        "additionalProperties": false,
    });
    ToolDefinition::new("t", "", schema).unwrap()
}

fn read_value<T: DeserializeOwned>(tool: &ToolDefinition, arguments: &str, mode: ArgumentMode) -> Result<T, ToolError> {
    let (state, _cancel_on_drop) = CallState::new(mode, None);
    super::read_value(tool, arguments, &ToolContext::new().with_call_state(state))
}

fn lenient(arguments: &str) -> Params {
    read_value(&tool(), arguments, ArgumentMode::Lenient).unwrap()
}

fn error_in(mode: ArgumentMode, arguments: &str) -> String {
    read_value::<Params>(&tool(), arguments, mode).unwrap_err().to_string()
}

fn error(arguments: &str) -> String {
    error_in(ArgumentMode::Lenient, arguments)
}

fn repairs(arguments: &str) -> Vec<String> {
    let read = tool().read_arguments::<Params>(arguments, ArgumentMode::Lenient).unwrap();
    read.repairs.iter().map(ToString::to_string).collect()
}

#[test]
fn arguments_are_read_by_name() {
    let params = lenient(r#" {"names":["a"],"count":2} "#);

    assert_eq!(params, Params { count: 2, names: vec!["a".to_owned()] });
}

#[test]
fn arguments_by_position_are_refused() {
    assert_eq!(
        error("[2,[]]"),
        "tool `t`: the arguments must be a JSON object, found an array of 2 items; known arguments: `count`, `names`"
    );
    assert_eq!(error("2"), "tool `t`: the arguments must be a JSON object, found 2; known arguments: `count`, `names`");
}

#[test]
fn text_that_is_no_json_is_refused_with_line_and_column() {
    assert_eq!(
        error("{\"count\":\n two}"),
        "tool `t`: the arguments are not valid JSON: expected a value, found `two` at line 2 column 2"
    );
}

#[test]
fn two_different_objects_in_one_text_are_refused() {
    assert_eq!(
        error(r#"{"count":1}{"count":2}"#),
        "tool `t`: the arguments contain two different objects, the second at line 1 column 12; send one object for each \
         call"
    );
}

#[test]
fn a_wrong_type_is_named_by_its_path() {
    assert_eq!(error(r#"{"count":-1}"#), "tool `t`: argument `count`: expected an integer of at least 0, found -1");
    assert_eq!(
        error(r#"{"count":1,"names":["a",[2]]}"#),
        "tool `t`: argument `names[1]`: expected a string, found an array of 1 item"
    );
}

#[test]
fn what_the_schema_allows_and_the_type_does_not_is_named_by_its_path() {
    assert_eq!(
        error(r#"{"count":4294967296}"#),
        "tool `t`: argument `count`: expected an integer that fits `u32`, found 4294967296"
    );
}

#[test]
fn missing_arguments_are_all_named() {
    assert_eq!(error("{}"), "tool `t`: argument `count` is missing");
}

#[test]
fn an_unknown_argument_alone_does_no_harm() {
    let params = lenient(r#"{"count":2,"colour":"red"}"#);

    assert_eq!(params.count, 2);
}

#[test]
fn a_thousand_unknown_arguments_do_not_make_a_long_answer() {
    let unknown: Vec<String> = (0..1000).map(|index| format!(r#""{}{index}":1"#, "x".repeat(200))).collect();

    let error = error(&format!("{{{}}}", unknown.join(",")));

    assert!(error.chars().count() < 2000, "{}", error.len());
    assert!(error.starts_with("tool `t`: argument `count` is missing; unknown arguments `xxx"), "{error}");
    assert!(error.ends_with('…'), "{error}");
}

#[test]
fn deep_nesting_is_an_error_not_an_overflow() {
    let arguments = format!(r#"{{"count":{}1{}}}"#, "[".repeat(100_000), "]".repeat(100_000));

    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        assert_eq!(
            error_in(mode, &arguments),
            "tool `t`: the arguments are nested more than 127 levels deep at line 1 column 136"
        );
    }
}

#[test]
fn strict_takes_a_whole_float_for_an_integer_and_no_other() {
    let params: Params = read_value(&tool(), r#"{"count":2.0}"#, ArgumentMode::Strict).unwrap();

    assert_eq!(params.count, 2);
    assert_eq!(
        error_in(ArgumentMode::Strict, r#"{"count":2.5}"#),
        "tool `t`: argument `count`: expected an integer of at least 0, found 2.5"
    );
}

#[test]
fn strict_refuses_an_unknown_name() {
    assert_eq!(
        error_in(ArgumentMode::Strict, r#"{"count":2,"colour":"red"}"#),
        "tool `t`: unknown argument `colour`; known arguments: `count`, `names`"
    );
}

#[test]
fn what_serde_reads_at_once_needs_no_repair() {
    assert_eq!(repairs(r#"{"count":2}"#), Vec::<String>::new());
    assert_eq!(repairs(" {\n\"count\" : 2 , \"names\":[ ] } "), Vec::<String>::new());
}

#[test]
fn every_repair_is_kept_with_its_place() {
    let text = "Sure:\n```json\n{'count': '3', names: [1, True,], 'colour': “red”,}\n```";

    assert_eq!(
        repairs(text),
        [
            "line 1 column 1: prose",
            "line 2 column 1: code fence",
            "line 3 column 2: single quotes",
            "line 3 column 16: unquoted name",
            "line 3 column 27: Python literal",
            "line 3 column 31: trailing comma",
            "line 3 column 45: typographic quotes",
            "count: string to number",
            "names[0]: number to string",
            "names[1]: boolean to string",
            "colour: unknown name",
        ]
    );
}

#[test]
fn a_number_that_becomes_a_string_keeps_its_digits() {
    let params = lenient(r#"{"count":"1","names":[1.10,123456789012345678901234567890]}"#);

    assert_eq!(params.names, ["1.10", "123456789012345678901234567890"]);
}

#[test]
fn an_integer_beyond_64_bits_in_a_value_without_a_type_is_an_error_with_its_path() {
    let tool = ToolDefinition::new("t", "", json!({ "properties": { "any": {} } })).unwrap();

    let error = read_value::<Value>(&tool, "{'any':[123456789012345678901]}", ArgumentMode::Lenient).unwrap_err();

    assert_eq!(
        error.to_string(),
        "tool `t`: argument `any[0]`: the integer 123456789012345678901 has more than 64 bits; send it as a string"
    );
}

/// Writes every event as one line.
struct Lines(Arc<Mutex<String>>);

impl tracing::Subscriber for Lines {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Line(String);
        impl Visit for Line {
            fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
                write!(self.0, " {}={value:?}", field.name()).unwrap();
            }
        }
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        writeln!(self.0.lock().unwrap(), "{}", line.0).unwrap();
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[test]
fn every_repair_is_an_event_without_the_value() {
    let lines = Arc::new(Mutex::new(String::new()));

    tracing::subscriber::with_default(Lines(Arc::clone(&lines)), || lenient(r#"{"count":" 77 ","secret":"hunter2"}"#));

    assert_eq!(
        *lines.lock().unwrap(),
        "DEBUG message=an argument was repaired tool=\"t\" path=\"count\" kind=string to number\n\
         DEBUG message=an argument was repaired tool=\"t\" path=\"*\" kind=unknown name\n"
    );
}

#[test]
fn choices_inside_choices_are_tried_within_bounds() {
    let node = json!({
        "anyOf": [
            { "type": "object", "properties": { "a": { "$ref": "#/$defs/N" } }, "required": ["a"] },
            { "type": "object", "properties": { "a": { "$ref": "#/$defs/N" }, "b": {} } },
            { "type": "array", "items": { "$ref": "#/$defs/N" } },
            { "type": "array", "items": { "anyOf": [{ "$ref": "#/$defs/N" }, { "type": "integer" }] } },
            { "type": "integer" },
        ],
    });
    let schema = json!({ "properties": { "root": { "$ref": "#/$defs/N" } }, "$defs": { "N": node } });
    let tool = ToolDefinition::new("t", "", schema).unwrap();
    let deep = format!("{}'x'{}", "[{'a':".repeat(55), "}]".repeat(55));
    let wide = format!("[{}'x']", "{'a':['1']},".repeat(2_000));

    for value in [deep, wide] {
        let arguments = format!("{{'root':{value}}}");

        // The choice may be left to the type; what counts is that this ends soon.
        let read = tool.read_arguments::<Value>(&arguments, ArgumentMode::Lenient);

        assert!(read.is_ok());
        assert!(read.unwrap().repairs.len() <= 101);
    }
}

#[test]
fn a_schema_that_refers_to_itself_alone_ends() {
    let schema = json!({ "properties": { "a": { "$ref": "#/$defs/A" } }, "$defs": { "A": { "$ref": "#/$defs/A" } } });
    let tool = ToolDefinition::new("t", "", schema).unwrap();

    let read = tool.read_arguments::<Value>("{'a':1}", ArgumentMode::Lenient).unwrap();

    assert_eq!(read.params, json!({ "a": 1 }));
}

#[test]
fn a_schema_written_by_hand_does_not_refuse_what_the_type_takes() {
    let schema =
        json!({ "properties": { "count": { "type": "string", "enum": ["one"] } }, "required": ["count", "more"] });
    let tool = ToolDefinition::new("t", "", schema).unwrap();

    let plain: Params = read_value(&tool, r#"{"count":1}"#, ArgumentMode::Lenient).unwrap();
    let fenced: Params = read_value(&tool, r#"```{"count":1}```"#, ArgumentMode::Lenient).unwrap();

    assert_eq!(plain, fenced);
    assert_eq!(
        read_value::<Params>(&tool, r#"{"count":1}"#, ArgumentMode::Strict).unwrap_err().to_string(),
        "tool `t`: argument `more` is missing; argument `count`: expected \"one\", found 1"
    );
}

#[test]
fn an_answer_is_one_line_whatever_the_model_made_up() {
    let sentence = error("{\"a\\nb\\u0007\u{202e}\":1,\"count\":\"x\\ny\\u009f\u{2028}\u{202e}\"}");

    assert_eq!(
        sentence,
        "tool `t`: argument `count`: expected an integer of at least 0, found the string \
         \"x\\ny\\u009f\\u2028\\u202e\"; unknown argument `a\\nb\\u{7}\\u{202e}`; known arguments: `count`, `names`"
    );
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "read, not used")]
struct Mode {
    mode: Modes,
}

#[derive(Debug, Deserialize)]
#[allow(clippy::upper_case_acronyms, reason = "what is tested")]
enum Modes {
    #[serde(rename = "up")]
    Up,
    UP,
    #[serde(rename = "down")]
    Down,
}

#[test]
fn an_ambiguous_case_is_not_guessed() {
    let schema = json!({ "properties": { "mode": { "enum": ["up", "UP", "down"] } } });
    let tool = ToolDefinition::new("t", "", schema).unwrap();
    assert!(read_value::<Mode>(&tool, r#"{"mode":"DOWN"}"#, ArgumentMode::Lenient).is_ok());
    assert_eq!(
        read_value::<Mode>(&tool, r#"{"mode":"Up"}"#, ArgumentMode::Lenient).unwrap_err().to_string(),
        "tool `t`: argument `mode`: expected one of \"up\", \"UP\", \"down\", found the string \"Up\"; did you mean \"UP\"?"
    );
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "read, not used")]
struct Deep {
    #[serde(default)]
    rows: Vec<(u8, Row)>,
    last: Option<i8>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "read, not used")]
struct Row {
    #[serde(rename = "a\"ü")]
    odd: bool,
    even: Option<Box<Row>>,
}

#[test]
fn what_only_the_type_refuses_is_found_in_every_place() {
    let tool = ToolDefinition::new("t", "", json!({})).unwrap();
    let error = |arguments: &str| {
        let error = tool.read_arguments::<Deep>(arguments, ArgumentMode::Lenient).unwrap_err().to_string();
        error.strip_prefix("tool `t`: ").unwrap().to_owned()
    };

    for (arguments, expected) in [
        (r#"{"last":300}"#, "argument `last`: expected an integer that fits `i8`, found 300"),
        (r#"{"rows":[],"last":{}}"#, "argument `last`: expected an integer that fits `i8`, found an empty object"),
        (r#"{"rows":[],"last":[1]}"#, "argument `last`: expected an integer that fits `i8`, found an array of 1 item"),
        (r#"{"rows":7}"#, "argument `rows`: expected a sequence, found 7"),
        (
            r#"{"rows":[[1,{"a\"ü":true}],["x"]]}"#,
            "argument `rows[1][0]`: expected an integer that fits `u8`, found the string \"x\"",
        ),
        (
            r#"{"rows":[[1,{"a\"ü":"yes"}]]}"#,
            "argument `rows[0][1].a\"ü`: expected a boolean, found the string \"yes\"",
        ),
        (
            r#"{"rows":[[1,{"a\"ü":true,"even":{"a\"ü":{"b":1}}}]]}"#,
            "argument `rows[0][1].even.a\"ü`: expected a boolean, found an object with `b`",
        ),
        (r#"{"rows":[[1,{"even":null}]]}"#, "argument `rows[0][1]`: missing field `a\"ü`"),
        (r#"{"rows":[[1]]}"#, "argument `rows[0]`: invalid length 1, expected a tuple of size 2"),
        (r#"{"last":1e999}"#, "argument `last`: number out of range, found 1e999"),
    ] {
        assert_eq!(error(arguments), expected, "{arguments}");
    }
}

#[test]
fn an_empty_list_before_a_wrong_value_moves_no_place() {
    let tool = ToolDefinition::new("t", "", json!({})).unwrap();

    let error = tool.read_arguments::<Deep>(r#"{"rows":[],"more":[{},[]],"last":1e400}"#, ArgumentMode::Lenient);

    assert_eq!(error.unwrap_err().to_string(), "tool `t`: argument `last`: number out of range, found 1e400");
}

#[test]
fn an_optional_enum_with_described_variants_names_the_nearest_one() {
    #[derive(Debug, Deserialize)]
    struct Params {
        unit: Option<String>,
    }
    let unit = json!({
        "anyOf": [
            { "oneOf": [{ "enum": ["fahrenheit"] }, { "const": "celsius", "description": "degrees" }] },
            { "type": "null" },
        ],
    });
    let tool = ToolDefinition::new("t", "", json!({ "properties": { "unit": unit } })).unwrap();
    assert_eq!(
        read_value::<Params>(&tool, r#"{"unit":"celsius"}"#, ArgumentMode::Strict).unwrap().unit.unwrap(),
        "celsius"
    );

    let error = read_value::<Params>(&tool, r#"{"unit":"celcius"}"#, ArgumentMode::Strict).unwrap_err();

    let expected =
        r#"expected one of "fahrenheit", "celsius" or null, found the string "celcius"; did you mean "celsius"?"#;
    assert_eq!(error.to_string(), format!("tool `t`: argument `unit`: {expected}"));
}

#[test]
fn an_escaped_name_that_is_a_number_is_read_within_a_code_fence() {
    #[derive(Debug, Deserialize)]
    struct Seats {
        seats: std::collections::BTreeMap<u32, String>,
    }

    let schema = json!({
        "properties": { "seats": { "type": "object", "additionalProperties": { "type": "string" } } },
        "required": ["seats"],
    });
    let tool = ToolDefinition::new("t", "", schema).unwrap();

    let text = "```json\n{\"seats\": {\"1\\u0032\": \"Ada\"}}\n```";
    let read = tool.read_arguments::<Seats>(text, ArgumentMode::Lenient).unwrap();

    assert_eq!(read.params.seats.get(&12).map(String::as_str), Some("Ada"));
    assert_eq!(read.repairs.iter().map(ToString::to_string).collect::<Vec<_>>(), ["line 1 column 1: code fence"]);
}

#[test]
fn an_object_in_which_some_values_are_wrong_is_repaired_in_these() {
    assert_eq!(lenient(r#"{"names":["b"],"count":"3"}"#), Params { count: 3, names: vec!["b".to_owned()] });
    assert_eq!(lenient(r#"{"count":"3","names":null}"#), Params { count: 3, names: Vec::new() });
    assert_eq!(
        error(r#"{"count":"x","names":["a",{}]}"#),
        "tool `t`: argument `count`: expected an integer of at least 0, found the string \"x\"; argument `names[1]`: expected a string, found an empty object"
    );
}

#[test]
fn a_text_that_becomes_a_number_is_held_to_what_the_schema_says_of_the_number() {
    let schema = json!({ "properties": {
        "small": { "type": "integer", "format": "uint8", "minimum": 0 },
        "most": { "type": "integer", "maximum": 5 },
        "double": { "type": "number", "format": "double" },
        "any": { "type": "number" },
    } });
    let tool = ToolDefinition::new("t", "", schema).unwrap();
    let read = |text: &str| tool.read_arguments::<Value>(text, ArgumentMode::Lenient);

    for (text, value) in [
        (r#"{"small":"255","most":6e-1}"#, None),
        (r#"{"small":"255"}"#, Some(json!({ "small": 255 }))),
        (r#"{"small":" 12.0 "}"#, Some(json!({ "small": 12 }))),
        (r#"{"most":"-5","double":"0.5"}"#, Some(json!({ "most": -5, "double": 0.5 }))),
        (r#"{"double":"1e3"}"#, Some(json!({ "double": 1000.0 }))),
        (r#"{"small":"-1"}"#, None),
        (r#"{"small":"1.5"}"#, None),
        (r#"{"most":"6"}"#, None),
        (r#"{"double":"1e999"}"#, None),
        (r#"{"any":"123456789012345678901"}"#, None),
    ] {
        let read = read(text);

        assert_eq!(read.as_ref().ok().map(|read| &read.params), value.as_ref(), "{text}");
        if let Ok(read) = read {
            assert!(!read.repairs.is_empty(), "{text}");
        }
    }
}

#[derive(Debug, PartialEq, Deserialize, schemars::JsonSchema)]
struct Trip {
    days: u8,
    #[serde(default, alias = "town")]
    city: Option<String>,
}

/// Reads a text whose type made the schema, so that serde reads it without the schema where it can.
fn trip(text: &str) -> Result<(Trip, Vec<String>), String> {
    let tool = FunctionToolCallback::builder("t", |trip: Trip| trip.days).description("Plans.").build().unwrap();
    let read = tool.definition().read_arguments::<Trip>(text, ArgumentMode::Lenient);
    let read = read.map_err(|error| error.to_string())?;
    Ok((read.params, read.repairs.iter().map(ToString::to_string).collect()))
}

#[test]
fn a_repaired_text_is_read_as_the_right_one_would_be() {
    let read = |days, city: Option<&str>| Trip { days, city: city.map(str::to_owned) };
    for (text, params, repairs) in [
        (r#"{"days":3,"city":"Bern",}"#, read(3, Some("Bern")), vec!["line 1 column 24: trailing comma"]),
        ("{'days':3,'city':null}", read(3, None), vec!["line 1 column 2: single quotes"]),
        ("{'days':3,'town':'Bern'}", read(3, Some("Bern")), vec!["line 1 column 2: single quotes"]),
        ("```\n{\"days\":3}\n```", read(3, None), vec!["line 1 column 1: code fence"]),
        ("{\"days\":3} as you asked", read(3, None), vec!["line 1 column 12: prose"]),
        (
            "{'days':3} {\"days\":3}",
            read(3, None),
            vec!["line 1 column 2: single quotes", "line 1 column 12: repeated object"],
        ),
        ("{'days':'3'}", read(3, None), vec!["line 1 column 2: single quotes", "days: string to number"]),
        ("{'days':3,'x':1}", read(3, None), vec!["line 1 column 2: single quotes", "x: unknown name"]),
        ("{'input':{'days':3}}", read(3, None), vec!["line 1 column 2: single quotes", "wrapper"]),
    ] {
        assert_eq!(trip(text), Ok((params, repairs.into_iter().map(str::to_owned).collect())), "{text}");
    }
}

#[test]
fn a_repaired_text_is_refused_as_the_right_one_would_be() {
    for (text, right) in [
        ("{'days':256}", r#"{"days":256}"#),
        ("{'city':'Bern'}", r#"{"city":"Bern"}"#),
        ("{'days':3,'city':'Bern','town':'Bern'}", r#"{"days":3,"city":"Bern","town":"Bern"}"#),
        ("{'days':3,'citi':'Bern'}", r#"{"days":3,"citi":"Bern"}"#),
    ] {
        let error = trip(right).unwrap_err();

        assert_eq!(trip(text), Err(error), "{text}");
    }
    assert!(trip("{'days':3} {'days':4}").is_err());
    assert!(trip("{'days':3} {\"days\":4}").is_err());
    assert!(trip("{'days':3,'days':4}").is_err());
}
