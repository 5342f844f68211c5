//! Turns that report their events while they run.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tool_core::chat::{FinishReason, Messages, ModelEvent, ModelEventSink, Usage};
use tool_core::client::{ChatEvent, NextRound, NextTurn, RoundRequest, TurnRequest};
use tool_core::context::Progress;
use tool_core::execution::ToolCallingManager;
use tool_core::turn::{ToolCallDecision, ToolCallLimits, TurnEnd};
use tool_core::{
    Advisor, ChatClient, ChatError, ChatModel, ChatResponse, Prompt, ScriptedChatModel, ToolCall, ToolContext, tool,
    tools,
};

/// Adds two numbers.
#[tool(register = false, read_only)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Counts to three, and says so.
#[tool(register = false)]
async fn count(ctx: &ToolContext) -> &'static str {
    for step in 1..=3 {
        ctx.progress(&Progress::new(f64::from(step)).of(3.0));
        tokio::task::yield_now().await;
    }
    "counted"
}

/// Sends a mail.
#[tool(register = false, approval)]
fn send_mail(to: &str) -> String {
    format!("sent to {to}")
}

/// Streams each round from a script of events.
struct Streaming {
    rounds: Vec<Vec<ModelEvent>>,
    asked: AtomicUsize,
    sent: Arc<AtomicUsize>,
}

impl Streaming {
    fn new(rounds: Vec<Vec<ModelEvent>>) -> Self {
        Self { rounds, asked: AtomicUsize::new(0), sent: Arc::default() }
    }
}

impl ChatModel for Streaming {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        let mut reader = |_: &ModelEvent| {};
        let mut sink = ModelEventSink::new(&mut reader);
        self.stream(prompt, &mut sink).await?;
        Ok(sink.into_response())
    }

    async fn stream(&self, _: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
        let round = self.asked.fetch_add(1, Ordering::SeqCst);
        for event in &self.rounds[round] {
            events.send(event.clone()).await;
            self.sent.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}

fn two_rounds() -> Streaming {
    Streaming::new(vec![
        vec![
            ModelEvent::text("Let me "),
            ModelEvent::text("add."),
            ModelEvent::tool_call(0, "call_1", "add", ""),
            ModelEvent::tool_call(0, "", "", r#"{"a":1,"#),
            ModelEvent::tool_call(0, "", "", r#""b":2}"#),
            ModelEvent::Usage(Usage::new(10, 5)),
            ModelEvent::Finished(FinishReason::ToolCalls),
        ],
        vec![ModelEvent::text("It is "), ModelEvent::text("3."), ModelEvent::Finished(FinishReason::Stop)],
    ])
}

/// The events in short.
async fn shown(mut stream: tool_core::client::ChatStream) -> (Vec<String>, Result<String, ChatError>) {
    let mut events = Vec::new();
    while let Some(event) = stream.next().await {
        events.push(short(&event));
    }
    (events, stream.response().await.map(|response| response.content().to_owned()))
}

fn short(event: &ChatEvent) -> String {
    let key = event.tool_call_key().map_or(String::new(), |key| format!(" {}.{}", key.round, key.index));
    match event {
        ChatEvent::Text { round, text, .. } => format!("text {round} {text}"),
        ChatEvent::Reasoning { text, .. } => format!("reasoning {text}"),
        ChatEvent::ToolCallBegun { id, name, .. } => format!("begun{key} {id} {name}"),
        ChatEvent::ToolCallDelta { arguments, .. } => format!("delta{key} {arguments}"),
        ChatEvent::ToolCallReady { tool_call, .. } => format!("ready{key} {}", tool_call.arguments),
        ChatEvent::ToolStarted { name, .. } => format!("started{key} {name}"),
        ChatEvent::ToolProgress { progress, .. } => format!("progress{key} {}", progress.progress),
        ChatEvent::ToolFinished { response, .. } => format!("finished{key} {}", response.text),
        ChatEvent::Usage { round, usage, .. } => format!("usage {round} {}", usage.total_tokens()),
        ChatEvent::RoundEnded { round, is_answer, .. } => format!("round {round} ended, answer: {is_answer}"),
        ChatEvent::RoundRestarted { round, .. } => format!("round {round} restarted"),
        ChatEvent::RoundReplaced { message, .. } => format!("replaced {}", message.text()),
        ChatEvent::TurnRestarted => "turn restarted".to_owned(),
        ChatEvent::Suspended { pending, .. } => format!("suspended {}", pending.len()),
        ChatEvent::Finished { end, .. } => format!("end {end:?}"),
        ChatEvent::Failed { message, .. } => format!("failed {message}"),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn the_events_of_a_turn_come_in_their_order() {
    let stream = ChatClient::new(two_rounds()).prompt("1 + 2?").tools(tools![add]).stream();

    let (events, content) = shown(stream).await;

    assert_eq!(
        events,
        [
            "text 0 Let me ",
            "text 0 add.",
            "begun 0.0 call_1 add",
            r#"delta 0.0 {"a":1,"#,
            r#"delta 0.0 "b":2}"#,
            r#"ready 0.0 {"a":1,"b":2}"#,
            "usage 0 15",
            "round 0 ended, answer: false",
            "started 0.0 add",
            "finished 0.0 3",
            "text 1 It is ",
            "text 1 3.",
            "usage 1 0",
            "round 1 ended, answer: true",
            "end Answered(Stop)",
        ]
    );
    assert_eq!(content.unwrap(), "It is 3.");
}

#[tokio::test]
async fn a_streamed_turn_has_the_response_of_a_blocking_one() {
    let blocking = ChatClient::new(two_rounds()).prompt("1 + 2?").tools(tools![add]).call().await.unwrap();
    let streamed = ChatClient::new(two_rounds()).prompt("1 + 2?").tools(tools![add]).stream().response().await.unwrap();

    assert_eq!(streamed.messages(), blocking.messages());
    assert_eq!(streamed.content(), blocking.content());
    assert_eq!(streamed.rounds(), blocking.rounds());
    assert_eq!(streamed.end(), blocking.end());
}

#[tokio::test]
async fn a_model_that_does_not_stream_gives_the_events_of_its_whole_response() {
    let model = ScriptedChatModel::new()
        .step(|_| ChatResponse::tool_calls([ToolCall::new("1", "count", "{}"), ToolCall::new("2", "nothing", "{}")]))
        .says("Done.");

    let (mut events, _) = shown(ChatClient::new(model).prompt("Count.").tools(tools![count]).stream()).await;

    // An unread report may have been replaced by the next one.
    events.retain(|event| !matches!(event.as_str(), "progress 0.0 1" | "progress 0.0 2"));

    assert_eq!(
        events,
        [
            "begun 0.0 1 count",
            "delta 0.0 {}",
            "ready 0.0 {}",
            "begun 0.1 2 nothing",
            "delta 0.1 {}",
            "ready 0.1 {}",
            "usage 0 0",
            "round 0 ended, answer: false",
            "started 0.0 count",
            "progress 0.0 3",
            "finished 0.0 counted",
            "finished 0.1 no tool is named `nothing`; known tools: `count`",
            "text 1 Done.",
            "usage 1 0",
            "round 1 ended, answer: true",
            "end Answered(Stop)",
        ]
    );
}

#[tokio::test]
async fn a_suspended_turn_is_resumed_by_another_stream() {
    let model = ScriptedChatModel::new().calls("send_mail", serde_json::json!({ "to": "Ada" })).says("Ada knows.");
    let client = ChatClient::builder(model).default_tools(tools![send_mail]).build();
    let mut stream = client.prompt("Write to Ada.").stream();
    let mut last = None;
    while let Some(event) = stream.next().await {
        last = Some(event);
    }
    assert_eq!(short(&last.unwrap()), "suspended 1");
    let turn = stream.response().await.unwrap().into_suspended_turn().unwrap();
    let id = turn.pending_approvals().next().unwrap().id.clone();

    let (events, _) = shown(client.resume(turn, [(id, ToolCallDecision::Approve)]).stream()).await;

    assert_eq!(
        events,
        [
            "started 0.0 send_mail",
            "finished 0.0 sent to Ada",
            "text 1 Ada knows.",
            "usage 1 0",
            "round 1 ended, answer: true",
            "end Answered(Stop)",
        ]
    );
}

/// Asks the model again when it says nothing useful, and replaces its words.
struct Again;

impl Advisor for Again {
    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        next.run(request.clone()).await?;
        next.run(request).await?;
        Ok(ChatResponse::text("Replaced."))
    }
}

#[tokio::test]
async fn a_reader_learns_that_an_advisor_asked_again_and_replaced_the_message() {
    let client = ChatClient::builder(ScriptedChatModel::new().says("One.").says("Two.")).default_advisor(Again).build();

    let (events, content) = shown(client.prompt("?").stream()).await;

    assert_eq!(
        events,
        [
            "text 0 One.",
            "round 0 restarted",
            "text 0 Two.",
            "replaced Replaced.",
            "usage 0 0",
            "round 0 ended, answer: true",
            "end Answered(Stop)",
        ]
    );
    assert_eq!(content.unwrap(), "Replaced.");
}

/// Runs the turn twice, or answers without it.
struct Turns(usize);

impl Advisor for Turns {
    async fn around_turn(
        &self,
        request: TurnRequest,
        next: NextTurn<'_>,
    ) -> Result<tool_core::client::ChatClientResponse, ChatError> {
        for _ in 1..self.0 {
            next.run(request.clone()).await?;
        }
        match self.0 {
            0 => Ok(tool_core::client::ChatClientResponse::answered(request.prompt.messages, "From the cache.")),
            _ => next.run(request).await,
        }
    }
}

#[tokio::test]
async fn a_reader_learns_that_an_advisor_ran_the_turn_twice_or_not_at_all() {
    let events = |runs| async move {
        let model = ScriptedChatModel::new().says("One.").says("Two.");
        shown(ChatClient::builder(model).default_advisor(Turns(runs)).build().prompt("?").stream()).await.0
    };

    assert_eq!(
        events(2).await,
        [
            "text 0 One.",
            "usage 0 0",
            "round 0 ended, answer: true",
            "turn restarted",
            "text 0 Two.",
            "usage 0 0",
            "round 0 ended, answer: true",
            "end Answered(Stop)",
        ]
    );
    assert_eq!(events(0).await, ["text 0 From the cache.", "round 0 ended, answer: true", "end Answered(Stop)"]);
}

#[tokio::test]
async fn a_model_that_fails_in_the_middle_fails_the_turn_with_its_transcript() {
    struct Broken;
    impl ChatModel for Broken {
        async fn call(&self, _: &Prompt) -> Result<ChatResponse, ChatError> {
            Err(ChatError::model("not streamed"))
        }

        async fn stream(&self, _: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
            events.send(ModelEvent::Usage(Usage::new(7, 1))).await;
            events.send(ModelEvent::text("Hel")).await;
            Err(ChatError::model("the connection was closed"))
        }
    }

    let (events, content) = shown(ChatClient::new(Broken).prompt("?").stream()).await;

    assert_eq!(events, ["text 0 Hel", "failed the connection was closed"]);
    let error = content.unwrap_err();
    assert_eq!((error.usage(), error.messages().len()), (Usage::new(7, 1), 1));
}

#[tokio::test]
async fn a_slow_reader_slows_the_model_down() {
    let model = Streaming::new(vec![(0..1000).map(|number| ModelEvent::text(number.to_string())).collect()]);
    let sent = Arc::clone(&model.sent);
    let mut stream = ChatClient::new(model).prompt("?").stream();

    for read in 1..=100 {
        stream.next().await.unwrap();
        assert!(sent.load(Ordering::SeqCst) <= read + 17, "{} sent, {read} read", sent.load(Ordering::SeqCst));
    }
}

/// How many running tools were dropped.
#[derive(Clone, Default)]
struct Drops(Arc<AtomicUsize>);

struct Dropped(Drops);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Never returns.
#[tool(register = false)]
async fn hang(#[tool_param(context)] drops: &Drops) -> u8 {
    let _dropped = Dropped(drops.clone());
    std::future::pending().await
}

fn hanging() -> ChatClient {
    let calls = [
        ToolCall::new("1", "add", r#"{"a":1,"b":2}"#),
        ToolCall::new("2", "hang", "{}"),
        ToolCall::new("3", "add", "{}"),
    ];
    let model = ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls.clone()));
    ChatClient::builder(model).default_system("Be brief.").default_tools(tools![add, hang]).build()
}

const CANCELLED: [&str; 3] = [
    "3",
    "tool `hang` was interrupted; it may or may not have completed; check this before you call it again",
    "tool `add` was not run: the turn was cancelled",
];

#[tokio::test]
async fn a_dropped_stream_drops_its_tools_and_leaves_a_whole_transcript() {
    let drops = Drops::default();
    let mut stream = hanging().prompt("?").tool_context(ToolContext::new().with(drops.clone())).stream();
    let handle = stream.cancellation_handle();
    while let Some(event) = stream.next().await {
        if short(&event) == "started 0.1 hang" {
            break;
        }
    }
    tokio::time::timeout(Duration::from_millis(5), stream.next()).await.unwrap_err();
    assert!(handle.messages().is_none());

    drop(stream);

    let messages = handle.messages().unwrap();
    assert_eq!(drops.0.load(Ordering::SeqCst), 1);
    assert_eq!(messages.len(), 3);
    assert_eq!(messages[2].tool_responses().iter().map(|response| &response.text).collect::<Vec<_>>(), CANCELLED);
}

#[tokio::test]
async fn a_cancelled_turn_ends_with_a_response_and_the_same_transcript() {
    let mut stream = hanging().prompt("?").tool_context(ToolContext::new().with(Drops::default())).stream();
    let handle = stream.cancellation_handle();
    let mut events = Vec::new();
    while let Some(event) = stream.next().await {
        events.push(short(&event));
        if short(&event) == "started 0.1 hang" {
            handle.cancel();
        }
    }
    let response = stream.response().await.unwrap();

    assert_eq!(response.end(), &TurnEnd::Cancelled);
    assert_eq!(Some(response.messages()), handle.messages().as_ref());
    assert_eq!(
        events[events.len() - 4..],
        [
            "started 0.1 hang".to_owned(),
            format!("finished 0.1 {}", CANCELLED[1]),
            format!("finished 0.2 {}", CANCELLED[2]),
            "end Cancelled".to_owned()
        ]
    );
}

/// Waits until the model has ended its response, and says so.
#[tool(register = false, read_only)]
async fn early(#[tool_param(context)] sent: &Arc<AtomicUsize>) -> usize {
    sent.load(Ordering::SeqCst)
}

#[tokio::test]
async fn a_read_only_tool_can_start_before_the_response_ends() {
    let round = |texts: usize| {
        let mut events = vec![ModelEvent::tool_call(0, "1", "early", "{}"), ModelEvent::block_ended(0)];
        events.push(ModelEvent::tool_call(1, "2", "count", "{}"));
        events.push(ModelEvent::block_ended(1));
        events.extend(
            (0..texts).map(|number| ModelEvent::tool_call(2, "3", "early", if number == 0 { "{" } else { " " })),
        );
        events.push(ModelEvent::tool_call(2, "", "", "}"));
        events.push(ModelEvent::Finished(FinishReason::ToolCalls));
        events
    };
    let answer = vec![ModelEvent::text("Done."), ModelEvent::Finished(FinishReason::Stop)];
    for early_start in [false, true] {
        let model = Streaming::new(vec![round(5), answer.clone()]);
        let sent = Arc::clone(&model.sent);
        let manager = ToolCallingManager::new().with_early_start(early_start);
        let client =
            ChatClient::builder(model).default_tools(tools![early, count]).tool_calling_manager(manager).build();

        let (events, content) = shown(client.prompt("?").tool_context(ToolContext::new().with(sent)).stream()).await;

        let place = |event: &str| events.iter().position(|other| other.starts_with(event)).unwrap();
        assert_eq!(content.unwrap(), "Done.");
        assert_eq!(place("started 0.0") < place("round 0 ended"), early_start, "{events:?}");
        assert!(place("started 0.1") > place("round 0 ended"), "{events:?}");
        assert!(place("started 0.2") > place("finished 0.1"), "{events:?}");
        assert_eq!(events.iter().filter(|event| event.starts_with("finished 0.")).count(), 3);
    }
}

/// A call whose response is truncated may be incomplete; then it does not run, early or late. Neither does one that the tokens of
/// its own response exclude.
#[tokio::test]
async fn no_call_starts_early_that_the_end_of_its_response_may_refuse() {
    let round = |arguments: &str, end| {
        vec![
            ModelEvent::tool_call(0, "1", "add", arguments),
            ModelEvent::block_ended(0),
            ModelEvent::Usage(Usage::new(90, 10)),
            ModelEvent::Finished(end),
        ]
    };
    let answer = vec![ModelEvent::text("Done."), ModelEvent::Finished(FinishReason::Stop)];
    for (arguments, end, limits) in [
        (r#"{"a":1,"b":2"#, FinishReason::Length, ToolCallLimits::default()),
        (r#"{"a":1,"b":2}"#, FinishReason::ToolCalls, ToolCallLimits::default().with_max_tokens(100)),
    ] {
        let manager = ToolCallingManager::new().with_early_start(true);
        let client = ChatClient::builder(Streaming::new(vec![round(arguments, end), answer.clone()]))
            .default_tools(tools![add])
            .tool_calling_manager(manager)
            .build();

        let (events, _) = shown(client.prompt("?").limits(limits).stream()).await;

        assert!(events.iter().all(|event| !event.starts_with("started")), "{events:?}");
        assert_eq!(events.iter().filter(|event| event.starts_with("finished 0.0")).count(), 1, "{events:?}");
    }
}

#[tokio::test]
async fn a_denied_call_has_its_event_in_the_resumed_stream() {
    let calls = ["1", "2"].map(|id| ToolCall::new(id, "send_mail", r#"{"to":"ada"}"#));
    for decision in [ToolCallDecision::Approve, ToolCallDecision::Deny("not now".to_owned())] {
        let calls = calls.clone();
        let model = ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls.clone())).says("Done.");
        let client = ChatClient::builder(model).default_tools(tools![send_mail]).build();
        let response = client.prompt("?").call().await.unwrap();
        let decisions = [("1", ToolCallDecision::Deny("not now".to_owned())), ("2", decision.clone())];
        let resumed = client.resume(response.into_suspended_turn().unwrap(), decisions).stream();

        let (events, _) = shown(resumed).await;

        let finished: Vec<_> = events.iter().filter(|event| event.starts_with("finished")).collect();
        assert_eq!(finished.len(), 2, "{events:?}");
        assert!(finished.contains(&&"finished 0.0 tool `send_mail` was not run: not now".to_owned()));
    }
}

/// The turn may never be resumed.
#[tokio::test]
async fn the_transcript_of_a_suspended_turn_has_a_response_to_each_call() {
    let calls = [ToolCall::new("1", "add", r#"{"a":1,"b":2}"#), ToolCall::new("2", "send_mail", r#"{"to":"ada"}"#)];
    let model = ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls.clone())).says("Sent.");
    let client = ChatClient::builder(model).default_tools(tools![add, send_mail]).build();
    let mut stream = client.prompt("?").stream();
    let handle = stream.cancellation_handle();
    while stream.next().await.is_some() {}
    let texts = |messages: &Messages| {
        messages[2].tool_responses().iter().map(|response| response.text.clone()).collect::<Vec<_>>()
    };

    let response = stream.response().await.unwrap();

    assert_eq!(texts(&handle.messages().unwrap()), ["3", "tool `send_mail` was not run: the turn was cancelled"]);
    let turn = response.into_suspended_turn().unwrap();
    let resumed = client.resume(turn, [("2", ToolCallDecision::Approve)]).call().await.unwrap();
    assert_eq!(texts(resumed.messages()), ["3", "sent to ada"]);
}
