//! Advisors around a turn and around each exchange with the model.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::{Arc, Mutex};

use tool_core::advisors::LoggingAdvisor;
use tool_core::chat::{ChatErrorKind, Usage};
use tool_core::client::{ChatClientResponse, DynAdvisor, NextRound, NextTurn, RoundRequest, TurnRequest};
use tool_core::{
    Advisor, ChatClient, ChatError, ChatResponse, Message, ScriptedChatModel, ToolCall, ToolContext, tool, tools,
};

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn calls_add_then_answers() -> ScriptedChatModel {
    ScriptedChatModel::new()
        .step(|_| {
            ChatResponse::tool_calls([ToolCall::new("call_1", "add", r#"{"a":1,"b":2}"#)]).with_usage(Usage::new(20, 8))
        })
        .step(|_| ChatResponse::text("It is 3.").with_usage(Usage::new(31, 4)))
}

/// Writes down when it is entered and left.
struct Witness {
    name: &'static str,
    notes: Arc<Mutex<Vec<String>>>,
}

impl Witness {
    fn note(&self, what: &str) {
        self.notes.lock().unwrap().push(format!("{} {what}", self.name));
    }
}

impl Advisor for Witness {
    async fn around_turn(&self, request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        self.note("turn begins");
        let outcome = next.run(request).await;
        self.note("turn ends");
        outcome
    }

    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        self.note("round");
        next.run(request).await
    }
}

#[tokio::test(flavor = "current_thread")]
async fn the_tool_loop_is_between_turn_and_round_advisors() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let client = ChatClient::builder(calls_add_then_answers())
        .default_advisor(Witness { name: "outer", notes: Arc::clone(&notes) })
        .default_advisor(Witness { name: "inner", notes: Arc::clone(&notes) })
        .build();

    client.prompt("?").tools(tools![add]).call().await.unwrap();

    assert_eq!(
        *notes.lock().unwrap(),
        [
            "outer turn begins",
            "inner turn begins",
            "outer round",
            "inner round",
            "outer round",
            "inner round",
            "inner turn ends",
            "outer turn ends",
        ]
    );
}

/// Answers without the model.
struct Cached;

impl Advisor for Cached {
    async fn around_round(&self, _request: RoundRequest, _next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        Box::pin(async { Ok(ChatResponse::text("from the cache")) }).await
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_advisor_may_answer_instead_of_the_model() {
    let model = ScriptedChatModel::new();
    let client = ChatClient::builder(model.clone()).default_advisor(Cached).build();

    let answer = client.prompt("?").call().await.unwrap();

    assert_eq!(answer.content(), "from the cache");
    assert!(model.prompts().is_empty());
}

/// Runs the turn again if the first response is empty.
struct OnceMore;

impl Advisor for OnceMore {
    async fn around_turn(&self, request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        let response = next.run(request.clone()).await?;
        if response.content().is_empty() { next.run(request).await } else { Ok(response) }
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_advisor_may_run_the_turn_again() {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("")).step(|_| ChatResponse::text("now"));
    let client = ChatClient::builder(model).default_advisor(OnceMore).build();

    assert_eq!(client.prompt("?").call().await.unwrap().content(), "now");
}

/// Hides the tools and adds a word, for one exchange.
struct Rewriting;

impl Advisor for Rewriting {
    async fn around_round(&self, mut request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        request.prompt.tools = Arc::default();
        request.prompt.messages.push(Message::user("Please."));
        next.run(request).await
    }
}

#[tokio::test(flavor = "current_thread")]
async fn changes_of_a_round_advisor_are_not_in_the_conversation() {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("ok"));
    let client = ChatClient::builder(model.clone()).default_advisor(Rewriting).build();

    let answer = client.prompt("?").tools(tools![add]).call().await.unwrap();

    let sent = model.prompts().pop().unwrap();
    assert!(sent.tools.is_empty());
    assert_eq!(sent.messages, [Message::user("?"), Message::user("Please.")]);
    assert_eq!(answer.messages(), [Message::user("?"), Message::assistant("ok")]);
}

#[tokio::test(flavor = "current_thread")]
async fn the_log_shows_request_calls_each_response_and_usage() {
    let entries = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&entries);
    let client = ChatClient::builder(calls_add_then_answers())
        .default_advisor(LoggingAdvisor::new(move |entry| sink.lock().unwrap().push(entry.to_owned())))
        .build();

    client.prompt("What is 1 and 2?").tools(tools![add]).call().await.unwrap();

    assert_eq!(
        *entries.lock().unwrap(),
        [
            "USER: What is 1 and 2?",
            r#"TOOL CALL add (call_1): {"a":1,"b":2}"#,
            "USAGE: prompt 20, completion 8, total 28",
            "TOOL RESPONSE add (call_1): 3",
            "ASSISTANT: It is 3.",
            "USAGE: prompt 31, completion 4, total 35",
        ]
    );
}

#[tokio::test(flavor = "current_thread")]
async fn the_log_shows_a_failing_model() {
    let entries = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&entries);
    let model = ScriptedChatModel::new().try_step(|_| Err(ChatError::model("out of order")));
    let client = ChatClient::builder(model)
        .default_advisor(LoggingAdvisor::new(move |entry| sink.lock().unwrap().push(entry.to_owned())))
        .build();

    client.prompt("?").call().await.unwrap_err();

    assert_eq!(*entries.lock().unwrap(), ["USER: ?", "ERROR: out of order"]);
}

/// Takes the system text away, or puts another one before it.
struct System(Option<&'static str>);

impl Advisor for System {
    async fn around_turn(&self, mut request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        match self.0 {
            Some(text) => request.prompt.messages.insert(0, Message::system(text)),
            None => request.prompt.messages.retain(|message| !matches!(message, Message::System { .. })),
        }
        next.run(request).await
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_advisor_that_changes_the_system_text_removes_no_other_message() {
    let answers = |advisor| async {
        let model = ScriptedChatModel::new().says("Hi");
        let client = ChatClient::builder(model).default_system("Be kind.").default_advisor(advisor).build();
        client.prompt("Hello").call().await.unwrap().messages().clone()
    };

    let without = answers(System(None)).await;
    let with = answers(System(Some("Be brief."))).await;

    let said = [Message::user("Hello"), Message::assistant("Hi")];
    assert_eq!(without, said);
    assert_eq!(with, [&[Message::system("Be brief.")], &said[..]].concat());
}

/// Lets only one tenant ask.
struct OnlyAcme;

impl Advisor for OnlyAcme {
    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        match request.context.get::<Tenant>() {
            Some(Tenant("acme")) => next.run(request).await,
            _ => Err(ChatError::denied("this tenant has no access")),
        }
    }
}

struct Tenant(&'static str);

#[tokio::test]
async fn a_round_advisor_sees_the_tool_context_and_may_deny_the_request() {
    let client = ChatClient::builder(ScriptedChatModel::new().says("ok")).default_advisor(OnlyAcme).build();
    let ask = |tenant| client.prompt("?").tool_context(ToolContext::new().with(Tenant(tenant)));

    let error = ask("initech").await.unwrap_err();
    let response = ask("acme").await.unwrap();

    assert_eq!((error.kind(), error.to_string().as_str()), (ChatErrorKind::Denied, "this tenant has no access"));
    assert_eq!(error.usage().total_tokens(), 0);
    assert_eq!(response.content(), "ok");
}

#[tokio::test]
async fn several_advisors_are_added_at_once_the_outermost_first() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let witness = |name| DynAdvisor::new(Witness { name, notes: Arc::clone(&notes) });
    let client = ChatClient::builder(ScriptedChatModel::new().says("ok")).build();

    client.prompt("?").advisors([witness("outer"), witness("inner")]).await.unwrap();

    let notes = notes.lock().unwrap();
    assert_eq!(notes[..2], ["outer turn begins", "inner turn begins"]);
}
