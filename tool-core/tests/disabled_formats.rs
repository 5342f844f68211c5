//! A client that asks for a format whose feature is off: the model reads JSON, and the observer the feature to enable.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::sync::{Arc, Mutex};

use tool_core::output::{ConversionObserver, ConversionRecord};
use tool_core::{ChatClient, ChatResponse, Format, ScriptedChatModel, ToolCall, tool, tools};

/// Gives two numbers.
#[tool]
fn numbers() -> Vec<u8> {
    vec![1, 2]
}

/// Keeps the reasons of fallbacks.
#[derive(Default)]
struct Reasons(Mutex<Vec<Option<String>>>);

impl ConversionObserver for Reasons {
    fn observe(&self, record: &ConversionRecord<'_>) {
        self.0.lock().unwrap().push(record.fallback.clone());
    }
}

/// What the model reads of the tool, and why it is JSON.
async fn response(format: Format) -> (String, Option<String>) {
    let call = ToolCall::new("1", "numbers", "{}");
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls([call.clone()]))
        .step(|prompt| ChatResponse::text(prompt.messages[2].tool_responses()[0].text.clone()));
    let reasons = Arc::new(Reasons::default());
    let client = ChatClient::builder(model).default_format(format).conversion_observer(Arc::clone(&reasons)).build();
    let answer = client.prompt("?").tools(tools![numbers]).call().await.unwrap();
    let reason = reasons.0.lock().unwrap().pop().unwrap();
    (answer.content().to_owned(), reason)
}

#[tokio::test(flavor = "current_thread")]
async fn a_disabled_format_falls_back_to_json_and_names_its_feature() {
    // CSV does not fit a list of numbers anyway.
    for format in [Format::Toon, Format::Yaml, Format::Xml] {
        let (text, reason) = response(format).await;

        if format.is_enabled() {
            assert_eq!((text, reason), (tool_core::formats::to_string(&[1, 2], format).unwrap(), None));
            continue;
        }
        assert_eq!(text, "[1,2]", "{format}");
        let expected = format!(
            "format `{format}` is disabled; enable the feature `{format}` of `tool-formats` or `tool-core` in Cargo.toml"
        );
        assert_eq!(reason, Some(expected));
    }
}
