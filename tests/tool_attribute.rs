//! `#[tool]`: the definition of a function, and how its arguments are read.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::unused_async,
    clippy::unnecessary_wraps,
    reason = "the shapes of functions are what is tested"
)]

use std::fmt;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tool_core::context::ArgumentMode;
use tool_core::execution::ToolCallingManager;
use tool_core::provider::StaticToolCallbackProvider;
use tool_core::testing::TestTool;
use tool_core::{ToolCall, ToolContext, ToolDefinition, ToolOutput, ToolSet, tool, tools};

/// What the model reads when it calls the only tool with `arguments`.
async fn response(tools: StaticToolCallbackProvider, arguments: &str) -> String {
    let tools = ToolSet::build(&tools).unwrap();
    let name = tools.definitions()[0].name().to_owned();
    let context = ToolContext::new().with(Tenant { name: "acme" });
    let result = ToolCallingManager::new().execute(&[ToolCall::new("1", name, arguments)], &tools, &context).await;
    result.responses()[0].text.clone()
}

struct Tenant {
    name: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Fahrenheit,
}

/// Tells the weather.
///
/// For one city, today.
///
/// # Arguments
/// * `city` - Name of the city, in English
/// * `unit` - Unit of the degrees
///
/// # Errors
/// None that the model need know.
#[tool]
fn forecast(
    city: &str,
    #[tool_param(default = Unit::Celsius)] unit: Unit,
    /// Number of days, 1 by default
    days: Option<u8>,
) -> String {
    format!("{city} {unit:?} {days:?}")
}

#[test]
fn the_definition_comes_from_the_function() {
    let definition: &ToolDefinition = forecast::definition();

    assert_eq!(definition.name(), "forecast");
    assert_eq!(definition.description(), "Tells the weather.\n\nFor one city, today.");
    assert_eq!(
        definition.input_schema_text(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""city":{"type":"string","description":"Name of the city, in English"},"#,
            r#""unit":{"anyOf":[{"type":"string","enum":["celsius","fahrenheit"]},{"type":"null"}],"#,
            r#""description":"Unit of the degrees","default":"celsius"},"#,
            r#""days":{"type":["integer","null"],"minimum":0,"maximum":255,"description":"Number of days, 1 by default"}},"#,
            r#""required":["city"],"additionalProperties":false}"#
        )
    );
    assert!(definition.location().to_string().contains("tool_attribute.rs:"));
}

#[test]
fn the_function_stays_a_function() {
    assert_eq!(forecast("Bern", Unit::Fahrenheit, None), "Bern Fahrenheit None");
}

#[tokio::test(flavor = "current_thread")]
async fn absent_and_null_arguments_are_the_default_or_none() {
    assert_eq!(response(tools![forecast], r#"{"city":"Bern"}"#).await, "Bern Celsius None");
    assert_eq!(response(tools![forecast], r#"{"city":"Bern","unit":null,"days":null}"#).await, "Bern Celsius None");
    assert_eq!(
        response(tools![forecast], r#"{"days":3,"unit":"fahrenheit","city":"Bern"}"#).await,
        "Bern Fahrenheit Some(3)"
    );
}

#[tokio::test(flavor = "current_thread")]
async fn an_unknown_argument_is_ignored_and_named_if_something_fails() {
    assert_eq!(response(tools![forecast], r#"{"city":"Bern","mood":"sad"}"#).await, "Bern Celsius None");
    assert_eq!(
        response(tools![forecast], r#"{"town":"Bern"}"#).await,
        "tool `forecast`: argument `city` is missing; unknown argument `town`; known arguments: `city`, `unit`, `days`"
    );
}

/// Does nothing with nothing.
#[tool]
fn nothing() {}

#[tokio::test(flavor = "current_thread")]
async fn a_tool_without_parameters_takes_empty_blank_null_and_an_empty_object() {
    for arguments in ["", "  ", "null", "{}", " {} "] {
        assert_eq!(response(tools![nothing], arguments).await, "Done", "{arguments:?}");
    }
    assert_eq!(
        nothing::definition().input_schema(),
        &json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
}

/// Takes references.
#[tool]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "a reference is what is tested")]
fn borrow(text: &str, numbers: &[i64], unit: &Unit, maybe: Option<&str>, some: Option<&[u8]>) -> String {
    format!("{text} {numbers:?} {unit:?} {maybe:?} {some:?}")
}

#[tokio::test(flavor = "current_thread")]
async fn reference_parameters_borrow_from_the_read_value() {
    let all = r#"{"text":"a","numbers":[1,2],"unit":"celsius","maybe":"b","some":[3]}"#;
    let few = r#"{"text":"a","numbers":[],"unit":"celsius"}"#;

    assert_eq!(response(tools![borrow], all).await, r#"a [1, 2] Celsius Some("b") Some([3])"#);
    assert_eq!(response(tools![borrow], few).await, "a [] Celsius None None");
}

/// Takes paths.
#[tool]
fn copy(from: &Path, to: Option<&std::path::Path>, #[tool_param(default = Path::new("log"))] log: &Path) -> String {
    format!("{} {:?} {}", from.display(), to, log.display())
}

#[tokio::test(flavor = "current_thread")]
async fn path_parameters_borrow_from_the_read_value() {
    let properties = &copy::definition().input_schema()["properties"];
    assert_eq!(properties["from"], json!({"type": "string"}));
    assert_eq!(properties["log"], json!({"type": ["string", "null"], "default": "log"}));

    assert_eq!(response(tools![copy], r#"{"from":"a","to":"b","log":"c"}"#).await, r#"a Some("b") c"#);
    assert_eq!(response(tools![copy], r#"{"from":"a"}"#).await, "a None log");
}

mod routes {
    use super::{Deserialize, JsonSchema, tool};

    #[derive(Deserialize, JsonSchema)]
    pub(crate) struct Path {
        stops: Vec<String>,
    }

    /// Takes a type of ours that is called as the one of the library.
    #[tool]
    pub(crate) fn walk(way: &Path, back: Option<&Path>) -> usize {
        way.stops.len() + back.map_or(0, |back| back.stops.len())
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_path_may_be_a_user_type() {
    let arguments = r#"{"way":{"stops":["a","b"]},"back":{"stops":["a"]}}"#;

    assert_eq!(response(tools![routes::walk], arguments).await, "3");
}

/// Uses the context in any place.
#[tool]
async fn with_context(ctx: &ToolContext, city: String, #[tool_param(context)] tenant: &Tenant) -> String {
    format!("{city} {} {}", tenant.name, ctx.get::<u64>().is_none())
}

#[tokio::test(flavor = "current_thread")]
async fn context_parameters_are_injected_and_not_in_the_schema() {
    assert_eq!(response(tools![with_context], r#"{"city":"Bern"}"#).await, "Bern acme true");
    let properties = with_context::definition().input_schema()["properties"].as_object().unwrap().clone();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["city"]);
}

struct Missing;

/// Needs a value that the context does not have.
#[tool]
fn needs_missing(#[tool_param(context)] _missing: &Missing) {}

#[tokio::test(flavor = "current_thread")]
async fn a_value_missing_from_the_context_is_named() {
    let text = response(tools![needs_missing], "").await;

    assert_eq!(
        text,
        "tool `needs_missing`: the tool context has no value of type `tool_attribute::Missing`; add one with `tool_context(..)`"
    );
}

/// Renamed by hand.
#[tool(name = "get-time", description = "Tells the time.", companion = TimeTool)]
fn time(#[tool_param(name = "time-zone", description = "IANA name", required)] zone: Option<String>) -> String {
    zone.unwrap_or_default()
}

#[tokio::test(flavor = "current_thread")]
async fn names_descriptions_and_the_companion_can_be_given() {
    let definition = TimeTool::definition();

    assert_eq!(definition.name(), "get-time");
    assert_eq!(definition.description(), "Tells the time.");
    assert_eq!(definition.input_schema()["properties"]["time-zone"]["description"], "IANA name");
    assert_eq!(definition.input_schema()["required"], json!(["time-zone"]));
    assert_eq!(response(tools![TimeTool], "{}").await, "tool `get-time`: argument `time-zone` is missing");
    assert_eq!(response(tools![TimeTool], r#"{"time-zone":"UTC"}"#).await, "UTC");
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read, not used")]
struct Filter {
    field: String,
    max: u8,
}

/// Searches.
#[tool]
fn search(filters: Vec<Filter>) -> usize {
    filters.len()
}

#[tokio::test(flavor = "current_thread")]
async fn a_wrong_argument_deep_inside_is_named_by_its_path() {
    let text = response(tools![search], r#"{"filters":[{"field":"age","max":1},{"field":"age","max":300}]}"#).await;

    assert_eq!(text, "tool `search`: argument `filters[1].max`: expected an integer from 0 to 255, found 300");
}

#[test]
fn struct_objects_are_closed_and_formats_outside_the_standard_are_removed() {
    let filters = &search::definition().input_schema()["properties"]["filters"];

    assert_eq!(
        filters,
        &json!({
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "field": { "type": "string" },
                    "max": { "type": "integer", "minimum": 0, "maximum": 255 },
                },
                "required": ["field", "max"],
                "additionalProperties": false,
            },
        })
    );
}

/// A type that is not known to this crate's errors.
#[derive(Debug)]
struct OwnError;

impl fmt::Display for OwnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { "outer: inner" } else { "outer" })
    }
}

type OwnResult<T> = Result<T, OwnError>;

/// Fails in its own way.
#[tool]
async fn own_error(fail: bool) -> OwnResult<Vec<u8>> {
    if fail { Err(OwnError) } else { Ok(vec![1]) }
}

/// Fails with a boxed error.
#[tool]
fn boxed_error() -> Result<String, Box<dyn std::error::Error>> {
    Err("boxed".into())
}

#[tokio::test(flavor = "current_thread")]
async fn a_result_is_recognized_by_its_type_and_its_whole_error_is_shown() {
    assert_eq!(response(tools![own_error], r#"{"fail":false}"#).await, "[1]");
    assert_eq!(response(tools![own_error], r#"{"fail":true}"#).await, "tool `own_error` failed: outer: inner");
    assert_eq!(response(tools![boxed_error], "").await, "tool `boxed_error` failed: boxed");
}

/// Gives text that borrows from its argument.
#[tool]
fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Gives an output made by hand.
#[tool]
fn by_hand() -> Result<ToolOutput, String> {
    Ok(ToolOutput::text("made by hand"))
}

/// Gives a foreign serialisable value.
#[tool]
fn foreign() -> std::time::Duration {
    std::time::Duration::from_millis(1500)
}

#[tokio::test(flavor = "current_thread")]
async fn results_become_text_or_value_by_type() {
    assert_eq!(response(tools![first_word], r#"{"text":"one two"}"#).await, "one");
    assert_eq!(response(tools![by_hand], "").await, "made by hand");
    assert_eq!(response(tools![foreign], "").await, r#"{"secs":1,"nanos":500000000}"#);
}

/// Takes a keyword as a name.
#[tool]
fn keyword(r#type: String, mut count: u8) -> String {
    count += 1;
    format!("{type} {count}")
}

#[tokio::test(flavor = "current_thread")]
async fn raw_names_and_mutable_bindings_are_plain_arguments() {
    assert_eq!(response(tools![keyword], r#"{"type":"x","count":1}"#).await, "x 2");
}

/// Defined inside a function, where no other item can name it.
#[test]
fn a_tool_can_be_local() {
    /// Local.
    #[tool]
    fn local(of: Option<Local>) -> bool {
        of.is_some()
    }

    #[derive(Deserialize, JsonSchema)]
    struct Local {}

    assert!(!local(None));
    assert_eq!(local::callback().definition().name(), "local");
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "read, not used")]
struct Folder {
    name: String,
    folders: Vec<Folder>,
}

/// Counts folders.
#[tool]
fn count_folders(root: Folder) -> usize {
    root.folders.len()
}

#[test]
fn a_recursive_type_keeps_a_definition_and_others_are_written_out() {
    let schema = count_folders::definition().input_schema();

    assert_eq!(schema["$defs"]["Folder"]["properties"]["folders"]["items"]["$ref"], "#/$defs/Folder");
    assert!(search::definition().input_schema().get("$defs").is_none());
}

type Maybe<T> = Option<T>;

/// Takes an option by another name.
#[tool]
fn perhaps(count: Maybe<u8>, name: String) -> String {
    format!("{count:?} {name}")
}

#[tokio::test(flavor = "current_thread")]
async fn an_option_by_another_name_may_be_left_out() {
    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let tool = TestTool::new(perhaps::callback()).with_mode(mode);

        assert_eq!(tool.call(json!({ "name": "n" })).await.unwrap(), "None n");
        assert_eq!(tool.call(json!({ "name": "n", "count": null })).await.unwrap(), "None n");
        assert_eq!(tool.call(json!({ "name": "n", "count": 1 })).await.unwrap(), "Some(1) n");
    }
    assert_eq!(perhaps::definition().input_schema()["required"], json!(["name"]));
}

/// Takes a number that JSON has no way to write by default.
#[tool]
fn scaled(#[tool_param(default = f64::NAN)] scale: f64) -> bool {
    scale.is_nan()
}

#[test]
fn a_default_that_json_cannot_represent_is_not_in_the_schema() {
    assert_eq!(scaled::definition().input_schema()["properties"]["scale"], json!({ "type": ["number", "null"] }));
}

/// Doubles.
#[tool]
const fn doubled(number: u8) -> u8 {
    number * 2
}

#[tokio::test(flavor = "current_thread")]
async fn a_const_function_is_a_tool_and_stays_const() {
    const FOUR: u8 = doubled(2);

    let text = TestTool::new(doubled::callback()).call(json!({ "number": FOUR })).await.unwrap();

    assert_eq!(text, "8");
}

mod named_like_crates {
    use tool_core::tool;

    /// Reads the value of a text.
    #[tool]
    pub(crate) fn serde_json(text: &str) -> String {
        ::serde_json::Value::from(text).to_string()
    }

    /// Says when.
    #[tool(name = "now", companion = Time)]
    pub(crate) fn tokio() -> String {
        format!("{:?}", tokio::time::Duration::from_secs(1))
    }
}

#[test]
fn a_tool_may_have_the_name_of_a_crate() {
    let tools = ToolSet::build(&tools![named_like_crates::serde_json, named_like_crates::Time]).unwrap();

    assert_eq!(named_like_crates::serde_json("a"), "\"a\"");
    assert_eq!(named_like_crates::tokio(), "1s");
    assert!(tools.get("serde_json").is_some() && tools.get("now").is_some());
}

/// Removes a table.
#[tool(register = false)]
fn drop(table: &str) -> String {
    format!("{table} is gone")
}

#[test]
fn a_tool_may_have_a_name_of_the_prelude() {
    assert_eq!(drop("rows"), "rows is gone");
    assert!(ToolSet::build(&tools![drop]).unwrap().get("drop").is_some());
}

#[test]
fn tools_inside_a_function_are_listed_too() {
    /// Does it.
    #[tool(register = false)]
    fn inside() {}

    assert!(ToolSet::build(&tools![inside]).unwrap().get("inside").is_some());
    assert!(ToolSet::build(&tools![]).unwrap().definitions().is_empty());
}
