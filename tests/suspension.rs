//! Turns that wait for a person: suspended, stored, taken up again.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tool_core::chat::{ChatErrorKind, Messages, Usage};
use tool_core::client::{ChatClientResponse, NextTurn, TurnRequest};
use tool_core::execution::{BeforeCall, PendingToolCall, ToolCallingManager};
use tool_core::turn::{ToolCallDecision, ToolCallLimits, Turn, TurnEnd};
use tool_core::{
    Advisor, ChatClient, ChatError, ChatResponse, Message, ScriptedChatModel, ToolCall, ToolCallHook, ToolContext,
    ToolResult, tool, tools,
};

/// What ran, and how often.
#[derive(Clone, Default)]
struct Counter(Arc<AtomicUsize>);

impl Counter {
    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

/// Looks an address up.
#[tool(register = false)]
fn address(name: &str, #[tool_param(context)] counter: &Counter) -> String {
    counter.0.fetch_add(1, Ordering::SeqCst);
    format!("{name}@example.com")
}

/// Sends a mail.
#[tool(register = false, approval)]
fn send(to: &str) -> String {
    format!("sent to {to}")
}

/// A receipt, for the caller.
#[derive(ToolResult, Debug, PartialEq)]
struct Receipt {
    amount: u32,
}

/// Pays.
#[tool(register = false, approval, return_direct)]
fn pay(amount: u32) -> Receipt {
    Receipt { amount }
}

fn client(model: ScriptedChatModel, counter: &Counter) -> ChatClient {
    ChatClient::builder(model)
        .default_system("Be kind.")
        .default_tools(tools![address, pay, send])
        .default_tool_context(ToolContext::new().with(counter.clone()))
        .build()
}

fn call(id: &str, name: &str, arguments: &serde_json::Value) -> ToolCall {
    ToolCall::new(id, name, arguments.to_string())
}

/// A model that mails two people in one response and looks up an address in between, then answers with the responses.
fn mails() -> ScriptedChatModel {
    ScriptedChatModel::new()
        .step(|_| {
            ChatResponse::tool_calls([
                call("1", "send", &json!({ "to": "Ada" })),
                call("2", "address", &json!({ "name": "Bob" })),
                call("3", "send", &json!({ "to": "Eve" })),
            ])
            .with_usage(Usage::new(10, 5))
        })
        .step(|prompt| ChatResponse::text(read(&prompt.messages)).with_usage(Usage::new(20, 1)))
}

/// What the model reads of its newest calls.
fn read(messages: &Messages) -> String {
    let responses = messages.last().map_or(&[][..], Message::tool_responses);
    responses.iter().map(|response| format!("{}: {}", response.id, response.text)).collect::<Vec<_>>().join(" | ")
}

/// The suspended turn as another process reads it.
fn stored(response: &ChatClientResponse) -> Turn {
    serde_json::from_str(&serde_json::to_string(&response.suspended_turn().unwrap()).unwrap()).unwrap()
}

fn waiting(turn: &Turn) -> Vec<&str> {
    turn.pending_approvals().map(|call| call.id.as_str()).collect()
}

#[tokio::test]
async fn calls_that_need_approval_wait_and_the_others_of_their_response_run() {
    let counter = Counter::default();

    let response = client(mails(), &counter).prompt("Tell them.").call().await.unwrap();

    assert_eq!((response.end(), response.content()), (&TurnEnd::Suspended, ""));
    assert_eq!(waiting(response.suspended_turn().unwrap()), ["1", "3"]);
    assert_eq!(counter.count(), 1);
    assert_eq!(response.usage(), Usage::new(10, 5));
    assert_eq!(response.messages().len(), 2, "the user's words and the answer with its calls, no system text");
}

#[tokio::test]
async fn a_stored_turn_continues_with_the_decisions_and_runs_nothing_twice() {
    let counter = Counter::default();
    let client = client(mails(), &counter);
    let response = client.prompt("Tell them.").call().await.unwrap();

    let decisions = [("3", ToolCallDecision::Deny("not Eve".to_owned())), ("1", ToolCallDecision::Approve)];
    let response = client.resume(stored(&response), decisions).call().await.unwrap();

    let denied = "tool `send` was not run: not Eve";
    assert_eq!(response.content(), format!("1: sent to Ada | 2: Bob@example.com | 3: {denied}"));
    assert_eq!(counter.count(), 1);
    assert_eq!(response.rounds(), [Usage::new(10, 5), Usage::new(20, 1)]);
    assert_eq!(response.messages().len(), 4);
    assert!(response.suspended_turn().is_none());
}

#[tokio::test]
async fn a_person_may_edit_the_arguments_and_the_transcript_keeps_the_models() {
    let counter = Counter::default();
    let client = client(mails(), &counter);
    let response = client.prompt("Tell them.").call().await.unwrap();

    let edited = ToolCallDecision::Edit(json!({ "to": "Ida" }).to_string());
    let decisions = [("1", edited), ("3", ToolCallDecision::Approve)];
    let response = client.resume(stored(&response), decisions).call().await.unwrap();

    assert_eq!(response.content(), "1: sent to Ida | 2: Bob@example.com | 3: sent to Eve");
    assert_eq!(response.messages()[1].tool_calls().next().unwrap().arguments, r#"{"to":"Ada"}"#);
}

#[tokio::test]
async fn a_call_without_a_decision_keeps_waiting() {
    let counter = Counter::default();
    let client = client(mails(), &counter);
    let response = client.prompt("Tell them.").call().await.unwrap();

    let response = client.resume(stored(&response), [("1", ToolCallDecision::Approve)]).call().await.unwrap();
    assert_eq!(waiting(response.suspended_turn().unwrap()), ["3"]);
    let response = client.resume(stored(&response), [("3", ToolCallDecision::Approve)]).call().await.unwrap();

    assert_eq!(response.content(), "1: sent to Ada | 2: Bob@example.com | 3: sent to Eve");
}

#[tokio::test]
async fn a_decision_about_an_unknown_call_names_the_waiting_ones() {
    let counter = Counter::default();
    let client = client(mails(), &counter);
    let response = client.prompt("Tell them.").call().await.unwrap();

    let error = client.resume(stored(&response), [("2", ToolCallDecision::Approve)]).call().await.unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::Resume);
    assert_eq!(error.to_string(), "no call `2` waits for a decision; pending calls: `1`, `3`");
}

#[tokio::test]
async fn a_turn_that_cannot_continue_returns_its_transcript_and_usage() {
    let counter = Counter::default();
    let client = client(mails(), &counter);
    let response = client.prompt("Tell them.").call().await.unwrap();

    let decisions = [("1", ToolCallDecision::Approve)];
    let error = client.resume(stored(&response), decisions).no_tools().call().await.unwrap_err();

    assert_eq!(error.to_string(), "the turn was started with other tools: missing: `address`, `pay`, `send`");
    assert_eq!(error.usage(), Usage::new(10, 5));
}

#[tokio::test]
async fn an_approval_is_for_one_call_and_not_for_a_later_one_of_the_same_id() {
    let counter = Counter::default();
    let model = ScriptedChatModel::new()
        .step(|_| ChatResponse::tool_calls([call("1", "send", &json!({ "to": "Ada" }))]))
        .step(|_| ChatResponse::tool_calls([call("1", "send", &json!({ "to": "Eve" }))]));
    let client = client(model, &counter);
    let response = client.prompt("?").call().await.unwrap();

    let response = client.resume(stored(&response), [("1", ToolCallDecision::Approve)]).call().await.unwrap();

    assert_eq!(response.end(), &TurnEnd::Suspended);
    assert_eq!(response.suspended_turn().unwrap().pending_approvals().next().unwrap().arguments, r#"{"to":"Eve"}"#);
}

#[tokio::test]
async fn two_waiting_calls_of_one_id_are_decided_one_after_the_other() {
    let counter = Counter::default();
    let model = ScriptedChatModel::new()
        .step(|_| {
            let calls = ["Ada", "Eve"].map(|to| call("1", "send", &json!({ "to": to })));
            ChatResponse::tool_calls(calls)
        })
        .step(|prompt| ChatResponse::text(read(&prompt.messages)));
    let client = client(model, &counter);
    let response = client.prompt("?").call().await.unwrap();

    let decisions = [("1", ToolCallDecision::Approve), ("1", ToolCallDecision::Deny("no".to_owned()))];
    let response = client.resume(stored(&response), decisions).call().await.unwrap();

    assert_eq!(response.content(), "1: sent to Ada | 1: tool `send` was not run: no");
}

#[tokio::test]
async fn a_direct_result_is_typed_in_the_process_that_ran_it_and_text_after_it_was_stored() {
    let counter = Counter::default();
    let pays = || ScriptedChatModel::new().calls("pay", json!({ "amount": 3 }));
    let client = client(pays(), &counter);
    let response = client.prompt("?").call().await.unwrap();
    let turn = stored(&response);
    let id = waiting(&turn)[0].to_owned();

    let response = client.resume(turn, [(id, ToolCallDecision::Approve)]).call().await.unwrap();

    assert_eq!((response.end(), response.content()), (&TurnEnd::ReturnDirect, r#"{"amount":3}"#));
    assert_eq!(response.direct_output::<Receipt>(), Some(&Receipt { amount: 3 }));
}

/// Two direct tools, of which the second waits while the first has answered.
#[tokio::test]
async fn a_typed_result_is_text_across_a_stored_turn() {
    let model = ScriptedChatModel::new().step(|_| {
        ChatResponse::tool_calls([call("1", "receipt", &json!({})), call("2", "pay", &json!({ "amount": 3 }))])
    });
    let client = ChatClient::builder(model).default_tools(tools![pay, receipt]).build();
    let response = client.prompt("?").call().await.unwrap();

    let response = client.resume(stored(&response), [("2", ToolCallDecision::Approve)]).call().await.unwrap();

    assert_eq!(response.content(), "{\"amount\":1}\n{\"amount\":3}");
    let outputs: Vec<_> = response.direct_responses().iter().map(|response| response.output().is_some()).collect();
    assert_eq!(outputs, [false, true]);
}

/// The last receipt.
#[tool(register = false, return_direct)]
fn receipt() -> Receipt {
    Receipt { amount: 1 }
}

#[tokio::test]
async fn limits_count_across_a_suspension() {
    let counter = Counter::default();
    let mail = |to: &'static str| move |_: &_| ChatResponse::tool_calls([call("1", "send", &json!({ "to": to }))]);
    let model = ScriptedChatModel::new().step(mail("Ada")).step(mail("Eve"));
    let client =
        client(model, &counter).mutate().limits(ToolCallLimits::default().with_max_calls_of("send", 1)).build();
    let response = client.prompt("?").call().await.unwrap();

    let response = client.resume(stored(&response), [("1", ToolCallDecision::Approve)]).call().await.unwrap();

    assert_eq!(response.end(), &TurnEnd::LimitExceeded);
    let last = response.messages().last().unwrap().tool_responses();
    assert_eq!(last[0].text, "tool `send` was not run: the turn has used its 1 calls of this tool");
}

/// Records whether each turn is a new one, and its end.
#[derive(Clone, Default)]
struct Around(Arc<std::sync::Mutex<Vec<(bool, bool)>>>);

impl Advisor for Around {
    async fn around_turn(&self, request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        let is_new = request.resumed.is_none();
        let response = next.run(request).await?;
        self.0.lock().unwrap().push((is_new, response.suspended_turn().is_some()));
        Ok(response)
    }
}

#[tokio::test]
async fn a_resumed_turn_goes_through_the_advisors_again() {
    let (counter, around) = (Counter::default(), Around::default());
    let client = client(mails(), &counter).mutate().default_advisor(around.clone()).build();
    let response = client.prompt("Tell them.").call().await.unwrap();

    let decisions = ["1", "3"].map(|id| (id, ToolCallDecision::Approve));
    client.resume(stored(&response), decisions).call().await.unwrap();

    assert_eq!(*around.0.lock().unwrap(), [(true, true), (false, false)]);
}

/// Writes down.
#[tool(register = false)]
fn write(what: &str) -> String {
    format!("wrote {what}")
}

#[tokio::test]
async fn calls_of_one_id_are_not_mixed_up() {
    let model = ScriptedChatModel::new()
        .step(|_| {
            ChatResponse::tool_calls([
                call("", "write", &json!({ "what": "1" })),
                call("", "send", &json!({ "to": "Ada" })),
                call("", "write", &json!({ "what": "2" })),
                call("", "send", &json!({ "to": "Eve" })),
            ])
        })
        .step(|prompt| ChatResponse::text(read(&prompt.messages)));
    let client = ChatClient::builder(model).default_tools(tools![send, write]).build();

    let response = client.prompt("?").call().await.unwrap();
    let names: Vec<_> = response.suspended_turn().unwrap().pending_approvals().map(|call| call.name.clone()).collect();
    let decisions = [("", ToolCallDecision::Approve), ("", ToolCallDecision::Deny("no".to_owned()))];
    let response = client.resume(stored(&response), decisions).call().await.unwrap();

    assert_eq!(names, ["send", "send"]);
    let denied = "tool `send` was not run: no";
    assert_eq!(response.content(), format!(": wrote 1 | : sent to Ada | : wrote 2 | : {denied}"));
}

/// Sends all mail to one address, and counts how often it is asked.
struct ToBob(Arc<AtomicUsize>);

impl ToolCallHook for ToBob {
    async fn before(&self, _pending: PendingToolCall<'_>) -> BeforeCall {
        self.0.fetch_add(1, Ordering::SeqCst);
        Box::pin(async { BeforeCall::Rewrite(r#"{"to":"Bob"}"#.to_owned()) }).await
    }
}

#[tokio::test]
async fn a_person_decides_about_the_call_as_hooks_changed_it_and_they_are_asked_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let client = || {
        let model = ScriptedChatModel::new()
            .calls("send", json!({ "to": "Ada" }))
            .step(|prompt| ChatResponse::text(prompt.messages[2].tool_responses()[0].text.clone()));
        let manager = ToolCallingManager::new().with_hook(ToBob(Arc::clone(&asked)));
        ChatClient::builder(model).default_tools(tools![send]).tool_calling_manager(manager).build()
    };
    let decided = async |decision| {
        let client = client();
        let turn = stored(&client.prompt("?").call().await.unwrap());
        let shown = turn.pending_approvals().next().unwrap().clone();
        let response = client.resume(turn, [(shown.id, decision)]).call().await.unwrap();
        (shown.arguments, response.content().to_owned())
    };

    let approved = decided(ToolCallDecision::Approve).await;
    let edited = decided(ToolCallDecision::Edit(r#"{"to":"Eve"}"#.to_owned())).await;

    let shown = r#"{"to":"Bob"}"#.to_owned();
    assert_eq!(approved, (shown.clone(), "sent to Bob".to_owned()));
    assert_eq!(edited, (shown, "sent to Eve".to_owned()));
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_turn_that_cannot_continue_leaves_no_call_without_a_response() {
    let counter = Counter::default();
    let client = client(mails(), &counter);
    let response = client.prompt("Tell them.").call().await.unwrap();

    let unknown = client.resume(stored(&response), [("9", ToolCallDecision::Approve)]).call().await.unwrap_err();
    let no_decision: [(&str, ToolCallDecision); 0] = [];
    let other_tools = client.resume(stored(&response), no_decision).no_tools().call().await.unwrap_err();

    let ended = "was not run: the turn ended first";
    let expected = format!("1: tool `send` {ended} | 2: Bob@example.com | 3: tool `send` {ended}");
    assert_eq!([read(unknown.messages()), read(other_tools.messages())], [expected.clone(), expected]);
}

/// Books seats.
#[tool(register = false, approval)]
async fn book(to: String, #[tool_param(maximum = 9)] seats: u8) -> String {
    format!("booked {seats} to {to}")
}

/// Else a person approves one thing, and another thing or nothing happens.
#[tokio::test]
async fn a_person_is_asked_about_calls_that_can_run_and_sees_the_arguments_that_run() {
    let texts = [
        r#"{"to":5"#,
        r#"{"to":"Ada","seats":300}"#,
        r#"{"to":"Ada","seats":10}"#,
        "{}",
        "```json\n{'To': 'Ada', seats: \"2\", \"by\": \"car\",}\n```",
        r#"{"to":"Bob","seats":1}"#,
    ];
    let calls = texts.iter().enumerate().map(|(id, text)| ToolCall::new(id.to_string(), "book", *text));
    let calls: Vec<_> = calls.collect();
    let model = ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls.clone())).says("Done.");
    let client = ChatClient::builder(model).default_tools(tools![book]).build();

    let response = client.prompt("Book.").call().await.unwrap();

    let turn = response.into_suspended_turn().unwrap();
    let pending: Vec<_> = turn.pending_approvals().map(|call| (call.id.clone(), call.arguments.clone())).collect();
    assert_eq!(
        pending,
        [
            ("4".to_owned(), r#"{"to":"Ada","seats":2}"#.to_owned()),
            ("5".to_owned(), r#"{"to":"Bob","seats":1}"#.to_owned())
        ]
    );
    let approved = ["4", "5"].map(|id| (id, ToolCallDecision::Approve));
    let response = client.resume(turn, approved).call().await.unwrap();
    let responses: Vec<_> = response.messages()[2].tool_responses().iter().map(|response| &response.text).collect();
    assert_eq!(
        responses,
        [
            "tool `book`: the arguments end at line 1 column 8 before they are complete: they may have been cut off; send them \
             again as one whole JSON object",
            "tool `book`: argument `seats`: expected an integer from 0 to 9, found 300",
            "tool `book`: argument `seats`: expected an integer from 0 to 9, found 10",
            "tool `book`: arguments `to`, `seats` are missing",
            "booked 2 to Ada",
            "booked 1 to Bob",
        ]
    );
}

/// Puts a message at the end of each conversation.
struct Appends;

impl Advisor for Appends {
    async fn around_turn(&self, mut request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        request.prompt.messages.push(Message::user("Be brief."));
        next.run(request).await
    }
}

#[tokio::test]
async fn a_message_after_waiting_calls_is_refused_before_anything_runs() {
    let counter = Counter::default();
    let client = client(mails(), &counter).mutate().default_advisor(Appends).build();
    let response = client.prompt("Tell them.").call().await.unwrap();

    let error = client.resume(stored(&response), [("1", ToolCallDecision::Approve)]).call().await.unwrap_err();

    let sentence = "the last message must be the one with the tool calls, because their responses follow it; an advisor added a message after it";
    assert_eq!(error.to_string(), sentence);
}

/// Takes five milliseconds.
#[tool(register = false)]
fn slow() -> &'static str {
    std::thread::sleep(std::time::Duration::from_millis(5));
    "slept"
}

#[tokio::test]
async fn the_time_that_tools_took_before_a_suspension_counts() {
    let model = ScriptedChatModel::new().step(|_| {
        ChatResponse::tool_calls([call("1", "slow", &json!({})), call("2", "send", &json!({ "to": "Ada" }))])
    });
    let client = ChatClient::builder(model).default_tools(tools![send, slow]).build();

    let response = client.prompt("?").call().await.unwrap();

    assert!(stored(&response).elapsed() >= std::time::Duration::from_millis(5));
}

#[tokio::test]
async fn the_debug_of_a_suspended_turn_shows_no_arguments() {
    let counter = Counter::default();

    let response = client(mails(), &counter).prompt("Tell them.").call().await.unwrap();

    let shown = format!("{:?}", response.suspended_turn());
    assert!(!shown.contains("Ada") && !shown.contains("example.com"), "{shown}");
}

#[test]
fn a_decision_does_not_show_arguments() {
    let decision = ToolCallDecision::Edit(r#"{"to":"secret"}"#.to_owned());

    assert_eq!(format!("{decision:?}"), "Edit(<15 bytes>)");
}

/// A turn that an earlier or this version stored while it waited for approval of `send_mail`.
fn stored_turn(version: u32) -> String {
    let file = format!("stored_turns/version_{version}.json");
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

#[test]
fn a_turn_of_an_earlier_version_is_refused_by_its_number() {
    let error = serde_json::from_str::<Turn>(&stored_turn(1)).unwrap_err();

    assert_eq!(error.to_string(), "the turn is stored in version 1 of the format; this program reads version 2");
}

#[test]
fn a_turn_of_this_version_is_read_and_written_as_it_was_stored() {
    let stored = stored_turn(2);

    let turn: Turn = serde_json::from_str(&stored).unwrap();

    assert_eq!(turn.pending_approvals().map(|call| call.name.as_str()).collect::<Vec<_>>(), ["send_mail"]);
    assert_eq!(serde_json::to_string_pretty(&turn).unwrap() + "\n", stored);
}
