//! Each error sentence that a user or a model can see, with its kind, in the table `error_sentences.txt`.
//!
//! The table is read as a whole to keep the wording consistent. `UPDATE_SNAPSHOTS=1` writes it again.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails, and some tools panic on purpose"
)]
#![allow(clippy::unnecessary_wraps, clippy::needless_pass_by_value, reason = "tools have the signatures of tools")]
#![allow(clippy::too_many_arguments, clippy::trivially_copy_pass_by_ref, reason = "tools have the signatures of tools")]

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Debug, Display, Write as _};
use std::future::pending;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use tool_core::callback::ToolMetadata;
use tool_core::chat::{AssistantMessage, ChatOptions, FinishReason, ToolChoice};
use tool_core::context::ArgumentMode;
use tool_core::execution::{BeforeCall, PendingToolCall, ToolCallingManager};
use tool_core::formats::{self, Fidelity, Format, FormatError, ReadOptions, WriteOptions};
use tool_core::schema::SchemaDialect;
use tool_core::testing::TestTool;
use tool_core::turn::{ToolCallDecision, ToolCallLimits, Turn};
use tool_core::{
    ChatClient, ChatError, ChatResponse, FunctionToolCallback, Message, Prompt, RegisteredTools, ScriptedChatModel,
    ToolCall, ToolCallHook, ToolCallback, ToolContext, ToolDefinition, ToolError, ToolOutput, ToolParams, ToolResponse,
    ToolSet, tool, tools,
};

/// Lines of `kind | sentence`, each once.
#[derive(Default)]
struct Table(String);

impl Table {
    fn section(&mut self, title: &str) {
        writeln!(self.0, "\n# {title}\n").unwrap();
    }

    fn add(&mut self, kind: impl Debug, sentence: impl Display) {
        let kind = format!("{kind:?}");
        let line = format!("{} | {}\n", kind.trim_matches('"'), without_lines(&sentence.to_string()));
        if !self.0.contains(&line) {
            self.0.push_str(&line);
        }
    }

    fn tool(&mut self, error: ToolError) {
        self.add(error.kind(), error);
    }

    fn chat(&mut self, error: ChatError) {
        self.add(error.kind(), error);
    }

    fn responses(&mut self, responses: &[Arc<ToolResponse>]) {
        for response in responses {
            if let Some(kind) = response.error {
                self.add(kind, &response.text);
            }
        }
    }
}

/// The sentence without line numbers of this file.
fn without_lines(sentence: &str) -> String {
    let mut parts = sentence.split("error_sentences.rs:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + "error_sentences.rs:LINE" + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

#[derive(ToolParams)]
enum Board {
    Half,
    Full,
}

/// Books a room.
#[tool]
fn book(
    city: String,
    nights: u8,
    #[tool_param(min_length = 2, max_length = 3)] code: Option<String>,
    #[tool_param(minimum = 1, maximum = 5)] stars: Option<u8>,
    #[tool_param(min_items = 1, max_items = 2)] tags: Option<Vec<String>>,
    #[tool_param(pattern = "^[a-z]+$")] word: Option<String>,
    board: Option<Board>,
    guests: Option<HashMap<u32, bool>>,
) -> String {
    let _ = (code, stars, tags, word, board.map(|board| matches!(board, Board::Full)), guests);
    format!("{city} {nights}")
}

/// Does nothing.
#[tool]
fn nothing() {}

/// Needs a value of the context.
#[tool]
fn needs_tenant(#[tool_param(context)] tenant: &u64) -> String {
    tenant.to_string()
}

/// Fails.
#[tool]
fn fails() -> Result<String, ToolError> {
    Err(ToolError::execution("the row is locked"))
}

/// Asks for another call.
#[tool]
fn picky() -> Result<String, ToolError> {
    Err(ToolError::retry("use a full name"))
}

/// Fails for good.
#[tool]
fn fatal() -> Result<String, ToolError> {
    Err(ToolError::fatal("the licence has expired"))
}

/// Panics.
#[tool]
fn panics() {
    panic!("a secret")
}

struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("a secret")
    }
}

/// Returns what cannot be written.
#[tool]
fn unwritable() -> Unwritable {
    Unwritable
}

/// Returns a map whose keys are not strings.
#[tool]
fn odd_keys() -> ToolOutput {
    ToolOutput::value(BTreeMap::from([((1, 2), 3)]))
}

/// Waits.
#[tool(timeout = "1s")]
async fn waits() {
    pending::<()>().await;
}

/// Asks a person first.
#[tool(approval)]
fn asks() {}

/// Refuses each call.
struct Refuses;

impl ToolCallHook for Refuses {
    async fn before(&self, _: PendingToolCall<'_>) -> BeforeCall {
        BeforeCall::Refuse("not on Sundays".to_owned())
    }
}

const LENIENT: [&str; 38] = [
    "",
    "[1]",
    "7",
    "Bern, two nights",
    r#"{"city":"Bern","nig"#,
    r#"{"city":"Bern","city":"Basel","nights":2}"#,
    r#"{"city":"Bern","nights":2}{"city":"Basel","nights":1}"#,
    r#"{"city":"a\n\d","nights":2}"#,
    r#"{"city":"Bern" "nights":2}"#,
    r#"{"city":"Bern","nights" 2}"#,
    r#"{"city":"Bern","nights":02}"#,
    r#"{"city":"Bern","nights":2.}"#,
    r#"{"city":"Bern","nights":NaN}"#,
    r#"{"city":"Bern",,}"#,
    r#""city":"Bern"}"#,
    r#"{"city":"Bern"}"#,
    r#"{"city":"Bern","nights":null}"#,
    r#"{"city":"Bern","nights":"many"}"#,
    r#"{"city":"Bern","nights":300}"#,
    r#"{"city":"Bern","nights":1.5}"#,
    r#"{"city":"Bern","nights":99999999999999999999}"#,
    r#"{"city":["Bern"],"nights":2}"#,
    r#"{"city":{"name":"Bern"},"nights":2}"#,
    r#"{"city":"Bern","night":2}"#,
    r#"{"city":"Bern","nights":2,"City":"Basel"}"#,
    r#"{"city":"Bern","nights":2,"cities":1,"codes":2}"#,
    r#"{"city":"Bern","nights":2,"code":"x"}"#,
    r#"{"city":"Bern","nights":2,"code":"wxyz"}"#,
    r#"{"city":"Bern","nights":2,"stars":0}"#,
    r#"{"city":"Bern","nights":2,"stars":9}"#,
    r#"{"city":"Bern","nights":2,"tags":[]}"#,
    r#"{"city":"Bern","nights":2,"tags":["a","b","c"]}"#,
    r#"{"city":"Bern","nights":2,"tags":[1,{}]}"#,
    r#"{"city":"Bern","nights":2,"word":"Ü"}"#,
    r#"{"city":"Bern","nights":2,"board":"Hal"}"#,
    r#"{"city":"Bern","nights":2,"guests":{"x":true}}"#,
    r#"{"city":"Bern","nights":2,"guests":{"1":7}}"#,
    r#"{"arguments":7,"city":"Bern","night":2}"#,
];

const STRICT: [&str; 8] = [
    "{'a':1}",
    r#"{"a":1,}"#,
    "{a:1}",
    r#"{"a":"\d"}"#,
    r#"{"a":1} more"#,
    r#"{"a":True}"#,
    r#"{"a":1,"a":2}"#,
    "// note\n{}",
];

#[tokio::test(start_paused = true)]
async fn each_error_sentence_is_as_committed() {
    let mut table = Table::default();

    arguments(&mut table).await;
    schemas_written_by_hand(&mut table);
    calls(&mut table).await;
    turns(&mut table).await;
    stored_turns(&mut table);
    requests(&mut table).await;
    definitions(&mut table);
    dialects(&mut table);
    format_errors(&mut table);

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("error_sentences.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&file, table.0.trim_start()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), table.0.trim_start());
}

async fn arguments(table: &mut Table) {
    table.section("Arguments of a #[tool] function, lenient");
    let book = TestTool::new(book::callback());
    let deep = format!(r#"{{"city":{}"#, "[".repeat(300));
    for text in LENIENT.into_iter().chain([deep.as_str()]) {
        table.tool(book.call_text(text).await.unwrap_err());
    }

    table.section("Arguments, strict");
    let tool = ToolDefinition::new("t", "", json!({ "properties": { "a": {} } })).unwrap();
    for text in STRICT {
        table.tool(tool.read_arguments::<Value>(text, ArgumentMode::Strict).unwrap_err());
    }
}

fn schemas_written_by_hand(table: &mut Table) {
    table.section("Arguments by a schema written by hand, strict");
    let cases = [
        (json!({ "not": { "type": "string" } }), json!("x")),
        (json!({ "multipleOf": 5 }), json!(7)),
        (json!({ "type": "array", "uniqueItems": true }), json!([1, 1])),
        (json!({ "oneOf": [{ "type": "integer" }, { "minimum": 1 }] }), json!(2)),
        (json!({ "type": "array", "contains": { "type": "string" } }), json!([1])),
        (json!({ "type": "array", "contains": { "const": 1 }, "maxContains": 1 }), json!([1, 1])),
        (json!({ "dependentRequired": { "a": ["b"] } }), json!({ "a": 1 })),
        (json!({ "type": "object", "propertyNames": { "maxLength": 1 } }), json!({ "ab": 1 })),
        (json!({ "minProperties": 1 }), json!({})),
        (json!({ "pattern": "^a" }), json!("b")),
        (json!({ "const": 1 }), json!(2)),
        (json!({ "enum": ["a", "b"] }), json!("c")),
        (json!({ "exclusiveMinimum": 1, "type": "number" }), json!(1)),
        (json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }), json!(1)),
        (json!({ "properties": { "a": false } }), json!({ "a": 1 })),
        (json!({ "additionalProperties": false, "properties": { "a": {} } }), json!({ "b": 1 })),
    ];
    for (schema, value) in cases {
        let schema = json!({ "type": "object", "properties": { "x": schema } });
        let tool = ToolDefinition::new("t", "", schema).unwrap();
        let arguments = json!({ "x": value }).to_string();
        let read = tool.read_arguments::<Value>(&arguments, ArgumentMode::Strict);
        table.tool(read.unwrap_err());
    }
}

fn call(name: &str) -> ToolCall {
    ToolCall::new("1", name, "{}")
}

async fn calls(table: &mut Table) {
    table.section("Calls");
    let tools = tools![fails, picky, fatal, panics, unwritable, odd_keys, waits, nothing];
    let tools = ToolSet::build(&tools).unwrap();
    let manager = ToolCallingManager::new();
    let names = ["fails", "picky", "fatal", "panics", "unwritable", "odd_keys", "waits", "nothin", "other"];
    for name in names {
        table.responses(manager.execute(&[call(name)], &tools, &ToolContext::new()).await.responses());
    }
    let refusing = manager.clone().with_hook(Refuses);
    table.responses(refusing.execute(&[call("nothing")], &tools, &ToolContext::new()).await.responses());
    let redacting = manager.with_error_redactor(|_| panic!("a redactor"));
    table.responses(redacting.execute(&[call("fails")], &tools, &ToolContext::new()).await.responses());
}

/// Runs a turn whose model calls `name` three times, and adds what the model reads.
async fn turn(table: &mut Table, name: &str, limits: ToolCallLimits, finish_reason: FinishReason) {
    let response = {
        let name = name.to_owned();
        move |_: &Prompt| ChatResponse::tool_calls([call(&name)]).with_finish_reason(finish_reason.clone())
    };
    let model = ScriptedChatModel::new().step(response.clone()).step(response.clone()).step(response).says("ok");
    let client = ChatClient::builder(model)
        .tool_calling_manager(ToolCallingManager::new().with_max_retries(1))
        .default_tools(tools![nothing, picky, fatal, waits])
        .limits(limits)
        .build();
    match client.prompt("?").call().await {
        Ok(answer) => answer.messages().iter().for_each(|message| table.responses(message.tool_responses())),
        Err(error) => {
            error.messages().iter().for_each(|message| table.responses(message.tool_responses()));
            table.chat(error);
        }
    }
}

async fn turns(table: &mut Table) {
    table.section("Turns");
    let limits = ToolCallLimits::new();
    let many = limits.clone().with_max_identical_calls(9);
    turn(table, "picky", many.clone(), FinishReason::ToolCalls).await;
    turn(table, "fatal", many.clone(), FinishReason::ToolCalls).await;
    turn(table, "nothing", limits.clone().with_max_identical_calls(1), FinishReason::ToolCalls).await;
    turn(table, "nothing", many.clone().with_max_calls(1), FinishReason::ToolCalls).await;
    turn(table, "nothing", many.clone().with_max_calls_per_tool(1), FinishReason::ToolCalls).await;
    turn(table, "nothing", many.clone().with_max_rounds(1), FinishReason::ToolCalls).await;
    turn(table, "waits", many.clone().with_max_duration(Duration::from_millis(500)), FinishReason::ToolCalls).await;
    turn(table, "book", many.clone(), FinishReason::Length).await;
    for reason in [FinishReason::Length, FinishReason::ContentFilter] {
        let cut = move |_: &Prompt| {
            ChatResponse::tool_calls([ToolCall::new("1", "nothing", "{")]).with_finish_reason(reason.clone())
        };
        let model = ScriptedChatModel::new().step(cut).says("ok");
        let answer = ChatClient::new(model).prompt("?").tools(tools![nothing]).call().await.unwrap();
        answer.messages().iter().for_each(|message| table.responses(message.tool_responses()));
    }

    table.section("Resumed turns");
    let model = ScriptedChatModel::new().calls("asks", json!({})).says("ok");
    let client = ChatClient::builder(model).default_tools(tools![asks]).build();
    let answer = client.prompt("?").call().await.unwrap();
    let suspended = answer.suspended_turn().unwrap().clone();
    let id = suspended.pending_approvals().next().unwrap().id.clone();
    let other = client.resume(suspended.clone(), [("other", ToolCallDecision::Approve)]);
    table.chat(other.call().await.unwrap_err());
    let others = ChatClient::builder(ScriptedChatModel::new().says("ok")).default_tools(tools![nothing]).build();
    table.chat(others.resume(suspended.clone(), [(id.clone(), ToolCallDecision::Approve)]).call().await.unwrap_err());
    let denied = client.resume(suspended, [(id, ToolCallDecision::Deny("not today".to_owned()))]).call().await.unwrap();
    denied.messages().iter().for_each(|message| table.responses(message.tool_responses()));
}

fn stored_turns(table: &mut Table) {
    table.section("Stored turns");
    let tools = ToolSet::build(&tools![fails]).unwrap();
    let mut turn = Turn::new(Prompt::from("?").with_tools(&tools), ToolCallLimits::default());
    turn.on_model_response(ChatResponse::tool_calls([call("fails")]));
    let stored = serde_json::to_value(&turn).unwrap();
    let mut resumed: Turn = serde_json::from_value(stored.clone()).unwrap();
    resumed.resume(&tools).unwrap();
    resumed.prompt().messages.iter().for_each(|message| table.responses(message.tool_responses()));
    let (mut version, mut damaged) = (stored.clone(), stored);
    *version.get_mut("version").unwrap() = json!(1);
    damaged.as_object_mut().unwrap().remove("end");
    for stored in [version, damaged, json!([1])] {
        table.add("Turn", serde_json::from_value::<Turn>(stored).unwrap_err());
    }
}

/// Polls a future without any runtime.
fn without_runtime<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

async fn requests(table: &mut Table) {
    table.section("Requests");
    let client = ChatClient::new(ScriptedChatModel::new().says("ok"));
    table.chat(client.prompt(Vec::<Message>::new()).call().await.unwrap_err());
    table.chat(client.prompt(vec![Message::system("be short")]).call().await.unwrap_err());
    let calling = |ids: &[&str]| {
        let calls: Vec<_> = ids.iter().map(|id| ToolCall::new(*id, "nothing", "{}")).collect();
        Message::Assistant(AssistantMessage::new("").with_tool_calls(calls))
    };
    let responding = |ids: &[&str], name: &str| {
        Message::tool(ids.iter().map(|id| ToolResponse::new(&ToolCall::new(*id, name, "{}"), "Done")))
    };
    for messages in [
        vec![Message::user("")],
        vec![Message::user("?"), responding(&["1"], "nothing")],
        vec![Message::user("?"), calling(&["1"])],
        vec![Message::user("?"), calling(&["1", "2"]), responding(&["1"], "nothing")],
        vec![Message::user("?"), calling(&["1"]), responding(&["1", "2"], "nothing")],
        vec![Message::user("?"), calling(&["1", "2"]), responding(&["2", "1"], "nothing")],
        vec![Message::user("?"), calling(&["1"]), responding(&["1"], "other")],
    ] {
        table.chat(client.prompt(messages).call().await.unwrap_err());
    }
    for choice in [ToolChoice::Required, ToolChoice::Tool("nothin".to_owned())] {
        table.chat(client.prompt("?").options(ChatOptions::new().with_tool_choice(choice)).call().await.unwrap_err());
    }
    table.chat(client.prompt("?").tools(tools![needs_tenant]).call().await.unwrap_err());
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let limited = ToolCallLimits::new().with_max_duration(Duration::from_secs(1));
        [
            without_runtime(client.prompt("?").tools(tools![waits]).call()).unwrap_err(),
            runtime.block_on(client.prompt("?").tools(tools![waits]).call()).unwrap_err(),
            runtime.block_on(client.prompt("?").limits(limited).call()).unwrap_err(),
        ]
    })
    .join()
    .unwrap()
    .into_iter()
    .for_each(|error| table.chat(error));
}

fn definitions(table: &mut Table) {
    table.section("Definitions and tool sets");
    table.tool(ToolDefinition::new("get weather", "", json!({})).unwrap_err());
    for schema in [
        json!([]),
        json!({ "type": "string" }),
        json!({ "anyOf": [] }),
        json!({ "properties": [] }),
        json!({ "properties": { "a": 7 } }),
        json!({ "properties": { "a": { "enum": [1], "type": "string" } }, "required": ["a"] }),
        json!({ "properties": { "a": { "type": "text" } } }),
        json!({ "properties": { "a": { "type": 7 } } }),
        json!({ "properties": { "a": { "minLength": -1 } } }),
        json!({ "properties": { "a": { "minimum": "1" } } }),
        json!({ "properties": { "a": { "multipleOf": 0 } } }),
        json!({ "properties": { "a": { "$ref": 7 } } }),
        json!({ "properties": { "a": { "$ref": "#/$defs/A" } } }),
        json!({ "properties": { "a": { "$ref": "other.json" } } }),
        json!({ "properties": { "a": { "pattern": "(" } } }),
        json!({ "dependentRequired": { "a": 7 } }),
    ] {
        if let Err(error) = ToolDefinition::new("t", "", schema.clone())
            .and_then(|tool| tool.read_arguments::<Value>("{}", ArgumentMode::Strict).map(drop))
        {
            table.tool(error);
        }
    }
    let same = FunctionToolCallback::builder("nothing", || "").description("x").build().unwrap();
    let same: [Arc<dyn ToolCallback>; 2] = [nothing::callback(), Arc::new(same)];
    table.tool(ToolSet::build(same.as_slice()).unwrap_err());
    table.tool(RegisteredTools::expect(["nothin", "zzz"]).unwrap_err());
    table.tool(ToolSet::build(&RegisteredTools::tagged(["zzz"])).unwrap_err());
    let closure = || FunctionToolCallback::builder("t", || "");
    table.tool(closure().description(" ").build().unwrap_err());
    table.tool(FunctionToolCallback::builder("t", |days: u8| days.to_string()).description("x").build().unwrap_err());
    let timed = ToolMetadata::new().with_timeout(Duration::from_secs(1));
    table.tool(closure().description("x").metadata(timed).build().unwrap_err());
    let panicking = ToolMetadata::new().with_enabled_if(|_| panic!("a condition"));
    let tool = closure().description("x").metadata(panicking).build().unwrap();
    table.tool(ToolSet::build_for(&tool, &ToolContext::new()).unwrap_err());
}

fn dialects(table: &mut Table) {
    table.section("Dialects");
    let node = json!({ "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } } });
    let many: serde_json::Map<String, Value> =
        (0..5_001).map(|n| (format!("p{n}"), json!({ "type": "null" }))).collect();
    for schema in [
        json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
        json!({ "type": "array" }),
        json!({ "type": "array", "prefixItems": [{ "type": "integer" }, { "type": "string" }], "items": false }),
        json!({}),
        json!({ "not": { "type": "string" } }),
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/Node" } }, "$defs": { "Node": node } }),
        json!({ "type": "object", "properties": many }),
        json!({ "type": "string", "enum": (0..1_001).map(|n| n.to_string()).collect::<Vec<_>>() }),
    ] {
        let defs = schema.get("$defs").cloned().unwrap_or(json!({}));
        let root = json!({ "type": "object", "properties": { "x": schema }, "required": ["x"], "$defs": defs });
        for dialect in SchemaDialect::ALL {
            if let Err(error) = dialect.convert(&root) {
                table.add("SchemaDialectError", error);
            }
        }
    }
    for root in [
        json!(7),
        json!({ "type": "string" }),
        json!({ "type": "object", "anyOf": [{ "properties": { "a": { "type": "string" } } }, { "properties": { "b": { "type": "string" } } }] }),
    ] {
        for dialect in SchemaDialect::ALL {
            if let Err(error) = dialect.convert(&root) {
                table.add("SchemaDialectError", error);
            }
        }
    }
}

fn format_errors(table: &mut Table) {
    table.section("Formats");
    let mut add = |error: FormatError| table.add("FormatError", error);
    add(formats::to_string(&7, Format::Csv).unwrap_err());
    add(formats::to_string(&"\u{1}", Format::Xml).unwrap_err());
    add(formats::to_string(&BTreeMap::from([((1, 2), 3)]), Format::Json).unwrap_err());
    let mut deep = json!(1);
    for _ in 0..200 {
        deep = json!([deep]);
    }
    add(formats::to_string(&deep, Format::Json).unwrap_err());
    let exact = WriteOptions::new().with_fidelity(Fidelity::Lossless);
    add(formats::to_string_with(&json!({ "a": [1] }), Format::Xml, &exact).unwrap_err());
    for (format, text) in [
        (Format::Json, "{"),
        (Format::Toon, "a[2]: 1"),
        (Format::Yaml, "a: ["),
        (Format::Xml, "<a>"),
        (Format::Csv, "a,b\n\"1"),
    ] {
        add(formats::from_str_with::<Value>(text, format, &ReadOptions::new()).unwrap_err());
    }
    add("tune".parse::<Format>().unwrap_err());
}
