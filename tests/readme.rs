//! What the README promises, sentence by sentence: each test quotes the sentence that it holds the code to.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tool_core::chat::FinishReason;
use tool_core::client::{ChatClientBuilder, ChatClientResponse};
use tool_core::execution::ToolCallingManager;
use tool_core::formats::FormatError;
use tool_core::output::ConversionSnapshot;
use tool_core::turn::{ToolCallLimits, TurnEnd};
use tool_core::{
    ChatClient, ChatResponse, Format, ScriptedChatModel, ToolCall, ToolCallbackProvider as _, ToolContext, ToolSet,
    tool, tools,
};

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// Fails unless the README holds these words, on however many lines.
fn promised(words: &str) {
    let readme = read("README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(words), "the README no longer says: {words}");
}

/// Works as it is told.
#[tool]
fn work(how: &str) -> Result<String, String> {
    match how {
        "panic" => panic!("out of order"),
        "fail" => Err("no paper".to_owned()),
        other => Ok(other.to_owned()),
    }
}

/// Never answers.
#[tool]
async fn hang() -> u8 {
    std::future::pending().await
}

/// Lists primes.
#[tool]
fn primes() -> Vec<u32> {
    vec![2, 3, 5]
}

/// Gives a point, as CSV.
#[tool(result_converter = Format::Csv)]
fn own_format() -> Point {
    Point { x: 1 }
}

/// Gives a point.
#[tool]
fn point() -> Point {
    Point { x: 1 }
}

/// Gives text.
#[tool]
fn say() -> &'static str {
    "a, \"b\"\n- c"
}

/// Gives as much text as is asked for.
#[tool]
fn long(characters: usize) -> String {
    "x".repeat(characters)
}

/// Counts.
#[tool]
fn count(#[tool_param(minimum = 1, maximum = 14)] days: u8) -> u8 {
    days
}

#[derive(tool_core::ToolResult)]
struct Point {
    x: u8,
}

/// What the model reads when it makes these calls in one answer.
async fn responses(builder: ChatClientBuilder, model: &ScriptedChatModel) -> (Vec<String>, ChatClientResponse) {
    let answer = builder.build().prompt("Go on.").call().await.unwrap();
    let prompts = model.prompts();
    let last = prompts.last().unwrap().messages.last().unwrap();
    (last.tool_responses().iter().map(|response| response.text.clone()).collect(), answer)
}

fn calling(calls: &[(&str, &str)]) -> ScriptedChatModel {
    let calls: Vec<ToolCall> = calls
        .iter()
        .enumerate()
        .map(|(index, (name, arguments))| ToolCall::new(index.to_string(), *name, *arguments))
        .collect();
    ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls.clone())).step(|_| ChatResponse::text("done"))
}

/// A model that makes one call after another, each in a separate answer.
fn calling_in_turn(calls: usize, call: impl Fn(usize) -> (&'static str, String)) -> ScriptedChatModel {
    let mut model = ScriptedChatModel::new();
    for index in 0..calls {
        let (name, arguments) = call(index);
        let call = ToolCall::new(index.to_string(), name, arguments);
        model = model.step(move |_| ChatResponse::tool_calls([call.clone()]));
    }
    model.step(|_| ChatResponse::text("done"))
}

#[tokio::test(flavor = "current_thread", start_paused = true)]
async fn what_goes_wrong_with_a_call_does_not_end_the_conversation() {
    promised(
        "An unknown tool, wrong arguments, a call that was cut off, a function that fails, panics or takes too long do not \
         end the conversation: the model reads what went wrong and tries again.",
    );
    let model = calling(&[
        ("nothing", "{}"),
        ("work", r#"{"how":[]}"#),
        ("work", r#"{"how":"fail"}"#),
        ("work", r#"{"how":"panic"}"#),
        ("hang", "{}"),
    ]);

    let (texts, answer) = responses(ChatClient::builder(model.clone()).default_tools(tools![work, hang]), &model).await;

    assert_eq!(answer.content(), "done");
    for (text, word) in texts.iter().zip(["nothing", "how", "no paper", "work", "hang"]) {
        assert!(text.contains(word), "{text}");
    }
    assert_eq!(texts.len(), 5);
    let cut = ToolCall::new("1", "work", r#"{"how":"sl"#);
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls([cut.clone()]).with_finish_reason(FinishReason::Length))
        .step(|_| ChatResponse::text("done"));
    let (texts, answer) = responses(ChatClient::builder(model.clone()).default_tools(tools![work]), &model).await;
    assert!(texts[0].contains("cut off"), "{}", texts[0]);
    assert_eq!(answer.content(), "done");
}

#[tokio::test(flavor = "current_thread", start_paused = true)]
async fn a_turn_ends_in_time_whatever_the_model_or_a_tool_is_doing() {
    promised("With `ToolCallLimits::max_duration` it ends in time, whatever the model or a tool is doing.");
    let limits = ToolCallLimits::new().with_max_duration(Duration::from_secs(2));
    let model = calling(&[("hang", "{}")]);
    let builder = ChatClient::builder(model.clone()).default_tools(tools![hang]).limits(limits);
    let start = tokio::time::Instant::now();

    let answer = builder.build().prompt("?").call().await.unwrap();

    assert_eq!((start.elapsed().as_secs(), answer.end()), (2, &TurnEnd::LimitExceeded));
}

#[tokio::test(flavor = "current_thread", start_paused = true)]
async fn a_call_may_take_five_minutes() {
    promised("a call of an `async` or `blocking` function may take five minutes (nothing can stop any other)");
    let model = calling(&[("hang", "{}")]);
    let start = tokio::time::Instant::now();

    responses(ChatClient::builder(model.clone()).default_tools(tools![hang]), &model).await;

    assert_eq!(start.elapsed().as_secs(), Duration::from_mins(5).as_secs());
}

#[tokio::test(flavor = "current_thread")]
async fn a_response_of_more_than_256_kib_is_cut() {
    promised("a response of more than 256 KiB is cut");
    let limit = 256 * 1024;
    let (whole, longer) = (format!(r#"{{"characters":{limit}}}"#), format!(r#"{{"characters":{}}}"#, limit + 1));
    let model = calling(&[("long", &whole), ("long", &longer)]);

    let (texts, _) = responses(ChatClient::builder(model.clone()).default_tools(tools![long]), &model).await;

    assert_eq!(texts[0], "x".repeat(limit));
    assert!(texts[1].starts_with("xxx") && !texts[1].ends_with('x') && texts[1].len() < limit + 200);
}

#[tokio::test(flavor = "current_thread")]
async fn a_turn_has_25_rounds_150_calls_and_40_of_one_tool() {
    promised("25 rounds, 150 calls, 40 of one tool");
    promised("At a limit the answer has no content, and its `end()` is `LimitExceeded`.");
    let say = |index: usize| ("work", format!(r#"{{"how":"{index}"}}"#));
    let ends = |model: ScriptedChatModel| async move {
        let answer = ChatClient::new(model.clone()).prompt("?").tools(tools![work, count]).call().await.unwrap();
        (answer.end().clone(), answer.content().to_owned(), model.prompts().len())
    };

    assert_eq!(ends(calling_in_turn(24, say)).await, (TurnEnd::Answered(FinishReason::Stop), "done".to_owned(), 25));
    assert_eq!(ends(calling_in_turn(25, say)).await, (TurnEnd::LimitExceeded, String::new(), 25));

    let together = |calls: usize, names: [&'static str; 4]| {
        let calls: Vec<ToolCall> = (0..calls)
            .map(|index| ToolCall::new(index.to_string(), names[index % 4], format!(r#"{{"how":"{index}"}}"#)))
            .collect();
        ScriptedChatModel::new()
            .step(move |_| ChatResponse::tool_calls(calls.clone()))
            .step(|_| ChatResponse::text("done"))
    };
    let one = ["work"; 4];
    assert_eq!(ends(together(40, one)).await.0, TurnEnd::Answered(FinishReason::Stop));
    assert_eq!(ends(together(41, one)).await.0, TurnEnd::LimitExceeded);
    // Calls of unknown tools count, too.
    let several = ["work", "a", "b", "c"];
    assert_eq!(ends(together(150, several)).await.0, TurnEnd::Answered(FinishReason::Stop));
    assert_eq!(ends(together(151, several)).await.0, TurnEnd::LimitExceeded);
}

#[tokio::test(flavor = "current_thread")]
async fn the_third_of_identical_calls_is_answered_with_a_hint_and_the_fourth_ends_the_turn() {
    promised("the third of three identical calls in a row is answered with a hint, a fourth ends the turn");
    let same = |_| ("work", r#"{"how":"again"}"#.to_owned());
    let run = |calls| async move {
        let model = calling_in_turn(calls, same);
        let answer = ChatClient::new(model.clone()).prompt("?").tools(tools![work]).call().await.unwrap();
        let texts: Vec<String> = answer
            .messages()
            .iter()
            .flat_map(|message| message.tool_responses().iter().map(|response| response.text.clone()))
            .collect();
        (texts, answer.end().clone())
    };

    let (texts, reason) = run(3).await;
    assert_eq!(
        (&texts[..2], reason),
        (&["again".to_owned(), "again".to_owned()][..], TurnEnd::Answered(FinishReason::Stop))
    );
    assert_ne!(texts[2], "again");
    assert_eq!(run(4).await.1, TurnEnd::LimitExceeded);
}

#[tokio::test(flavor = "current_thread")]
async fn the_format_is_the_tools_then_the_providers_then_the_clients_then_json() {
    promised("The tool's own converter comes first, then the innermost provider's, then the client's, then JSON.");
    let (csv, toon, yaml, json) = ("x\n1", "x: 1", "---\nx: 1", r#"{"x":1}"#);
    let read = |builder: fn(ChatClientBuilder) -> ChatClientBuilder| async move {
        let model = calling(&[("own_format", "{}"), ("point", "{}")]);
        responses(builder(ChatClient::builder(model.clone())), &model).await.0
    };

    assert_eq!(read(|builder| builder.default_tools(tools![own_format, point])).await, [csv, json]);
    assert_eq!(
        read(|builder| builder.default_tools(tools![own_format, point]).default_format(Format::Yaml)).await,
        [csv, yaml]
    );
    assert_eq!(
        read(|builder| {
            let inner = tools![own_format, point].with_format(Format::Toon);
            builder.default_tools(inner.with_format(Format::Xml)).default_format(Format::Yaml)
        })
        .await,
        [csv, toon]
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_result_that_does_not_fit_is_sent_as_json_and_reported() {
    promised(
        "A result that does not fit (a list of numbers is no CSV table) is sent as JSON, with a `tracing` event and a \
         call to your `ConversionObserver`.",
    );
    let model = calling(&[("primes", "{}")]);
    let snapshot = Arc::new(ConversionSnapshot::new());
    let builder = ChatClient::builder(model.clone()).default_tools(tools![primes]).default_format(Format::Csv);

    let (texts, _) = responses(builder.conversion_observer(Arc::clone(&snapshot)), &model).await;

    assert_eq!(texts, ["[2,3,5]"]);
    assert_eq!(snapshot.totals()["csv"].fallbacks, 1);
    assert!(matches!(tool_core::formats::to_string(&[2, 3, 5], Format::Csv), Err(FormatError::NotTabular { .. })));
}

#[tokio::test(flavor = "current_thread")]
async fn text_is_sent_as_text_in_every_format() {
    promised("Text is sent as text in every format.");
    for format in [Format::Json, Format::Toon, Format::Yaml, Format::Xml, Format::Csv] {
        let model = calling(&[("say", "{}")]);
        let builder = ChatClient::builder(model.clone()).default_tools(tools![say]).default_format(format);

        assert_eq!(responses(builder, &model).await.0, ["a, \"b\"\n- c"], "{format}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn limits_stand_in_the_schema_and_are_checked() {
    promised("Limits like `maximum` stand in the schema and are checked when the arguments are read.");
    let model = calling(&[("count", r#"{"days":14}"#), ("count", r#"{"days":15}"#)]);

    let (texts, _) = responses(ChatClient::builder(model.clone()).default_tools(tools![count]), &model).await;

    assert_eq!(model.prompts()[0].tools[0].input_schema()["properties"]["days"]["maximum"], 14);
    assert_eq!(texts[0], "14");
    assert!(texts[1].contains("14") && texts[1].contains("days"), "{}", texts[1]);
}

#[tokio::test(flavor = "current_thread")]
async fn a_tool_needs_no_client() {
    let set = ToolSet::build(&tools![primes]).unwrap();
    let calls = [ToolCall::new("1", "primes", "")];

    let result = ToolCallingManager::new().execute(&calls, &set, &ToolContext::new()).await;

    assert_eq!(result.responses()[0].text, "[2,3,5]");
}

#[test]
fn every_feature_is_named_on_the_readme_and_on_the_crate_page() {
    let (readme, page, manifest) = (read("README.md"), read("tool-core/src/lib.rs"), read("tool-core/Cargo.toml"));
    let features = manifest.split("[features]\n").nth(1).unwrap().split("\n[").next().unwrap();

    let lines = features.lines().filter(|line| !line.starts_with('#'));
    for feature in lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name) {
        let name = format!("`{feature}`");
        assert!(feature == "default" || readme.contains(&name) && page.contains(&name), "{feature} is not described");
    }
}

#[test]
fn the_rust_version_is_that_of_the_manifest() {
    let manifest = read("Cargo.toml");
    let version = manifest.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();

    promised(&format!("Rust {version} or newer"));
}

#[test]
fn every_link_of_the_readme_leads_to_a_file() {
    let readme = read("README.md");
    for target in readme.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(target);
        assert!(target.is_empty() || target.starts_with("http") || path.exists(), "{target}");
    }
}
