//! Tools that are more than a function and its text: added arguments, media.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::sync::{Arc, Mutex};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tool_core::error::ToolErrorKind;
use tool_core::execution::ToolCallingManager;
use tool_core::output::ContentBlock;
use tool_core::provider::AugmentingToolCallbackProvider;
use tool_core::{
    Format, FunctionToolCallback, ToolCall, ToolCallbackProvider, ToolContext, ToolOutput, ToolResponse, ToolSet, tool,
    tools,
};

#[derive(Deserialize, JsonSchema)]
struct Thought {
    /// Why you call this tool
    reason: String,
    sure: Option<bool>,
}

/// Adds two numbers.
#[tool(return_direct)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Says why it says nothing.
#[tool]
fn explain(reason: &str) -> String {
    reason.to_owned()
}

async fn call(provider: &(impl ToolCallbackProvider + ?Sized), name: &str, arguments: &str) -> ToolResponse {
    let tools = ToolSet::build(provider).unwrap();
    let calls = [ToolCall::new("1", name, arguments)];
    let result = ToolCallingManager::new().execute(&calls, &tools, &ToolContext::new()).await;
    ToolResponse::clone(&result.responses()[0])
}

fn with_thoughts() -> (AugmentingToolCallbackProvider<Thought>, Arc<Mutex<Vec<String>>>) {
    let thoughts = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&thoughts);
    let provider = AugmentingToolCallbackProvider::new(tools![add], move |tool, thought: Thought| {
        notes.lock().unwrap().push(format!("{}: {} {:?}", tool.name(), thought.reason, thought.sure));
    });
    (provider, thoughts)
}

#[test]
fn added_arguments_are_in_the_schema_and_the_rest_of_the_tool_is_unchanged() {
    let (provider, _) = with_thoughts();

    let callback = provider.tool_callbacks().unwrap().remove(0);

    assert_eq!(
        callback.definition().input_schema(),
        &json!({
            "type": "object",
            "properties": {
                "a": { "type": "integer" },
                "b": { "type": "integer" },
                "reason": { "description": "Why you call this tool", "type": "string" },
                "sure": { "type": ["boolean", "null"] },
            },
            "required": ["a", "b", "reason"],
            "additionalProperties": false,
        })
    );
    assert_eq!(callback.definition().description(), "Adds two numbers.");
    assert_eq!(callback.definition().location(), add::definition().location());
    assert!(callback.metadata().return_direct());
}

#[tokio::test(flavor = "current_thread")]
async fn added_arguments_go_to_the_consumer_and_the_rest_to_the_tool() {
    let (provider, thoughts) = with_thoughts();

    let response = call(&provider, "add", r#"{"a":1,"reason":"the user asked","b":2}"#).await;

    assert_eq!(response.text, "3");
    assert_eq!(*thoughts.lock().unwrap(), ["add: the user asked None"]);
}

/// Echoes an id.
#[tool]
fn echo(id: u128) -> String {
    id.to_string()
}

#[tokio::test(flavor = "current_thread")]
async fn the_tool_next_to_added_arguments_gets_each_digit() {
    let provider = AugmentingToolCallbackProvider::new(tools![echo], |_, _: Thought| {});

    let response = call(&provider, "echo", r#"{"id":12345678901234567890123,"reason":""}"#).await;

    assert_eq!(response.text, "12345678901234567890123");
}

#[tokio::test(flavor = "current_thread")]
async fn a_missing_added_argument_is_reported_and_the_tool_does_not_run() {
    let (provider, thoughts) = with_thoughts();

    let response = call(&provider, "add", r#"{"a":1,"b":2}"#).await;

    assert_eq!(response.error, Some(ToolErrorKind::InvalidArguments));
    assert_eq!(response.text, "tool `add`: argument `reason` is missing");
    assert!(thoughts.lock().unwrap().is_empty());
}

#[test]
fn an_added_argument_of_a_name_that_the_tool_has_is_refused() {
    let provider = AugmentingToolCallbackProvider::new(tools![explain], |_, _: Thought| {});

    let error = provider.tool_callbacks().err().unwrap();

    assert_eq!(error.kind(), ToolErrorKind::InvalidSchema);
    assert!(error.to_string().ends_with("`reason` cannot be added: the tool already has it"), "{error}");
}

#[tokio::test(flavor = "current_thread")]
async fn media_is_blocks_for_the_provider_and_text_for_the_reader() {
    let picture = FunctionToolCallback::builder("picture", || {
        ToolOutput::blocks([ContentBlock::text("A dot:"), ContentBlock::image("AAEC", "image/png")])
    });

    let response =
        call(&picture.description("Shows it.").build().unwrap().with_format(Format::Toon), "picture", "").await;

    assert_eq!(response.text, "A dot:\n[image, image/png, 3 bytes]");
    assert_eq!(response.blocks, [ContentBlock::text("A dot:"), ContentBlock::image("AAEC", "image/png")]);
}
