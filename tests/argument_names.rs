//! Unknown argument names: when they mean an argument, and when a call is refused.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_core::context::ArgumentMode;
use tool_core::testing::TestTool;
use tool_core::{FunctionToolCallback, ToolCallback, ToolDefinition, ToolParams, tool};

/// Deletes files.
#[tool]
fn purge(pattern: Option<String>, #[tool_param(default = false)] dry_run: bool) -> String {
    format!("{pattern:?} {dry_run}")
}

async fn call(tool: std::sync::Arc<dyn ToolCallback>, arguments: &str) -> Result<String, String> {
    let tool = TestTool::new(tool).with_mode(ArgumentMode::Lenient);
    tool.call_text(arguments).await.map_err(|error| error.to_string())
}

async fn purged(arguments: &str) -> Result<String, String> {
    call(purge::callback(), arguments).await
}

/// The arguments as read with a hand-written schema, and the repairs.
fn read(schema: Value, arguments: &str) -> Result<(Value, Vec<String>), String> {
    let tool = ToolDefinition::new("t", "", schema).unwrap();
    let read = tool.read_arguments::<Value>(arguments, ArgumentMode::Lenient).map_err(|error| error.to_string())?;
    Ok((read.params, read.repairs.iter().map(ToString::to_string).collect()))
}

fn of_purge() -> Value {
    json!({ "properties": { "pattern": { "type": ["string", "null"] }, "dry_run": { "type": "boolean" } } })
}

#[tokio::test(flavor = "current_thread")]
async fn a_name_in_another_case_or_with_other_separators_is_the_argument() {
    for arguments in [
        r#"{"Pattern":"x","dry-run":true}"#,
        r#"{"PATTERN":"x","dryRun":true}"#,
        r#"{"_pattern":"x","Dry-Run":"true"}"#,
        r#"{"pat-tern":"x","DRY_RUN":true,}"#,
    ] {
        assert_eq!(purged(arguments).await, Ok(r#"Some("x") true"#.to_owned()), "{arguments}");
    }
    assert_eq!(
        read(of_purge(), r#"{"Pattern":"x","dry-run":true}"#),
        Ok((
            json!({ "pattern": "x", "dry_run": true }),
            vec!["pattern: name style".to_owned(), "dry_run: name style".to_owned()]
        ))
    );
}

#[tokio::test(flavor = "current_thread")]
async fn the_same_argument_in_two_styles_is_a_duplicate() {
    assert_eq!(purged(r#"{"pattern":"x","Pattern":"x"}"#).await, Ok(r#"Some("x") false"#.to_owned()));
    let refused = Err("tool `purge`: argument `pattern`: it is given twice with different values".to_owned());
    assert_eq!(purged(r#"{"pattern":"x","Pattern":"y"}"#).await, refused);
    assert_eq!(purged(r#"{"PATTERN":"x","Pattern":"y"}"#).await, refused);
    assert_eq!(read(of_purge(), r#"{"Pattern":"x","pattern":"x"}"#).unwrap().1, ["pattern: repeated name"]);
}

/// Else a call without any argument would run: `purge` would delete everything.
#[tokio::test(flavor = "current_thread")]
async fn an_unknown_object_with_a_name_near_an_argument_is_refused() {
    for arguments in [
        r#"{"parameters":{"patterrn":"*.tmp"},"name":"other"}"#,
        r#"{"7":1,"Arguments":{"dry_rnu":true}}"#,
        r#"{"options":"{'patern': '*.tmp'}"}"#,
    ] {
        let refused = purged(arguments).await.unwrap_err();
        assert!(refused.contains("unknown argument"), "{arguments}: {refused}");
    }
    assert_eq!(purged(r#"{"options":{"colour":"red"}}"#).await, Ok("None false".to_owned()));
}

/// What is ordered.
#[derive(ToolParams)]
struct Order {
    article: String,
    quantity: Option<u32>,
}

/// Orders.
#[tool]
fn order(order: Option<Order>, urgent: Option<bool>) -> String {
    format!("{:?} {urgent:?}", order.map(|order| (order.article, order.quantity)))
}

/// Else the call would run without the order.
#[tokio::test(flavor = "current_thread")]
async fn fields_without_their_object_are_refused_with_their_place() {
    let refused = call(order::callback(), r#"{"article":"tea","quantity":2,"urgent":true}"#).await.unwrap_err();

    assert_eq!(
        refused,
        "tool `order`: unknown arguments `article` (did you mean `order.article`?), `quantity` (did you mean \
         `order.quantity`?); known arguments: `order`, `urgent`"
    );
    let beside = call(order::callback(), r#"{"order":{"article":"tea"},"quantity":2}"#).await.unwrap_err();
    assert!(beside.contains("unknown argument `quantity` (did you mean `order.quantity`?)"), "{beside}");
    let twice = call(order::callback(), r#"{"order":{"article":"tea","quantity":2},"quantity":2}"#).await;
    assert_eq!(twice.unwrap(), r#"Some(("tea", Some(2))) None"#);
}

#[test]
fn an_ambiguous_name_is_refused() {
    let schema = json!({ "properties": { "a_b": {}, "ab": {} } });

    for arguments in [r#"{"A_B":1}"#, r#"{"A_B":1,"ab":1,"a_b":1}"#] {
        assert!(read(schema.clone(), arguments).unwrap_err().contains("unknown argument `A_B` (did you mean"));
    }
    assert_eq!(read(schema, r#"{"ab":1}"#).unwrap().0, json!({ "ab": 1 }));
}

#[tokio::test(flavor = "current_thread")]
async fn a_name_similar_to_an_unused_argument_is_refused_with_that_argument() {
    assert_eq!(
        purged(r#"{"patern":"*.tmp"}"#).await,
        Err("tool `purge`: unknown argument `patern` (did you mean `pattern`?); known arguments: `pattern`, `dry_run`"
            .to_owned())
    );
    assert!(purged(r#"{"dry run":true}"#).await.is_err());
    // Its argument is given already.
    assert_eq!(purged(r#"{"patern":"*.tmp","pattern":"x"}"#).await, Ok(r#"Some("x") false"#.to_owned()));
}

#[test]
fn a_name_similar_to_no_unused_argument_is_ignored_with_an_event() {
    assert_eq!(
        read(of_purge(), r#"{"reason":"old","pattern":"x"}"#),
        Ok((json!({ "pattern": "x" }), vec!["reason: unknown name".to_owned()]))
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_wrapper_is_removed() {
    let expected = Ok(r#"Some("x") true"#.to_owned());
    for arguments in [
        r#"{"arguments":{"pattern":"x","dry_run":true}}"#,
        r#"{"params":{"Pattern":"x","dry_run":"true"}}"#,
        r#"{"parameters":{"pattern":"x","dry_run":true,"why":"so"}}"#,
        r#"{"input":"{\"pattern\":\"x\",\"dry_run\":true}"}"#,
        r#"{"args":{"arguments":{"pattern":"x","dry_run":true}}}"#,
        r#"{"Arguments":{"pattern":"x","dry_run":true}}"#,
        r#"{"name":"purge","arguments":{"pattern":"x","dry_run":true}}"#,
        r#""{\"arguments\":\"{\\\"pattern\\\":\\\"x\\\",\\\"dry_run\\\":true}\"}""#,
    ] {
        assert_eq!(purged(arguments).await, expected, "{arguments}");
    }
    for arguments in [r#"{"arguments":{}}"#, r#"{"arguments":null}"#, r#"{"input":""}"#, r#"{"args":"{}"}"#] {
        assert_eq!(purged(arguments).await, Ok("None false".to_owned()), "{arguments}");
    }
    assert_eq!(
        read(of_purge(), r#"{"input":{"pattern":"x"}}"#),
        Ok((json!({ "pattern": "x" }), vec!["wrapper".to_owned()]))
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_wrapper_whose_content_does_not_fit_is_refused() {
    for (arguments, sentence) in [
        (
            r#"{"arguments":{"patern":"x"}}"#,
            "unknown argument `patern` (did you mean `pattern`?); known arguments: `pattern`, `dry_run`",
        ),
        (
            r#"{"arguments":{"dry_run":"perhaps"}}"#,
            "argument `dry_run`: expected true or false or null, found the string \"perhaps\"",
        ),
        (r#"{"input":"*.tmp"}"#, "unknown argument `input`; known arguments: `pattern`, `dry_run`"),
        (r#"{"args":["*.tmp"]}"#, "unknown argument `args`; known arguments: `pattern`, `dry_run`"),
        (r#"{"args":{"params":7}}"#, "unknown argument `params`; known arguments: `pattern`, `dry_run`"),
    ] {
        assert_eq!(purged(arguments).await, Err(format!("tool `purge`: {sentence}")), "{arguments}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn arguments_in_an_unknown_wrapper_are_refused() {
    for arguments in [
        r#"{"arguments":{"pattern":"x"},"reason":"old"}"#,
        r#"{"payload":{"pattern":"x"}}"#,
        r#"{"payload":{"Dry-Run":true}}"#,
        r#"{"payload":"{\"pattern\":\"x\"}"}"#,
        r#"{"name":"other","arguments":{"pattern":"x"}}"#,
    ] {
        assert!(purged(arguments).await.unwrap_err().contains("unknown argument"), "{arguments}");
    }
}

/// Shows its input.
#[tool]
fn show(input: BTreeMap<String, u8>) -> String {
    format!("{input:?}")
}

#[tokio::test(flavor = "current_thread")]
async fn an_argument_named_like_a_wrapper_is_not_a_wrapper() {
    assert_eq!(call(show::callback(), r#"{"input":{"input":1}}"#).await, Ok(r#"{"input": 1}"#.to_owned()));
    assert_eq!(call(show::callback(), r#"{"Input":{"a":1}}"#).await, Ok(r#"{"a": 1}"#.to_owned()));
    let open = json!({ "properties": { "a": {} }, "additionalProperties": true });
    let wrapped = r#"{"arguments":{"a":1}}"#;
    assert_eq!(read(open, wrapped).unwrap().0, serde_json::from_str::<Value>(wrapped).unwrap());
}

#[derive(Debug, Serialize, ToolParams)]
struct Filter {
    max_age: Option<u8>,
    negated: Option<bool>,
}

#[derive(Debug, Serialize, ToolParams)]
#[serde(tag = "kind")]
enum Shape {
    Circle { line_width: Option<u8> },
    Point,
}

#[derive(Debug, Serialize, ToolParams)]
enum Step {
    Wait { long_wait: Option<bool> },
    Stop,
}

#[derive(Debug, Serialize, ToolParams)]
struct Query {
    filters: Vec<Filter>,
    shape: Option<Shape>,
    step: Option<Step>,
    by_name: Option<BTreeMap<String, Filter>>,
}

/// Searches.
#[tool]
fn search(query: Query) -> String {
    serde_json::to_string(&query).unwrap()
}

/// Searches, too.
#[tool]
fn flat(table: &str, #[tool_param(flatten)] query: Filter) -> String {
    format!("{table} {}", serde_json::to_string(&query).unwrap())
}

#[tokio::test(flavor = "current_thread")]
async fn names_are_checked_at_every_depth() {
    for (arguments, expected) in [
        (
            r#"{"Query":{"Filters":[{"maxAge":1,"reason":2}],"shape":{"Kind":"circle","lineWidth":3,"x":1}}}"#,
            r#"{"filters":[{"max_age":1,"negated":null}],"shape":{"kind":"Circle","line_width":3},"step":null,"by_name":null}"#,
        ),
        (
            r#"{"query":{"filters":[],"step":{"wait":{"LongWait":true}},"by_name":{"Max-Age":{"max-age":4}}}}"#,
            r#"{"filters":[],"shape":null,"step":{"Wait":{"long_wait":true}},"by_name":{"Max-Age":{"max_age":4,"negated":null}}}"#,
        ),
    ] {
        assert_eq!(call(search::callback(), arguments).await, Ok(expected.to_owned()), "{arguments}");
    }
    for (arguments, name, near) in [
        (r#"{"query":{"filters":[{"max_ag":1}]}}"#, "query.filters[0].max_ag", "max_age"),
        (r#"{"query":{"filters":[],"shpe":{}}}"#, "query.shpe", "shape"),
        (r#"{"query":{"filters":[],"shape":{"kind":"Circle","line_widt":1}}}"#, "query.shape.line_widt", "line_width"),
        (r#"{"query":{"filters":[],"step":{"Wait":{"lng_wait":true}}}}"#, "query.step.Wait.lng_wait", "long_wait"),
        (r#"{"query":{"filters":[],"by_name":{"x":{"negatd":true}}}}"#, "query.by_name.x.negatd", "negated"),
    ] {
        let error = call(search::callback(), arguments).await.unwrap_err();
        let expected = format!("tool `search`: unknown argument `{name}` (did you mean `{near}`?); known arguments in");
        assert!(error.starts_with(&expected), "{arguments}: {error}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn names_next_to_a_flattened_type_are_checked() {
    let read = Ok(r#"t {"max_age":1,"negated":true}"#.to_owned());
    assert_eq!(call(flat::callback(), r#"{"Table":"t","maxAge":1,"negated":true,"reason":1}"#).await, read);
    let error = call(flat::callback(), r#"{"table":"t","negatd":true}"#).await.unwrap_err();
    assert!(error.contains("unknown argument `negatd` (did you mean `negated`?)"), "{error}");
}

#[tokio::test(flavor = "current_thread")]
async fn names_of_a_closures_arguments_are_checked() {
    let closure = || {
        FunctionToolCallback::builder("find", |filter: Filter| format!("{filter:?}"))
            .description("Does it.")
            .build()
            .unwrap()
    };
    let find = async |arguments: &str| call(std::sync::Arc::new(closure()), arguments).await;

    let read = Ok("Filter { max_age: Some(1), negated: None }".to_owned());
    assert_eq!(find(r#"{"maxAge":1}"#).await, read);
    assert_eq!(find(r#"{"max_age":1,"reason":1}"#).await, read);
    assert!(find(r#"{"max_ag":1}"#).await.unwrap_err().contains("did you mean `max_age`?"));
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[allow(dead_code, reason = "read, not used")]
struct Why {
    inner_thought: Option<String>,
}

#[tokio::test(flavor = "current_thread")]
async fn names_of_an_augmented_tool_are_checked() {
    use tool_core::provider::AugmentingToolCallbackProvider;
    use tool_core::{ToolCallbackProvider, tools};

    let provider = AugmentingToolCallbackProvider::new(tools![purge], |_: &ToolDefinition, _: Why| ());
    let augmented = async |arguments: &str| {
        let tool = provider.tool_callbacks().unwrap().remove(0);
        call(tool, arguments).await
    };

    let read = Ok(r#"Some("x") true"#.to_owned());
    assert_eq!(augmented(r#"{"Pattern":"x","innerThought":"so","dry_run":true}"#).await, read);
    assert_eq!(augmented(r#"{"arguments":{"pattern":"x","dry_run":true}}"#).await, read);
    assert!(augmented(r#"{"patern":"x"}"#).await.unwrap_err().contains("did you mean `pattern`?"));
    assert!(augmented(r#"{"inner_thougt":"x"}"#).await.unwrap_err().contains("did you mean `inner_thought`?"));
}

#[test]
fn names_that_a_schema_allows_are_kept_as_they_are() {
    let open = json!({ "properties": { "dry_run": {} }, "additionalProperties": { "type": "integer" } });

    assert_eq!(
        read(open, r#"{"Dry-Run":"1","dry_ru":2}"#),
        Ok((json!({ "Dry-Run": 1, "dry_ru": 2 }), vec!["Dry-Run: string to number".to_owned()]))
    );
}

#[test]
fn an_unknown_name_is_refused_while_a_required_one_is_missing() {
    let schema = json!({ "properties": { "city": { "type": "string" } }, "required": ["city"] });

    assert_eq!(
        read(schema, r#"{"town":"Bern"}"#),
        Err("tool `t`: argument `city` is missing; unknown argument `town`; known arguments: `city`".to_owned())
    );
}

#[test]
fn more_than_fifty_unknown_names_are_refused() {
    let names = |count: usize| {
        let names: Vec<String> = (0..count).map(|index| format!(r#""{index}":0"#)).collect();
        read(of_purge(), &format!("{{{}}}", names.join(",")))
    };

    assert!(names(50).is_ok());
    assert!(names(51).unwrap_err().contains("unknown arguments `0`"));
}

#[tokio::test(flavor = "current_thread")]
async fn strict_mode_accepts_no_other_name() {
    let tool = TestTool::new(purge::callback()).with_mode(ArgumentMode::Strict);

    for arguments in [r#"{"Pattern":"x"}"#, r#"{"arguments":{"pattern":"x"}}"#, r#"{"reason":"x"}"#] {
        assert!(tool.call_text(arguments).await.is_err(), "{arguments}");
    }
}

/// Where to look.
#[derive(Debug, ToolParams)]
struct Options {
    pattern: Option<String>,
    depth: Option<u8>,
}

/// Deletes files, with options.
#[tool]
fn purge_with(
    pattern: Option<String>,
    #[tool_param(default = false)] dry_run: bool,
    options: Option<Options>,
) -> String {
    let options = options.map(|options| (options.pattern, options.depth));
    format!("{pattern:?} {dry_run} {options:?}")
}

/// Else the object is read as if it were all, and everything is deleted.
#[tokio::test(flavor = "current_thread")]
async fn arguments_in_the_words_around_the_object_are_not_left_out() {
    for text in [
        r#"purge_with(pattern="*.tmp", options={})"#,
        r#"purge_with(dry_run=True, options={"pattern":"x"})"#,
        r#"dry_run: true, options: {"pattern":"x"}"#,
        "pattern: \"*.tmp\"\noptions: {}",
        "<parameter=pattern>\n*.tmp\n</parameter>\n<parameter=options>\n{}\n</parameter>",
        "{'pattern':'x'} 'dry_run': True}",
        "{“pattern”:“x”} “dry_run”: true}",
        "{pattern:'x'} dry_run: true}",
        r#"{"pattern":"x"}}, "dry_run":true}"#,
        r#"{"pattern":"x"}], "dry_run":true}"#,
        r#"{"pattern":"x"};"dry_run":true}"#,
        "```json\n{\"pattern\":\"x\"}\n```\n\"dry_run\": true",
    ] {
        let refused = call(purge_with::callback(), text).await;
        assert!(refused.is_err(), "{text}: {refused:?}");
    }
    assert_eq!(
        call(purge_with::callback(), "dry_run: true, options: {'pattern':'x'}").await.unwrap_err(),
        "tool `purge_with`: `dry_run` is given outside of the JSON object; send one JSON object with all arguments"
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_quote_inside_a_repaired_string_does_not_cut_the_call() {
    for text in [
        r#"{“pattern”: “use {"a"} now”}"#,
        "{“pattern”: “a “}” b”, “dry_run”: true}",
        "{'pattern': 'use '}' to close', 'dry_run': True}",
    ] {
        let refused = purged(text).await;
        assert!(refused.is_err(), "{text}: {refused:?}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn words_that_give_no_other_argument_are_left_out() {
    for text in [
        r#"Here are the arguments: {"pattern":"x"} - that's it."#,
        "I set the pattern: {\"pattern\":\"x\"}",
        "<think>dry_run: false is fine</think>{'pattern':'x'} as you've asked",
        "```json\n{'pattern':'x'}\n```\nNote: nothing else.",
        r#"{"arguments":{"pattern":"x"}} with pattern = x"#,
    ] {
        assert_eq!(purged(text).await, Ok(r#"Some("x") false"#.to_owned()), "{text}");
    }
}

#[test]
fn a_choice_with_two_possible_readings_is_refused() {
    let by_id = json!({ "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] });
    let by_name = json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    let schema = json!({ "properties": { "t": { "anyOf": [by_id, by_name] } } });
    let sides = json!([
        { "properties": { "y": { "type": "integer" } }, "required": ["y"] },
        { "properties": { "z": { "type": "integer" } }, "required": ["z"] }
    ]);
    let x = json!({ "x": { "type": "integer" } });
    let object =
        json!({ "properties": { "a": { "type": "object", "properties": x, "required": ["x"], "oneOf": sides } } });

    assert!(read(schema.clone(), r#"{"t":{"id":"1","name":"x"}}"#).is_err());
    assert!(read(object.clone(), r#"{"a":{"x":1,"y":2,"z":3}}"#).is_err());
    assert_eq!(read(schema, r#"{"t":{"id":"1"}}"#).unwrap().0, json!({ "t": { "id": 1 } }));
    assert_eq!(read(object, r#"{"a":{"x":1,"z":"3"}}"#).unwrap().0, json!({ "a": { "x": 1, "z": 3 } }));
}

#[test]
fn a_value_without_a_type_is_all_that_its_schema_says() {
    for (schema, arguments) in [
        (json!({ "n": { "type": "number", "multipleOf": 0.1 } }), r#"{"n":0.35}"#),
        (json!({ "n": { "type": "integer", "minimum": 2, "enum": [1, 2] } }), r#"{"n":1}"#),
        (json!({ "n": { "not": { "type": "string" } } }), r#"{"n":"x"}"#),
        (json!({ "n": { "type": "array", "contains": { "type": "string" } } }), r#"{"n":[1]}"#),
        (json!({ "n": { "type": "object", "additionalProperties": { "type": "string" } } }), r#"{"n":{"a":null}}"#),
    ] {
        let refused = read(json!({ "properties": schema }), arguments);
        assert!(refused.is_err(), "{arguments}: {refused:?}");
    }
}
