//! The keys of `#[tool]` and `#[tool_param]` except name and description, and their effect in a request.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::needless_lifetimes,
    clippy::unused_async,
    reason = "the shapes of functions are what is tested"
)]

use std::net::IpAddr;
use std::time::Duration;

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};
use tool_core::chat::ChatErrorKind;
use tool_core::context::ArgumentMode;
use tool_core::error::ToolErrorKind;
use tool_core::testing::{TestTool, check_schema_snapshot};
use tool_core::{
    ChatClient, RegisteredTools, ScriptedChatModel, ToolCallbackProvider, ToolContext, ToolDefinition, ToolOutput,
    ToolParams, ToolResult, ToolSet, tool, tools,
};

struct Admin;

/// Wipes a disk.
#[tool(
    title = "Disk wiper",
    tags("disk", "danger"),
    timeout = "90s",
    blocking,
    read_only = false,
    destructive,
    idempotent,
    open_world = false,
    approval,
    serial,
    cache,
    max_calls = 2,
    return_direct,
    enabled_if = |context: &ToolContext| context.get::<Admin>().is_some()
)]
fn wipe() {}

#[test]
fn every_key_is_kept_in_the_metadata() {
    let callback = wipe::callback();
    let metadata = callback.metadata();

    assert_eq!(metadata.title(), Some("Disk wiper"));
    assert_eq!(metadata.tags(), ["disk", "danger"]);
    assert_eq!((metadata.timeout(), metadata.max_calls()), (Some(Duration::from_secs(90)), Some(2)));
    assert_eq!((metadata.read_only(), metadata.destructive()), (Some(false), Some(true)));
    assert_eq!((metadata.idempotent(), metadata.open_world()), (Some(true), Some(false)));
    assert!(metadata.blocking() && metadata.approval() && metadata.serial() && metadata.cache());
    assert!(metadata.return_direct());
}

#[test]
fn without_keys_the_metadata_is_empty() {
    let callback = quiet::callback();
    let metadata = callback.metadata();

    assert_eq!((metadata.title(), metadata.timeout(), metadata.max_calls()), (None, None, None));
    assert_eq!((metadata.read_only(), metadata.destructive()), (None, None));
    assert!(!metadata.blocking() && !metadata.approval() && !metadata.return_direct());
}

#[test]
fn a_condition_is_asked_by_each_request() {
    let set = |context| ToolSet::build_for(&tools![wipe, quiet], &context).unwrap().len();

    assert_eq!(set(ToolContext::new()), 1);
    assert_eq!(set(ToolContext::new().with(Admin)), 2);
}

#[test]
fn a_condition_of_a_provider_sees_the_tool_and_the_context() {
    let tools = tools![wipe, quiet].enabled_if(|tool, context| tool.name() == "quiet" && context.get::<u8>().is_none());

    assert!(ToolSet::build_for(&tools, &ToolContext::new().with(Admin)).unwrap().get("quiet").is_some());
    assert!(ToolSet::build_for(&tools, &ToolContext::new().with(Admin).with(1_u8)).unwrap().is_empty());
}

/// Says nothing.
#[tool(register = false)]
fn quiet() -> String {
    String::new()
}

/// Says something.
#[tool(tags("talk"))]
fn talk() -> &'static str {
    "something"
}

fn registered(tag: &str) -> Vec<String> {
    let callbacks = RegisteredTools::tagged([tag]).tool_callbacks().unwrap();
    callbacks.iter().map(|callback| callback.definition().name().to_owned()).collect()
}

#[test]
fn tags_select_registered_tools() {
    assert_eq!(registered("talk"), ["talk"]);
    assert_eq!(registered("danger"), ["wipe"]);
    let unknown = RegisteredTools::tagged(["none"]).tool_callbacks().err().unwrap();
    assert_eq!(unknown.kind(), ToolErrorKind::NotRegistered);
}

#[test]
fn a_tool_may_be_left_out_of_the_registry() {
    assert_eq!(RegisteredTools::named(["quiet"]).tool_callbacks().err().unwrap().kind(), ToolErrorKind::NotRegistered);
    assert_eq!(tools![quiet].tool_callbacks().unwrap().len(), 1);
}

struct Tenant;

/// Takes a tenant.
#[tool]
fn needs_tenant(#[tool_param(context)] tenant: &Tenant) {
    let Tenant = tenant;
}

#[tokio::test(flavor = "current_thread")]
async fn a_missing_context_value_is_reported_before_the_model_is_asked() {
    let model = ScriptedChatModel::new();

    let error = ChatClient::new(model.clone()).prompt("?").tools(tools![needs_tenant]).call().await.unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::Tools);
    assert_eq!(
        error.to_string(),
        "tool `needs_tenant`: the tool context has no value of type `tool_keys::Tenant`; add one with `tool_context(..)`"
    );
    assert!(model.prompts().is_empty());
}

/// Rolls dice.
#[tool]
fn roll(
    #[tool_param(minimum = 1, maximum = 6)] count: u8,
    #[tool_param(min_length = 2, max_length = 3)] name: &str,
    #[tool_param(pattern = "^[a-c]+$")] letters: Option<&str>,
    #[tool_param(min_items = 1)] sides: &[u8],
    #[tool_param(minimum = -0.5)] bias: Option<f64>,
) -> usize {
    usize::from(count) + name.len() + letters.map_or(0, str::len) + sides.len() + usize::from(bias.is_some())
}

#[tokio::test(flavor = "current_thread")]
async fn constraints_of_parameters_are_in_the_schema_and_are_checked() {
    let properties = &roll::definition().input_schema()["properties"];
    assert_eq!(properties["count"], json!({ "type": "integer", "minimum": 1, "maximum": 6 }));
    assert_eq!(properties["name"], json!({ "type": "string", "minLength": 2, "maxLength": 3 }));
    assert_eq!(properties["letters"]["pattern"], "^[a-c]+$");
    assert_eq!(properties["sides"]["minItems"], 1);
    assert_eq!(properties["bias"]["minimum"], -0.5);

    let all = json!({ "count": 6, "name": "abc", "letters": "abc", "sides": [1], "bias": 0.0 });
    assert_eq!(TestTool::new(roll::callback()).call(all.clone()).await.unwrap(), "14");
    for (name, value, sentence) in [
        ("count", json!(7), "expected an integer from 1 to 6, found 7"),
        ("name", json!("a"), "expected a string of 2 to 3 characters, found the string \"a\""),
        ("letters", json!("abx"), "expected a string that matches `^[a-c]+$`, found \"abx\""),
        ("sides", json!([]), "expected an array of at least 1 item, found an empty array"),
        ("bias", json!(-0.75), "expected a number of at least -0.5 or null, found -0.75"),
    ] {
        let mut arguments = all.clone();
        arguments[name] = value;
        let error = TestTool::new(roll::callback()).call(arguments).await.unwrap_err();

        assert_eq!(error.to_string(), format!("tool `roll`: argument `{name}`: {sentence}"));
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_constraint_has_the_same_error_in_both_modes() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let tool = TestTool::new(roll::callback()).with_mode(mode);

        let error = tool.call(json!({ "count": 0, "name": "abc", "sides": [1] })).await.unwrap_err().to_string();

        assert_eq!(error, "tool `roll`: argument `count`: expected an integer from 1 to 6, found 0");
    }
}

#[derive(ToolParams)]
struct Parcel {
    #[tool_param(pattern = "[0-9")]
    code: String,
}

/// Has a pattern that is none.
#[tool(register = false)]
fn label(#[tool_param(pattern = "(")] text: &str) -> usize {
    text.len()
}

/// Has one deep inside.
#[tool(register = false)]
fn send(parcels: Vec<Parcel>) -> usize {
    parcels.iter().map(|parcel| parcel.code.len()).sum()
}

#[test]
fn an_invalid_pattern_is_refused_with_tool_and_argument_when_a_set_is_built() {
    let refused = |callback| {
        let error = ToolSet::build(&[callback]).unwrap_err();
        assert_eq!(error.kind(), ToolErrorKind::InvalidSchema);
        let sentence = error.to_string();
        sentence.split_once("): ").map(|(_, detail)| detail.to_owned()).unwrap_or(sentence)
    };

    assert_eq!(
        refused(label::callback()),
        "argument `text`: the pattern `(` is not a valid regular expression: unclosed group"
    );
    assert_eq!(
        refused(send::callback()),
        "argument `parcels.code`: the pattern `[0-9` is not a valid regular expression: unclosed character class"
    );
}

fn address(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "format": "ipv4" })
}

/// Pings an address.
#[tool]
fn ping(#[tool_param(schema_with = address, example = "127.0.0.1")] address: IpAddr) -> String {
    address.to_string()
}

#[tokio::test(flavor = "current_thread")]
async fn a_type_without_a_schema_can_have_a_custom_one() {
    assert_eq!(
        ping::definition().input_schema()["properties"]["address"],
        json!({ "type": "string", "format": "ipv4", "examples": ["127.0.0.1"] })
    );
    assert_eq!(TestTool::new(ping::callback()).call(json!({ "address": "10.0.0.1" })).await.unwrap(), "10.0.0.1");
}

#[derive(ToolResult)]
struct Point {
    x: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<i64>,
}

type Fallible<T> = Result<T, std::fmt::Error>;

/// Gives a point.
#[tool]
fn point() -> Fallible<Point> {
    Ok(Point { x: 1, y: None })
}

/// Gives points.
#[tool]
async fn points() -> Vec<Point> {
    Vec::new()
}

#[derive(serde::Serialize)]
struct Plain;

/// Gives what has no schema.
#[tool]
fn elapsed() -> Plain {
    Plain
}

/// Gives an output.
#[tool]
fn output() -> ToolOutput {
    ToolOutput::text("x")
}

/// Borrows its text.
#[tool]
fn borrowed<'a>(text: &'a str) -> &'a str {
    text
}

fn schema_of(definition: &ToolDefinition) -> Value {
    definition.output_schema().cloned().unwrap_or_default()
}

#[test]
fn the_output_schema_is_that_of_the_written_result() {
    let object = json!({
        "type": "object",
        "properties": { "x": { "type": "integer" }, "y": { "type": ["integer", "null"] } },
        "required": ["x"],
        "additionalProperties": false,
    });

    assert_eq!(schema_of(point::definition()), object);
    assert_eq!(schema_of(points::definition()), json!({ "type": "array", "items": object }));
}

#[test]
fn text_unit_and_types_without_a_schema_have_no_output_schema() {
    for definition in
        [quiet::definition(), wipe::definition(), output::definition(), borrowed::definition(), elapsed::definition()]
    {
        assert_eq!(definition.output_schema(), None, "{definition:?}");
    }
}

#[test]
fn a_definition_is_made_once_for_all_threads() {
    let threads: Vec<_> =
        (0..8).map(|_| std::thread::spawn(|| std::ptr::from_ref(roll::definition()).addr())).collect();

    let places: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(places.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_snapshot_error_has_the_first_line_that_differs() {
    let file = std::env::temp_dir().join(format!("tool_keys_{}.json", std::process::id()));
    std::fs::write(&file, "{\n  \"name\": \"talk\"\n}\n").unwrap();

    let error = check_schema_snapshot(talk::definition(), &file).unwrap_err().to_string();

    std::fs::remove_file(&file).unwrap();
    assert!(error.contains("line 2 is `\"name\": \"talk\"`, but the tool has `\"name\": \"talk\",`"), "{error}");
}
