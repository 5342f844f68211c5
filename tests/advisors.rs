//! What stands around a turn and around each exchange with the model.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::{Arc, Mutex};

use tool_core::advisors::LoggingAdvisor;
use tool_core::callback::BoxFuture;
use tool_core::chat::Usage;
use tool_core::client::{NextRound, NextTurn, TurnOutcome, TurnRequest};
use tool_core::{
    Advisor, ChatClient, ChatError, ChatResponse, Message, Prompt, ScriptedChatModel, ToolCall, tool, tools,
};

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn calls_add_then_answers() -> ScriptedChatModel {
    ScriptedChatModel::new()
        .step(|_| ChatResponse {
            usage: Usage::new(20, 8),
            ..ChatResponse::tool_calls([ToolCall::new("call_1", "add", r#"{"a":1,"b":2}"#)])
        })
        .step(|_| ChatResponse { usage: Usage::new(31, 4), ..ChatResponse::text("It is 3.") })
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
    fn around_turn<'a>(
        &'a self,
        request: TurnRequest,
        next: NextTurn<'a>,
    ) -> BoxFuture<'a, Result<TurnOutcome, ChatError>> {
        Box::pin(async move {
            self.note("turn begins");
            let outcome = next.run(request).await;
            self.note("turn ends");
            outcome
        })
    }

    fn around_round<'a>(
        &'a self,
        prompt: Prompt,
        next: NextRound<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        self.note("round");
        next.run(prompt)
    }
}

#[tokio::test(flavor = "current_thread")]
async fn the_tool_loop_stands_between_turn_and_round_advisors() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let client = ChatClient::builder(calls_add_then_answers())
        .default_advisors(Witness { name: "outer", notes: Arc::clone(&notes) })
        .default_advisors(Witness { name: "inner", notes: Arc::clone(&notes) })
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
    fn around_round<'a>(
        &'a self,
        _prompt: Prompt,
        _next: NextRound<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        Box::pin(async { Ok(ChatResponse::text("from the cache")) })
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_advisor_may_answer_instead_of_the_model() {
    let model = ScriptedChatModel::new();
    let client = ChatClient::builder(model.clone()).default_advisors(Cached).build();

    let answer = client.prompt("?").call().await.unwrap();

    assert_eq!(answer.content(), "from the cache");
    assert!(model.prompts().is_empty());
}

/// Runs the turn once more when the first answer is empty.
struct OnceMore;

impl Advisor for OnceMore {
    fn around_turn<'a>(
        &'a self,
        request: TurnRequest,
        next: NextTurn<'a>,
    ) -> BoxFuture<'a, Result<TurnOutcome, ChatError>> {
        Box::pin(async move {
            let outcome = next.run(request.clone()).await?;
            if outcome.response().is_some_and(|response| response.content().is_empty()) {
                next.run(request).await
            } else {
                Ok(outcome)
            }
        })
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_advisor_may_run_the_turn_again() {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("")).step(|_| ChatResponse::text("now"));
    let client = ChatClient::builder(model).default_advisors(OnceMore).build();

    assert_eq!(client.prompt("?").call().await.unwrap().content(), "now");
}

/// Hides the tools and adds a word, for one exchange.
struct Rewriting;

impl Advisor for Rewriting {
    fn around_round<'a>(
        &'a self,
        mut prompt: Prompt,
        next: NextRound<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        prompt.tools = Arc::default();
        prompt.messages.push(Message::user("Please."));
        next.run(prompt)
    }
}

#[tokio::test(flavor = "current_thread")]
async fn what_a_round_advisor_changes_does_not_enter_the_conversation() {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("ok"));
    let client = ChatClient::builder(model.clone()).default_advisors(Rewriting).build();

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
        .default_advisors(LoggingAdvisor::new(move |entry| sink.lock().unwrap().push(entry.to_owned())))
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
        .default_advisors(LoggingAdvisor::new(move |entry| sink.lock().unwrap().push(entry.to_owned())))
        .build();

    client.prompt("?").call().await.unwrap_err();

    assert_eq!(*entries.lock().unwrap(), ["USER: ?", "ERROR: out of order"]);
}

/// Takes the system text away, or puts another one before it.
struct System(Option<&'static str>);

impl Advisor for System {
    fn around_turn<'a>(
        &'a self,
        mut request: TurnRequest,
        next: NextTurn<'a>,
    ) -> BoxFuture<'a, Result<TurnOutcome, ChatError>> {
        match self.0 {
            Some(text) => request.prompt.messages.insert(0, Message::system(text)),
            None => request.prompt.messages.retain(|message| !matches!(message, Message::System { .. })),
        }
        next.run(request)
    }
}

#[tokio::test(flavor = "current_thread")]
async fn an_advisor_that_changes_the_system_text_takes_no_other_message_from_the_answer() {
    let answers = |advisor| async {
        let model = ScriptedChatModel::new().says("Hi");
        let client = ChatClient::builder(model).default_system("Be kind.").default_advisors(advisor).build();
        client.prompt("Hello").call().await.unwrap().messages().to_vec()
    };

    let without = answers(System(None)).await;
    let with = answers(System(Some("Be brief."))).await;

    let said = [Message::user("Hello"), Message::assistant("Hi")];
    assert_eq!(without, said);
    assert_eq!(with, [&[Message::system("Be brief.")], &said[..]].concat());
}
