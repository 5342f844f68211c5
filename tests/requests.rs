//! Settings in any order, and the errors before the model is asked: conversations, runtimes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tool_core::callback::{ToolFuture, ToolMetadata};
use tool_core::chat::{AssistantMessage, ChatErrorKind, ChatOptions, ToolChoice};
use tool_core::client::{ChatClientBuilder, ChatClientResponse, NextRound, NextTurn, RoundRequest, TurnRequest};
use tool_core::context::ArgumentMode;
use tool_core::error::ToolErrorKind;
use tool_core::execution::ToolCallingManager;
use tool_core::output::{ConversionObserver, ConversionRecord};
use tool_core::turn::ToolCallLimits;
use tool_core::{
    Advisor, ChatClient, ChatError, ChatResponse, Format, FunctionToolCallback, Message, Prompt, ScriptedChatModel,
    ToolCall, ToolCallback, ToolContext, ToolDefinition, ToolOutput, ToolResponse, ToolSet, tool, tools,
};

/// Lists numbers.
#[tool(register = false)]
fn numbers(up_to: u8) -> Vec<u8> {
    (1..=up_to).collect()
}

/// Counts conversions.
#[derive(Clone, Default)]
struct Observer(Arc<Mutex<usize>>);

impl ConversionObserver for Observer {
    fn observe(&self, _record: &ConversionRecord<'_>) {
        *self.0.lock().unwrap() += 1;
    }
}

/// What the model reads of `numbers`, called with the text of a number.
async fn read_of(client: ChatClientBuilder, model: &ScriptedChatModel) -> String {
    client.default_tools(tools![numbers]).build().prompt("?").call().await.unwrap();
    model.prompts()[1].messages[2].tool_responses()[0].text.clone()
}

fn calling_numbers() -> ScriptedChatModel {
    ScriptedChatModel::new().calls("numbers", serde_json::json!({ "up_to": "2" })).says("ok")
}

type Setting = fn(ChatClientBuilder, &Observer) -> ChatClientBuilder;

#[tokio::test]
async fn settings_of_a_client_override_its_managers_in_any_order() {
    let manager: Setting = |client, _| {
        let manager =
            ToolCallingManager::new().with_default_format(Format::Csv).with_argument_mode(ArgumentMode::Strict);
        client.tool_calling_manager(manager.with_conversion_observer(Observer::default()))
    };
    let format: Setting = |client, _| client.default_format(Format::Toon);
    let mode: Setting = |client, _| client.argument_mode(ArgumentMode::Lenient);
    let observer: Setting = |client, observer| client.conversion_observer(observer.clone());
    let mutated: Setting = |client, _| client.build().mutate();

    let settings = [manager, format, mode, observer, mutated];
    for order in permutations(settings.len()) {
        let (model, seen) = (calling_numbers(), Observer::default());
        let client = order.iter().fold(ChatClient::builder(model.clone()), |client, &at| settings[at](client, &seen));

        assert_eq!(read_of(client, &model).await, "[2]: 1,2", "{order:?}");
        assert_eq!(*seen.0.lock().unwrap(), 1, "{order:?}");
    }
}

/// All orders of so many things.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |orders, next| {
        let with_next = |order: Vec<usize>| {
            (0..=order.len()).map(move |at| [&order[..at], &[next], &order[at..]].concat()).collect::<Vec<_>>()
        };
        orders.into_iter().flat_map(with_next).collect()
    })
}

#[tokio::test]
async fn a_manager_keeps_settings_that_the_client_does_not_have() {
    let model = calling_numbers();
    let manager = ToolCallingManager::new().with_default_format(Format::Toon);
    let client = ChatClient::builder(model.clone()).argument_mode(ArgumentMode::Lenient).tool_calling_manager(manager);

    assert_eq!(read_of(client, &model).await, "[2]: 1,2");
}

#[tokio::test]
async fn options_given_twice_are_merged_on_a_client_and_on_a_request() {
    let model = ScriptedChatModel::new().says("ok");
    let options = |set: fn(&mut ChatOptions)| {
        let mut options = ChatOptions::default();
        set(&mut options);
        options
    };
    let client = ChatClient::builder(model.clone())
        .default_options(options(|it| it.temperature = Some(0.2)).with_extra("seed", 7))
        .default_options(options(|it| it.max_tokens = Some(100)).with_extra("user", "Ada"))
        .build();
    let prompt = Prompt::from("?").with_options(ChatOptions::new().with_model("m"));

    let request = client.prompt(prompt).options(options(|it| it.tool_choice = Some(ToolChoice::None)));
    request.options(options(|it| it.temperature = Some(0.5))).call().await.unwrap();

    let sent = model.prompts()[0].options.clone();
    assert_eq!((sent.temperature, sent.max_tokens, sent.model.as_deref()), (Some(0.5), Some(100), Some("m")));
    assert_eq!(sent.tool_choice, Some(ToolChoice::None));
    assert_eq!(serde_json::Value::from(sent.extra), serde_json::json!({ "seed": 7, "user": "Ada" }));
}

struct Tenant(&'static str);
struct User(&'static str);

/// Says who asks.
#[tool(register = false)]
fn who(#[tool_param(context)] tenant: &Tenant, #[tool_param(context)] user: &User) -> String {
    format!("{} of {}", user.0, tenant.0)
}

#[tokio::test]
async fn context_values_given_twice_are_merged() {
    let model = ScriptedChatModel::new().calls("who", serde_json::json!({})).says("ok");
    let client = ChatClient::builder(model.clone())
        .default_tool_context(ToolContext::new().with(Tenant("acme")).with(User("none")))
        .default_tool_context(ToolContext::new().with(User("Ada")))
        .default_tools(tools![who])
        .build();

    client.prompt("?").call().await.unwrap();

    assert_eq!(model.prompts()[1].messages[2].tool_responses()[0].text, "Ada of acme");
}

#[test]
fn settings_of_a_closure_tool_override_its_metadata_in_any_order() {
    let metadata = || ToolMetadata::new().with_return_direct(false).with_result_converter(Format::Csv).with_title("T");
    let closure = || FunctionToolCallback::builder("t", || 1);

    let before = closure()
        .description("Does it.")
        .metadata(metadata())
        .return_direct(true)
        .result_converter(Format::Toon)
        .build()
        .unwrap();
    let after = closure()
        .description("Does it.")
        .return_direct(true)
        .result_converter(Format::Toon)
        .metadata(metadata())
        .build()
        .unwrap();

    for tool in [before, after] {
        let metadata = tool.metadata();
        assert!(metadata.return_direct());
        assert_eq!(metadata.result_converter().map(|converter| converter.name().into_owned()).as_deref(), Some("toon"));
        assert_eq!(metadata.title(), Some("T"));
    }
}

#[test]
fn metadata_given_twice_is_merged() {
    let first = ToolMetadata::new().with_read_only(true).with_tags(["a"]).with_cache(true).with_max_calls(3);
    let second = ToolMetadata::new().with_tags(["a", "b"]).with_cache(false).with_enabled_if(|_| false);

    let tool = FunctionToolCallback::builder("t", || 1)
        .metadata(first)
        .metadata(second)
        .description("Does it.")
        .build()
        .unwrap();

    let metadata = tool.metadata();
    assert_eq!((metadata.read_only(), metadata.cache(), metadata.max_calls()), (Some(true), false, Some(3)));
    assert_eq!(metadata.tags(), ["a", "b"]);
    assert!(!metadata.is_enabled(&ToolContext::new()));
}

fn calls(ids: &[&str]) -> Message {
    let tool_calls = ids.iter().map(|id| ToolCall::new(*id, "numbers", "{}"));
    Message::Assistant(AssistantMessage::default().with_tool_calls(tool_calls))
}

fn responses(ids: &[&str]) -> Message {
    let response = |id: &&str| ToolResponse::new(&ToolCall::new(*id, "numbers", "{}"), "[]");
    Message::tool(ids.iter().map(response))
}

/// The error of a conversation before the model is asked.
async fn refused(history: Vec<Message>, prompt: &str) -> (ChatErrorKind, String) {
    let model = ScriptedChatModel::new().says("ok");
    let client = ChatClient::builder(model.clone()).default_system("Be kind.").build();
    let error = client.prompt(prompt).messages(history).call().await.unwrap_err();
    assert!(model.prompts().is_empty());
    assert!(error.messages().is_empty());
    (error.kind(), error.to_string())
}

#[tokio::test]
async fn an_empty_message_is_refused_with_its_number_before_the_model_is_asked() {
    let empty = |number| format!("message {number} is empty: it has neither text nor tool calls");

    assert_eq!(refused(vec![], "").await, (ChatErrorKind::EmptyPrompt, empty(1)));
    assert_eq!(refused(vec![], " \n ").await, (ChatErrorKind::EmptyPrompt, empty(1)));
    let history = vec![Message::user("?"), Message::assistant("")];
    assert_eq!(refused(history, "Go on.").await, (ChatErrorKind::EmptyPrompt, empty(2)));
}

#[tokio::test]
async fn a_prompt_of_system_text_alone_is_refused_before_the_model_is_asked() {
    let model = ScriptedChatModel::new();
    let request =
        || ChatClient::new(model.clone()).prompt(vec![Message::system("Be kind."), Message::system("Be brief.")]);

    for request in [request(), request().system("Be loud.")] {
        let error = request.call().await.unwrap_err();

        assert_eq!(error.kind(), ChatErrorKind::EmptyPrompt);
        assert_eq!(
            error.to_string(),
            "the prompt has only system text; give a message with `prompt(..)`, `user(..)` or `messages(..)`"
        );
    }
    assert!(model.prompts().is_empty());
}

#[tokio::test]
async fn a_call_without_response_and_a_response_without_call_are_refused_with_their_number() {
    let question = Message::user("?");
    let (kind, sentence) = refused(vec![question.clone(), calls(&["a"])], "Go on.").await;
    assert_eq!(kind, ChatErrorKind::InvalidHistory);
    assert_eq!(sentence, "message 2 has tool calls, but no message with their responses follows it (call `a`)");

    let (kind, sentence) = refused(vec![question.clone(), responses(&["a"])], "Go on.").await;
    assert_eq!(kind, ChatErrorKind::InvalidHistory);
    assert_eq!(sentence, "message 2 has tool responses, but the message before it has no tool calls");

    let (_, sentence) = refused(vec![question, calls(&["a", "b"]), responses(&["a"])], "Go on.").await;
    assert_eq!(sentence, "message 3 has no response for the call `b` of the message before it");
}

#[tokio::test]
async fn an_empty_system_text_is_not_sent() {
    let model = ScriptedChatModel::new().says("ok").says("ok");
    let client = ChatClient::builder(model.clone()).default_system("Be kind.").build();

    client.prompt("?").system("").call().await.unwrap();
    client.mutate().default_system(" ").build().prompt("?").call().await.unwrap();

    assert!(model.prompts().iter().all(|prompt| prompt.messages == [Message::user("?")]));
}

/// Keeps only the newest messages.
struct Window(usize);

impl Advisor for Window {
    async fn around_turn(&self, mut request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        let cut = request.prompt.messages.len().saturating_sub(self.0);
        request.prompt.messages = request.prompt.messages.split_off(cut);
        next.run(request).await
    }

    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        next.run(request).await
    }
}

#[tokio::test]
async fn an_invalid_conversation_of_an_advisor_is_refused_before_the_model_is_asked() {
    let model = ScriptedChatModel::new().says("ok");
    let history = [Message::user("?"), calls(&["a"]), responses(&["a"]), Message::assistant("[]")];

    let client = ChatClient::builder(model.clone()).default_advisor(Window(3)).build();
    let error = client.prompt("And?").messages(history).call().await.unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::InvalidHistory);
    let sentence = "after the advisors, message 1 has tool responses, but the message before it has no tool calls";
    assert_eq!(error.to_string(), sentence);
    assert!(model.prompts().is_empty());
}

/// Waits for nothing, at its time.
#[tool(register = false)]
async fn waits() -> &'static str {
    tokio::task::yield_now().await;
    "waited"
}

/// Blocks its thread.
#[tool(register = false, blocking)]
fn blocks() -> &'static str {
    "blocked"
}

/// Runs a future on this thread, without any runtime.
fn without_runtime<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

fn without_timer<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn calling(name: &str) -> ScriptedChatModel {
    ScriptedChatModel::new().calls(name, serde_json::json!({ "up_to": 2 })).says("ok")
}

#[test]
fn a_request_that_needs_a_missing_timer_or_runtime_is_refused_before_the_model_is_asked() {
    let no_runtime = "needs a tokio runtime: await the request inside one, such as that of \
                      `#[tokio::main]`";
    let no_timer = "needs the timer of the tokio runtime: build the runtime with `enable_time()` or \
                    `enable_all()`";
    for (name, tools) in [("waits", tools![waits]), ("blocks", tools![blocks])] {
        let model = calling(name);
        let client = ChatClient::builder(model.clone()).default_tools(tools).build();

        let errors = [
            without_runtime(client.prompt("?").call()).unwrap_err(),
            without_timer(client.prompt("?").call()).unwrap_err(),
        ];

        assert!(errors.iter().all(|error| error.kind() == ChatErrorKind::Runtime));
        assert_eq!(errors[0].to_string(), format!("tool `{name}` {no_runtime}"));
        assert_eq!(errors[1].to_string(), format!("tool `{name}` {no_timer}"));
        assert!(model.prompts().is_empty());
    }
}

#[test]
fn a_deadline_needs_a_timer_too() {
    let limits = ToolCallLimits::new().with_max_duration(Duration::from_secs(1));
    let model = ScriptedChatModel::new().says("ok");
    let request = || ChatClient::new(model.clone()).prompt("?").limits(limits.clone());

    for error in [without_runtime(request().call()).unwrap_err(), without_timer(request().call()).unwrap_err()] {
        assert_eq!(error.kind(), ChatErrorKind::Runtime);
        assert!(error.to_string().starts_with("the limit `max_duration` needs "), "{error}");
    }
    assert!(model.prompts().is_empty());
}

#[test]
fn synchronous_tools_need_no_runtime_and_async_ones_without_a_time_out_no_timer() {
    let sync = || ChatClient::builder(calling("numbers")).default_tools(tools![numbers]).build();
    let untimed = |name, tools| {
        let manager = ToolCallingManager::new().with_default_timeout(None);
        ChatClient::builder(calling(name)).tool_calling_manager(manager).default_tools(tools).build()
    };

    assert_eq!(without_runtime(sync().prompt("?").call()).unwrap().content(), "ok");
    assert_eq!(without_timer(sync().prompt("?").call()).unwrap().content(), "ok");
    assert_eq!(without_timer(untimed("waits", tools![waits]).prompt("?").call()).unwrap().content(), "ok");
    assert_eq!(without_timer(untimed("blocks", tools![blocks]).prompt("?").call()).unwrap().content(), "ok");
    let error = without_runtime(untimed("blocks", tools![blocks]).prompt("?").call()).unwrap_err();
    assert_eq!(error.kind(), ChatErrorKind::Runtime);
}

#[test]
fn a_manager_without_a_runtime_returns_errors_and_runs_nothing() {
    let tools = ToolSet::build(&tools![waits, blocks, numbers]).unwrap();
    let calls = ["waits", "blocks", "numbers"].map(|name| ToolCall::new(name, name, r#"{"up_to":1}"#));
    let (manager, context) = (ToolCallingManager::new(), ToolContext::new());

    for result in [
        without_runtime(manager.execute(&calls, &tools, &context)),
        without_timer(manager.execute(&calls, &tools, &context)),
    ] {
        let kinds: Vec<_> = result.responses().iter().map(|response| response.error).collect();
        assert_eq!(kinds, [Some(ToolErrorKind::Fatal), Some(ToolErrorKind::Fatal), None]);
        assert!(result.responses()[0].text.starts_with("tool `waits` needs "), "{}", result.responses()[0].text);
    }
}

/// A hand-written tool that is declared synchronous, and waits.
struct Untrue(ToolDefinition, ToolMetadata);

impl ToolCallback for Untrue {
    fn definition(&self) -> &ToolDefinition {
        &self.0
    }

    fn metadata(&self) -> &ToolMetadata {
        &self.1
    }

    fn call<'a>(&'a self, _arguments: &'a str, _context: &'a ToolContext) -> ToolFuture<'a> {
        ToolFuture::new(async {
            tokio::task::yield_now().await;
            Ok(ToolOutput::text("waited"))
        })
    }
}

#[test]
fn a_tool_that_waits_though_declared_synchronous_is_an_error() {
    let definition = ToolDefinition::new("untrue", "", serde_json::json!({})).unwrap();
    let tool: Arc<dyn ToolCallback> = Arc::new(Untrue(definition, ToolMetadata::new().with_synchronous(true)));
    let client = ChatClient::builder(calling("untrue")).default_tools(tool).build();

    let error = without_timer(client.prompt("?").call()).unwrap_err();

    assert_eq!(error.kind(), ChatErrorKind::Tool);
    assert!(error.to_string().starts_with("tool `untrue` needs the timer of the tokio runtime"), "{error}");
}

#[test]
fn a_closure_that_is_not_async_has_a_time_out_only_if_it_is_blocking() {
    let timeout = || ToolMetadata::new().with_timeout(Duration::from_secs(1));
    let build = |metadata| FunctionToolCallback::builder("t", || 1).metadata(metadata).description("Does it.").build();

    let error = build(timeout()).unwrap_err();

    assert!(error.to_string().starts_with("tool `t` ("), "{error}");
    assert!(
        error.to_string().ends_with(
            "): the function is not async, so no time-out can interrupt it: make it `blocking`, which answers at the \
             deadline and lets the thread run on, or async"
        ),
        "{error}"
    );
    assert!(build(timeout().with_blocking(true)).is_ok());
    assert!(
        FunctionToolCallback::builder("t", || async { 1 }).metadata(timeout()).description("Does it.").build().is_ok()
    );
}
