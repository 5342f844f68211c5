//! Model responses that are cut off, empty or forced, or that call unknown tools.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tool_core::chat::{AssistantMessage, ChatErrorKind, ChatOptions, FinishReason, ToolChoice};
use tool_core::client::ChatClientResponse;
use tool_core::error::ToolErrorKind;
use tool_core::execution::{AfterCall, BeforeCall, PendingToolCall, ToolCallingManager};
use tool_core::turn::{Turn, TurnEnd};
use tool_core::{
    ChatClient, ChatResponse, Message, Prompt, ScriptedChatModel, ToolCall, ToolCallHook, ToolContext, ToolError,
    ToolOutput, ToolResponse, ToolSet, tool, tools,
};

/// What ran.
#[derive(Clone, Default)]
struct Runs(Arc<AtomicUsize>);

impl Runs {
    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

/// Deletes files.
#[tool(register = false)]
fn purge(pattern: Option<&str>, #[tool_param(context)] runs: &Runs) -> String {
    runs.0.fetch_add(1, Ordering::SeqCst);
    format!("purged {}", pattern.unwrap_or("all"))
}

/// Deletes all files.
#[tool(register = false)]
fn purge_all(#[tool_param(context)] runs: &Runs) -> &'static str {
    runs.0.fetch_add(1, Ordering::SeqCst);
    "purged all"
}

/// Deletes files when a person agrees.
#[tool(register = false, approval)]
fn purge_later(pattern: Option<String>) -> String {
    pattern.unwrap_or_default()
}

/// Deletes files and tells the caller.
#[tool(register = false, return_direct)]
fn purge_directly(pattern: Option<String>) -> String {
    pattern.unwrap_or_default()
}

/// Plays one response with these calls, then the text "ok". Returns the tool responses, and how many tools ran.
async fn answered(finish_reason: FinishReason, calls: &[(&str, &str)]) -> (Vec<String>, usize, ChatClientResponse) {
    let calls: Vec<_> = calls
        .iter()
        .enumerate()
        .map(|(index, (name, arguments))| ToolCall::new(index.to_string(), *name, *arguments))
        .collect();
    let model = ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls(calls.clone()).with_finish_reason(finish_reason.clone()))
        .says("ok");
    let runs = Runs::default();
    let answer = ChatClient::new(model)
        .prompt("?")
        .tools(tools![purge, purge_all, purge_later, purge_directly])
        .tool_context(ToolContext::new().with(runs.clone()))
        .call()
        .await
        .unwrap();
    let read = answer.messages().iter().flat_map(Message::tool_responses).map(|response| response.text.clone());
    (read.collect(), runs.count(), answer)
}

fn cut_off(tool: &str, by: &str) -> String {
    format!(
        "tool `{tool}` was not run: the response was cut off by {by}, so this call may be incomplete; send it again as one \
         whole JSON object, and a shorter one if it was long"
    )
}

const LIMIT: &str = "the model's token limit";

#[tokio::test]
async fn the_last_call_of_a_cut_off_response_runs_only_with_complete_arguments() {
    let whole = r#"{"pattern":"*.tmp"}"#;
    let cut = (0..whole.len()).map(|end| &whole[..end]);
    let other = [" ", "null", "{'pattern':'*.tmp'}", "{\"pattern\":\"*.tmp\",}", "```json\n{}", "[]", "\"{}\""];

    for arguments in cut.chain(other) {
        let (read, runs, _) = answered(FinishReason::Length, &[("purge", arguments)]).await;
        assert_eq!((read, runs), (vec![cut_off("purge", LIMIT)], 0), "{arguments}");
    }
    let (read, runs, _) = answered(FinishReason::Length, &[("purge", whole)]).await;
    assert_eq!((read, runs), (vec!["purged *.tmp".to_owned()], 1));
}

#[tokio::test]
async fn a_content_filter_cuts_a_response_off_too() {
    let (read, runs, _) = answered(FinishReason::ContentFilter, &[("purge", "")]).await;

    assert_eq!((read, runs), (vec![cut_off("purge", "the provider's content filter")], 0));
}

#[tokio::test]
async fn a_cut_off_call_without_arguments_is_not_run_even_if_the_tool_has_no_parameters() {
    let (read, runs, _) = answered(FinishReason::Length, &[("purge_all", "")]).await;
    let (whole, runs_whole, _) = answered(FinishReason::Length, &[("purge_all", "{}")]).await;

    assert_eq!((read, runs), (vec![cut_off("purge_all", LIMIT)], 0));
    assert_eq!((whole, runs_whole), (vec!["purged all".to_owned()], 1));
}

#[tokio::test]
async fn calls_before_the_cut_off_one_run() {
    let calls = [("purge_all", ""), ("purge", "{\"pattern\":\"a\"}"), ("purge", "{\"pattern\":")];

    let (read, runs, _) = answered(FinishReason::Length, &calls).await;

    assert_eq!(read, ["purged all", "purged a", &cut_off("purge", LIMIT)]);
    assert_eq!(runs, 2);
}

/// Calls may be streamed side by side, and each can be incomplete.
#[tokio::test]
async fn a_call_before_the_cut_off_one_runs_without_arguments_only_if_its_tool_takes_none() {
    let calls = [("purge", ""), ("purge_all", ""), ("purge", "{\"pattern\":"), ("purge", "{\"pattern\":\"a\"}")];

    let (read, runs, _) = answered(FinishReason::Length, &calls).await;

    assert_eq!(read, [&cut_off("purge", LIMIT), "purged all", &cut_off("purge", LIMIT), "purged a"]);
    assert_eq!(runs, 2);
}

#[tokio::test]
async fn a_cut_off_call_is_neither_pending_nor_direct_nor_renamed() {
    let mut finished = Vec::new();
    for name in ["purge_later", "purge_directly", "purge_a"] {
        let (read, _, answer) = answered(FinishReason::Length, &[(name, "")]).await;
        assert_eq!(read, [cut_off(name, LIMIT)]);
        finished.push((answer.end().clone(), answer.content().to_owned()));
    }

    assert_eq!(finished, vec![(TurnEnd::Answered(FinishReason::Stop), "ok".to_owned()); 3]);
}

#[tokio::test]
async fn a_complete_response_may_call_without_arguments() {
    for finish_reason in [FinishReason::ToolCalls, FinishReason::Stop] {
        let (read, runs, _) = answered(finish_reason, &[("purge", "")]).await;
        assert_eq!((read, runs), (vec!["purged all".to_owned()], 1));
    }
}

#[tokio::test]
async fn a_cut_off_text_ends_the_turn_with_its_reason() {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("It is").with_finish_reason(FinishReason::Length));

    let answer = ChatClient::new(model).prompt("?").call().await.unwrap();

    assert_eq!((answer.end(), answer.content()), (&TurnEnd::Answered(FinishReason::Length), "It is"));
}

#[tokio::test]
async fn a_call_of_a_similar_tool_name_does_not_run_and_is_answered_with_the_right_name() {
    let names = ["functions.purge_all", "Purge_All", "purge-all", "purge_all()", "mcp__disk__purge_all", "`purge_all`"];

    for name in names {
        let (read, runs, _) = answered(FinishReason::ToolCalls, &[(name, "{}")]).await;
        let others = "`purge`, `purge_directly`, `purge_later`";
        let sentence =
            format!("no tool is named `{name}`; did you mean `purge_all`? known tools: `purge_all`, {others}");
        assert_eq!((read, runs), (vec![sentence], 0));
    }
}

#[tokio::test]
async fn the_similar_tool_is_named_among_any_number_of_tools() {
    let names: Vec<String> = (0..1000).map(|number| format!("tool_{number}")).chain(["zoom".to_owned()]).collect();
    let tool = |name: &String| {
        tool_core::FunctionToolCallback::builder(name.clone(), || ()).description("Does it.").build().unwrap()
    };
    let tools = ToolSet::build(&names.iter().map(tool).collect::<Vec<_>>()).unwrap();

    let call = [ToolCall::new("1", "functions.zoom", "")];
    let result = ToolCallingManager::new().execute(&call, &tools, &ToolContext::new()).await;

    let read = &result.responses()[0].text;
    assert!(
        read.starts_with("no tool is named `functions.zoom`; did you mean `zoom`? known tools: `zoom`, `tool_0`, ")
    );
    assert!(read.ends_with(" and 951 more"), "{read}");
}

/// The tool choices that a model is sent in a turn of three rounds.
async fn tool_choices(options: ChatOptions) -> Vec<Option<ToolChoice>> {
    let model = ScriptedChatModel::new()
        .calls("purge", serde_json::json!({ "pattern": "a" }))
        .calls("purge", serde_json::json!({ "pattern": "b" }))
        .says("ok");
    let client = ChatClient::builder(model.clone()).default_options(options).build();
    let request = client.prompt("?").tools(tools![purge]).tool_context(ToolContext::new().with(Runs::default()));
    assert_eq!(request.call().await.unwrap().content(), "ok");
    model.prompts().into_iter().map(|prompt| prompt.options.tool_choice).collect()
}

#[tokio::test]
async fn a_forced_tool_choice_applies_to_the_first_round_unless_it_is_kept() {
    for forced in [ToolChoice::Required, ToolChoice::Tool("purge".to_owned())] {
        let options = ChatOptions::new().with_tool_choice(forced.clone());
        let kept = options.clone().with_keep_tool_choice(true);

        let auto = Some(ToolChoice::Auto);
        assert_eq!(tool_choices(options).await, [Some(forced.clone()), auto.clone(), auto]);
        assert_eq!(tool_choices(kept).await, vec![Some(forced); 3]);
    }
}

#[tokio::test]
async fn a_tool_choice_that_forces_nothing_stays() {
    for choice in [None, Some(ToolChoice::Auto), Some(ToolChoice::None)] {
        let options =
            choice.clone().map_or_else(ChatOptions::new, |choice| ChatOptions::new().with_tool_choice(choice));

        assert_eq!(tool_choices(options).await, vec![choice; 3]);
    }
}

#[tokio::test]
async fn a_tool_choice_that_no_tool_satisfies_is_refused_before_the_model_is_asked() {
    let refusal = async |choice: ToolChoice, has_tools: bool| {
        let model = ScriptedChatModel::new().says("ok");
        let options = ChatOptions::new().with_tool_choice(choice);
        let request = ChatClient::builder(model.clone()).default_options(options).build().prompt("?");
        let context = ToolContext::new().with(Runs::default());
        let request = if has_tools { request.tools(tools![purge]).tool_context(context) } else { request };

        let error = request.call().await.unwrap_err();
        assert_eq!((error.kind(), model.prompts().len()), (ChatErrorKind::Tools, 0));
        error.to_string()
    };

    assert_eq!(
        refusal(ToolChoice::Required, false).await,
        "the tool choice forces a call, and the request has no tools; add some with `tools(..)`"
    );
    let unknown = |name: &str| format!("the tool choice forces a call of `{name}`, which is not a tool of the request");
    assert_eq!(refusal(ToolChoice::Tool("purge".to_owned()), false).await, unknown("purge"));
    assert_eq!(refusal(ToolChoice::Tool("mail".to_owned()), true).await, unknown("mail"));
    assert_eq!(
        refusal(ToolChoice::Tool("Purge".to_owned()), true).await,
        format!("{}; did you mean `purge`?", unknown("Purge"))
    );
}

#[tokio::test]
async fn a_turn_that_was_stored_after_its_first_round_is_not_forced_again() {
    let model = ScriptedChatModel::new().calls("purge_later", serde_json::json!({})).says("ok");
    let options = ChatOptions::new().with_tool_choice(ToolChoice::Required);
    let client = ChatClient::builder(model.clone()).default_tools(tools![purge_later]).default_options(options).build();

    let response = client.prompt("?").call().await.unwrap();
    let stored = serde_json::to_string(response.suspended_turn().unwrap()).unwrap();
    let turn: Turn = serde_json::from_str(&stored).unwrap();
    client.resume(turn, [("call_0", tool_core::turn::ToolCallDecision::Approve)]).call().await.unwrap();

    let choices: Vec<_> = model.prompts().into_iter().map(|prompt| prompt.options.tool_choice).collect();
    assert_eq!(choices, [Some(ToolChoice::Required), Some(ToolChoice::Auto)]);
}

/// A model with this one response.
async fn answer_to(response: ChatResponse) -> ChatClientResponse {
    let model = ScriptedChatModel::new().step(move |_| response.clone());
    ChatClient::new(model).prompt("?").call().await.unwrap()
}

#[tokio::test]
async fn an_empty_response_has_its_own_end_and_adds_no_message() {
    for text in ["", " \n"] {
        let answer = answer_to(ChatResponse::text(text)).await;

        assert_eq!(answer.end(), &TurnEnd::Empty);
        assert_eq!(answer.messages(), [Message::user("?")]);
    }
}

#[tokio::test]
async fn an_empty_cut_off_response_has_the_reason() {
    for finish_reason in [FinishReason::Length, FinishReason::ContentFilter] {
        let answer = answer_to(ChatResponse::text("").with_finish_reason(finish_reason.clone())).await;

        assert_eq!((answer.end(), answer.messages().len()), (&TurnEnd::Answered(finish_reason), 1));
    }
}

#[tokio::test]
async fn an_empty_response_after_tools_is_not_in_the_next_turn() {
    let model = ScriptedChatModel::new()
        .calls("purge", serde_json::json!({}))
        .says("")
        .step(|prompt: &Prompt| ChatResponse::text(format!("{} messages", prompt.messages.len())));
    let client = ChatClient::builder(model)
        .default_tools(tools![purge])
        .default_tool_context(ToolContext::new().with(Runs::default()))
        .build();

    let first = client.prompt("?").call().await.unwrap();
    let second = client.prompt("And?").messages(first.messages().clone()).call().await.unwrap();

    assert_eq!(first.end(), &TurnEnd::Empty);
    assert_eq!(second.content(), "4 messages");
}

#[test]
fn an_advisor_that_answers_nothing_adds_no_message() {
    let response = ChatClientResponse::answered([Message::user("?")], "");

    assert_eq!((response.end(), response.messages().len()), (&TurnEnd::Empty, 1));
}

#[test]
fn a_message_without_text_and_calls_is_empty() {
    let calling = AssistantMessage::default().with_tool_calls([ToolCall::new("1", "purge", "")]);

    assert!(AssistantMessage::default().is_empty());
    assert!(!calling.is_empty());
}

#[test]
fn no_text_of_a_hook_or_a_person_is_in_debug() {
    let secret = || "SECRET".to_owned();
    let shown = format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        BeforeCall::Rewrite(secret()),
        BeforeCall::Refuse(secret()),
        BeforeCall::Stop(secret()),
        AfterCall::Rewrite(secret()),
        AfterCall::Stop(secret()),
        tool_core::turn::ToolCallDecision::Deny(secret()),
        tool_core::context::Progress::new(0.5).with_message(secret()),
        ChatOptions::default().with_extra("user", "SECRET"),
    );

    assert!(!shown.contains("SECRET"), "{shown}");
    assert!(shown.starts_with("Rewrite(<6 bytes>) Refuse(<6 bytes>) Stop(<6 bytes>) Rewrite(<6 bytes>) "), "{shown}");
}

/// Ends the turn, or rewrites a response, with a text that must not be shown.
struct Strict(fn() -> AfterCall);

impl ToolCallHook for Strict {
    async fn after(&self, _call: &ToolCall, _response: &ToolResponse, _context: &ToolContext) -> AfterCall {
        Box::pin(async { (self.0)() }).await
    }
}

/// Fails for good, quoting its argument.
#[tool(register = false)]
fn fail_for_good(text: &str) -> Result<(), ToolError> {
    Err(ToolError::fatal(format!("cannot read {text}")))
}

#[tokio::test]
async fn no_text_of_a_tool_or_hook_is_in_the_debug_of_a_turns_result() {
    let calls = [ToolCall::new("1", "fail_for_good", r#"{"text":"SECRET"}"#)];
    let model = ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls.clone()));
    let manager = ToolCallingManager::new().with_hook(Strict(|| AfterCall::Stop("SECRET".to_owned())));
    let tools = ToolSet::build(&tools![purge_directly]).unwrap();
    let call = [ToolCall::new("1", "purge_directly", r#"{"pattern":"SECRET"}"#)];

    let error = ChatClient::new(model).prompt("?").tools(tools![fail_for_good]).call().await.unwrap_err();
    let result = manager.execute(&call, &tools, &ToolContext::new()).await;

    let shown = format!("{error:?} {result:?} {:?}", ToolOutput::text("SECRET"));
    assert!(!shown.contains("SECRET"), "{shown}");
    assert_eq!(error.to_string(), "tool `fail_for_good` failed: cannot read SECRET");
}

/// When a hook was asked, and the value it saw.
type Seen = (&'static str, Option<&'static str>);

/// Keeps the caller's values that hooks see.
struct Values(Arc<Mutex<Vec<Seen>>>);

impl Values {
    fn note(&self, when: &'static str, context: &ToolContext) {
        self.0.lock().unwrap().push((when, context.get::<&'static str>().copied()));
    }
}

impl ToolCallHook for Values {
    async fn before(&self, pending: PendingToolCall<'_>) -> BeforeCall {
        self.note("before", pending.context);
        Box::pin(async { BeforeCall::Run }).await
    }

    async fn after(&self, _call: &ToolCall, _response: &ToolResponse, context: &ToolContext) -> AfterCall {
        self.note("after", context);
        Box::pin(async { AfterCall::Keep }).await
    }

    fn failed(&self, _call: &ToolCall, error: &ToolError, context: &ToolContext) {
        assert_eq!(error.kind(), ToolErrorKind::Fatal);
        self.note("failed", context);
    }
}

#[tokio::test]
async fn hooks_see_the_context_before_and_after_a_call_and_when_it_fails() {
    let seen = Arc::default();
    let manager = ToolCallingManager::new().with_hook(Arc::new(Values(Arc::clone(&seen))));
    let tools = ToolSet::build(&tools![fail_for_good]).unwrap();
    let call = [ToolCall::new("1", "fail_for_good", r#"{"text":"it"}"#)];

    manager.execute(&call, &tools, &ToolContext::new().with("tenant 7")).await;

    let value = Some("tenant 7");
    assert_eq!(*seen.lock().unwrap(), [("before", value), ("failed", value), ("after", value)]);
}
