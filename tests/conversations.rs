//! One call, from prompt to response.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use tool_core::chat::{ChatErrorKind, FinishReason, Usage};
use tool_core::turn::{ToolCallLimits, TurnEnd};
use tool_core::{
    ChatClient, ChatError, ChatResponse, Message, Prompt, ScriptedChatModel, ToolCall, ToolContext, ToolDefinition,
    ToolError, ToolResponse, tool, tools,
};

/// Adds two numbers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Divides.
#[tool]
fn divide(a: i64, b: i64) -> Result<i64, String> {
    a.checked_div(b).ok_or_else(|| format!("{a} cannot be divided by {b}"))
}

/// Says who asks.
#[tool]
async fn who_asks(ctx: &ToolContext) -> String {
    tokio::task::yield_now().await;
    ctx.get::<User>().map_or_else(|| "no user".to_owned(), |user| user.0.to_owned())
}

/// Tells the caller at once.
#[tool(return_direct)]
fn tell_directly(text: &str) -> String {
    text.to_owned()
}

/// Fails with a cause.
#[tool]
fn fail_with_cause() -> Result<(), ToolError> {
    Err(ToolError::execution("the archive is closed").with_source("disk 7 is gone"))
}

struct User(&'static str);

/// A model that makes these calls, then answers with the number of responses.
fn calling<const N: usize>(calls: [ToolCall; N]) -> ScriptedChatModel {
    ScriptedChatModel::new()
        .step(move |_| ChatResponse::tool_calls(calls.clone()))
        .step(|prompt| ChatResponse::text(format!("I read {} responses.", last_responses(prompt).len())))
}

fn last_responses(prompt: &Prompt) -> Vec<(String, String)> {
    let responses = prompt.messages.last().unwrap().tool_responses();
    responses.iter().map(|response| (response.id.clone(), response.text.clone())).collect()
}

/// Runs the calls in one turn and returns the tool responses.
async fn responses_to<const N: usize>(calls: [ToolCall; N]) -> Vec<(String, String)> {
    let model = calling(calls);
    let tools = tools![add, divide, who_asks, fail_with_cause];
    ChatClient::new(model.clone()).prompt("Go on.").tools(tools).call().await.unwrap();
    last_responses(&model.prompts()[1])
}

fn responses<const N: usize>(expected: [(&str, &str); N]) -> Vec<(String, String)> {
    expected.map(|(id, text)| (id.to_owned(), text.to_owned())).to_vec()
}

#[tokio::test(flavor = "current_thread")]
async fn the_model_reads_the_result_and_answers() {
    let model = calling([ToolCall::new("1", "add", r#"{"a":1,"b":2}"#)]);

    let answer = ChatClient::new(model.clone()).prompt("What is 1 and 2?").tools(tools![add]).call().await.unwrap();

    assert_eq!(answer.content(), "I read 1 responses.");
    assert_eq!(answer.end(), &TurnEnd::Answered(FinishReason::Stop));
    assert_eq!(last_responses(&model.prompts()[1]), responses([("1", "3")]));
    assert_eq!(answer.messages().len(), 4);
}

#[tokio::test(flavor = "current_thread")]
async fn every_prompt_holds_the_definitions_sorted_by_name() {
    let model = calling([ToolCall::new("1", "add", r#"{"a":1,"b":2}"#)]);

    ChatClient::new(model.clone()).prompt("?").tools(tools![who_asks, divide, add]).call().await.unwrap();

    for prompt in model.prompts() {
        assert_eq!(prompt.tools.iter().map(ToolDefinition::name).collect::<Vec<_>>(), ["add", "divide", "who_asks"]);
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_call_of_an_unknown_tool_is_answered_among_the_others_in_order() {
    let calls = [ToolCall::new("first", "add", r#"{"a":1,"b":2}"#), ToolCall::new("second", "substract", "{}")];

    let texts = responses_to(calls).await;

    assert_eq!(
        texts,
        responses([
            ("first", "3"),
            ("second", "no tool is named `substract`; known tools: `add`, `divide`, `fail_with_cause`, `who_asks`"),
        ])
    );
}

#[tokio::test(flavor = "current_thread")]
async fn an_unknown_tool_before_a_known_one_does_not_move_the_responses() {
    let texts = responses_to([ToolCall::new("a", "nothing", ""), ToolCall::new("b", "add", r#"{"a":2,"b":2}"#)]).await;

    assert_eq!(texts[0].0, "a");
    assert_eq!(texts[1], ("b".to_owned(), "4".to_owned()));
}

#[tokio::test(flavor = "current_thread")]
async fn wrong_arguments_are_reported_with_the_place() {
    let texts = responses_to([
        ToolCall::new("1", "add", r#"{"a":1,"b":"two"}"#),
        ToolCall::new("2", "add", r#"{"a":1}"#),
        ToolCall::new("3", "add", "[1,2]"),
        ToolCall::new("4", "add", r#"{"a":1,"b":"#),
    ])
    .await;

    assert_eq!(
        texts,
        responses([
            ("1", "tool `add`: argument `b`: expected an integer, found the string \"two\""),
            ("2", "tool `add`: argument `b` is missing"),
            (
                "3",
                "tool `add`: the arguments must be a JSON object, found an array of 2 items; known arguments: `a`, `b`"
            ),
            (
                "4",
                "tool `add`: the arguments end at line 1 column 12 before they are complete: they may have been cut off; \
                 send them again as one whole JSON object"
            ),
        ])
    );
}

#[tokio::test(flavor = "current_thread")]
async fn an_error_of_a_tool_is_its_response_and_the_turn_continues() {
    let texts = responses_to([
        ToolCall::new("1", "divide", r#"{"a":1,"b":0}"#),
        ToolCall::new("2", "divide", r#"{"a":6,"b":3}"#),
        ToolCall::new("3", "fail_with_cause", ""),
    ])
    .await;

    assert_eq!(
        texts,
        responses([
            ("1", "tool `divide` failed: 1 cannot be divided by 0"),
            ("2", "2"),
            ("3", "tool `fail_with_cause` failed: the archive is closed"),
        ])
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_failed_response_is_marked() {
    let model = calling([ToolCall::new("1", "divide", r#"{"a":1,"b":0}"#)]);

    ChatClient::new(model.clone()).prompt("?").tools(tools![divide]).call().await.unwrap();

    let prompts = model.prompts();
    let response = &prompts[1].messages.last().unwrap().tool_responses()[0];
    assert!(response.is_error());
}

#[tokio::test(flavor = "current_thread")]
async fn the_context_of_the_request_overrides_the_clients() {
    let model = calling([ToolCall::new("1", "who_asks", "")]);
    let client = ChatClient::builder(model.clone())
        .default_tools(tools![who_asks])
        .default_tool_context(ToolContext::new().with(User("the default user")))
        .build();

    client.prompt("?").tool_context(ToolContext::new().with(User("Ada"))).call().await.unwrap();

    assert_eq!(last_responses(&model.prompts()[1]), responses([("1", "Ada")]));
}

#[tokio::test(flavor = "current_thread")]
async fn a_direct_result_goes_to_the_caller_and_ends_the_turn() {
    let model = calling([ToolCall::new("1", "tell_directly", r#"{"text":"It is done."}"#)]);

    let answer = ChatClient::new(model.clone()).prompt("?").tools(tools![tell_directly]).call().await.unwrap();

    assert_eq!(answer.content(), "It is done.");
    assert_eq!(answer.end(), &TurnEnd::ReturnDirect);
    assert_eq!(answer.direct_responses()[0].id, "1");
    assert_eq!(model.prompts().len(), 1);
}

#[tokio::test(flavor = "current_thread")]
async fn a_direct_result_next_to_one_for_the_model_goes_to_the_model() {
    let calls = [ToolCall::new("1", "tell_directly", r#"{"text":"x"}"#), ToolCall::new("2", "add", r#"{"a":1,"b":1}"#)];
    let model = calling(calls);

    let answer = ChatClient::new(model.clone()).prompt("?").tools(tools![tell_directly, add]).call().await.unwrap();

    assert_eq!(answer.end(), &TurnEnd::Answered(FinishReason::Stop));
    assert_eq!(last_responses(&model.prompts()[1]), responses([("1", "x"), ("2", "2")]));
}

#[tokio::test(flavor = "current_thread")]
async fn an_error_of_a_direct_tool_goes_to_the_model() {
    let model = calling([ToolCall::new("1", "tell_directly", "{}")]);

    let answer = ChatClient::new(model.clone()).prompt("?").tools(tools![tell_directly]).call().await.unwrap();

    assert_eq!(answer.end(), &TurnEnd::Answered(FinishReason::Stop));
    assert_eq!(last_responses(&model.prompts()[1])[0].1, "tool `tell_directly`: argument `text` is missing");
}

#[tokio::test(flavor = "current_thread")]
async fn usage_is_summed_over_the_rounds_and_kept_per_round() {
    let model = ScriptedChatModel::new()
        .step(|_| {
            ChatResponse::tool_calls([ToolCall::new("1", "add", r#"{"a":1,"b":2}"#)]).with_usage(Usage::new(100, 10))
        })
        .step(|_| ChatResponse::text("3").with_usage(Usage::new(130, 20)));

    let answer = ChatClient::new(model).prompt("?").tools(tools![add]).call().await.unwrap();

    assert_eq!(answer.usage(), Usage::new(230, 30));
    assert_eq!(answer.rounds(), [Usage::new(100, 10), Usage::new(130, 20)]);
    assert_eq!(answer.usage().total_tokens(), 260);
}

#[tokio::test(flavor = "current_thread")]
async fn a_failing_model_ends_the_turn_with_the_usage_so_far() {
    let model = ScriptedChatModel::new()
        .step(|_| {
            ChatResponse::tool_calls([ToolCall::new("1", "add", r#"{"a":1,"b":2}"#)]).with_usage(Usage::new(100, 10))
        })
        .try_step(|_| Err(ChatError::model("the provider is overloaded")));

    let error = ChatClient::new(model).prompt("?").tools(tools![add]).call().await.unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::Model);
    assert_eq!(error.to_string(), "the provider is overloaded");
    assert_eq!(error.usage(), Usage::new(100, 10));
}

#[tokio::test(flavor = "current_thread")]
async fn one_more_word_in_a_description_raises_the_prompt_tokens() {
    use tool_core::FunctionToolCallback;
    use tool_core::error::ToolErrorKind;
    use tool_core::formats::TiktokenCounter;

    async fn prompt_tokens(description: &'static str) -> u64 {
        let tool = FunctionToolCallback::builder("noop", || ()).description(description).build().unwrap();
        let model = ScriptedChatModel::new()
            .with_token_counter(TiktokenCounter::o200k_base())
            .step(|_| ChatResponse::text("Nothing to do."));
        ChatClient::new(model).prompt("?").tools(tool).call().await.unwrap().usage().prompt_tokens
    }

    assert_eq!(prompt_tokens("Does absolutely nothing.").await, prompt_tokens("Does nothing.").await + 1);
    assert_ne!(ToolErrorKind::Execution, ToolErrorKind::UnknownTool);
}

#[tokio::test(flavor = "current_thread")]
async fn the_conversation_is_system_then_messages_then_user() {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("ok"));
    let client = ChatClient::builder(model.clone()).default_system("Be kind.").build();

    client
        .prompt(vec![Message::user("How are you?"), Message::assistant("Well.")])
        .messages([Message::user("Hello?"), Message::assistant("Hello!")])
        .user("And now?")
        .call()
        .await
        .unwrap();

    assert_eq!(
        model.prompts()[0].messages,
        [
            Message::system("Be kind."),
            Message::user("Hello?"),
            Message::assistant("Hello!"),
            Message::user("How are you?"),
            Message::assistant("Well."),
            Message::user("And now?"),
        ]
    );
}

#[tokio::test(flavor = "current_thread")]
async fn the_system_text_of_the_request_replaces_the_clients() {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::text("ok")).step(|_| ChatResponse::text("ok"));
    let client = ChatClient::builder(model.clone()).default_system("Be kind.").build();

    client.prompt("?").system("Be short.").call().await.unwrap();
    client.prompt(vec![Message::system("Be old."), Message::user("?")]).call().await.unwrap();

    assert_eq!(model.prompts()[0].messages, [Message::system("Be short."), Message::user("?")]);
    assert_eq!(model.prompts()[1].messages, [Message::system("Be old."), Message::user("?")]);
}

#[tokio::test(flavor = "current_thread")]
async fn the_messages_of_one_turn_begin_the_next_with_its_own_system_text() {
    let ok = |_: &Prompt| ChatResponse::text("ok");
    let model = ScriptedChatModel::new().step(ok).step(ok).step(ok);
    let client = ChatClient::builder(model.clone()).default_system("Be kind.").build();

    let first = client.prompt("One?").call().await.unwrap();
    client.prompt("Two?").messages(first.messages().clone()).call().await.unwrap();
    let old = [Message::system("Be old."), Message::user("One?"), Message::assistant("ok")];
    client.prompt("Two?").messages(old).system("Be short.").call().await.unwrap();

    let after = |system: &str| {
        let turn = [Message::user("One?"), Message::assistant("ok"), Message::user("Two?")];
        [Message::system(system)].into_iter().chain(turn).collect::<Vec<_>>()
    };
    assert_eq!(first.messages(), [Message::user("One?"), Message::assistant("ok")]);
    assert_eq!(model.prompts()[1].messages, after("Be kind."));
    assert_eq!(model.prompts()[2].messages, after("Be short."));
}

#[tokio::test(flavor = "current_thread")]
async fn a_prompt_without_messages_is_refused_before_the_model_is_asked() {
    let model = ScriptedChatModel::new();

    let error = ChatClient::new(model.clone()).prompt(Prompt::default()).call().await.unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::EmptyPrompt);
    assert_eq!(
        error.to_string(),
        "the prompt has no message; give one with `prompt(..)`, `user(..)` or `messages(..)`"
    );
    assert!(model.prompts().is_empty());
}

#[tokio::test(flavor = "current_thread")]
async fn tools_of_a_request_are_added_to_the_clients_and_removed_by_no_tools() {
    let ok = |_: &Prompt| ChatResponse::text("ok");
    let model = ScriptedChatModel::new().step(ok).step(ok).step(ok);
    let client = ChatClient::builder(model.clone()).default_tools(tools![add]).build();

    client.prompt("?").tools(tools![divide]).call().await.unwrap();
    client.prompt("?").no_tools().call().await.unwrap();
    client.mutate().default_tools(tools![who_asks]).build().prompt("?").call().await.unwrap();

    let names: Vec<Vec<String>> =
        model.prompts().iter().map(|p| p.tools.iter().map(|tool| tool.name().to_owned()).collect()).collect();
    assert_eq!(names, [vec!["add", "divide"], vec![], vec!["add", "who_asks"]]);
}

#[tokio::test(flavor = "current_thread")]
async fn a_turn_ends_when_its_rounds_are_used_up() {
    let again = |_: &Prompt| ChatResponse::tool_calls([ToolCall::new("1", "add", r#"{"a":1,"b":2}"#)]);
    let model = ScriptedChatModel::new().step(again).step(again).step(again);
    let limits = ToolCallLimits::new().with_max_rounds(2);

    let client = ChatClient::builder(model.clone()).limits(limits).build();
    let answer = client.prompt("?").tools(tools![add]).call().await.unwrap();

    assert_eq!(answer.end(), &TurnEnd::LimitExceeded);
    assert_eq!(model.prompts().len(), 2);
    let last = answer.messages().last().unwrap().tool_responses();
    assert_eq!(last[0].text, "tool `add` was not run: the turn has used its 2 rounds");
}

#[tokio::test(flavor = "current_thread")]
async fn calls_beyond_a_limit_are_refused_and_the_others_of_the_round_run() {
    let calls = ["1", "2", "3"].map(|id| ToolCall::new(id, "add", r#"{"a":1,"b":2}"#));
    let other = ToolCall::new("4", "divide", r#"{"a":4,"b":2}"#);
    let model =
        ScriptedChatModel::new().step(move |_| ChatResponse::tool_calls(calls.iter().cloned().chain([other.clone()])));
    let limits = ToolCallLimits::new().with_max_calls_per_tool(2);

    let client = ChatClient::builder(model).limits(limits).build();
    let answer = client.prompt("?").tools(tools![add, divide]).call().await.unwrap();

    let last = answer.messages().last().unwrap().tool_responses();
    let texts: Vec<&str> = last.iter().map(|response| response.text.as_str()).collect();
    assert_eq!(texts, ["3", "3", "tool `add` was not run: the turn has used its 2 calls of this tool", "2"]);
    assert_eq!(answer.end(), &TurnEnd::LimitExceeded);
}

#[tokio::test(flavor = "current_thread")]
async fn a_script_that_is_too_short_says_so() {
    let model = ScriptedChatModel::new().step(|_| ChatResponse::tool_calls([ToolCall::new("1", "add", "{}")]));

    let error = ChatClient::new(model).prompt("?").tools(tools![add]).call().await.unwrap_err();

    assert_eq!(error.to_string(), "the script has 1 responses, and the model was asked for one more");
}

#[test]
fn neither_arguments_nor_responses_nor_context_values_show_in_debug() {
    let call = ToolCall::new("1", "add", r#"{"password":"secret"}"#);
    let message = Message::tool([ToolResponse::new(&call, "secret")]);
    let shown = format!("{call:?} {message:?} {:?}", ToolContext::new().with("secret"));

    assert!(!shown.contains("secret"), "{shown}");
    assert!(shown.contains("<21 bytes>"), "{shown}");
}
