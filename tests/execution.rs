//! How the calls of one answer are run: together or alone, in time, in one piece, within limits.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::unnecessary_wraps, clippy::panic, reason = "tools return results, and some panic on purpose")]

use std::future::pending;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tool_core::callback::{ToolFuture, ToolMetadata};
use tool_core::chat::{ChatErrorKind, FinishReason};
use tool_core::context::Progress;
use tool_core::error::ToolErrorKind;
use tool_core::execution::{AfterCall, BeforeCall, OnError, PendingToolCall, ToolCallingManager, ToolExecutionResult};
use tool_core::output::{ConversionError, ConversionObserver, ConversionRecord};
use tool_core::turn::{OnLimit, ToolCallLimits, TurnEnd};
use tool_core::{
    ChatClient, ChatResponse, FunctionToolCallback, Prompt, ScriptedChatModel, ToolCall, ToolCallHook,
    ToolCallResultConverter, ToolCallback, ToolContext, ToolDefinition, ToolError, ToolOutput, ToolResponse, ToolSet,
};

type Body = dyn Fn(String, ToolContext) -> ToolFuture<'static> + Send + Sync;

/// A tool from its parts, so that each test shows its metadata and body.
struct TestTool {
    definition: ToolDefinition,
    metadata: ToolMetadata,
    body: Box<Body>,
}

impl ToolCallback for TestTool {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn metadata(&self) -> &ToolMetadata {
        &self.metadata
    }

    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a> {
        (self.body)(arguments.to_owned(), context.clone())
    }
}

fn tool<F, Fut>(name: &'static str, metadata: ToolMetadata, body: F) -> Arc<dyn ToolCallback>
where
    F: Fn(String, ToolContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    let definition = ToolDefinition::new(name, "", serde_json::json!({})).unwrap();
    Arc::new(TestTool {
        definition,
        metadata,
        body: Box::new(move |arguments, context| ToolFuture::new(body(arguments, context))),
    })
}

fn text(text: impl Into<String>) -> Result<ToolOutput, ToolError> {
    Ok(ToolOutput::text(text.into()))
}

fn calls<const N: usize>(names: [&str; N]) -> [ToolCall; N] {
    let mut index = 0;
    names.map(|name| {
        index += 1;
        ToolCall::new(index.to_string(), name, "")
    })
}

async fn execute(
    manager: &ToolCallingManager,
    tools: &[Arc<dyn ToolCallback>],
    calls: &[ToolCall],
) -> ToolExecutionResult {
    let tools = ToolSet::build(tools).unwrap();
    manager.execute(calls, &tools, &ToolContext::new()).await
}

fn texts(result: &ToolExecutionResult) -> Vec<&str> {
    result.responses().iter().map(|response| response.text.as_str()).collect()
}

fn waiting(result: &ToolExecutionResult) -> Vec<&str> {
    result.pending_approvals().map(|call| call.name.as_str()).collect()
}

/// A tool that takes a second and records its start and end.
fn noted(name: &'static str, metadata: ToolMetadata, notes: &Arc<Mutex<Vec<String>>>) -> Arc<dyn ToolCallback> {
    let notes = Arc::clone(notes);
    tool(name, metadata, move |_, _| {
        let notes = Arc::clone(&notes);
        async move {
            notes.lock().unwrap().push(format!("{name} begins"));
            sleep(Duration::from_secs(1)).await;
            notes.lock().unwrap().push(format!("{name} ends"));
            text(name)
        }
    })
}

fn read_only() -> ToolMetadata {
    ToolMetadata::new().with_read_only(true)
}

#[tokio::test(start_paused = true)]
async fn adjacent_read_only_calls_run_concurrently() {
    let notes = Arc::default();
    let tools = [noted("a", read_only(), &notes), noted("b", read_only(), &notes)];
    let start = Instant::now();

    let result = execute(&ToolCallingManager::new(), &tools, &calls(["a", "b", "a"])).await;

    assert_eq!(start.elapsed(), Duration::from_secs(1));
    assert_eq!(texts(&result), ["a", "b", "a"]);
}

#[tokio::test(start_paused = true)]
async fn other_calls_run_alone_in_order() {
    let notes = Arc::default();
    let tools = [noted("read", read_only(), &notes), noted("write", ToolMetadata::new(), &notes)];

    let result = execute(&ToolCallingManager::new(), &tools, &calls(["read", "write", "read", "read"])).await;

    let expected = [
        "read begins",
        "read ends",
        "write begins",
        "write ends",
        "read begins",
        "read begins",
        "read ends",
        "read ends",
    ];
    assert_eq!(*notes.lock().unwrap(), expected);
    assert_eq!(texts(&result), ["read", "write", "read", "read"]);
}

#[tokio::test(start_paused = true)]
async fn a_serial_tool_runs_alone_even_if_it_is_read_only() {
    let notes = Arc::default();
    let tools = [noted("a", read_only().with_serial(true), &notes)];
    let start = Instant::now();

    execute(&ToolCallingManager::new(), &tools, &calls(["a", "a"])).await;

    assert_eq!(start.elapsed(), Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn no_more_calls_run_together_than_the_cap_allows() {
    let notes = Arc::default();
    let tools = [noted("a", read_only(), &notes)];
    let start = Instant::now();

    execute(&ToolCallingManager::new().with_max_concurrent(2), &tools, &calls(["a"; 5])).await;

    assert_eq!(start.elapsed(), Duration::from_secs(3));
}

#[tokio::test(start_paused = true)]
async fn responses_have_the_order_of_the_calls() {
    let slow = tool("slow", read_only(), |_, _| async {
        sleep(Duration::from_secs(9)).await;
        text("slow")
    });
    let fast = tool("fast", read_only(), |_, _| async { text("fast") });

    let result = execute(&ToolCallingManager::new(), &[slow, fast], &calls(["slow", "fast", "missing", "fast"])).await;

    assert_eq!(texts(&result), ["slow", "fast", "no tool is named `missing`; known tools: `fast`, `slow`", "fast"]);
}

fn hanging(name: &'static str, metadata: ToolMetadata) -> Arc<dyn ToolCallback> {
    tool(name, metadata, |_, _| async { pending::<Result<ToolOutput, ToolError>>().await })
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_hangs_is_answered_at_its_deadline() {
    let tools = [hanging("hangs", ToolMetadata::new().with_timeout(Duration::from_secs(5)))];
    let start = Instant::now();

    let result = execute(&ToolCallingManager::new(), &tools, &calls(["hangs"])).await;

    assert_eq!(start.elapsed(), Duration::from_secs(5));
    assert_eq!(texts(&result), ["tool `hangs` did not answer within 5s"]);
    assert_eq!(result.responses()[0].error, Some(ToolErrorKind::TimedOut));
}

#[tokio::test(start_paused = true)]
async fn the_default_deadline_is_five_minutes_and_can_be_changed() {
    let tools = [hanging("hangs", ToolMetadata::new())];
    let short = ToolCallingManager::new().with_default_timeout(Duration::from_secs(1));

    let by_default = execute(&ToolCallingManager::new(), &tools, &calls(["hangs"])).await;
    let shortened = execute(&short, &tools, &calls(["hangs"])).await;

    assert_eq!(texts(&by_default), ["tool `hangs` did not answer within 300s"]);
    assert_eq!(texts(&shortened), ["tool `hangs` did not answer within 1s"]);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_timed_out_is_notified_of_its_cancellation() {
    let (sender, heard) = tokio::sync::oneshot::channel();
    let sender = Mutex::new(Some(sender));
    let spawns = tool("spawns", ToolMetadata::new().with_timeout(Duration::from_secs(1)), move |_, context| {
        let sender = sender.lock().unwrap().take().unwrap();
        async move {
            tokio::spawn(async move {
                context.cancelled().await;
                sender.send(context.is_cancelled()).unwrap();
            });
            pending().await
        }
    });

    execute(&ToolCallingManager::new(), &[spawns], &calls(["spawns"])).await;

    assert!(heard.await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn dropping_the_turn_cancels_its_calls() {
    let cancelled = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&cancelled);
    let waits = tool("waits", read_only(), move |_, context| {
        let count = Arc::clone(&count);
        async move {
            tokio::spawn(async move {
                context.cancelled().await;
                count.fetch_add(1, Ordering::SeqCst);
            });
            pending().await
        }
    });
    let model = ScriptedChatModel::new().step(|_| ChatResponse::tool_calls(calls(["waits", "waits"])));
    let client = ChatClient::builder(model).default_tools(waits).build();

    let turn = tokio::time::timeout(Duration::from_secs(1), client.prompt("?").call()).await;
    tokio::task::yield_now().await;

    assert!(turn.is_err());
    assert_eq!(cancelled.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_panic_is_the_error_of_its_call_only() {
    let panics = tool("panics", read_only(), |_, _| async { panic!("password is hunter2") });
    let panics_at_once: Arc<dyn ToolCallback> = Arc::new(TestTool {
        definition: ToolDefinition::new("at_once", "", serde_json::json!({})).unwrap(),
        metadata: ToolMetadata::new(),
        body: Box::new(|_, _| panic!("before there is a future")),
    });
    let fine = tool("fine", read_only(), |_, _| async { text("fine") });

    let tools = [panics, panics_at_once, fine];
    let result = execute(&ToolCallingManager::new(), &tools, &calls(["panics", "fine", "at_once", "fine"])).await;

    assert_eq!(texts(&result), ["tool `panics` panicked", "fine", "tool `at_once` panicked", "fine"]);
    assert_eq!(result.responses()[0].error, Some(ToolErrorKind::Panicked));
}

#[tokio::test]
async fn equal_calls_of_a_cached_tool_run_once_in_a_turn() {
    let runs = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&runs);
    let cached = tool("cached", ToolMetadata::new().with_cache(true), move |arguments, _| {
        count.fetch_add(1, Ordering::SeqCst);
        async move { text(format!("answer to {arguments}")) }
    });
    let call = |id: &str, arguments: &str| ToolCall::new(id, "cached", arguments);
    let calls = [call("1", r#"{"a":1,"b":2}"#), call("2", r#"{"b":2,"a":1}"#), call("3", r#"{"a":2}"#)];

    let result = execute(&ToolCallingManager::new(), &[cached], &calls).await;

    assert_eq!(texts(&result), [r#"answer to {"a":1,"b":2}"#, r#"answer to {"a":1,"b":2}"#, r#"answer to {"a":2}"#]);
    assert_eq!(result.responses()[1].id, "2");
    assert_eq!(runs.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn calls_that_differ_in_the_last_of_many_digits_do_not_share_a_cached_response() {
    let cached = tool("cached", ToolMetadata::new().with_cache(true), |arguments, _| async { text(arguments) });
    let ids = [r#"{"id":12345678901234567890123}"#, r#"{"id":12345678901234567890124}"#];

    let result =
        execute(&ToolCallingManager::new(), &[cached], &ids.map(|arguments| ToolCall::new("1", "cached", arguments)))
            .await;

    assert_eq!(texts(&result), ids);
}

#[tokio::test]
async fn a_failed_call_of_a_cached_tool_is_run_again() {
    let runs = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&runs);
    let cached = tool("cached", ToolMetadata::new().with_cache(true), move |_, _| {
        let run = count.fetch_add(1, Ordering::SeqCst);
        async move { if run == 0 { Err(ToolError::execution("not yet")) } else { text("now") } }
    });

    let result = execute(&ToolCallingManager::new(), &[cached], &calls(["cached", "cached"])).await;

    assert_eq!(texts(&result), ["tool `cached` failed: not yet", "now"]);
}

#[tokio::test]
async fn a_response_over_the_maximum_length_is_truncated_between_records() {
    let many = tool("many", ToolMetadata::new(), |_, _| async { Ok(ToolOutput::value(vec![1111, 2222, 3333])) });
    let manager = ToolCallingManager::new().with_max_response_bytes(12);

    let result = execute(&manager, &[many], &calls(["many"])).await;

    assert_eq!(texts(&result), ["[1111,2222]\n[cut: 1 of 3 records and 6 of 16 bytes are missing; ask for less]"]);
}

#[tokio::test]
async fn a_tool_may_ask_for_retries_within_a_budget() {
    let picky = || tool("picky", ToolMetadata::new(), |_, _| async { Err(ToolError::retry("use a full name")) });
    let again = |_: &Prompt| ChatResponse::tool_calls([ToolCall::new("1", "picky", "")]);
    let other = |_: &Prompt| ChatResponse::tool_calls([ToolCall::new("1", "picky", r#"{"n":1}"#)]);
    let model = ScriptedChatModel::new().step(again).step(other).step(again).step(|_| ChatResponse::text("I give up."));
    let client = ChatClient::builder(model.clone())
        .tool_calling_manager(ToolCallingManager::new().with_max_retries(2))
        .default_tools(picky())
        .build();

    client.prompt("?").call().await.unwrap();

    let read: Vec<_> =
        model.prompts().iter().skip(1).map(|p| p.messages.last().unwrap().tool_responses()[0].clone()).collect();
    assert_eq!(read[0].text, "tool `picky`: try again: use a full name");
    assert_eq!(read[1].error, Some(ToolErrorKind::Retry));
    assert_eq!(
        read[2].text,
        "tool `picky` failed: use a full name; its retry limit (2) is reached; do not call it again"
    );
    assert_eq!(read[2].error, Some(ToolErrorKind::LimitExceeded));
}

#[tokio::test]
async fn a_fatal_failure_ends_the_turn_with_the_conversation_so_far() {
    let fatal = tool("fatal", ToolMetadata::new(), |_, _| async { Err(ToolError::fatal("the licence has expired")) });
    let fine = tool("fine", ToolMetadata::new(), |_, _| async { text("fine") });
    let model = ScriptedChatModel::new().step(|_| ChatResponse::tool_calls(calls(["fatal", "fine"])));

    let error = ChatClient::new(model).prompt("?").tools([fatal, fine]).call().await.unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::Tool);
    assert_eq!(error.to_string(), "tool `fatal` failed: the licence has expired");
    let responses = error.messages().last().unwrap().tool_responses();
    assert_eq!(responses.iter().map(|r| r.text.as_str()).collect::<Vec<_>>()[1], "fine");
}

#[tokio::test]
async fn a_policy_decides_by_kind_whether_a_failure_ends_the_turn() {
    let fatal = tool("fatal", ToolMetadata::new(), |_, _| async { Err(ToolError::fatal("no")) });
    let lenient = ToolCallingManager::new().with_error_policy(ToolErrorKind::Fatal, OnError::ReportToModel);
    let strict = ToolCallingManager::new().with_error_policy(ToolErrorKind::UnknownTool, OnError::EndTurn);
    let model = |name: &'static str| {
        ScriptedChatModel::new()
            .step(move |_| ChatResponse::tool_calls(calls([name])))
            .step(|_| ChatResponse::text("on"))
    };
    let ask = async |manager: ToolCallingManager, name: &'static str| {
        let client =
            ChatClient::builder(model(name)).tool_calling_manager(manager).default_tools(Arc::clone(&fatal)).build();
        client.prompt("?").call().await
    };

    assert_eq!(ask(lenient, "fatal").await.unwrap().content(), "on");
    assert_eq!(
        ask(strict, "missing").await.unwrap_err().to_string(),
        "no tool is named `missing`; known tools: `fatal`"
    );
}

#[tokio::test]
async fn the_redactor_sees_every_error_text() {
    let leaks = tool("leaks", ToolMetadata::new(), |_, _| async { Err(ToolError::execution("key sk-123 is wrong")) });
    let manager = ToolCallingManager::new().with_error_redactor(|text| text.replace("sk-123", "[key]"));

    let result = execute(&manager, &[leaks], &calls(["leaks"])).await;

    assert_eq!(texts(&result), ["tool `leaks` failed: key [key] is wrong"]);
}

/// Does what the tool's name says, and records its calls.
#[derive(Default)]
struct Guard {
    notes: Mutex<Vec<String>>,
}

impl ToolCallHook for Guard {
    async fn before(&self, pending: PendingToolCall<'_>) -> BeforeCall {
        match pending.definition.name() {
            "refused" => BeforeCall::Refuse("not on Sundays".to_owned()),
            "stopped" => BeforeCall::Stop("ask a person".to_owned()),
            "rewritten" => BeforeCall::Rewrite(r#"{"by":"hook"}"#.to_owned()),
            "approved" => BeforeCall::Approve,
            _ => BeforeCall::Run,
        }
    }

    async fn after(&self, call: &ToolCall, response: &ToolResponse, _context: &ToolContext) -> AfterCall {
        self.notes.lock().unwrap().push(format!("{}: {}", call.name, response.text));

        match call.name.as_str() {
            "censored" => AfterCall::Rewrite("[censored]".to_owned()),
            "enough" => AfterCall::Stop("that will do".to_owned()),
            _ => AfterCall::Keep,
        }
    }

    fn failed(&self, call: &ToolCall, error: &ToolError, _context: &ToolContext) {
        let cause = std::error::Error::source(error).map(ToString::to_string);
        self.notes.lock().unwrap().push(format!("{} failed: {cause:?}", call.name));
    }

    fn progress(&self, call: &ToolCall, progress: &Progress, _context: &ToolContext) {
        self.notes.lock().unwrap().push(format!("{} is at {}", call.name, progress.progress));
    }
}

fn echo(name: &'static str) -> Arc<dyn ToolCallback> {
    tool(name, ToolMetadata::new(), |arguments, _| async move { text(format!("ran with {arguments}")) })
}

#[tokio::test]
async fn a_hook_may_run_rewrite_or_refuse_a_call_and_rewrite_its_response() {
    let manager = ToolCallingManager::new().with_hook(Guard::default());
    let tools = ["refused", "rewritten", "censored", "plain"].map(echo);

    let result = execute(&manager, &tools, &calls(["refused", "rewritten", "censored", "plain"])).await;

    assert_eq!(
        texts(&result),
        ["tool `refused` was not run: not on Sundays", r#"ran with {"by":"hook"}"#, "[censored]", "ran with "]
    );
    assert_eq!(result.responses()[0].error, Some(ToolErrorKind::Denied));
}

#[tokio::test]
async fn a_hook_may_end_the_turn_after_the_other_calls_of_the_answer() {
    for (name, reason) in [("stopped", "ask a person"), ("enough", "that will do")] {
        let model = ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls([name, "plain"])));
        let client = ChatClient::builder(model)
            .tool_calling_manager(ToolCallingManager::new().with_hook(Guard::default()))
            .default_tools(["stopped", "enough", "plain"].map(echo))
            .build();

        let answer = client.prompt("?").call().await.unwrap();

        assert_eq!(answer.end(), &TurnEnd::Stopped);
        assert_eq!(answer.content(), reason);
        assert_eq!(answer.messages().last().unwrap().tool_responses()[1].text, "ran with ");
    }
}

#[tokio::test]
async fn hooks_see_responses_causes_and_progress() {
    let guard = Arc::new(Guard::default());
    let fails = tool("fails", ToolMetadata::new(), |_, context| async move {
        context.progress(&Progress::new(0.5).of(1.0));
        Err(ToolError::execution("no luck").with_source("disk 7 is gone"))
    });

    execute(&ToolCallingManager::new().with_hook(Arc::clone(&guard)), &[fails], &calls(["fails"])).await;

    assert_eq!(
        *guard.notes.lock().unwrap(),
        ["fails is at 0.5", "fails failed: Some(\"disk 7 is gone\")", "fails: tool `fails` failed: no luck"]
    );
}

#[tokio::test]
async fn a_tool_that_needs_approval_runs_only_when_a_hook_approves() {
    let needs_approval = |name| tool(name, ToolMetadata::new().with_approval(true), |_, _| async { text("ran") });
    let tools = [needs_approval("approved"), needs_approval("other")];

    let with_hook =
        execute(&ToolCallingManager::new().with_hook(Guard::default()), &tools, &calls(["approved", "other"])).await;
    let without = execute(&ToolCallingManager::new(), &tools, &calls(["approved"])).await;

    assert_eq!((texts(&with_hook), waiting(&with_hook)), (vec!["ran"], vec!["other"]));
    assert_eq!((texts(&without), waiting(&without)), (vec![], vec!["approved"]));
}

#[tokio::test]
async fn identical_calls_in_a_row_get_a_hint_and_then_end_the_turn() {
    let same = |_: &Prompt| ChatResponse::tool_calls([ToolCall::new("1", "plain", r#"{"x":1}"#)]);
    let model = ScriptedChatModel::new().step(same).step(same).step(same).step(same).step(same);

    let answer = ChatClient::new(model.clone()).prompt("?").tools(echo("plain")).call().await.unwrap();

    assert_eq!(model.prompts().len(), 4);
    assert_eq!(answer.end(), &TurnEnd::LimitExceeded);
    let third = model.prompts()[3].messages.last().unwrap().tool_responses()[0].text.clone();
    assert_eq!(
        third,
        "tool `plain` was not run: the same call was answered 2 times in a row; use the response above, change the arguments, or continue without this tool"
    );
}

#[tokio::test]
async fn a_limit_can_be_reported_to_the_model_instead() {
    let two =
        |_: &Prompt| ChatResponse::tool_calls([ToolCall::new("1", "plain", "1"), ToolCall::new("2", "plain", "2")]);
    let model = ScriptedChatModel::new().step(two).step(|_| ChatResponse::text("Then without."));
    let limits = ToolCallLimits::new().with_on_limit(OnLimit::ReportToModel).with_max_calls_of("plain", 1);

    let answer = ChatClient::new(model.clone()).prompt("?").tools(echo("plain")).limits(limits).call().await.unwrap();

    assert_eq!(answer.content(), "Then without.");
    let second = &model.prompts()[1].messages.last().unwrap().tool_responses()[1].clone();
    assert_eq!(second.text, "tool `plain` was not run: the turn has used its 1 calls of this tool");
}

#[tokio::test]
async fn a_tools_own_limit_applies_unless_the_caller_sets_another() {
    let once = || tool("once", ToolMetadata::new().with_max_calls(1), |_, _| async { text("ran") });
    let twice =
        |_: &Prompt| ChatResponse::tool_calls([ToolCall::new("1", "once", "1"), ToolCall::new("2", "once", "2")]);
    let ask = async |limits: ToolCallLimits| {
        let model = ScriptedChatModel::new().step(twice).step(|_| ChatResponse::text("ok"));
        ChatClient::new(model).prompt("?").tools(once()).limits(limits).call().await.unwrap().end().clone()
    };

    assert_eq!(ask(ToolCallLimits::default()).await, TurnEnd::LimitExceeded);
    assert_eq!(
        ask(ToolCallLimits::default().with_max_calls_of("once", 2)).await,
        TurnEnd::Answered(FinishReason::Stop)
    );
}

#[tokio::test]
async fn a_direct_result_is_a_value_in_process_and_text_elsewhere() {
    let direct = tool("direct", ToolMetadata::new().with_return_direct(true), |_, _| async {
        Ok(ToolOutput::value(vec![1_u8, 2]))
    });
    let model = ScriptedChatModel::new().step(|_| ChatResponse::tool_calls(calls(["direct"])));

    let answer = ChatClient::new(model).prompt("?").tools(direct).call().await.unwrap();

    assert_eq!(answer.direct_output::<Vec<u8>>(), Some(&vec![1, 2]));
    let stored = serde_json::to_string(answer.messages()).unwrap();
    let read: tool_core::chat::Messages = serde_json::from_str(&stored).unwrap();
    assert_eq!(&read, answer.messages());
    assert!(read.last().unwrap().tool_responses()[0].output().is_none());
    assert_eq!(read.last().unwrap().tool_responses()[0].text, "[1,2]");
}

/// Panics in every method.
struct Panicking;

impl ToolCallHook for Panicking {
    async fn after(&self, _call: &ToolCall, _response: &ToolResponse, _context: &ToolContext) -> AfterCall {
        panic!("a hook")
    }
}

impl ToolCallResultConverter for Panicking {
    fn convert(&self, _output: &ToolOutput, _tool: &ToolDefinition) -> Result<String, ConversionError> {
        panic!("a converter")
    }
}

impl ConversionObserver for Panicking {
    fn observe(&self, _record: &ConversionRecord<'_>) {
        panic!("an observer")
    }
}

impl serde::Serialize for Panicking {
    fn serialize<S: serde::Serializer>(&self, _serializer: S) -> Result<S::Ok, S::Error> {
        panic!("a value")
    }
}

impl std::fmt::Display for Panicking {
    fn fmt(&self, _f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Err(std::fmt::Error)
    }
}

fn value(name: &'static str) -> Arc<dyn ToolCallback> {
    tool(name, ToolMetadata::new(), |_, _| async { Ok(ToolOutput::value(vec![1, 2])) })
}

#[tokio::test]
async fn a_panic_of_a_converter_is_a_reason_to_send_json() {
    let manager = ToolCallingManager::new().with_default_format(Panicking);

    assert_eq!(texts(&execute(&manager, &[value("a")], &calls(["a"])).await), ["[1,2]"]);
}

#[tokio::test]
async fn a_panic_of_an_observer_changes_no_response() {
    let manager = ToolCallingManager::new().with_conversion_observer(Panicking);

    assert_eq!(texts(&execute(&manager, &[value("a")], &calls(["a"])).await), ["[1,2]"]);
}

#[tokio::test]
async fn a_panic_of_a_hook_or_of_a_value_is_the_error_of_its_call() {
    let unwritable = tool("unwritable", ToolMetadata::new(), |_, _| async { Ok(ToolOutput::value(Panicking)) });
    let manager = ToolCallingManager::new().with_hook(Panicking);

    let hooked = execute(&manager, &[value("a")], &calls(["a"])).await;
    let written = execute(&ToolCallingManager::new(), &[unwritable, value("a")], &calls(["unwritable", "a"])).await;

    assert_eq!(texts(&hooked), ["tool `a` panicked"]);
    assert_eq!(written.responses()[0].error, Some(ToolErrorKind::Conversion));
    assert_eq!(written.responses()[1].text, "[1,2]");
}

#[tokio::test]
async fn a_panic_of_a_hook_follows_the_policy_for_panics() {
    let manager =
        ToolCallingManager::new().with_hook(Panicking).with_error_policy(ToolErrorKind::Panicked, OnError::EndTurn);
    let model = ScriptedChatModel::new().step(|_| ChatResponse::tool_calls(calls(["a"])));
    let client = ChatClient::builder(model).tool_calling_manager(manager).default_tools(value("a")).build();

    assert_eq!(client.prompt("?").call().await.unwrap_err().kind(), ChatErrorKind::Tool);
}

#[tokio::test]
async fn an_error_whose_display_fails_is_an_error() {
    let tool = FunctionToolCallback::builder("t", || Err::<(), _>(Panicking)).description("Does it.").build().unwrap();

    let tools = ToolSet::build(&tool).unwrap();
    let result = ToolCallingManager::new().execute(&calls(["t"]), &tools, &ToolContext::new()).await;

    assert_eq!(texts(&result), ["tool `t` failed: (the error cannot be shown)"]);
}

#[tokio::test]
async fn a_blocking_tool_leaves_the_runtime_free_and_is_answered_at_its_deadline() {
    let seen = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&seen);
    let metadata = ToolMetadata::new().with_blocking(true).with_timeout(Duration::from_millis(30));
    let blocks: Arc<dyn ToolCallback> = Arc::new(TestTool {
        definition: ToolDefinition::new("blocks", "", serde_json::json!({})).unwrap(),
        metadata,
        body: Box::new(move |_, context| {
            // Runs until it sees that it is cancelled.
            while !context.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            count.fetch_add(1, Ordering::SeqCst);
            ToolFuture::new(async { text("too late") })
        }),
    });

    let result = execute(&ToolCallingManager::new(), &[blocks], &calls(["blocks"])).await;

    assert_eq!(texts(&result), ["tool `blocks` did not answer within 30ms"]);
    while seen.load(Ordering::SeqCst) == 0 {
        sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_blocking_tool_returns_its_result_and_its_panic_is_its_error() {
    let metadata = || ToolMetadata::new().with_blocking(true);
    let answers = tool("answers", metadata(), |arguments, _| async move { text(format!("ran with {arguments:?}")) });
    let panics = tool("panics", metadata(), |_, _| async { panic!("on purpose") });

    let result = execute(&ToolCallingManager::new(), &[answers, panics], &calls(["panics", "answers"])).await;

    assert_eq!(texts(&result), ["tool `panics` panicked", "ran with \"\""]);
}

#[test]
fn a_blocking_call_that_timed_out_before_its_thread_began_is_not_run() {
    let runs = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&runs);
    let metadata = read_only().with_blocking(true).with_timeout(Duration::from_millis(30));
    let blocks: Arc<dyn ToolCallback> = Arc::new(TestTool {
        definition: ToolDefinition::new("blocks", "", serde_json::json!({})).unwrap(),
        metadata,
        body: Box::new(move |_, _| {
            count.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(300));
            ToolFuture::new(async { text("too late") })
        }),
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().max_blocking_threads(1).build().unwrap();

    let result =
        runtime.block_on(execute(&ToolCallingManager::new(), &[blocks], &calls(["blocks", "blocks", "blocks"])));
    // Waits for the only thread, which has handled all three by then.
    runtime.block_on(runtime.spawn_blocking(|| ())).unwrap();

    assert_eq!(texts(&result), ["tool `blocks` did not answer within 30ms"; 3]);
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[tool_core::tool(register = false, read_only)]
/// Says on which thread it runs, after it has seen the others.
fn sees_threads(#[tool_param(context)] running: &Running) -> usize {
    running.enter()
}

#[tool_core::tool(register = false, read_only, blocking)]
/// The same on a thread for blocking work.
fn sees_threads_blocking(#[tool_param(context)] running: &Running) -> usize {
    running.enter()
}

/// How many run at the same time.
#[derive(Clone, Default)]
struct Running(Arc<AtomicUsize>);

impl Running {
    /// Waits for a second one for a while; how many have run together.
    fn enter(&self) -> usize {
        self.0.fetch_add(1, Ordering::SeqCst);
        let start = std::time::Instant::now();
        while self.0.load(Ordering::SeqCst) < 2 && start.elapsed() < Duration::from_millis(300) {
            std::thread::yield_now();
        }
        let together = self.0.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(20));
        self.0.fetch_sub(1, Ordering::SeqCst);
        together
    }
}

#[tokio::test]
async fn read_only_functions_run_concurrently_if_they_are_async_or_blocking() {
    let tools = ToolSet::build(&tool_core::tools![sees_threads, sees_threads_blocking]).unwrap();
    let context = ToolContext::new().with(Running::default());
    let manager = ToolCallingManager::new();

    let sync = manager.execute(&calls(["sees_threads"; 2]), &tools, &context).await;
    let blocking = manager.execute(&calls(["sees_threads_blocking"; 2]), &tools, &context).await;

    assert_eq!(texts(&sync), ["1", "1"]);
    assert!(texts(&blocking).contains(&"2"), "{:?}", texts(&blocking));
}

/// Takes longer than it may.
#[tool_core::tool(register = false)]
fn takes_long() -> &'static str {
    std::thread::sleep(Duration::from_millis(20));
    "done"
}

#[tokio::test]
async fn a_synchronous_function_runs_to_its_end_despite_a_time_out() {
    let tools = ToolSet::build(&tool_core::tools![takes_long]).unwrap();
    let manager = ToolCallingManager::new().with_default_timeout(Duration::from_millis(1));

    let result = manager.execute(&calls(["takes_long"]), &tools, &ToolContext::new()).await;

    assert_eq!(texts(&result), ["done"]);
}
