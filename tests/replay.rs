//! Recorded turns, and models that play them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use serde_json::json;
use tool_core::advisors::{Recording, RecordingAdvisor};
use tool_core::chat::{AssistantMessage, AssistantPart, ReasoningPart, Usage, UserMessage};
use tool_core::client::ChatClientResponse;
use tool_core::output::ContentBlock;
use tool_core::testing::ReplayChatModel;
use tool_core::turn::ToolCallDecision;
use tool_core::{
    ChatClient, ChatError, ChatModel, ChatResponse, Format, Message, ScriptedChatModel, ToolCall, ToolResult, tool,
    tools,
};

#[derive(ToolResult)]
struct Passenger {
    name: &'static str,
    age: Option<f64>,
}

/// Lists passengers.
#[tool(register = false, read_only)]
fn passengers(count: usize) -> Vec<Passenger> {
    let all = [Passenger { name: "Ada", age: Some(36.5) }, Passenger { name: "Bob", age: None }];
    all.into_iter().take(count).collect()
}

/// Knows a secret.
#[tool(register = false, cache)]
fn secret(key: &str) -> String {
    format!("the password of {key} is hunter2")
}

/// Sends a mail.
#[tool(register = false, approval)]
fn send_mail(to: &str) -> String {
    format!("sent to {to}")
}

/// Lists two passengers, in parallel with a tool that does not exist.
fn model() -> ScriptedChatModel {
    ScriptedChatModel::new()
        .step(|_| {
            let message = AssistantMessage::from_parts([
                AssistantPart::Reasoning(ReasoningPart::new("Both at once.").with_signature("c2lnbmF0dXJl")),
                AssistantPart::text("One moment."),
                AssistantPart::ToolCall(ToolCall::new("call_1", "passengers", r#"{"count": 2}"#)),
                AssistantPart::ToolCall(ToolCall::new("call_2", "crew", "{}")),
            ]);
            ChatResponse::new(message).with_usage(Usage::new(40, 12)).with_id("resp_1").with_model("model-1")
        })
        .step(|_| ChatResponse::text("Ada and Bob.").with_usage(Usage::new(90, 5)))
}

/// Asks about passengers, with their results in this format.
fn client(model: impl ChatModel + 'static, format: Format) -> ChatClient {
    ChatClient::builder(model).default_tools(tools![passengers].with_format(format)).default_system("Be brief.").build()
}

async fn record(is_streamed: bool) -> (Recording, ChatClientResponse) {
    let recorder = RecordingAdvisor::new();
    let request = client(model(), Format::Toon).prompt("Who is on board?").advisor(recorder.clone());
    let response = if is_streamed { request.stream().response().await } else { request.call().await };
    (recorder.recording(), response.unwrap())
}

fn text(recording: &Recording) -> String {
    serde_json::to_string_pretty(recording).unwrap() + "\n"
}

fn committed() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/passengers.json")).unwrap()
}

#[tokio::test]
async fn a_recording_is_the_committed_text_whether_the_turn_is_streamed_or_not() {
    let (blocking, streamed) = (record(false).await.0, record(true).await.0);

    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings/passengers.json");
        std::fs::write(file, text(&blocking)).unwrap();
    }
    assert_eq!(text(&blocking), committed());
    assert_eq!(text(&streamed), committed());
}

#[tokio::test]
async fn the_committed_recording_is_replayed_with_the_same_transcript() {
    let recording: Recording = serde_json::from_str(&committed()).unwrap();
    let model = ReplayChatModel::new(recording);

    let replayed = client(model.clone(), Format::Toon).prompt("Who is on board?").call().await.unwrap();

    let recorded = record(false).await.1;
    assert_eq!(replayed.messages(), recorded.messages());
    assert_eq!((replayed.content(), replayed.rounds()), (recorded.content(), recorded.rounds()));
    assert!(model.is_finished());
}

/// The sentence of a replay with this change.
async fn refusal(change: impl AsyncFnOnce(ReplayChatModel) -> Result<ChatClientResponse, ChatError>) -> String {
    let recording: Recording = serde_json::from_str(&committed()).unwrap();
    change(ReplayChatModel::new(recording)).await.unwrap_err().to_string()
}

#[tokio::test]
async fn what_differs_from_the_recording_is_named_with_its_place() {
    let format = async |model| client(model, Format::Json).prompt("Who is on board?").call().await;
    let question = async |model| client(model, Format::Toon).prompt("Who is on deck?").call().await;
    let more = async |model: ReplayChatModel| {
        client(model.clone(), Format::Toon).prompt("Who is on board?").call().await?;
        client(model, Format::Toon).prompt("Who is on board?").call().await
    };
    let shorter = async |model: ReplayChatModel| {
        ChatClient::new(model).prompt("Who is on board?").tools(tools![passengers]).call().await
    };

    assert_eq!(
        refusal(format).await,
        "exchange 2 differs from the recording in message 4, tool `passengers`, at character 2: recorded `[2]{name,age}:\n  \
         Ada,36.5\n  Bob,null`, found `[{\"name\":\"Ada\",\"age\":36.5},{\"name\":\"Bob\",\"age\":null}]`"
    );
    assert_eq!(
        refusal(question).await,
        "exchange 1 differs from the recording in message 2, at character 11: recorded `Who is on board?`, found `Who is on \
         deck?`"
    );
    assert_eq!(refusal(more).await, "the recording has 2 exchanges, and the model was asked for one more");
    assert!(refusal(shorter).await.starts_with("exchange 1 differs from the recording in message 1, at character 1:"));
}

#[tokio::test]
async fn a_secret_is_recorded_nowhere() {
    let calls = [("1", r#"{"key":"hun\u0074er2"}"#), ("2", r#"{"key":"b"}"#), ("3", "hunter2 is not JSON")];
    let model = ScriptedChatModel::new()
        .step(move |_| {
            let calls = calls.map(|(id, arguments)| {
                let fields = json!({ "note": ["hunter2"] }).as_object().unwrap().clone();
                ToolCall::new(id, "secret", arguments).with_provider_fields(fields)
            });
            let reasoning = ReasoningPart::new("hunter2").with_signature("hunter2").with_encrypted("hunter2");
            let parts = [
                AssistantPart::Reasoning(reasoning),
                AssistantPart::text("hunter2"),
                AssistantPart::refusal("hunter2"),
            ];
            ChatResponse::new(AssistantMessage::from_parts(parts).with_tool_calls(calls))
        })
        .try_step(|_| Err(ChatError::model("hunter2 was refused")));
    let recorder = RecordingAdvisor::new().with_redactor(|text| text.replace("hunter2", "***"));
    let user = UserMessage::new("hunter2")
        .with_block(ContentBlock::image_url("https://a.b/?key=hunter2"))
        .with_block(ContentBlock::file("hunter2", "text/plain", Some("hunter2.txt".to_owned())));

    let client = ChatClient::builder(model).default_advisor(recorder.clone()).default_system("hunter2").build();
    client.prompt(vec![Message::User(user)]).tools(tools![secret]).call().await.unwrap_err();

    let recording = text(&recorder.recording());
    assert!(!recording.contains("hunter2") && !recording.contains("hun\\u0074er2"), "{recording}");
    assert_eq!(recorder.recording().len(), 2);
    assert!(recording.contains("*** was refused"));
}

#[tokio::test]
async fn a_redactor_that_panics_records_nothing_of_the_text() {
    let recorder = RecordingAdvisor::new().with_redactor(|_| panic!("a redactor"));
    let client =
        ChatClient::builder(ScriptedChatModel::new().says("hunter2")).default_advisor(recorder.clone()).build();

    client.prompt("hunter2").call().await.unwrap();

    let recording = text(&recorder.recording());
    assert!(!recording.contains("hunter2") && recording.contains("[the redactor panicked]"), "{recording}");
}

#[tokio::test]
async fn a_suspended_turn_that_is_resumed_is_one_recording() {
    let recorder = RecordingAdvisor::new();
    let model = ScriptedChatModel::new().calls("send_mail", json!({ "to": "Ada" })).says("Ada knows.");
    let run = async |client: ChatClient| {
        let suspended = client.prompt("Write to Ada.").call().await?.into_suspended_turn().unwrap();
        client.resume(suspended, [("call_0".to_owned(), ToolCallDecision::Approve)]).call().await
    };
    let with = |model: ReplayChatModel| ChatClient::builder(model).default_tools(tools![send_mail]).build();
    run(ChatClient::builder(model).default_tools(tools![send_mail]).default_advisor(recorder.clone()).build())
        .await
        .unwrap();

    let model = ReplayChatModel::new(recorder.recording());
    let answer = run(with(model.clone())).await.unwrap();

    assert_eq!(answer.content(), "Ada knows.");
    assert!(model.is_finished());
}

#[test]
fn a_recording_of_another_version_is_refused_by_its_number() {
    let other = committed().replacen("\"version\": 1", "\"version\": 9", 1);

    let error = serde_json::from_str::<Recording>(&other).unwrap_err().to_string();

    assert!(error.starts_with("the recording has version 9 of the format; this program reads version 1"), "{error}");
}
