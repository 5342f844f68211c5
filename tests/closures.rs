//! Closures as tools: every shape of argument, context and result, sync and async.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tool_core::callback::ToolMetadata;
use tool_core::error::ToolErrorKind;
use tool_core::execution::ToolCallingManager;
use tool_core::{Format, FunctionToolCallback, ToolCall, ToolCallback, ToolContext, ToolOutput, ToolSet};

#[derive(Deserialize, JsonSchema)]
struct Place {
    /// Name of the city
    city: String,
    days: Option<u8>,
}

struct Guest(&'static str);

/// What the model reads when it calls the tool with `arguments`.
async fn response(tool: FunctionToolCallback, arguments: &str) -> String {
    let tools = ToolSet::build(&tool).unwrap();
    let name = tools.definitions()[0].name().to_owned();
    let context = ToolContext::new().with(Guest("Ada"));
    let result = ToolCallingManager::new().execute(&[ToolCall::new("1", name, arguments)], &tools, &context).await;
    result.responses()[0].text.clone()
}

fn guest(context: &ToolContext) -> &'static str {
    context.get::<Guest>().map_or("no guest", |guest| guest.0)
}

const BERN: &str = r#"{"city":"Bern"}"#;

#[tokio::test(flavor = "current_thread")]
async fn a_closure_without_argument_and_result_returns_done() {
    let tool = FunctionToolCallback::builder("t", || ()).description("Does it.").build().unwrap();

    assert_eq!(response(tool, "").await, "Done");
}

#[tokio::test(flavor = "current_thread")]
async fn a_closure_without_argument_returns_its_result() {
    let tool = FunctionToolCallback::builder("t", || vec![1, 2]).description("Does it.").build().unwrap();

    assert_eq!(response(tool, "{}").await, "[1,2]");
}

#[tokio::test(flavor = "current_thread")]
async fn a_closure_takes_the_arguments_as_one_value() {
    let tool = FunctionToolCallback::builder("t", |place: Place| format!("{} {:?}", place.city, place.days));

    assert_eq!(response(tool.description("Does it.").build().unwrap(), BERN).await, "Bern None");
}

#[tokio::test(flavor = "current_thread")]
async fn a_closure_takes_the_context_alone() {
    let tool = FunctionToolCallback::builder("t", |context: ToolContext| guest(&context))
        .description("Does it.")
        .build()
        .unwrap();

    assert_eq!(response(tool, "").await, "Ada");
}

#[tokio::test(flavor = "current_thread")]
async fn a_closure_takes_arguments_and_context() {
    let tool = FunctionToolCallback::builder("t", |place: Place, context: ToolContext| place.city + guest(&context))
        .description("Does it.")
        .build();

    assert_eq!(response(tool.unwrap(), BERN).await, "BernAda");
}

#[tokio::test(flavor = "current_thread")]
async fn async_closures_take_and_return_the_same() {
    let nothing = FunctionToolCallback::builder("t", || async {}).description("Does it.").build().unwrap();
    let arguments = FunctionToolCallback::builder("t", |place: Place| async move { place.city })
        .description("Does it.")
        .build()
        .unwrap();
    let context = FunctionToolCallback::builder("t", |ctx: ToolContext| async move { guest(&ctx) })
        .description("Does it.")
        .build()
        .unwrap();
    let both = FunctionToolCallback::builder("t", |place: Place, ctx: ToolContext| async move {
        tokio::task::yield_now().await;
        place.city + guest(&ctx)
    });

    assert_eq!(response(nothing, "").await, "Done");
    assert_eq!(response(arguments, BERN).await, "Bern");
    assert_eq!(response(context, "").await, "Ada");
    assert_eq!(response(both.description("Does it.").build().unwrap(), BERN).await, "BernAda");
}

#[tokio::test(flavor = "current_thread")]
async fn a_plain_function_is_a_closure_tool_too() {
    fn city(place: Place) -> String {
        place.city
    }

    assert_eq!(
        response(FunctionToolCallback::builder("t", city).description("Does it.").build().unwrap(), BERN).await,
        "Bern"
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_result_of_a_closure_may_have_any_error() {
    let text = FunctionToolCallback::builder("t", || Err::<u8, String>("no".to_owned()))
        .description("Does it.")
        .build()
        .unwrap();
    let io = FunctionToolCallback::builder("t", || Err::<(), _>(std::io::Error::other("broken")))
        .description("Does it.")
        .build()
        .unwrap();
    let good = FunctionToolCallback::builder("t", || Ok::<_, String>("yes")).description("Does it.").build().unwrap();

    assert_eq!(response(text, "").await, "tool `t` failed: no");
    assert_eq!(response(io, "").await, "tool `t` failed: broken");
    assert_eq!(response(good, "").await, "yes");
}

#[tokio::test(flavor = "current_thread")]
async fn any_serialisable_value_can_be_wrapped_as_output() {
    #[derive(serde::Serialize)]
    struct Foreign {
        degrees: f64,
    }
    let tool = FunctionToolCallback::builder("t", || ToolOutput::value(Foreign { degrees: 21.5 }))
        .description("Does it.")
        .build()
        .unwrap();

    assert_eq!(response(tool, "").await, r#"{"degrees":21.5}"#);
}

#[tokio::test(flavor = "current_thread")]
async fn an_absent_result_is_null_and_a_present_text_is_text() {
    let none = FunctionToolCallback::builder("t", || None::<String>).description("Does it.").build().unwrap();
    let some = FunctionToolCallback::builder("t", || Some("here")).description("Does it.").build().unwrap();

    assert_eq!(response(none, "").await, "null");
    assert_eq!(response(some, "").await, "here");
}

#[test]
fn a_closure_without_arguments_sends_only_what_its_author_wrote() {
    let plain = FunctionToolCallback::builder("t", || "pong").description("Does it.").build().unwrap();
    let with_context =
        FunctionToolCallback::builder("u", |_: ToolContext| "pong").description("Does it.").build().unwrap();

    for tool in [plain, with_context] {
        let schema = tool.definition().input_schema_text().to_owned();
        assert_eq!(schema, r#"{"type":"object","properties":{},"additionalProperties":false}"#);
    }
}

#[test]
fn the_schema_is_that_of_the_argument_type() {
    let tool =
        FunctionToolCallback::builder("t", |place: Place| place.city).description("Says a city.").build().unwrap();

    let tools = ToolSet::build(&tool).unwrap();
    let definition = &tools.definitions()[0];
    assert_eq!(definition.description(), "Says a city.");
    assert_eq!(
        definition.input_schema(),
        &json!({
            "type": "object",
            "properties": {
                "city": { "description": "Name of the city", "type": "string" },
                "days": { "type": ["integer", "null"], "minimum": 0, "maximum": 255 },
            },
            "required": ["city"],
            "additionalProperties": false,
        })
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_custom_schema_has_untyped_arguments() {
    let schema = json!({ "properties": { "x": { "type": "integer" } } });
    let tool = FunctionToolCallback::builder("t", |arguments: Value| arguments["x"].clone()).input_schema(schema);

    assert_eq!(response(tool.description("Does it.").build().unwrap(), r#"{"x":7}"#).await, "7");
}

#[test]
fn an_argument_type_that_is_not_an_object_is_refused_at_build() {
    let error = FunctionToolCallback::builder("t", |days: u8| days).description("Does it.").build().unwrap_err();

    assert_eq!(error.kind(), ToolErrorKind::InvalidSchema);
    let text = error.to_string();
    assert!(text.starts_with("tool `t` ("), "{text}");
    assert!(
        text.ends_with(
            "): the arguments of a closure must be one object: its type is \"integer\", not \"object\"; take a struct with \
             `#[derive(ToolParams)]`, and make the value a field of it"
        ),
        "{text}"
    );
}

#[test]
fn lists_texts_and_options_are_not_arguments_of_a_closure() {
    let of_list = FunctionToolCallback::builder("t", |rows: Vec<u8>| rows.len()).description("Does it.").build();
    let of_text = FunctionToolCallback::builder("t", |name: String| name).description("Does it.").build();
    let of_option = FunctionToolCallback::builder("t", |_: Option<u8>| ()).description("Does it.").build();

    for (built, ty) in [(of_list, "\"array\""), (of_text, "\"string\""), (of_option, "[\"integer\",\"null\"]")] {
        let text = built.unwrap_err().to_string();
        let detail =
            format!("the arguments of a closure must be one object: its type is {ty}, not \"object\"; take a struct");
        assert!(text.contains(&detail), "{text}");
    }
}

#[test]
fn a_blank_description_is_refused_at_build() {
    let error = FunctionToolCallback::builder("t", || ()).description(" \n").build().unwrap_err();

    assert_eq!(error.kind(), ToolErrorKind::InvalidSchema);
    assert!(
        error.to_string().ends_with("): its description is blank, but models choose tools by their description"),
        "{error}"
    );
}

#[test]
fn a_wrong_name_is_refused_at_build() {
    let error = FunctionToolCallback::builder("no blanks", || ()).description("Does it.").build().unwrap_err();

    assert_eq!(error.kind(), ToolErrorKind::InvalidName);
}

#[test]
fn a_closure_has_the_metadata_that_a_function_may_have() {
    let metadata = ToolMetadata::new().with_read_only(true).with_tags(["maps"]);
    let tool = FunctionToolCallback::builder("t", || ())
        .metadata(metadata)
        .result_converter(Format::Toon)
        .description("Does it.")
        .build();

    let tool = tool.unwrap();
    assert_eq!(tool.metadata().read_only(), Some(true));
    assert!(tool.metadata().has_tag("maps") && tool.metadata().result_converter().is_some());
}

#[tokio::test(flavor = "current_thread")]
async fn the_builders_metadata_reaches_the_response() {
    let tool = FunctionToolCallback::builder("t", || vec![1, 2]).result_converter(Format::Toon).return_direct(true);
    let tools = ToolSet::build(&tool.description("Does it.").build().unwrap()).unwrap();

    let calls = [ToolCall::new("1", "t", "")];
    let result = ToolCallingManager::new().execute(&calls, &tools, &ToolContext::new()).await;

    assert_eq!(result.responses()[0].text, "[2]: 1,2");
    assert!(result.responses()[0].direct);
}
