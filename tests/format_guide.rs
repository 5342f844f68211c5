//! The statements of the format guide about tools and clients: each test quotes the sentence that it checks. And that each sentence
//! of the guide is quoted by a test.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::json;
use tool_core::advisors::LoggingAdvisor;
use tool_core::client::ChatClientBuilder;
use tool_core::formats::{CheapestFormat, FormatError, TiktokenCounter, TokenCounter, to_string};
use tool_core::output::{ConversionError, ConversionObserver, ConversionRecord, ConversionSnapshot};
use tool_core::{
    ChatClient, ChatResponse, Format, ScriptedChatModel, ToolCall, ToolCallResultConverter, ToolDefinition, ToolOutput,
    tool, tools,
};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn guide() -> String {
    std::fs::read_to_string(root().join("docs/formats.md")).unwrap()
}

/// Fails unless the guide has these words, on however many lines.
#[track_caller]
fn promised(words: &str) {
    assert!(on_one_line(&guide()).contains(words), "docs/formats.md no longer says: {words}");
}

/// Gives a number.
#[tool]
fn number() -> u8 {
    42
}

/// Gives an empty list.
#[tool]
fn empty() -> Vec<u8> {
    Vec::new()
}

#[derive(tool_core::ToolResult)]
struct City {
    name: String,
    people: u32,
}

/// Lists cities.
#[tool]
fn cities() -> Vec<City> {
    vec![City { name: "Bern".to_owned(), people: 137_000 }, City { name: "Oslo".to_owned(), people: 700_000 }]
}

/// Lists cities, always as JSON.
#[tool(result_converter = Format::Json)]
fn cities_as_json() -> Vec<City> {
    cities()
}

/// Lists cities in the cheapest format.
#[tool(result_converter = CheapestFormat::default())]
fn cheapest_cities() -> Vec<City> {
    cities()
}

const JSON: &str = r#"[{"name":"Bern","people":137000},{"name":"Oslo","people":700000}]"#;

/// A converter that always fails.
struct Refusing;

impl ToolCallResultConverter for Refusing {
    fn convert(&self, _output: &ToolOutput, _tool: &ToolDefinition) -> Result<String, ConversionError> {
        Err(ConversionError::new("not today"))
    }

    fn name(&self) -> std::borrow::Cow<'_, str> {
        "refusing".into()
    }
}

/// What the model reads when it calls these tools, and its answer.
async fn responses(
    builder: fn(ChatClientBuilder) -> ChatClientBuilder,
    names: &[&'static str],
) -> (Vec<String>, String) {
    let calls: Vec<_> = names.iter().map(|name| ToolCall::new(*name, *name, "{}")).collect();
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls(calls.clone()))
        .step(|_| ChatResponse::text("done"));
    let client = builder(ChatClient::builder(model.clone())).build();
    let answer = client.prompt("?").call().await.unwrap().content().to_owned();
    let messages = model.prompts()[1].messages.clone();
    (messages[2].tool_responses().iter().map(|response| response.text.clone()).collect(), answer)
}

/// Keeps the warnings as text.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<String>>);

impl Visit for Warnings {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        write!(self.0.lock().unwrap(), " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() == Level::WARN
    }

    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn event(&self, event: &Event<'_>) {
        write!(self.0.lock().unwrap(), "\n{}", event.metadata().name()).unwrap();
        event.record(&mut self.clone());
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}
    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}
    fn enter(&self, _span: &Id) {}
    fn exit(&self, _span: &Id) {}
}

/// The same, with the warnings that are logged meanwhile.
fn logged(builder: fn(ChatClientBuilder) -> ChatClientBuilder, names: &[&'static str]) -> (Vec<String>, String) {
    let warnings = Warnings::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let (texts, _) =
        tracing::subscriber::with_default(warnings.clone(), || runtime.block_on(responses(builder, names)));
    let logged = warnings.0.lock().unwrap().clone();
    (texts, logged)
}

#[test]
fn a_single_value_and_an_empty_list_are_sent_as_json_instead_of_csv() {
    promised("CSV represents an object or a list of objects.");
    promised("A single value and an empty list are sent as JSON, with a warning in the log.");
    let (texts, logged) = logged(
        |builder| builder.default_tools(tools![number, empty]).default_format(Format::Csv),
        &["number", "empty"],
    );

    assert_eq!(texts, ["42", "[]"]);
    assert_eq!(logged.matches("\ntool.format.fallback ").count(), 2, "{logged}");
    let object = json!({ "name": "Bern" });
    assert_eq!(to_string(&object, Format::Csv).unwrap(), "name\nBern");
    assert_eq!(to_string(&[&object, &object], Format::Csv).unwrap(), "name\nBern\nBern");
}

#[test]
fn the_fallback_is_json_with_an_event_of_three_fields() {
    promised(
        "Each converter has it, yours included: the model reads JSON, and a `tracing` event `tool.format.fallback` has the \
         tool, the format and the reason.",
    );
    let (texts, logged) = logged(|builder| builder.default_tools(tools![cities].with_format(Refusing)), &["cities"]);

    assert_eq!(texts, [JSON]);
    let event = logged.lines().find(|line| line.starts_with("tool.format.fallback ")).unwrap();
    assert!(event.contains(" tool=\"cities\" format=refusing reason=\""), "{event}");
}

#[tokio::test(flavor = "current_thread")]
async fn json_is_the_default_and_the_fallback() {
    promised(
        "It is the default: a tool, a provider and a client without a format send JSON, and JSON is the fallback of all \
         others.",
    );
    let (texts, _) = responses(|builder| builder.default_tools(tools![cities]), &["cities"]).await;
    assert_eq!(texts, [JSON]);
    let (texts, _) =
        responses(|builder| builder.default_tools(tools![cities].with_format(Refusing)), &["cities"]).await;
    assert_eq!(texts, [JSON]);
}

#[tokio::test(flavor = "current_thread")]
async fn a_tool_may_have_a_format_or_the_cheapest() {
    promised("A tool may have its own format: `#[tool(result_converter = Format::Json)]`.");
    promised(
        "`result_converter = CheapestFormat::default()` or `.with_format(CheapestFormat::default())` chooses for each result:",
    );
    let toon = "[2]{name,people}:\n  Bern,137000\n  Oslo,700000";

    let own = |builder: ChatClientBuilder| {
        builder.default_tools(tools![cities_as_json, cheapest_cities]).default_format(Format::Yaml)
    };
    let provider =
        |builder: ChatClientBuilder| builder.default_tools(tools![cities].with_format(CheapestFormat::default()));

    assert_eq!(responses(own, &["cities_as_json", "cheapest_cities"]).await.0, [JSON, toon]);
    assert_eq!(responses(provider, &["cities"]).await.0, [toon]);
}

#[tokio::test(flavor = "current_thread")]
async fn a_description_says_how_to_read_the_format() {
    promised(
        "`ChatClientBuilder::describe_formats` adds a line to each tool's description that says how to read its format;",
    );
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("done"));
    let client = ChatClient::builder(model.clone()).default_format(Format::Csv).describe_formats().build();

    client.prompt("?").tools(tools![cities]).call().await.unwrap();

    assert_eq!(
        model.prompts()[0].tools[0].description(),
        format!("Lists cities.\n{}", Format::Csv.format_hint().unwrap())
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_scripted_model_counts_the_tokens_of_a_tool() {
    promised(
        "`ScriptedChatModel` with a `TokenCounter` (feature `tokens`) counts the tokens of your own tools without a model.",
    );
    let run = |builder: ChatClientBuilder| async { builder.build().prompt("?").call().await.unwrap().usage() };
    let model = || {
        let call = ToolCall::new("1", "cities", "{}");
        ScriptedChatModel::new()
            .with_token_counter(TiktokenCounter::o200k_base())
            .step(move |_| ChatResponse::tool_calls([call.clone()]))
            .step(|_| ChatResponse::text("done"))
    };
    let json = run(ChatClient::builder(model()).default_tools(tools![cities])).await;
    let toon = run(ChatClient::builder(model()).default_tools(tools![cities].with_format(Format::Toon))).await;

    let counter = TiktokenCounter::o200k_base();
    let saved = counter.count(JSON) - counter.count("[2]{name,people}:\n  Bern,137000\n  Oslo,700000");
    assert_eq!(json.prompt_tokens - toon.prompt_tokens, u64::try_from(saved).unwrap());
}

#[tokio::test(flavor = "current_thread")]
async fn a_writer_refuses_with_the_place_and_without_the_text() {
    promised(
        "A converter returns `Result<String, ConversionError>`. The writers refuse a value that they cannot represent \
         (`FormatError::NotTabular`, `FormatError::IllegalCharacter`, ...) with its place, and without its text. An error does \
         not end the conversation.",
    );
    let convert: fn(&Refusing, &ToolOutput, &ToolDefinition) -> Result<String, ConversionError> =
        ToolCallResultConverter::convert;
    let value = json!([{ "secret": "hunter2\u{1}" }]);
    let error = to_string(&value, Format::Xml).unwrap_err();
    assert!(matches!(&error, FormatError::IllegalCharacter { path, .. } if path == "/0/secret"), "{error}");
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    let error = to_string(&json!([{ "a": 1 }, "hunter2"]), Format::Csv).unwrap_err();
    assert!(matches!(&error, FormatError::NotTabular { path, .. } if path == "/1"), "{error}");
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");

    let provider = |builder: ChatClientBuilder| builder.default_tools(tools![cities].with_format(Refusing));
    let (texts, answer) = responses(provider, &["cities"]).await;
    assert_eq!((texts, answer.as_str()), (vec![JSON.to_owned()], "done"));
    let _ = convert;
}

/// Keeps each record in words.
struct Records(Arc<Mutex<Vec<String>>>, TiktokenCounter);

impl ConversionObserver for Records {
    fn observe(&self, record: &ConversionRecord<'_>) {
        let ConversionRecord { tool, format, json_bytes, response_bytes, losses, tokens, fallback, .. } = record;
        let tokens = tokens.map(|tokens| (tokens.json, tokens.response));
        let words = format!("{tool} {format} {json_bytes} {response_bytes} {losses} {tokens:?} {fallback:?}");
        self.0.lock().unwrap().push(words);
    }

    fn token_counter(&self) -> Option<&dyn TokenCounter> {
        Some(&self.1)
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_observer_receives_each_conversion_and_a_snapshot_adds_them_up() {
    promised(
        "`ChatClientBuilder::conversion_observer` receives each conversion: tool, format, bytes as JSON and as sent, losses, \
         tokens if there is a counter, and the reason of a fallback. `ConversionSnapshot` adds them up per format; `CheapestFormat` \
         is one of them, named `cheapest`.",
    );
    let calls = ["cities", "number", "cheapest_cities"].map(|name| ToolCall::new(name, name, "{}"));
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls(calls.clone()))
        .step(|_| ChatResponse::text("done"));
    let (records, snapshot) = (Arc::default(), Arc::new(ConversionSnapshot::new()));
    let observer = Records(Arc::clone(&records), TiktokenCounter::o200k_base());
    let builder =
        |observer| ChatClient::builder(model.clone()).default_format(Format::Csv).conversion_observer(observer);
    let tools = tools![cities, number, cheapest_cities];

    builder(Arc::new(observer) as Arc<dyn ConversionObserver>).build().prompt("?").tools(tools).call().await.unwrap();

    let counter = TiktokenCounter::o200k_base();
    let count = |text: &str| counter.count(text);
    let (csv, toon) = ("name,people\nBern,137000\nOslo,700000", "[2]{name,people}:\n  Bern,137000\n  Oslo,700000");
    let refused = "CSV needs an object or an array of objects, found a number at the root";
    let line = |head: &str, text: &str, losses: &str, json: &str, reason: Option<&str>| {
        let tokens = Some((count(json), count(text)));
        format!("{head} {} {} {losses} {tokens:?} {reason:?}", json.len(), text.len())
    };
    assert_eq!(
        *records.lock().unwrap(),
        [
            line("cities csv", csv, "types", JSON, None),
            line("number csv", "42", "nothing", "42", Some(refused)),
            line("cheapest_cities cheapest", toon, "nothing", JSON, None),
        ]
    );
    let calls = ["cities", "cheapest_cities"].map(|name| ToolCall::new(name, name, "{}"));
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls(calls.clone()))
        .step(|_| ChatResponse::text("done"));
    let client = ChatClient::builder(model).default_format(Format::Csv).conversion_observer(Arc::clone(&snapshot));
    client.build().prompt("?").tools(tools![cities, cheapest_cities]).call().await.unwrap();
    assert_eq!(snapshot.totals().keys().collect::<Vec<_>>(), ["cheapest", "csv"]);
    assert_eq!(snapshot.totals()["csv"].response_bytes, csv.len());
}

#[tokio::test(flavor = "current_thread")]
async fn the_logging_advisor_logs_the_texts() {
    promised("`LoggingAdvisor` logs the texts themselves.");
    let call = ToolCall::new("1", "cities", "{}");
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls([call.clone()]))
        .step(|_| ChatResponse::text("done"));
    let log = Arc::new(Mutex::new(String::new()));
    let sink = Arc::clone(&log);
    let advisor = LoggingAdvisor::new(move |entry| sink.lock().unwrap().push_str(entry));

    ChatClient::builder(model).default_advisor(advisor).build().prompt("?").tools(tools![cities]).call().await.unwrap();

    assert!(log.lock().unwrap().contains(JSON), "{}", log.lock().unwrap());
}

#[test]
fn the_command_of_the_guide_is_run() {
    promised("`cargo run --example titanic -- --start 60 --rows 50` measures a window of a real table;");
    let script = std::fs::read_to_string(root().join(".ci/run")).unwrap();

    assert!(
        script.contains("`cargo run --example [^`]+`' README.md docs/formats.md"),
        "each command of the page is run"
    );
}

/// The texts between the quotes of `promised("..")` in a test program.
fn quoted(source: &str) -> Vec<String> {
    let literal = |call: &str| -> Option<String> {
        let start = call.trim_start().strip_prefix('"')?;
        let end = start.char_indices().scan(false, |is_escaped, (at, c)| {
            let is_end = c == '"' && !*is_escaped;
            *is_escaped = c == '\\' && !*is_escaped;
            Some((at, is_end))
        });
        let (end, _) = end.into_iter().find(|(_, is_end)| *is_end)?;
        Some(on_one_line(&start[..end].replace("\\\n", "").replace("\\\"", "\"")))
    };
    source.split("promised(").skip(1).filter_map(literal).collect()
}

/// Sentences that introduce an example or give advice: there is nothing to check.
const NOT_CHECKED: [&str; 14] = [
    "This page shows the same value in each format, what each format costs, what it cannot represent, and when to use it.",
    "Costs are tokens of the vocabulary `o200k_base`.",
    "Tests check each statement, example and figure on this page.",
    "The same passenger, in each:",
    "Tokens, and the percentage of compact JSON:",
    "A first session, as it prints (a test runs it):",
    "They are those of the Spring AI article on tool response formats, applied to this crate.",
    "1. **Start with JSON.**",
    "2. **Measure in your own context.**",
    "Token counts say nothing about how well a model reads a format; try that with your model.",
    "3. **Avoid converting complex nested structures to CSV or TOON.**",
    "4. **Include error handling in all converters.**",
    "5. **Provide JSON fallback when conversion fails.**",
    "6. **Log conversion metrics.**",
];

#[test]
fn each_sentence_of_the_guide_is_quoted_by_a_test() {
    let mut quotes: Vec<String> = NOT_CHECKED.iter().map(|sentence| (*sentence).to_owned()).collect();
    for folder in ["tests", "tool-formats/tests"] {
        for file in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                quotes.extend(quoted(&std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    quotes.sort_by_key(|quote| std::cmp::Reverse(quote.len()));

    let mut prose = on_one_line(&without_code_tables_and_headings(&guide()));
    for quote in quotes {
        prose = prose.replace(&quote, "");
    }

    assert_eq!(on_one_line(&prose), "", "a test should quote these sentences");
}

/// Tables, texts and sessions have tests for all of their lines.
fn without_code_tables_and_headings(page: &str) -> String {
    let mut prose = String::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !line.starts_with(['|', '#']) {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose
}
