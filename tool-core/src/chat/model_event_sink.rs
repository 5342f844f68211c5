//! `ModelEventSink`: where a model sends its events.

use std::fmt;
use std::future::poll_fn;
use std::task::{Context, Poll};

use crate::chat::assistant_message::AssistantPart;
use crate::chat::chat_response::ChatResponse;
use crate::chat::model_event::{ModelEvent, PartDelta};
use crate::chat::response_assembler::{Change, ResponseAssembler};
use crate::chat::usage::Usage;

/// Receives the events of a model, and makes its response of them.
///
/// It holds no events: [`send`](Self::send) passes each on before it returns, and waits while the reader is behind. So a slow
/// reader slows the model down.
///
/// To read the stream of a model without a client:
///
/// ```
/// use tool_core::chat::{ModelEvent, ModelEventSink, PartDelta};
/// use tool_core::{ChatModel, Prompt, ScriptedChatModel};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let model = ScriptedChatModel::new().says("Hello!");
/// let mut events = Vec::new();
/// let mut reader = |event: &ModelEvent| events.push(event.clone());
/// let mut sink = ModelEventSink::new(&mut reader);
///
/// model.stream(&Prompt::from("Hi"), &mut sink).await?;
///
/// assert_eq!(sink.into_response().message.text(), "Hello!");
/// assert!(events.contains(&ModelEvent::delta(0, PartDelta::Text("Hello!".to_owned()))));
/// # Ok::<(), tool_core::ChatError>(())
/// # }).unwrap();
/// ```
pub struct ModelEventSink<'r> {
    assembler: ResponseAssembler,
    /// A response that the model gave as a whole.
    whole: Option<ChatResponse>,
    receiver: Receiver<'r>,
}

enum Receiver<'r> {
    Reader(&'r mut (dyn FnMut(&ModelEvent) + Send)),
    Round(&'r mut (dyn RoundReceiver + 'r)),
}

/// The part of a client that receives the events of one exchange.
pub(crate) trait RoundReceiver: Send {
    /// Whether there is room for another event.
    fn poll_ready(&mut self, task: &mut Context<'_>) -> Poll<()>;

    /// Receives an event, what it changed, and all so far.
    fn receive(&mut self, event: ModelEvent, change: Change, assembler: &ResponseAssembler);

    /// The response has ended.
    fn finish(&mut self, assembler: &ResponseAssembler);
}

impl<'r> ModelEventSink<'r> {
    /// A sink that shows each event to `reader`.
    #[must_use]
    pub fn new(reader: &'r mut (dyn FnMut(&ModelEvent) + Send)) -> Self {
        Self { assembler: ResponseAssembler::new(), whole: None, receiver: Receiver::Reader(reader) }
    }

    pub(crate) fn of_round(receiver: &'r mut (dyn RoundReceiver + 'r)) -> Self {
        Self { assembler: ResponseAssembler::new(), whole: None, receiver: Receiver::Round(receiver) }
    }

    /// Passes on an event.
    pub async fn send(&mut self, event: ModelEvent) {
        if let Receiver::Round(receiver) = &mut self.receiver {
            poll_fn(|task| receiver.poll_ready(task)).await;
        }
        let change = self.assembler.add(&event);
        match &mut self.receiver {
            Receiver::Reader(reader) => reader(&event),
            Receiver::Round(receiver) => receiver.receive(event, change, &self.assembler),
        }
    }

    /// Passes on a response that the model gave as a whole. It replaces what was sent so far.
    pub async fn send_response(&mut self, response: ChatResponse) {
        for event in events_of(&response) {
            self.send(event).await;
        }
        self.whole = Some(response);
    }

    /// The response of the events so far.
    #[must_use]
    pub fn into_response(self) -> ChatResponse {
        self.whole.unwrap_or_else(|| self.assembler.into_response())
    }

    /// The response has ended.
    pub(crate) fn finish(&mut self) {
        if let Receiver::Round(receiver) = &mut self.receiver {
            receiver.finish(&self.assembler);
        }
    }

    /// The tokens so far.
    pub(crate) fn usage(&self) -> Usage {
        self.assembler.usage()
    }
}

/// The events by which a model could have streamed this response, each block in one fragment.
pub(crate) fn events_of(response: &ChatResponse) -> impl Iterator<Item = ModelEvent> {
    let ChatResponse { id, model, usage, finish_reason, .. } = response;
    let started = ModelEvent::started(id.clone(), model.clone());
    let parts = (0..).zip(response.message.parts()).flat_map(|(index, part)| {
        let delta = ModelEvent::delta(index, delta_of(part));
        [delta, ModelEvent::block_ended(index)]
    });
    let end = [ModelEvent::Usage(*usage), ModelEvent::Finished(finish_reason.clone())];
    std::iter::once(started).chain(parts).chain(end)
}

fn delta_of(part: &AssistantPart) -> PartDelta {
    match part {
        AssistantPart::Text(part) => PartDelta::Text(part.text.clone()),
        AssistantPart::Refusal(part) => PartDelta::Refusal(part.text.clone()),
        AssistantPart::Reasoning(part) => PartDelta::Reasoning(part.text.clone()),
        AssistantPart::ToolCall(call) => PartDelta::tool_call(&call.id, &call.name, &call.arguments),
    }
}

impl fmt::Debug for ModelEventSink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelEventSink").field("assembler", &self.assembler).finish_non_exhaustive()
    }
}
