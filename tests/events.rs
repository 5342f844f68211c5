//! `docs/events.md`: the JSON of every event fits the schema of that page, and the example `chat` prints such lines.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::{Map, Value};
use tool_core::chat::{
    AssistantMessage, AssistantPart, FinishReason, ModelEvent, ModelEventSink, PartDelta, ReasoningPart, Usage,
};
use tool_core::client::{ChatClientResponse, ChatStream, NextRound, NextTurn, RoundRequest, TurnRequest};
use tool_core::context::Progress;
use tool_core::output::ContentBlock;
use tool_core::turn::ToolCallLimits;
use tool_core::{
    Advisor, ChatClient, ChatError, ChatModel, ChatResponse, Prompt, ScriptedChatModel, ToolCall, ToolContext, tool,
    tools,
};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// The schema on the page.
fn schema() -> Value {
    let page = read("docs/events.md");
    let block = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    serde_json::from_str(block).unwrap()
}

/// The types of the schema.
fn types(schema: &Value) -> BTreeSet<String> {
    let mut types = BTreeSet::new();
    for event in schema["oneOf"].as_array().unwrap() {
        let of_event = &event["properties"]["type"];
        let several = of_event["enum"].as_array().into_iter().flatten();
        types.extend(several.chain(of_event.get("const")).map(|name| name.as_str().unwrap().to_owned()));
    }
    types
}

fn check(validator: &Validator, event: &Value) {
    let errors: Vec<_> = validator.iter_errors(event).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{event}: {errors:?}");
}

/// The events of a stream as JSON.
async fn events(mut stream: ChatStream) -> Vec<Value> {
    let mut events = Vec::new();
    while let Some(event) = stream.next().await {
        events.push(serde_json::to_value(&event).unwrap());
    }
    events
}

/// Shows how far it is, and returns a picture.
#[tool(register = false)]
fn draw(ctx: &ToolContext) -> ContentBlock {
    ctx.progress(&Progress::new(0.5));
    ctx.progress(&Progress::new(1.0).of(1.0).with_message("drawn"));
    ContentBlock::image_bytes(b"picture", "image/png")
}

/// Needs a person.
#[tool(register = false, approval)]
fn pay(amount: u8) -> u8 {
    amount
}

/// Says everything that a model can say, with fields of its provider.
fn rich() -> ChatResponse {
    let mut call = ToolCall::new("1", "draw", "{}");
    call.provider_fields = fields();
    let message = AssistantMessage::from_parts([
        AssistantPart::Reasoning(ReasoningPart::new("Hm.").with_signature("c2ln")),
        AssistantPart::text("I draw."),
        AssistantPart::ToolCall(call),
        AssistantPart::ToolCall(ToolCall::new("2", "nothing", "")),
        AssistantPart::refusal("Not twice."),
    ]);
    ChatResponse::new(message.with_provider_fields(fields()))
        .with_finish_reason(FinishReason::Other("paused".to_owned()))
        .with_usage(Usage::new(1, 2))
}

fn fields() -> Map<String, Value> {
    Map::from_iter([("own".to_owned(), Value::Bool(true))])
}

/// Runs the turn and each round twice, and adds words.
struct Twice;

impl Advisor for Twice {
    async fn around_turn(&self, request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        next.run(request.clone()).await?;
        next.run(request).await
    }

    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        next.run(request.clone()).await?;
        let mut response = next.run(request).await?;
        response.message = response.message.with_part(AssistantPart::text(" And more."));
        Ok(response)
    }
}

/// Fails in the middle of its stream.
struct Broken;

impl ChatModel for Broken {
    async fn call(&self, _: &Prompt) -> Result<ChatResponse, ChatError> {
        Err(ChatError::model("the connection was closed"))
    }

    async fn stream(&self, prompt: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
        events.send(ModelEvent::delta(None, PartDelta::Text("I ".to_owned()))).await;
        self.call(prompt).await.map(drop)
    }
}

#[tokio::test]
async fn every_event_fits_the_schema_and_every_type_occurs() {
    let schema = schema();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let scripted = || ScriptedChatModel::new().step(|_| rich()).says("Done.");
    let client = |model| ChatClient::builder(model).default_tools(tools![draw, pay]).build();

    let mut all = events(client(scripted()).prompt("?").stream()).await;
    let limits = ToolCallLimits::default().with_max_calls(0);
    all.extend(events(client(scripted()).prompt("?").limits(limits).stream()).await);
    let advised = client(ScriptedChatModel::new().says("1").says("2").says("3").says("4")).mutate();
    all.extend(events(advised.default_advisor(Twice).build().prompt("?").stream()).await);
    let model = ScriptedChatModel::new().calls("pay", serde_json::json!({ "amount": 3 })).says("Paid.");
    all.extend(events(client(model).prompt("?").stream()).await);
    all.extend(events(ChatClient::new(Broken).prompt("?").stream()).await);

    for event in &all {
        check(&validator, event);
    }
    let occurred: BTreeSet<_> = all.iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(occurred, types(&schema));
    let table: BTreeSet<_> = read("docs/events.md")
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split(" | ").next())
        .flat_map(|cell| cell.split(", ").map(|name| name.trim_matches(['`', '|', ' ']).to_owned()).collect::<Vec<_>>())
        .collect();
    assert_eq!(occurred, table);
}

#[test]
fn an_event_with_an_unknown_field_does_not_fit_the_schema() {
    let validator = jsonschema::validator_for(&schema()).unwrap();

    for wrong in [
        r#"{"type":"text","round":0,"text":"a","index":1}"#,
        r#"{"type":"text","round":0}"#,
        r#"{"type":"words","round":0,"text":"a"}"#,
    ] {
        assert!(!validator.is_valid(&serde_json::from_str(wrong).unwrap()), "{wrong}");
    }
}

/// `.ci/run` compares this file with what the example prints.
#[test]
fn the_lines_of_the_example_fit_the_schema() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let lines = read("examples/chat.jsonl");

    assert!(lines.lines().count() > 50);
    for line in lines.lines() {
        check(&validator, &serde_json::from_str(line).unwrap());
    }
    assert!(read(".ci/run").contains("chat.jsonl"));
}
