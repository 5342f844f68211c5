//! The events of one round: what the model says becomes events of the turn.

use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use super::chat_event::{ChatEvent, ToolCallKey};
use super::event_queue::EventQueue;
use super::usage_counter::RoundUsage;
use crate::chat::assistant_message::AssistantMessage;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_model::{ChatModel, DynChatModel};
use crate::chat::chat_response::ChatResponse;
use crate::chat::model_event::{ModelEvent, PartDelta};
use crate::chat::model_event_sink::{ModelEventSink, RoundReceiver, events_of};
use crate::chat::prompt::Prompt;
use crate::chat::response_assembler::{Change, ResponseAssembler};
use crate::chat::tool_call::ToolCall;

/// What advisors do with the events of a model.
#[derive(Clone, Default)]
pub(crate) struct ModelEventReaders(Vec<Arc<Reader>>);

type Reader = dyn Fn(&ModelEvent) + Send + Sync;

impl ModelEventReaders {
    pub(crate) fn add(&mut self, reader: impl Fn(&ModelEvent) + Send + Sync + 'static) {
        self.0.push(Arc::new(reader));
    }

    fn show(&self, event: &ModelEvent) {
        self.0.iter().for_each(|reader| reader(event));
    }

    /// Shows the events of a response that was not streamed.
    pub(crate) fn show_response(&self, response: &ChatResponse) {
        if !self.0.is_empty() {
            events_of(response).for_each(|event| self.show(&event));
        }
    }
}

impl fmt::Debug for ModelEventReaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ModelEventReaders").field(&self.0.len()).finish()
    }
}

/// The stream of one round. Advisors may ask the model several times, or not at all.
pub(crate) struct RoundStream {
    queue: Arc<EventQueue>,
    round: usize,
    may_change: bool,
    early_start: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    exchanges: usize,
    /// The message of the last exchange, if advisors may replace it.
    streamed: Option<AssistantMessage>,
    /// Complete tool calls of the last exchange, to start early.
    ready: Vec<ReadyCall>,
}

/// A complete tool call of a response that has not ended, with the number of the exchange.
pub(crate) struct ReadyCall {
    pub(crate) exchange: usize,
    pub(crate) index: usize,
    pub(crate) call: ToolCall,
}

impl RoundStream {
    /// `may_change` says whether advisors may change the response, `early_start` whether complete calls are kept to be started.
    pub(crate) fn new(queue: Arc<EventQueue>, round: usize, may_change: bool, early_start: bool) -> Self {
        Self { queue, round, may_change, early_start, state: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The calls that became complete since they were last taken.
    pub(crate) fn take_ready(&self) -> Vec<ReadyCall> {
        mem::take(&mut self.lock().ready)
    }

    /// Asks the model once.
    pub(crate) async fn exchange(
        &self,
        model: &DynChatModel,
        prompt: &Prompt,
        readers: ModelEventReaders,
        used: &RoundUsage<'_>,
    ) -> Result<ChatResponse, ChatError> {
        let exchange = {
            let mut state = self.lock();
            state.exchanges += 1;
            state.ready.clear();
            state.exchanges
        };
        if exchange > 1 {
            self.queue.send(ChatEvent::RoundRestarted { round: self.round }).await;
        }
        let mut receiver = Receiver { stream: self, exchange, readers, announced: Vec::new() };
        let mut sink = ModelEventSink::of_round(&mut receiver);
        if let Err(error) = model.stream(prompt, &mut sink).await {
            used.add(sink.usage());
            return Err(error);
        }
        sink.finish();
        let response = sink.into_response();
        used.add(response.usage);
        if self.may_change {
            self.lock().streamed = Some(response.message.clone());
        }
        Ok(response)
    }

    /// Reports the response of the round, which advisors may have made or changed.
    pub(crate) async fn end(&self, response: &ChatResponse) {
        let (exchanges, streamed) = {
            let mut state = self.lock();
            (state.exchanges, state.streamed.take())
        };
        if exchanges == 0 {
            self.show_response(response).await;
        } else if streamed.is_some_and(|streamed| streamed != response.message) {
            let message = Box::new(response.message.clone());
            self.queue.send(ChatEvent::RoundReplaced { round: self.round, message }).await;
        }
        self.queue.send(ChatEvent::Usage { round: self.round, usage: response.usage }).await;
        let finish_reason = response.finish_reason.clone();
        let is_answer = !response.message.has_tool_calls();
        self.queue.send(ChatEvent::RoundEnded { round: self.round, finish_reason, is_answer }).await;
    }

    /// Reports a response that an advisor made without the model.
    async fn show_response(&self, response: &ChatResponse) {
        let readers = ModelEventReaders::default();
        let mut receiver = Receiver { stream: self, exchange: 0, readers, announced: Vec::new() };
        let mut sink = ModelEventSink::of_round(&mut receiver);
        for event in events_of(response) {
            sink.send(event).await;
        }
        sink.finish();
    }
}

/// What the reader knows of a tool call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Announced {
    /// Nothing: its name is not known.
    Nothing,
    Begun,
    Ready,
}

/// Receives the events of one exchange.
struct Receiver<'s> {
    stream: &'s RoundStream,
    exchange: usize,
    readers: ModelEventReaders,
    /// By the number of the tool call.
    announced: Vec<Announced>,
}

impl Receiver<'_> {
    fn key(&self, index: usize) -> ToolCallKey {
        ToolCallKey::new(self.stream.round, index)
    }

    fn announced(&mut self, index: usize) -> Announced {
        if self.announced.len() <= index {
            self.announced.resize(index + 1, Announced::Nothing);
        }
        self.announced.get(index).copied().unwrap_or(Announced::Nothing)
    }

    fn set(&mut self, index: usize, announced: Announced) {
        if let Some(place) = self.announced.get_mut(index) {
            *place = announced;
        }
    }

    /// A fragment was added to this call. A call whose name comes late is announced with its name.
    fn fragment(&mut self, index: usize, fragment: String, call: &ToolCall) {
        match self.announced(index) {
            Announced::Begun if !fragment.is_empty() => {
                self.stream.queue.push(ChatEvent::ToolCallDelta { call: self.key(index), arguments: fragment });
            }
            Announced::Nothing if !call.name.is_empty() => self.begin(index, call),
            _ => {}
        }
    }

    fn begin(&mut self, index: usize, call: &ToolCall) {
        let (key, queue) = (self.key(index), &self.stream.queue);
        queue.push(ChatEvent::ToolCallBegun { call: key, id: call.id.clone(), name: call.name.clone() });
        if !call.arguments.is_empty() {
            queue.push(ChatEvent::ToolCallDelta { call: key, arguments: call.arguments.clone() });
        }
        self.set(index, Announced::Begun);
    }

    fn ready(&mut self, index: usize, call: &ToolCall) {
        if self.announced(index) == Announced::Ready {
            return;
        }
        if self.announced(index) == Announced::Nothing {
            self.begin(index, call);
        }
        self.set(index, Announced::Ready);
        self.stream.queue.push(ChatEvent::ToolCallReady { call: self.key(index), tool_call: call.clone() });
    }
}

impl RoundReceiver for Receiver<'_> {
    fn poll_ready(&mut self, task: &mut Context<'_>) -> Poll<()> {
        self.stream.queue.poll_ready(task)
    }

    fn receive(&mut self, event: ModelEvent, change: Change, assembler: &ResponseAssembler) {
        self.readers.show(&event);
        let (round, queue) = (self.stream.round, &self.stream.queue);
        match (event, change) {
            (_, Change::Nothing) => {}
            (_, Change::Ended(index)) => {
                if let Some(call) = assembler.tool_call(index) {
                    self.ready(index, call);
                    if self.stream.early_start {
                        let ready = ReadyCall { exchange: self.exchange, index, call: call.clone() };
                        self.stream.lock().ready.push(ready);
                    }
                }
            }
            (ModelEvent::Delta { delta, .. }, _) => match (delta, change) {
                (PartDelta::Text(text), _) => queue.push(ChatEvent::Text { round, text }),
                (PartDelta::Reasoning(text), _) => queue.push(ChatEvent::Reasoning { round, text }),
                (PartDelta::Refusal(text), _) => queue.push(ChatEvent::Refusal { round, text }),
                (PartDelta::ToolCall { arguments, .. }, Change::Fragment(index)) => {
                    if let Some(call) = assembler.tool_call(index) {
                        self.fragment(index, arguments, call);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn finish(&mut self, assembler: &ResponseAssembler) {
        for index in 0..assembler.tool_calls() {
            if let Some(call) = assembler.tool_call(index) {
                self.ready(index, call);
            }
        }
    }
}
