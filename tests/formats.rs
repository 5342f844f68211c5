//! The format of a tool result, and the fallback when it cannot represent the value.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::unnecessary_wraps, reason = "the types of results are what is tested")]

use std::collections::BTreeMap;
use std::sync::Arc;

use tool_core::formats::CheapestFormat;
use tool_core::formats::{Fidelity, TiktokenCounter, WriteOptions, to_string_with};
use tool_core::output::{ConversionError, ConversionObserver, ConversionRecord, ConversionSnapshot};
use tool_core::provider::DelegatingToolCallbackProvider;
use tool_core::turn::TurnEnd;
use tool_core::{
    ChatClient, ChatResponse, Format, FunctionToolCallback, ScriptedChatModel, ToolCall, ToolCallResultConverter,
    ToolCallbackProvider, ToolContext, ToolDefinition, ToolOutput, ToolResult, ToolSet, tool, tools,
};

#[derive(ToolResult)]
struct City {
    name: String,
    people: u32,
}

fn two_cities() -> Vec<City> {
    vec![City { name: "Bern".to_owned(), people: 137 }, City { name: "Basel".to_owned(), people: 178 }]
}

const JSON: &str = r#"[{"name":"Bern","people":137},{"name":"Basel","people":178}]"#;
const TOON: &str = "[2]{name,people}:\n  Bern,137\n  Basel,178";
const CSV: &str = "name,people\nBern,137\nBasel,178";
const YAML: &str = "---\n- name: \"Bern\"\n  people: 137\n- name: \"Basel\"\n  people: 178";

/// Lists cities.
#[tool]
fn cities() -> Vec<City> {
    two_cities()
}

/// Lists cities, always as CSV.
#[tool(result_converter = Format::Csv)]
fn cities_as_csv() -> Vec<City> {
    two_cities()
}

/// Says hello.
#[tool]
fn hello() -> &'static str {
    "Hello, \"world\""
}

/// Gives a value that is no table.
#[tool]
fn answer() -> u8 {
    42
}

/// Hands back what another program wrote as JSON.
#[tool]
fn from_elsewhere() -> ToolOutput {
    ToolOutput::json_text(JSON)
}

/// Lists cities for a guest, at once.
#[tool(return_direct)]
fn cities_for_guest(ctx: &ToolContext) -> Vec<City> {
    if ctx.get::<Guest>().is_some() { two_cities() } else { Vec::new() }
}

struct Guest;

/// What the model reads when it calls `name` without arguments.
async fn response(
    client: &ChatClientMaker,
    provider: impl ToolCallbackProvider + 'static,
    name: &'static str,
) -> String {
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls([ToolCall::new("1", name, "")]))
        .step(|_| ChatResponse::text("ok"));
    client(model.clone()).prompt("?").tools(provider).call().await.unwrap();
    model.prompts()[1].messages.last().unwrap().tool_responses()[0].text.clone()
}

type ChatClientMaker = dyn Fn(ScriptedChatModel) -> ChatClient;

fn plain(model: ScriptedChatModel) -> ChatClient {
    ChatClient::new(model)
}

fn with_yaml_default(model: ScriptedChatModel) -> ChatClient {
    ChatClient::builder(model).default_format(Format::Yaml).build()
}

#[tokio::test(flavor = "current_thread")]
async fn without_a_converter_a_result_is_json() {
    assert_eq!(response(&plain, tools![cities], "cities").await, JSON);
}

#[tokio::test(flavor = "current_thread")]
async fn the_clients_format_applies_to_tools_without_another() {
    assert_eq!(response(&with_yaml_default, tools![cities], "cities").await, YAML);
}

#[tokio::test(flavor = "current_thread")]
async fn the_providers_format_has_precedence_over_the_clients() {
    let provider = tools![cities].with_format(Format::Toon);

    assert_eq!(response(&with_yaml_default, provider, "cities").await, TOON);
}

#[tokio::test(flavor = "current_thread")]
async fn the_innermost_format_has_precedence() {
    let inner = tools![cities].with_format(Format::Toon);
    let outer = DelegatingToolCallbackProvider::new(inner, Format::Xml);

    assert_eq!(response(&plain, outer, "cities").await, TOON);
}

#[tokio::test(flavor = "current_thread")]
async fn the_tools_own_converter_has_precedence_over_all_others() {
    let provider = tools![cities_as_csv].with_format(Format::Toon);

    assert_eq!(response(&with_yaml_default, provider, "cities_as_csv").await, CSV);
    assert_eq!(response(&with_yaml_default, tools![cities_as_csv], "cities_as_csv").await, CSV);
    assert_eq!(response(&plain, tools![cities_as_csv], "cities_as_csv").await, CSV);
}

#[tokio::test(flavor = "current_thread")]
async fn the_converter_of_a_closure_has_precedence_over_the_providers() {
    let closure = FunctionToolCallback::builder("list", two_cities)
        .result_converter(Format::Csv)
        .description("Does it.")
        .build()
        .unwrap();

    assert_eq!(response(&plain, closure.with_format(Format::Toon), "list").await, CSV);
}

#[tokio::test(flavor = "current_thread")]
async fn text_is_sent_unchanged_in_every_format() {
    for format in Format::ALL {
        assert_eq!(response(&plain, tools![hello].with_format(*format), "hello").await, "Hello, \"world\"");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn text_that_is_json_is_written_in_the_format() {
    assert_eq!(response(&plain, tools![from_elsewhere], "from_elsewhere").await, JSON);
    assert_eq!(response(&plain, tools![from_elsewhere].with_format(Format::Toon), "from_elsewhere").await, TOON);
}

#[tokio::test(flavor = "current_thread")]
async fn with_a_format_the_context_is_passed_on_and_direct_stays_direct() {
    let model =
        ScriptedChatModel::new().step(|_| ChatResponse::tool_calls([ToolCall::new("1", "cities_for_guest", "")]));

    let answer = ChatClient::new(model)
        .prompt("?")
        .tools(tools![cities_for_guest].with_format(Format::Toon))
        .tool_context(ToolContext::new().with(Guest))
        .call()
        .await
        .unwrap();

    assert_eq!(answer.end(), &TurnEnd::ReturnDirect);
    assert_eq!(answer.content(), TOON);
}

#[test]
fn with_a_format_the_definition_is_the_same() {
    let bare = ToolSet::build(&tools![cities_for_guest]).unwrap();
    let wrapped = ToolSet::build(&tools![cities_for_guest].with_format(Format::Toon)).unwrap();

    let (bare, wrapped) = (&bare.definitions()[0], &wrapped.definitions()[0]);
    assert_eq!(bare.name(), wrapped.name());
    assert_eq!(bare.description(), wrapped.description());
    assert_eq!(bare.input_schema_text(), wrapped.input_schema_text());
    assert_eq!(bare.location(), wrapped.location());
}

/// A converter that never succeeds.
struct Refusing;

impl ToolCallResultConverter for Refusing {
    fn convert(&self, _output: &ToolOutput, _tool: &ToolDefinition) -> Result<String, ConversionError> {
        Err(ConversionError::new("not today"))
    }

    fn name(&self) -> std::borrow::Cow<'_, str> {
        "refusing".into()
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_result_that_does_not_fit_the_format_is_sent_as_json() {
    assert_eq!(response(&plain, tools![answer].with_format(Format::Csv), "answer").await, "42");
    assert_eq!(response(&plain, tools![cities].with_format(Refusing), "cities").await, JSON);
    assert_eq!(response(&plain, tools![hello].with_format(Refusing), "hello").await, "Hello, \"world\"");
}

#[derive(ToolResult)]
#[serde(rename_all = "snake_case")]
enum Status {
    OnHold,
    Shipped { day: u8 },
}

/// Gives the status of an order.
#[tool]
fn status() -> Status {
    Status::OnHold
}

/// Gives the status of an order that is on its way.
#[tool]
fn shipped() -> Status {
    Status::Shipped { day: 3 }
}

/// Gives the address of a host.
#[tool]
fn host() -> std::net::IpAddr {
    std::net::IpAddr::from([127, 0, 0, 1])
}

/// Gives a word that has to be escaped in JSON.
#[tool]
fn quoted() -> Option<std::borrow::Cow<'static, str>> {
    Some("a \"b\"\n".into())
}

/// Gives no word.
#[tool]
fn absent() -> Option<String> {
    None
}

#[tokio::test(flavor = "current_thread")]
async fn a_value_that_serializes_as_text_is_sent_as_text_in_every_format() {
    for format in Format::ALL {
        assert_eq!(response(&plain, tools![status].with_format(*format), "status").await, "on_hold", "{format}");
        assert_eq!(response(&plain, tools![host].with_format(*format), "host").await, "127.0.0.1", "{format}");
        assert_eq!(response(&plain, tools![quoted].with_format(*format), "quoted").await, "a \"b\"\n", "{format}");
    }
    assert_eq!(response(&plain, tools![status].with_format(CheapestFormat::default()), "status").await, "on_hold");
    assert_eq!(response(&plain, tools![status], "status").await, "on_hold");
}

#[tokio::test(flavor = "current_thread")]
async fn a_value_that_contains_text_is_not_text() {
    assert_eq!(response(&plain, tools![shipped], "shipped").await, r#"{"shipped":{"day":3}}"#);
    assert_eq!(response(&plain, tools![absent], "absent").await, "null");
}

/// Gives a measurement that failed.
#[tool]
fn measurement() -> Vec<f64> {
    vec![1.5, f64::NAN]
}

/// Writes TOON if nothing is lost.
struct LosslessToon;

impl ToolCallResultConverter for LosslessToon {
    fn convert(&self, output: &ToolOutput, _tool: &ToolDefinition) -> Result<String, ConversionError> {
        let value = output.downcast_ref::<Vec<f64>>().ok_or_else(|| ConversionError::new("no list of numbers"))?;
        let options = WriteOptions::new().with_fidelity(Fidelity::Lossless);
        Ok(to_string_with(value, Format::Toon, &options)?)
    }
}

/// Keeps the losses.
#[derive(Default)]
struct Lost(std::sync::Mutex<Vec<(Option<String>, String)>>);

impl ConversionObserver for Lost {
    fn observe(&self, record: &ConversionRecord<'_>) {
        self.0.lock().unwrap().push((record.fallback.clone(), record.losses.to_string()));
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_loss_is_reported_to_the_observer_with_the_text_that_has_it() {
    let lost = Arc::new(Lost::default());
    let for_client = Arc::clone(&lost);
    let observed = move |model| ChatClient::builder(model).conversion_observer(Arc::clone(&for_client)).build();

    assert_eq!(response(&observed, tools![measurement].with_format(LosslessToon), "measurement").await, "[1.5,null]");
    assert_eq!(response(&observed, tools![measurement], "measurement").await, "[1.5,null]");
    response(&observed, tools![cities].with_format(Format::Csv), "cities").await;
    response(&observed, tools![cities], "cities").await;

    let nan = "NaN or infinity".to_owned();
    let refused = "`toon` cannot represent: NaN or infinity".to_owned();
    assert_eq!(
        *lost.0.lock().unwrap(),
        [(Some(refused), nan.clone()), (None, nan), (None, "types".to_owned()), (None, "nothing".to_owned())]
    );
}

/// Keeps the records it receives.
#[derive(Default)]
struct Notes(std::sync::Mutex<Vec<Note>>);

type Note = (String, String, Option<String>, usize, usize);

impl ConversionObserver for Notes {
    fn observe(&self, record: &ConversionRecord<'_>) {
        self.0.lock().unwrap().push((
            record.tool.to_owned(),
            record.format.clone().into_owned(),
            record.fallback.clone(),
            record.json_bytes,
            record.response_bytes,
        ));
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_observer_receives_each_conversion_and_the_reason_of_a_fallback() {
    let notes = Arc::new(Notes::default());
    let for_client = Arc::clone(&notes);
    let observed = move |model| ChatClient::builder(model).conversion_observer(Arc::clone(&for_client)).build();

    response(&observed, tools![cities].with_format(Format::Toon), "cities").await;
    response(&observed, tools![cities].with_format(Refusing), "cities").await;

    let records = notes.0.lock().unwrap().clone();
    assert_eq!(
        records,
        [
            ("cities".to_owned(), "toon".to_owned(), None, JSON.len(), TOON.len()),
            ("cities".to_owned(), "refusing".to_owned(), Some("not today".to_owned()), JSON.len(), JSON.len()),
        ]
    );
}

#[tokio::test(flavor = "current_thread")]
async fn the_snapshot_adds_up_per_format() {
    let snapshot = Arc::new(ConversionSnapshot::new());
    let for_client = Arc::clone(&snapshot);
    let observed = move |model| ChatClient::builder(model).conversion_observer(Arc::clone(&for_client)).build();

    response(&observed, tools![cities].with_format(Format::Csv), "cities").await;
    response(&observed, tools![answer].with_format(Format::Csv), "answer").await;

    let totals = snapshot.totals()["csv"];
    assert_eq!((totals.results, totals.fallbacks), (2, 1));
    assert_eq!((totals.json_bytes, totals.response_bytes), (JSON.len() + 2, CSV.len() + 2));
}

/// Gives a value that not even JSON can hold: a key that is a list.
#[tool]
fn unwritable() -> ToolOutput {
    ToolOutput::value(BTreeMap::from([(vec![1_u8], 1_u8)]))
}

#[tokio::test(flavor = "current_thread")]
async fn a_result_that_json_cannot_represent_is_an_error_that_the_model_reads() {
    let text = response(&plain, tools![unwritable].with_format(Format::Yaml), "unwritable").await;

    assert!(text.starts_with("tool `unwritable`: the result cannot be written as text: "), "{text}");
}

/// Lists cities in the cheapest format.
#[tool(result_converter = CheapestFormat::default())]
fn cheapest_cities() -> Vec<City> {
    two_cities()
}

/// Lists what has no common shape.
#[tool]
fn ragged() -> ToolOutput {
    ToolOutput::json_text(r#"[{"a":[1,{"b":2}]},{"c":{"d":[[]]}}]"#)
}

#[tokio::test(flavor = "current_thread")]
async fn cheapest_chooses_for_each_result() {
    let ragged_json = r#"[{"a":[1,{"b":2}]},{"c":{"d":[[]]}}]"#;

    assert_eq!(response(&plain, tools![cheapest_cities], "cheapest_cities").await, TOON);
    assert_eq!(response(&plain, tools![cities].with_format(CheapestFormat::default()), "cities").await, TOON);
    assert_eq!(response(&plain, tools![ragged].with_format(CheapestFormat::default()), "ragged").await, ragged_json);
    assert_eq!(
        response(&plain, tools![hello].with_format(CheapestFormat::default()), "hello").await,
        "Hello, \"world\""
    );
}

/// The description of each tool, as it is sent to the model.
async fn descriptions(client: impl Fn(ScriptedChatModel) -> ChatClient) -> Vec<String> {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("ok"));
    let tools = [tools![cities_as_csv], tools![cities, hello]];
    client(model.clone()).prompt("?").tools(tools).call().await.unwrap();
    model.prompts()[0].tools.iter().map(|definition| definition.description().to_owned()).collect()
}

#[tokio::test(flavor = "current_thread")]
async fn descriptions_say_how_to_read_the_format_when_asked_to() {
    let silent = descriptions(plain).await;
    let sent = descriptions(|model| ChatClient::builder(model).describe_formats().build()).await;
    let all = |model| ChatClient::builder(model).default_format(Format::Xml).describe_formats().build();

    assert_eq!(silent, ["Lists cities.", "Lists cities, always as CSV.", "Says hello."]);
    let csv = "Lists cities, always as CSV.\n\
               A result that is neither plain text nor JSON is CSV (the first line names the columns).";
    assert_eq!(sent, ["Lists cities.", csv, "Says hello."]);
    let xml = "\nA result that is neither plain text nor JSON is XML \
               (an element for each key, repeated for each item of a list).";
    let all = descriptions(all).await;
    assert_eq!(
        [&all[0], &all[2]],
        [&format!("Lists cities.{xml}"), &format!("Says hello.{xml}")],
        "the client's format"
    );
}

/// Any of its formats may come next, so one sentence has to hold for all of them.
#[test]
fn the_formats_of_cheapest_are_explained_in_one_sentence() {
    let format_hint = |cheapest: &CheapestFormat| ToolCallResultConverter::format_hint(cheapest).unwrap().into_owned();
    let toon = "TOON (`rows[2]{a,b}:` heads 2 lines, each with the values of `a` and `b`; \
                deeper lines belong to the key above)";
    let csv = "CSV (the first line names the columns)";
    let xml = "XML (an element for each key, repeated for each item of a list)";
    let is = "A result that is neither plain text nor JSON is";

    let lossy = CheapestFormat::default().with_fidelity(Fidelity::Any);

    assert_eq!(format_hint(&CheapestFormat::default()), format!("{is} {toon}."));
    assert_eq!(format_hint(&lossy), format!("{is} {toon} or {csv}."));
    assert_eq!(
        format_hint(&lossy.with_token_counter(TiktokenCounter::o200k_base())),
        format!("{is} {toon}, YAML, {xml} or {csv}.")
    );
}
