//! A turn of many rounds, run in several ways.

use std::sync::atomic::{AtomicUsize, Ordering};

use tool_core::client::{NextRound, RoundRequest};
use tool_core::execution::ToolCallingManager;
use tool_core::turn::{ToolCallLimits, Turn, TurnStep};
use tool_core::{
    Advisor, ChatClient, ChatError, ChatModel, ChatResponse, Message, Prompt, ToolCall, ToolContext, ToolSet, tool,
    tools,
};

/// How a turn is run.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Way {
    ByHand,
    Plain,
    Reading,
    Inserting,
    Streamed,
    StreamedReading,
}

impl Way {
    pub(crate) const ALL: [Self; 6] =
        [Self::ByHand, Self::Plain, Self::Reading, Self::Inserting, Self::Streamed, Self::StreamedReading];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::ByHand => "a `Turn` driven by hand",
            Self::Plain => "`.call()`",
            Self::Reading => "`.call()`, with an advisor that reads all messages",
            Self::Inserting => "`.call()`, with an advisor that inserts a message",
            Self::Streamed => "`.stream()`",
            Self::StreamedReading => "`.stream()`, with an advisor that reads all messages",
        }
    }
}

/// Calls the tool in each round but the last.
struct Calling {
    rounds: usize,
    asked: AtomicUsize,
}

impl ChatModel for Calling {
    async fn call(&self, _: &Prompt) -> Result<ChatResponse, ChatError> {
        let round = self.asked.fetch_add(1, Ordering::Relaxed);
        if round == self.rounds {
            return Ok(ChatResponse::text("Done."));
        }
        // Two identical calls in a row are refused.
        Ok(ChatResponse::tool_calls([ToolCall::new("call", "fetch", format!(r#"{{"page":{round}}}"#))]))
    }
}

/// How long a result is.
struct Length(usize);

/// Fetches a page.
#[tool(register = false)]
fn fetch(page: usize, #[tool_param(context)] length: &Length) -> String {
    let mut text = String::with_capacity(length.0);
    text.extend(std::iter::repeat_n(char::from(b'a' + u8::try_from(page % 26).unwrap_or_default()), length.0));
    text
}

/// Reads each message.
struct Reads;

impl Advisor for Reads {
    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        let characters: usize = request.prompt.messages.iter().map(|message| message.text().len()).sum();
        assert!(characters > 0);
        next.run(request).await
    }
}

/// Inserts a message before all others.
struct Inserts;

impl Advisor for Inserts {
    async fn around_round(&self, mut request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        request.prompt.messages.insert(0, Message::user("Be brief."));
        next.run(request).await
    }
}

/// A turn with so many rounds, each with a result of so many bytes.
pub(crate) async fn run(way: Way, rounds: usize, bytes: usize) {
    let limits = ToolCallLimits::default()
        .with_max_rounds(rounds + 1)
        .with_max_calls(rounds + 1)
        .with_max_calls_per_tool(rounds + 1);
    let context = ToolContext::new().with(Length(bytes));
    let manager = ToolCallingManager::new().with_max_response_bytes(None);
    let model = Calling { rounds, asked: AtomicUsize::new(0) };
    if way == Way::ByHand {
        return by_hand(&model, &manager, &context, limits).await;
    }
    let client = ChatClient::builder(model).default_tools(tools![fetch]).tool_calling_manager(manager).limits(limits);
    let client = match way {
        Way::Reading | Way::StreamedReading => client.default_advisor(Reads),
        Way::Inserting => client.default_advisor(Inserts),
        _ => client,
    };
    let request = client.build().prompt("Go.").tool_context(context);
    let response = match way {
        Way::Streamed | Way::StreamedReading => {
            let mut stream = request.stream();
            while stream.next().await.is_some() {}
            stream.response().await
        }
        _ => request.call().await,
    };
    assert_eq!(response.expect("the turn ends").rounds().len(), rounds + 1);
}

async fn by_hand(model: &Calling, manager: &ToolCallingManager, context: &ToolContext, limits: ToolCallLimits) {
    let tools = ToolSet::build(&tools![fetch]).expect("one tool");
    let mut turn = Turn::new(Prompt::new([Message::user("Go.")]).with_tools(&tools), limits);
    let mut step = TurnStep::AskModel;
    loop {
        step = match step {
            TurnStep::AskModel => turn.on_model_response(model.call(turn.prompt()).await.expect("a response")),
            TurnStep::RunTools(calls) => {
                turn.on_tool_results(manager.execute_in_turn(&calls, &tools, context, turn.memory()).await)
            }
            _ => break,
        };
    }
    assert_eq!(turn.rounds().len(), model.rounds + 1);
}
