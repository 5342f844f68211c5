//! A panic in user code is one error, whose message is not sent to the model.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::panic, reason = "these panic on purpose")]

use std::error::Error;
use std::panic::panic_any;

use std::time::Duration;

use serde::{Serialize, Serializer};
use tool_core::callback::ToolMetadata;
use tool_core::error::ToolErrorKind;
use tool_core::execution::ToolCallingManager;
use tool_core::turn::{ToolCallLimits, TurnEnd};
use tool_core::{
    ChatClient, ChatResponse, FunctionToolCallback, ScriptedChatModel, ToolCall, ToolCallHook, ToolCallResultConverter,
    ToolContext, ToolDefinition, ToolError, ToolOutput, ToolSet, tool, tools,
};

/// Answers.
#[tool]
fn fine() -> &'static str {
    "fine"
}

/// Fails with a text.
#[tool]
fn fails() -> Result<(), String> {
    Err("with a secret".to_owned())
}

/// A result that panics when it is written.
struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: Serializer>(&self, _serializer: S) -> Result<S::Ok, S::Error> {
        panic!("a secret")
    }
}

/// Returns a value that cannot be written.
#[tool]
fn unwritable() -> Unwritable {
    Unwritable
}

/// A converter that panics.
struct Panicking;

impl ToolCallResultConverter for Panicking {
    fn convert(&self, _: &ToolOutput, _: &ToolDefinition) -> Result<String, tool_core::output::ConversionError> {
        panic!("a secret")
    }
}

/// What a panic may carry.
struct PanicsWhenDropped;

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic_any(Self)
    }
}

/// Panics with a payload that does so again.
#[tool]
fn panics_with_more() {
    panic_any(PanicsWhenDropped)
}

async fn texts(manager: ToolCallingManager, names: &[&str]) -> Vec<String> {
    let tools = ToolSet::build(&tools![fine, fails, unwritable, panics_with_more]).unwrap();
    let calls: Vec<ToolCall> = names.iter().map(|name| ToolCall::new(*name, *name, "{}")).collect();
    let result = manager.execute(&calls, &tools, &ToolContext::new()).await;
    result.responses().iter().map(|response| response.text.clone()).collect()
}

#[tokio::test]
async fn the_message_of_a_panicking_value_or_converter_is_not_sent_to_the_model() {
    let manager = ToolCallingManager::new();
    let error = "tool `unwritable`: the result cannot be written as text: serializing it panicked";

    assert_eq!(texts(manager.clone(), &["unwritable", "fine"]).await, [error, "fine"]);
    assert_eq!(texts(manager.with_default_format(Panicking), &["unwritable"]).await, [error]);
}

#[tokio::test]
async fn a_redactor_that_panics_hides_the_error_and_loses_no_other_response() {
    let manager = ToolCallingManager::new().with_error_redactor(|_| panic!("a redactor"));

    let texts = texts(manager, &["fine", "fails", "panics_with_more", "fine"]).await;

    let hidden = "the tool failed, and its error cannot be shown";
    assert_eq!(texts, ["fine", hidden, hidden, "fine"]);
}

#[tokio::test]
async fn a_panic_whose_payload_panics_when_dropped_is_the_error_of_its_call() {
    let texts = texts(ToolCallingManager::new(), &["panics_with_more", "fine"]).await;

    assert_eq!(texts, ["tool `panics_with_more` panicked", "fine"]);
}

#[test]
fn a_condition_that_panics_is_an_error_that_names_the_tool() {
    let metadata = ToolMetadata::new().with_enabled_if(|_| panic!("a condition"));
    let tool =
        FunctionToolCallback::builder("offered", || "").metadata(metadata).description("Does it.").build().unwrap();

    let error = ToolSet::build_for(&tool, &ToolContext::new()).unwrap_err();

    assert_eq!(error.kind(), ToolErrorKind::Panicked);
    assert_eq!(error.to_string(), "tool `offered`: its `enabled_if` condition panicked");
    assert_eq!(error.source().unwrap().to_string(), "panic: a condition");
}

/// Panics when a call fails.
struct PanicsAtFailures;

impl ToolCallHook for PanicsAtFailures {
    fn failed(&self, _call: &ToolCall, _error: &ToolError, _context: &ToolContext) {
        panic!("a hook")
    }
}

/// Panics when it is dropped before it has answered.
struct PanicsUnanswered;

impl Drop for PanicsUnanswered {
    fn drop(&mut self) {
        panic!("a drop")
    }
}

/// Never returns.
#[tool(register = false)]
async fn waits() -> &'static str {
    let _held = PanicsUnanswered;
    std::future::pending().await
}

#[tokio::test(start_paused = true)]
async fn a_call_or_hook_that_panics_at_the_deadline_loses_no_other_response() {
    for manager in [ToolCallingManager::new(), ToolCallingManager::new().with_hook(PanicsAtFailures)] {
        let calls = ["fine", "waits", "fails", "fine"].map(|name| ToolCall::new(name, name, "{}"));
        let model = ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls.clone()));
        let limits = ToolCallLimits::new().with_max_duration(Duration::from_secs(5));
        let client = ChatClient::builder(model).tool_calling_manager(manager).limits(limits);

        let response = client.default_tools(tools![fine, fails, waits]).build().prompt("?").call().await.unwrap();

        assert_eq!(response.end(), &TurnEnd::LimitExceeded);
        let responses = response.messages()[2].tool_responses();
        assert_eq!(
            responses.iter().map(|response| response.id.as_str()).collect::<Vec<_>>(),
            ["fine", "waits", "fails", "fine"]
        );
        assert_eq!(responses[0].text, "fine");
        assert_eq!(responses[1].text, "tool `waits` panicked");
    }
}
