//! Events and `Debug` contain nothing private, and invented names cannot forge a log.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails, and one of the tools panics")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use serde::Serializer;
use tool_core::context::ArgumentMode;
use tool_core::execution::{AfterCall, ToolCallingManager};
use tool_core::output::ConversionError;
use tool_core::turn::ToolCallLimits;
use tool_core::{
    ChatClient, ChatResponse, Format, ScriptedChatModel, ToolCall, ToolCallHook, ToolCallResultConverter, ToolContext,
    ToolDefinition, ToolError, ToolOutput, ToolParams, ToolResponse, ToolSet, tool, tools,
};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Keeps every span and event as text.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<String>>);

impl Visit for Recorder {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        write!(self.0.lock().unwrap(), " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Recorder {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.0.lock().unwrap().push('\n');
        span.record(&mut self.clone());
        Id::from_u64(1)
    }

    fn record(&self, _span: &Id, values: &Record<'_>) {
        values.record(&mut self.clone());
    }

    fn event(&self, event: &Event<'_>) {
        self.0.lock().unwrap().push('\n');
        event.record(&mut self.clone());
    }

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}
    fn enter(&self, _span: &Id) {}
    fn exit(&self, _span: &Id) {}
}

/// Fails, quoting its argument.
#[tool]
fn quoting(text: &str) -> Result<String, String> {
    Err(format!("cannot read {text}"))
}

/// Gives a map that XML cannot hold.
#[tool(result_converter = Format::Xml)]
fn map_for_xml() -> BTreeMap<String, String> {
    BTreeMap::from([("SECRET-KEY".to_owned(), "SECRET-VALUE\u{1}".to_owned())])
}

/// Gives a value that cannot be written.
#[tool]
fn unwritable() -> Unwritable {
    Unwritable
}

struct Unwritable;

impl serde::Serialize for Unwritable {
    fn serialize<S: Serializer>(&self, _serializer: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("SECRET-RESULT"))
    }
}

struct Refusing;

impl ToolCallResultConverter for Refusing {
    fn convert(&self, _output: &ToolOutput, _tool: &ToolDefinition) -> Result<String, ConversionError> {
        Err(ConversionError::new("SECRET-REFUSAL"))
    }
}

/// Gives a value to a converter that refuses it.
#[tool(result_converter = Refusing)]
fn refused() -> u8 {
    1
}

/// Takes a number.
#[tool]
fn takes_number(number: u8) -> u8 {
    number
}

#[derive(ToolParams)]
struct Page {
    from: Option<u32>,
}

/// Takes a flattened parameter.
#[tool]
fn takes_page(#[tool_param(flatten)] page: &Page) -> u32 {
    page.from.unwrap_or_default()
}

/// Runs these calls in one turn, and returns all spans and events.
fn events_of(calls: Vec<ToolCall>, mode: ArgumentMode) -> String {
    let recorder = Recorder::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    tracing::subscriber::with_default(recorder.clone(), || {
        runtime.block_on(async {
            let model = ScriptedChatModel::new()
                .step(move |_| ChatResponse::tool_calls(calls.clone()))
                .step(|_| ChatResponse::text("SECRET-ANSWER"));
            ChatClient::builder(model)
                .argument_mode(mode)
                .build()
                .prompt("SECRET-PROMPT")
                .tools(tools![quoting, map_for_xml, unwritable, refused, takes_number, takes_page])
                .tool_context(ToolContext::new().with("SECRET-CONTEXT"))
                .call()
                .await
                .unwrap();
        });
    });
    std::mem::take(&mut recorder.0.lock().unwrap())
}

#[test]
fn an_unknown_name_next_to_a_flattened_parameter_is_an_event_without_the_name() {
    let calls = vec![ToolCall::new("1", "takes_page", r#"{"SECRET-NAME":1}"#)];

    let events = events_of(calls, ArgumentMode::Lenient);

    assert!(events.contains("path=\"*\" kind=unknown name"), "{events}");
    assert!(!events.contains("SECRET"), "{events}");
}

#[test]
fn no_argument_no_result_and_no_key_of_a_result_is_in_an_event() {
    let calls = vec![
        ToolCall::new("1", "quoting", r#"{"text":"SECRET-ARGUMENT"}"#),
        ToolCall::new("2", "map_for_xml", ""),
        ToolCall::new("3", "unwritable", ""),
        ToolCall::new("4", "refused", ""),
        ToolCall::new("5", "takes_number", r#"{"number":"SECRET-NUMBER"}"#),
        ToolCall::new("6", "takes_number", r#"```json {"number":"7"} ``` SECRET-PROSE"#),
    ];

    for mode in [ArgumentMode::Lenient, ArgumentMode::Strict] {
        let events = events_of(calls.clone(), mode);

        assert!(!events.contains("SECRET"), "{events}");
        assert!(events.contains("illegal character") && events.contains("refused by the converter"), "{events}");
    }
}

#[test]
fn an_invented_name_cannot_begin_a_line_of_a_log() {
    let calls = vec![ToolCall::new("1", "s\ninjected 2026 INFO fake", "")];

    let events = events_of(calls, ArgumentMode::Lenient);

    assert!(!events.lines().any(|line| line.starts_with("injected")), "{events}");
}

#[test]
fn an_invented_name_is_truncated() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let name = "x".repeat(1_000_000);
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls([ToolCall::new("1", name.as_str(), "")]))
        .step(|_| ChatResponse::text("ok"));

    runtime.block_on(ChatClient::new(model.clone()).prompt("?").tools(tools![refused]).call()).unwrap();

    let read = &model.prompts()[1].messages[2].tool_responses()[0].text.clone();
    assert!(read.len() < 300, "{} bytes", read.len());
}

#[test]
fn an_invented_name_over_a_limit_is_truncated_too() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let name = "x".repeat(1_000_000);
    let model =
        ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls([ToolCall::new("1", name.as_str(), "")]));
    let limits = ToolCallLimits::new().with_max_calls(0);

    let answer = runtime.block_on(ChatClient::new(model).prompt("?").tools(tools![refused]).limits(limits).call());

    let answer = answer.unwrap();
    let read = &answer.messages().last().unwrap().tool_responses().first().unwrap().text;
    assert!(read.len() < 300, "{} bytes", read.len());
}

#[test]
fn a_long_error_of_a_tool_is_truncated() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let arguments = format!(r#"{{"text":"{}"}}"#, "x".repeat(1_000_000));
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls([ToolCall::new("1", "quoting", arguments.as_str())]))
        .step(|_| ChatResponse::text("ok"));

    runtime.block_on(ChatClient::new(model.clone()).prompt("?").tools(tools![quoting]).call()).unwrap();

    let read = model.prompts()[1].messages[2].tool_responses()[0].text.clone();
    assert!(read.ends_with("... (1000035 bytes in all)"), "{}", &read[3990..]);
}

#[test]
fn errors_and_answers_show_no_content_in_debug() {
    let shown = format!(
        "{:?} {:?} {:?}",
        ToolError::execution("SECRET").with_source("SECRET"),
        ConversionError::new("SECRET"),
        ToolOutput::value("SECRET")
    );

    assert!(!shown.contains("SECRET"), "{shown}");
}

/// An error that quotes the text it could not read.
#[derive(Debug)]
struct Unreadable(String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot read {}", self.0)
    }
}

impl std::error::Error for Unreadable {}

/// Fails with an error type that quotes its argument.
#[tool]
fn quoting_with_type(text: &str) -> Result<String, Unreadable> {
    Err(Unreadable(text.to_owned()))
}

/// Panics with its argument.
#[tool]
fn panicking(text: &str) {
    std::panic::panic_any(text.to_owned());
}

/// Fails, and tells the operator why.
#[tool]
fn explaining() -> Result<String, ToolError> {
    Err(ToolError::execution("no luck").with_source("disk 7 is gone"))
}

/// A hook that panics with the text it receives.
struct PanickingHook;

impl ToolCallHook for PanickingHook {
    async fn after(&self, _call: &ToolCall, response: &ToolResponse, _context: &ToolContext) -> AfterCall {
        std::panic::panic_any(response.text.clone())
    }
}

/// All spans and events of these calls, run by `manager`.
fn events_with(manager: &ToolCallingManager, calls: &[ToolCall]) -> String {
    let recorder = Recorder::default();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let tools = ToolSet::build(&tools![quoting, quoting_with_type, panicking, explaining]).unwrap();
    tracing::subscriber::with_default(recorder.clone(), || {
        runtime.block_on(manager.execute(calls, &tools, &ToolContext::new()));
    });
    std::mem::take(&mut recorder.0.lock().unwrap())
}

#[test]
fn the_message_of_a_panic_or_error_is_in_an_event_only_on_request() {
    let secret = r#"{"text":"SECRET"}"#;
    let calls = ["quoting", "quoting_with_type", "panicking"].map(|name| ToolCall::new("1", name, secret));
    let asked = ToolCallingManager::new().with_logged_causes(true);
    let hooked = ToolCallingManager::new().with_hook(PanickingHook);

    let events = events_with(&ToolCallingManager::new(), &calls) + &events_with(&hooked, &calls);
    let shown = events_with(&asked, &calls);

    assert!(!events.contains("SECRET"), "{events}");
    assert!(events.contains("kind=Panicked") && events.contains("kind=Execution"), "{events}");
    assert!(shown.contains("cause=\"cannot read SECRET\"") && shown.contains("cause=\"panic: SECRET\""), "{shown}");
}

#[test]
fn a_cause_that_a_tool_gives_the_operator_is_in_the_event() {
    let events = events_with(&ToolCallingManager::new(), &[ToolCall::new("1", "explaining", "")]);

    assert!(events.contains("cause=\"disk 7 is gone\""), "{events}");
}

/// Gives a number that JSON cannot hold to a converter that refuses it.
#[tool(result_converter = Refusing)]
fn not_finite() -> Vec<f64> {
    vec![1.5, f64::NAN]
}

#[test]
fn the_event_of_a_fallback_names_the_losses_of_the_json() {
    let recorder = Recorder::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    tracing::subscriber::with_default(recorder.clone(), || {
        runtime.block_on(async {
            let model = ScriptedChatModel::new()
                .step(|_| {
                    let call = |id: &str, name: &str| ToolCall::new(id, name, "{}");
                    ChatResponse::tool_calls(vec![call("1", "not_finite"), call("2", "refused")])
                })
                .step(|_| ChatResponse::text("done"));
            ChatClient::builder(model).build().prompt("go").tools(tools![not_finite, refused]).call().await.unwrap();
        });
    });

    let events = std::mem::take(&mut *recorder.0.lock().unwrap());
    let of = |tool: &str| {
        let line = events
            .lines()
            .find(|line| line.contains(&format!("fallback: a tool result is sent as JSON tool={tool:?}")));
        line.unwrap_or_else(|| panic!("no event of `{tool}` in {events}"))
    };
    assert!(of("not_finite").contains(" losses=NaN or infinity"), "{events}");
    assert!(of("refused").contains(" losses=nothing"), "{events}");
}
