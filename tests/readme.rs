//! What the README promises, sentence by sentence: each test quotes the sentence that it holds the code to.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on fails")]

use std::error::Error as _;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{Days, NaiveDate};
use serde_json::json;
use tool_core::chat::{FinishReason, Usage};
use tool_core::client::{ChatClientBuilder, ChatClientResponse, ChatEvent};
use tool_core::execution::ToolCallingManager;
use tool_core::formats::FormatError;
use tool_core::output::ConversionSnapshot;
use tool_core::testing::TestTool;
use tool_core::turn::{ToolCallLimits, TurnEnd};
use tool_core::{
    ChatClient, ChatError, ChatModel, ChatResponse, Format, Prompt, RegisteredTools, ScriptedChatModel, ToolCall,
    ToolCallHook, ToolCallbackProvider as _, ToolContext, ToolError, ToolResponse, ToolSet, tool, tools,
};

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// Fails unless the README holds these words, on however many lines.
fn promised(words: &str) {
    let readme = read("README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(words), "the README no longer says: {words}");
}

/// The code block of the README in `language` that contains `words`.
fn code_block(language: &str, words: &str) -> String {
    let (readme, fence) = (read("README.md"), format!("\n```{language}\n"));
    let mut blocks = readme.split(&fence).skip(1).filter_map(|rest| rest.split("\n```").next());
    blocks.find(|block| block.contains(words)).unwrap().to_owned()
}

/// Fails unless this file has the items of `block`, which are thus compiled with all features, and run.
fn shown_here(block: &str) {
    let items = block.split("\n\n").skip_while(|lines| lines.starts_with("use ")).collect::<Vec<_>>().join("\n\n");
    assert!(!items.is_empty() && read("tests/readme.rs").contains(&items), "tests/readme.rs should contain:\n{items}");
}

/// Returns its argument, fails or panics.
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

/// Returns nothing.
#[tool]
fn nothing_to_say() {}

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

/// Returns the day a loan ends.
#[tool]
fn loan_ends(start: NaiveDate, days: u64) -> Option<NaiveDate> {
    start.checked_add_days(Days::new(days))
}

/// Reads an order.
#[tool]
fn read_order(id: u32) -> Result<String, ToolError> {
    let path = format!("orders/{id}.txt");
    std::fs::read_to_string(path).map_err(|error| ToolError::execution("there is no such order").with_source(error))
}

/// Books a table.
#[tool]
fn book_table(#[tool_param(minimum = 1, maximum = 12)] guests: u8) -> String {
    format!("a table for {guests}")
}

#[tokio::test]
async fn a_table_has_at_most_twelve_guests() {
    let book_table = TestTool::new(book_table::callback());

    assert_eq!(book_table.call(json!({ "guests": 4 })).await.unwrap(), "a table for 4");
    assert_eq!(
        book_table.call(json!({ "guests": 20 })).await.unwrap_err().to_string(),
        "tool `book_table`: argument `guests`: expected an integer from 1 to 12, found 20"
    );
}

/// Waits for a second.
#[tool(read_only)]
async fn wait_and_read() -> &'static str {
    tokio::time::sleep(Duration::from_secs(1)).await;
    "read"
}

/// Waits for a second.
#[tool]
async fn wait_and_write() -> &'static str {
    tokio::time::sleep(Duration::from_secs(1)).await;
    "written"
}

/// A model that never answers.
struct SilentModel;

impl ChatModel for SilentModel {
    async fn call(&self, _prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        std::future::pending().await
    }
}

/// Keeps the kind of each `std::io::Error` that made a call fail.
struct Sources(Arc<Mutex<Vec<Option<std::io::ErrorKind>>>>);

impl ToolCallHook for Sources {
    fn failed(&self, _call: &ToolCall, error: &ToolError, _context: &ToolContext) {
        let source = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
        self.0.lock().unwrap().push(source.map(std::io::Error::kind));
    }
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
         end the conversation: the model reads what went wrong and can try again.",
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
async fn a_turn_ends_at_its_deadline_while_the_model_or_a_function_is_running() {
    promised(
        "`turn::ToolCallLimits::with_max_duration` ends a turn at its deadline, also while the model or an `async` or `blocking` \
         function is running.",
    );
    let limits = || ToolCallLimits::new().with_max_duration(Duration::from_secs(2));
    let clients = [
        ChatClient::builder(calling(&[("hang", "{}")])).default_tools(tools![hang]).limits(limits()).build(),
        ChatClient::builder(SilentModel).limits(limits()).build(),
    ];

    for client in clients {
        let start = tokio::time::Instant::now();
        let answer = client.prompt("?").call().await.unwrap();

        assert_eq!((start.elapsed().as_secs(), answer.end()), (2, &TurnEnd::LimitExceeded));
    }
}

#[tokio::test(flavor = "current_thread")]
async fn the_tokens_of_a_turn_can_be_limited() {
    promised("`with_max_tokens` limits its tokens.");
    let model = ScriptedChatModel::new()
        .step(|_| {
            let call = ToolCall::new("1", "work", r#"{"how":"1"}"#);
            ChatResponse::tool_calls([call]).with_usage(Usage::new(90, 10))
        })
        .says("done");
    let limits = ToolCallLimits::new().with_max_tokens(100);

    let answer = ChatClient::new(model).prompt("?").tools(tools![work]).limits(limits).call().await.unwrap();

    assert_eq!((answer.content(), answer.end()), ("", &TurnEnd::LimitExceeded));
}

#[tokio::test(flavor = "current_thread", start_paused = true)]
async fn a_call_may_take_five_minutes() {
    promised("A call of an `async` or `blocking` function may take five minutes; any other function runs to its end.");
    let model = calling(&[("hang", "{}")]);
    let start = tokio::time::Instant::now();

    responses(ChatClient::builder(model.clone()).default_tools(tools![hang]), &model).await;

    assert_eq!(start.elapsed().as_secs(), Duration::from_mins(5).as_secs());
}

#[tokio::test(flavor = "current_thread")]
async fn a_response_of_more_than_256_kib_is_truncated() {
    promised("A response of more than 256 KiB is truncated.");
    let limit = 256 * 1024;
    let (whole, longer) = (format!(r#"{{"characters":{limit}}}"#), format!(r#"{{"characters":{}}}"#, limit + 1));
    let model = calling(&[("long", &whole), ("long", &longer)]);

    let (texts, _) = responses(ChatClient::builder(model.clone()).default_tools(tools![long]), &model).await;

    assert_eq!(texts[0], "x".repeat(limit));
    assert!(texts[1].starts_with("xxx") && !texts[1].ends_with('x') && texts[1].len() < limit + 200);
}

#[tokio::test(flavor = "current_thread")]
async fn a_turn_has_25_rounds_150_calls_and_40_of_one_tool() {
    promised("has at most 25 rounds, 150 calls, and 40 calls of one tool");
    promised("At a limit the response has no content, and its `end()` is `TurnEnd::LimitExceeded`.");
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
    promised("The third identical call in a row is not run: the model reads a hint. The fourth ends the turn.");
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
    promised("The tool's own converter has precedence, then the innermost provider's, then the client's, then JSON.");
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
        "A result that a format cannot represent (a list of numbers is not a CSV table) is sent as JSON, with a `tracing` \
         event and a call of your `ConversionObserver`.",
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
    promised("Text is sent as text in every format, and a function without a result sends `Done`.");
    for format in [Format::Json, Format::Toon, Format::Yaml, Format::Xml, Format::Csv] {
        let model = calling(&[("say", "{}"), ("nothing_to_say", "{}")]);
        let builder =
            ChatClient::builder(model.clone()).default_tools(tools![say, nothing_to_say]).default_format(format);

        assert_eq!(responses(builder, &model).await.0, ["a, \"b\"\n- c", "Done"], "{format}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn constraints_are_in_the_schema_and_are_checked() {
    promised("Constraints such as `maximum` are in the schema and are checked when the arguments are read.");
    let model = calling(&[("count", r#"{"days":14}"#), ("count", r#"{"days":15}"#)]);

    let (texts, _) = responses(ChatClient::builder(model.clone()).default_tools(tools![count]), &model).await;

    assert_eq!(model.prompts()[0].tools[0].input_schema()["properties"]["days"]["maximum"], 14);
    assert_eq!(texts[0], "14");
    assert!(texts[1].contains("14") && texts[1].contains("days"), "{}", texts[1]);
}

#[tokio::test(flavor = "current_thread", start_paused = true)]
async fn read_only_calls_of_async_functions_run_concurrently_and_others_one_after_the_other() {
    promised(
        "Read-only calls of one model response run concurrently if their functions are `async` or `blocking`; all other \
         calls run one after the other.",
    );
    for (name, seconds) in [("wait_and_read", 1), ("wait_and_write", 2)] {
        let model = calling(&[(name, "{}"); 2]);
        let builder = ChatClient::builder(model.clone()).default_tools(tools![wait_and_read, wait_and_write]);
        let start = tokio::time::Instant::now();

        responses(builder, &model).await;

        assert_eq!(start.elapsed().as_secs(), seconds, "{name}");
    }
}

#[test]
fn expect_is_an_error_when_a_tool_is_missing() {
    promised("`RegisteredTools::expect([\"a_tool\"])` is an error when the tool is missing.");

    let error = RegisteredTools::expect(["a_tool"]).unwrap_err().to_string();

    assert!(error.contains("`a_tool`"), "{error}");
    assert!(RegisteredTools::expect(["primes"]).is_ok());
}

#[tokio::test(flavor = "current_thread")]
async fn the_model_reads_the_message_of_an_error_and_hooks_its_source() {
    promised("The model reads ``tool `read_order` failed: there is no such order``.");
    promised("The `std::io::Error` is the `source()` of the `ToolError`");
    shown_here(&code_block("rust", "fn read_order("));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let model = calling(&[("read_order", r#"{"id":7}"#)]);
    let manager = ToolCallingManager::new().with_hook(Sources(Arc::clone(&seen)));
    let builder = ChatClient::builder(model.clone()).default_tools(tools![read_order]).tool_calling_manager(manager);

    let (texts, _) = responses(builder, &model).await;

    assert_eq!(texts, ["tool `read_order` failed: there is no such order"]);
    assert_eq!(*seen.lock().unwrap(), [Some(std::io::ErrorKind::NotFound)]);
}

#[tokio::test(flavor = "current_thread")]
async fn the_message_of_a_panic_is_not_sent_to_the_model() {
    promised("The message of a panic is never sent to the model.");
    let model = calling(&[("work", r#"{"how":"panic"}"#)]);

    let (texts, _) = responses(ChatClient::builder(model.clone()).default_tools(tools![work]), &model).await;

    assert!(!texts[0].contains("out of order"), "{}", texts[0]);
}

#[tokio::test(flavor = "current_thread")]
async fn a_date_is_a_string_and_another_string_is_an_error_that_the_model_reads() {
    promised(r#"the schema of `start` is `{"type":"string","format":"date"}`"#);
    promised("A value that is not a date is an error that the model reads.");
    shown_here(&code_block("rs", "fn loan_ends("));
    let start = loan_ends::definition().input_schema()["properties"]["start"].to_string();
    assert_eq!(start, r#"{"type":"string","format":"date"}"#);
    let model = calling(&[
        ("loan_ends", r#"{"start":"2026-12-01","days":31}"#),
        ("loan_ends", r#"{"start":"tomorrow","days":31}"#),
    ]);

    let (texts, _) = responses(ChatClient::builder(model.clone()).default_tools(tools![loan_ends]), &model).await;

    assert_eq!(texts[0], "2027-01-01");
    assert!(texts[1].starts_with("tool `loan_ends`: argument `start`: expected a string of the format `date`"));
}

/// The code of the README that needs a feature, or a test runner, is also in this file.
#[test]
fn the_test_of_the_readme_is_in_this_file() {
    shown_here(&code_block("rust", "#[tokio::test]"));
}

#[test]
fn the_first_program_of_the_readme_is_an_example_with_the_output_that_is_shown() {
    let readme = read("README.md");
    let program = readme.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
    let output = readme.split("It prints:\n\n```text\n").nth(1).unwrap().split("```").next().unwrap();

    assert!(read("examples/first_tool.rs").ends_with(program));
    assert_eq!(read("examples/first_tool.out"), output);
    assert!(read(".ci/run").contains("for example in first_tool "), "the output is compared by .ci/run");
}

#[test]
fn what_the_readme_says_is_missing_is_missing() {
    promised(
        "**What is missing:** clients for live models (a planned crate `tool-models`), MCP (a planned crate `tool-mcp`) and \
         structured output.",
    );
    let members = read("Cargo.toml");

    assert!(!members.contains("tool-models") && !members.contains("tool-mcp"));
    assert!(!read("tool-core/src/lib.rs").contains("pub mod structured"));
}

#[test]
fn a_dependency_on_git_is_shown_while_no_manifest_names_a_repository() {
    assert!(!read("Cargo.toml").contains("\nrepository = "), "the README should show the URL");
    assert!(read("README.md").contains("\ntool-core = { git = \"<this repository>\" }\n"));
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
    for anchor in readme.split("](#").skip(1).filter_map(|rest| rest.split(')').next()) {
        let is_heading = |line: &str| {
            line.strip_prefix("## ").is_some_and(|heading| heading.to_lowercase().replace(' ', "-") == anchor)
        };
        assert!(readme.lines().any(is_heading), "#{anchor}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_turn_runs_only_while_its_stream_is_read() {
    promised("A turn runs only while its stream is read, so a slow reader slows the model down.");
    let asked = Arc::new(Mutex::new(0));
    let count = Arc::clone(&asked);
    let model = ScriptedChatModel::new().step(move |_| {
        *count.lock().unwrap() += 1;
        ChatResponse::text("Hello")
    });

    let mut stream = ChatClient::new(model).prompt("?").stream();
    tokio::task::yield_now().await;
    assert_eq!(*asked.lock().unwrap(), 0);

    stream.next().await.unwrap();
    assert_eq!(*asked.lock().unwrap(), 1);
}

#[tokio::test(flavor = "current_thread")]
async fn a_dropped_stream_leaves_messages_in_which_each_call_has_a_response() {
    promised(
        "the model's stream and the running tools are dropped, and the handle has the messages so far, in which each call has a \
         response.",
    );
    let model = ScriptedChatModel::new()
        .step(|_| ChatResponse::tool_calls(["1", "2"].map(|id| ToolCall::new(id, "hang", "{}"))));
    let mut stream = ChatClient::builder(model).default_tools(tools![hang]).build().prompt("?").stream();
    let handle = stream.cancellation_handle();
    while !matches!(stream.next().await.unwrap(), ChatEvent::ToolStarted { .. }) {}

    drop(stream);

    let messages = handle.messages().unwrap();
    assert_eq!((messages.len(), messages[2].tool_responses().len()), (3, 2));
}

#[tokio::test(flavor = "current_thread")]
async fn an_unknown_argument_is_ignored_only_if_it_is_unlike_all_others_and_nothing_is_missing() {
    promised("An unknown argument is ignored if it is unlike all others and nothing required is missing;");
    let work = TestTool::new(work::callback());

    assert_eq!(work.call(json!({ "how": "well", "colour": "red" })).await.unwrap(), "well");
    for refused in [json!({ "hwo": "well" }), json!({ "colour": "red" })] {
        assert!(work.call(refused).await.unwrap_err().to_string().contains("unknown argument"));
    }
}

#[tokio::test(flavor = "current_thread")]
async fn debug_does_not_show_arguments_and_results() {
    promised("`{:?}` of an error, a call or a result does not show arguments and results, which may be secret");
    let error = TestTool::new(work::callback()).call(json!({ "how": "fail" })).await.unwrap_err();
    let response = ToolResponse::new(&ToolCall::new("1", "work", r#"{"how":"secretly"}"#), "secretly");

    assert!(error.to_string().contains("no paper") && !format!("{error:?}").contains("no paper"));
    assert!(!format!("{response:?} {:?}", ToolCall::new("1", "work", "secretly")).contains("secretly"));
}
