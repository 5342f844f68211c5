//! Limits and usage of a turn: a deadline while the model or a tool runs, the tokens of every exchange.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::unnecessary_wraps, reason = "what an advisor may do is a result")]

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tool_core::chat::Usage;
use tool_core::client::{ChatClientResponse, NextRound, NextTurn, RoundRequest, TurnRequest};
use tool_core::turn::{ToolCallDecision, ToolCallLimits, Turn, TurnEnd};
use tool_core::{
    Advisor, ChatClient, ChatError, ChatModel, ChatResponse, Message, Prompt, ScriptedChatModel, ToolCall, ToolContext,
    tool, tools,
};

fn within(limit: Duration) -> ToolCallLimits {
    ToolCallLimits::new().with_max_duration(limit)
}

const LIMIT: Duration = Duration::from_millis(100);

/// A model that plays a script after a while, and counts how often it was dropped before it had answered.
struct Slow {
    script: ScriptedChatModel,
    delay: Duration,
    dropped: Arc<AtomicUsize>,
}

struct CountsDrop(Arc<AtomicUsize>);

impl Drop for CountsDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl ChatModel for Slow {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        let dropped = CountsDrop(Arc::clone(&self.dropped));
        sleep(self.delay).await;
        std::mem::forget(dropped);
        self.script.call(prompt).await
    }
}

/// Waits.
#[tool(register = false)]
async fn wait(seconds: u64) -> &'static str {
    sleep(Duration::from_secs(seconds)).await;
    "waited"
}

/// Waits, and does nothing else.
#[tool(register = false, read_only)]
async fn look(seconds: u64) -> &'static str {
    sleep(Duration::from_secs(seconds)).await;
    "looked"
}

/// Sends a mail.
#[tool(register = false, approval)]
fn send(to: &str) -> String {
    format!("sent to {to}")
}

#[tokio::test(start_paused = true)]
async fn a_model_that_takes_too_long_is_dropped_at_the_deadline() {
    for delay in [Duration::from_secs(1), Duration::from_secs(10_000)] {
        let dropped = Arc::default();
        let model = Slow { script: ScriptedChatModel::new().says("late"), delay, dropped: Arc::clone(&dropped) };
        let start = Instant::now();

        let answer = ChatClient::new(model).prompt("?").limits(within(LIMIT)).call().await.unwrap();

        assert_eq!(start.elapsed(), LIMIT);
        assert_eq!((answer.end(), answer.content()), (&TurnEnd::LimitExceeded, ""));
        assert_eq!(answer.messages(), [Message::user("?")]);
        assert_eq!(dropped.load(Ordering::SeqCst), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn the_deadline_is_for_all_rounds_and_tools_together() {
    let script = ScriptedChatModel::new()
        .step(|_| {
            ChatResponse::tool_calls([ToolCall::new("1", "wait", r#"{"seconds":2}"#)]).with_usage(Usage::new(10, 5))
        })
        .says("late");
    let model = Slow { script, delay: Duration::from_secs(2), dropped: Arc::default() };
    let start = Instant::now();

    let request = ChatClient::new(model).prompt("?").tools(tools![wait]).limits(within(Duration::from_secs(5)));
    let answer = request.call().await.unwrap();

    assert_eq!(start.elapsed(), Duration::from_secs(5));
    assert_eq!(answer.end(), &TurnEnd::LimitExceeded);
    assert_eq!(answer.usage(), Usage::new(10, 5));
    assert_eq!(answer.messages()[2].tool_responses()[0].text, "waited");
}

#[tokio::test(start_paused = true)]
async fn tools_that_run_at_the_deadline_are_stopped_and_earlier_responses_stay() {
    let calls = [("1", "look", 1), ("2", "look", 9), ("3", "wait", 1)];
    let model = ScriptedChatModel::new().step(move |_| {
        let call = |(id, name, seconds)| ToolCall::new(id, name, format!(r#"{{"seconds":{seconds}}}"#));
        ChatResponse::tool_calls(calls.map(call))
    });
    let start = Instant::now();

    let request = ChatClient::new(model.clone()).prompt("?").tools(tools![look, wait]);
    let answer = request.limits(within(Duration::from_secs(5))).call().await.unwrap();

    assert_eq!(start.elapsed(), Duration::from_secs(5));
    assert_eq!(answer.end(), &TurnEnd::LimitExceeded);
    assert_eq!(model.prompts().len(), 1);
    let read: Vec<_> = answer.messages()[2].tool_responses().iter().map(|response| response.text.as_str()).collect();
    assert_eq!(
        read,
        [
            "looked",
            "tool `look` was stopped before it answered: the turn has used its 5s",
            "tool `wait` was not run: the turn has used its 5s",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_turn_without_time_does_not_ask_the_model() {
    let model = ScriptedChatModel::new();

    let answer = ChatClient::new(model.clone()).prompt("?").limits(within(Duration::ZERO)).call().await.unwrap();

    assert_eq!(answer.end(), &TurnEnd::LimitExceeded);
    assert!(model.prompts().is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_time_before_a_suspension_counts_and_the_time_of_the_suspension_does_not() {
    let script = ScriptedChatModel::new().calls("send", serde_json::json!({ "to": "Ada" })).says("late");
    let model = Slow { script, delay: Duration::from_secs(3), dropped: Arc::default() };
    let limits = within(Duration::from_secs(5));
    let client = ChatClient::builder(model).default_tools(tools![send]).limits(limits).build();

    let response = client.prompt("?").call().await.unwrap();
    let stored = serde_json::to_string(response.suspended_turn().unwrap()).unwrap();
    sleep(Duration::from_secs(1000)).await;
    let turn: Turn = serde_json::from_str(&stored).unwrap();
    let start = Instant::now();
    let response = client.resume(turn, [("call_0", ToolCallDecision::Approve)]).call().await.unwrap();

    assert_eq!(start.elapsed(), Duration::from_secs(2));
    assert_eq!(response.end(), &TurnEnd::LimitExceeded);
    assert_eq!(response.messages()[2].tool_responses()[0].text, "sent to Ada");
}

/// Hangs before the model is asked.
struct Hangs;

impl Advisor for Hangs {
    async fn around_round(&self, _request: RoundRequest, _next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn an_advisor_that_hangs_in_a_round_ends_at_the_deadline_too() {
    let client = ChatClient::builder(ScriptedChatModel::new()).default_advisor(Hangs).limits(within(LIMIT)).build();

    assert_eq!(client.prompt("?").call().await.unwrap().end(), &TurnEnd::LimitExceeded);
}

/// Asks several times in one round.
struct Asks {
    times: usize,
    answer: fn(Vec<ChatResponse>) -> Result<ChatResponse, ChatError>,
}

impl Advisor for Asks {
    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        let mut answers = Vec::new();
        for _ in 0..self.times {
            answers.push(next.run(request.clone()).await?);
        }
        (self.answer)(answers)
    }
}

fn costly(times: u64) -> ScriptedChatModel {
    (1..=times).fold(ScriptedChatModel::new(), |model, time| {
        model.step(move |_| ChatResponse::text("ok").with_usage(Usage::new(100 * time, 10 * time).with_cache(time, 0)))
    })
}

/// Chooses one of several responses.
type Choose = fn(Vec<ChatResponse>) -> Result<ChatResponse, ChatError>;
/// Chooses one of two results.
type ChooseOutcome = fn([Result<ChatClientResponse, ChatError>; 2]) -> Result<ChatClientResponse, ChatError>;

fn last(mut answers: Vec<ChatResponse>) -> Result<ChatResponse, ChatError> {
    Ok(answers.pop().unwrap_or_default())
}

#[tokio::test]
async fn all_exchanges_of_a_round_count_for_any_choice_of_response() {
    let answers: [Choose; 3] = [
        last,
        |mut answers| Ok(answers.remove(0)),
        |answers| {
            let usage = answers.iter().map(|answer| answer.usage).sum();
            Ok(last(answers)?.with_usage(usage))
        },
    ];
    for answer in answers {
        let client = ChatClient::builder(costly(3)).default_advisor(Asks { times: 3, answer }).build();

        let response = client.prompt("?").call().await.unwrap();

        assert_eq!(response.usage(), Usage::new(600, 60).with_cache(6, 0));
        assert_eq!(response.rounds().len(), 1);
    }
}

#[tokio::test]
async fn exchanges_before_a_failure_count_in_the_error() {
    let fails: fn(Vec<ChatResponse>) -> _ = |_| Err(ChatError::model("the answers differ"));
    let client = |model, answer| ChatClient::builder(model).default_advisor(Asks { times: 2, answer }).build();

    let by_advisor = client(costly(2), fails).prompt("?").call().await.unwrap_err();
    let by_model = client(costly(1), last).prompt("?").call().await.unwrap_err();

    assert_eq!(by_advisor.usage(), Usage::new(300, 30).with_cache(3, 0));
    assert_eq!(by_model.usage(), Usage::new(100, 10).with_cache(1, 0));
}

#[tokio::test]
async fn a_response_with_more_tokens_than_the_exchanges_counts_with_its_own() {
    let answer: fn(Vec<ChatResponse>) -> _ = |_| Ok(ChatResponse::text("x").with_usage(Usage::new(7, 1)));
    let client = ChatClient::builder(ScriptedChatModel::new()).default_advisor(Asks { times: 0, answer }).build();

    assert_eq!(client.prompt("?").call().await.unwrap().usage(), Usage::new(7, 1));
}

#[tokio::test]
async fn all_exchanges_of_a_round_count_for_the_limit_of_tokens() {
    let call = || ChatResponse::tool_calls([ToolCall::new("1", "wait", "")]).with_usage(Usage::new(60, 0));
    let model = ScriptedChatModel::new().step(move |_| call()).step(move |_| call());
    let limits = ToolCallLimits::new().with_max_tokens(100);
    let client = ChatClient::builder(model).default_advisor(Asks { times: 2, answer: last }).limits(limits).build();

    let answer = client.prompt("?").tools(tools![wait]).call().await.unwrap();

    assert_eq!(answer.end(), &TurnEnd::LimitExceeded);
}

/// Runs the turn twice, and returns one of the results, or an error.
struct Twice(ChooseOutcome);

impl Advisor for Twice {
    async fn around_turn(&self, request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        let first = next.run(request.clone()).await;
        (self.0)([first, next.run(request).await])
    }
}

#[tokio::test]
async fn all_runs_of_a_turn_count_for_any_choice_of_result() {
    let choices: [ChooseOutcome; 3] =
        [|[first, _]| first, |[_, second]| second, |_| Ok(ChatClientResponse::answered([Message::user("?")], "ok"))];
    for choice in choices {
        let client = ChatClient::builder(costly(2)).default_advisor(Twice(choice)).build();

        let answer = client.prompt("?").call().await.unwrap();

        assert_eq!((answer.content(), answer.usage()), ("ok", Usage::new(300, 30).with_cache(3, 0)));
    }
    let fails = Twice(|_| Err(ChatError::model("the outcomes differ")));
    let client = ChatClient::builder(costly(2)).default_advisor(fails).build();
    assert_eq!(client.prompt("?").call().await.unwrap_err().usage(), Usage::new(300, 30).with_cache(3, 0));
}

#[tokio::test]
async fn the_tokens_before_a_suspension_count_once() {
    let step = |usage, response: ChatResponse| move |_: &Prompt| response.clone().with_usage(usage);
    let call = ToolCall::new("1", "send", r#"{"to":"Ada"}"#);
    let model = ScriptedChatModel::new()
        .step(step(Usage::new(10, 1), ChatResponse::tool_calls([call])))
        .step(step(Usage::new(20, 2), ChatResponse::text("first")))
        .step(step(Usage::new(40, 4), ChatResponse::text("second")));
    let client = ChatClient::builder(model).default_tools(tools![send]).build();

    let turn = client.prompt("?").call().await.unwrap().into_suspended_turn().unwrap();
    let request = client.resume(turn, [("1", ToolCallDecision::Approve)]).advisor(Twice(|[_, second]| second));
    let answer = request.tool_context(ToolContext::new()).call().await.unwrap();

    assert_eq!((answer.content(), answer.usage()), ("second", Usage::new(70, 7)));
}
