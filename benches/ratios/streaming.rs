//! What a streamed turn adds to the model's stream, for each event.

use tool_benches::Contest;
use tool_core::chat::{FinishReason, ModelEvent, ModelEventSink};
use tool_core::client::{NextRound, RoundRequest};
use tool_core::{Advisor, ChatClient, ChatError, ChatModel, ChatResponse, Prompt};

const ROUNDS: u32 = 20;
const EVENTS: u32 = 10_000;

/// Streams words at once.
#[derive(Clone, Copy)]
struct Words {
    /// Whether they are arguments of a tool call.
    are_arguments: bool,
}

impl ChatModel for Words {
    async fn call(&self, _: &Prompt) -> Result<ChatResponse, ChatError> {
        Err(ChatError::model("it only streams"))
    }

    async fn stream(&self, _: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
        if self.are_arguments {
            events.send(ModelEvent::tool_call(0, "call", "unknown", "{\"words\":\"")).await;
        }
        for _ in 0..EVENTS {
            let event = if self.are_arguments {
                ModelEvent::tool_call(0, "", "", "words ")
            } else {
                ModelEvent::text("words ")
            };
            events.send(event).await;
        }
        if self.are_arguments {
            events.send(ModelEvent::tool_call(0, "", "", "\"}")).await;
        }
        events.send(ModelEvent::Finished(FinishReason::Stop)).await;
        Ok(())
    }
}

/// Passes everything on.
struct Passes;

impl Advisor for Passes {
    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        next.run(request).await
    }
}

pub(crate) fn print() {
    println!("| nanoseconds an event | the model's stream by hand | `.stream()` | more |");
    println!("|---|---:|---:|---:|");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    for (what, are_arguments, has_advisor) in
        [("text", false, false), ("text, with an advisor", false, true), ("arguments of a call", true, false)]
    {
        let model = Words { are_arguments };
        let client = ChatClient::builder(model);
        let client = if has_advisor { client.default_advisor(Passes) } else { client }.build();
        let prompt = Prompt::from("Go.");
        let costs = Contest::new()
            .entry("by hand", || runtime.block_on(by_hand(model, &prompt)))
            .entry("stream", || runtime.block_on(streamed(&client)))
            .run(ROUNDS);
        let [by_hand, ours] = costs.as_slice() else { continue };
        let per_event = |nanos: f64| nanos / f64::from(EVENTS);
        println!(
            "| {what} | {:.0} | {:.0} | {:.0} |",
            per_event(by_hand.nanos),
            per_event(ours.nanos),
            per_event(ours.nanos - by_hand.nanos)
        );
    }
}

/// Reads the events, and makes the response of them.
async fn by_hand(model: Words, prompt: &Prompt) -> usize {
    let mut count = 0;
    let mut reader = |_: &ModelEvent| count += 1;
    let mut sink = ModelEventSink::new(&mut reader);
    model.stream(prompt, &mut sink).await.expect("a response");
    let length = sink.into_response().message.text().len();
    count + length
}

async fn streamed(client: &ChatClient) -> usize {
    let mut stream = client.prompt("Go.").stream();
    let mut count = 0;
    // The tool is unknown: one round is enough.
    while let Some(event) = stream.next().await {
        count += 1;
        if matches!(event, tool_core::client::ChatEvent::RoundEnded { .. }) {
            break;
        }
    }
    assert!(count > EVENTS as usize);
    count
}
