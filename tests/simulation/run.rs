//! Runs one script in each way a turn can run.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tool_core::chat::{Messages, Usage};
use tool_core::client::{ChatClientResponse, ChatEvent, ChatStream};
use tool_core::execution::ToolCallingManager;
use tool_core::turn::{ToolCallDecision, Turn, TurnEnd, TurnStep};
use tool_core::{ChatClient, ChatError, ChatModel, Message, Prompt, ToolCall};

use crate::random::Random;
use crate::script::{Playing, Script};
use crate::tools::{self, Ledger};

/// How a turn ended, and what it left behind.
pub(crate) struct Outcome {
    pub(crate) messages: Messages,
    /// How it ended, or the sentence of its error.
    pub(crate) end: String,
    pub(crate) content: String,
    /// `None` where the framework does not report it: a stream that was dropped.
    pub(crate) usage: Option<Usage>,
    pub(crate) used: Usage,
    pub(crate) asked: usize,
    pub(crate) ledger: Ledger,
    /// What happened, for the count of faults.
    pub(crate) events: Vec<&'static str>,
}

/// In which way a turn runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    Blocking,
    Streamed,
    /// A `Turn` that is driven by hand, and restarts.
    ByHand,
    /// The same, and what running tools return may be lost.
    Crashing,
    DroppedStream,
    Cancelled,
    EarlyStart,
}

impl Way {
    pub(crate) const ALL: [Self; 7] = [
        Self::Blocking,
        Self::Streamed,
        Self::ByHand,
        Self::Crashing,
        Self::DroppedStream,
        Self::Cancelled,
        Self::EarlyStart,
    ];

    /// Whether tools may have run whose results are not in the transcript.
    pub(crate) fn may_lose_results(self) -> bool {
        matches!(self, Self::Crashing | Self::DroppedStream | Self::Cancelled | Self::EarlyStart)
    }
}

/// One run of a script.
pub(crate) struct Run {
    model: Arc<Playing>,
    ledger: Ledger,
    random: Random,
    events: Vec<&'static str>,
}

impl Run {
    pub(crate) fn new(script: &Arc<Script>, seed: u64) -> Self {
        let model = Arc::new(Playing::new(script));
        Self { model, ledger: Ledger::default(), random: Random::new(seed ^ 0x5157), events: Vec::new() }
    }

    pub(crate) async fn play(mut self, way: Way) -> Outcome {
        match way {
            Way::Blocking => self.blocking().await,
            Way::Streamed => self.streamed(false).await,
            Way::EarlyStart => self.streamed(true).await,
            Way::ByHand => self.by_hand(false).await,
            Way::Crashing => self.by_hand(true).await,
            Way::DroppedStream | Way::Cancelled => {
                let at = 1 + self.random.below(30);
                self.interrupted(at, way == Way::Cancelled).await
            }
        }
    }

    fn client(&self, early_start: bool) -> ChatClient {
        ChatClient::builder(Arc::clone(&self.model))
            .default_tools(tools::all())
            .default_system("Be brief.")
            .tool_calling_manager(ToolCallingManager::new().with_early_start(early_start))
            .build()
    }

    fn outcome(self, result: Result<ChatClientResponse, ChatError>) -> Outcome {
        let (used, asked) = (*self.model.used.lock().unwrap(), self.model.asked.load(Ordering::Relaxed));
        let (messages, end, content, usage) = match result {
            Ok(response) => {
                let end = format!("{:?}", response.end());
                (response.messages().clone(), end, response.content().to_owned(), response.usage())
            }
            Err(error) => (error.messages().clone(), error.to_string(), String::new(), error.usage()),
        };
        Outcome { messages, end, content, usage: Some(usage), used, asked, ledger: self.ledger, events: self.events }
    }

    /// Decisions about the pending calls; now and then only about the first.
    fn decide(&mut self, pending: Vec<ToolCall>) -> Vec<(String, ToolCallDecision)> {
        let count = if self.random.once_in(4) { 1 } else { pending.len() };
        pending.into_iter().take(count).map(|call| (call.id.clone(), self.decision(&call))).collect()
    }

    /// It depends on the call alone, so that each run decides alike.
    fn decision(&mut self, call: &ToolCall) -> ToolCallDecision {
        let number = crate::check::number(call).unwrap_or(0);
        match number % 4 {
            0 => {
                self.events.push("denied calls");
                ToolCallDecision::Deny("not today".to_owned())
            }
            1 => {
                self.events.push("edited calls");
                ToolCallDecision::Edit(format!(r#"{{"n":{number}}}"#))
            }
            _ => {
                self.events.push("approved calls");
                ToolCallDecision::Approve
            }
        }
    }

    async fn blocking(mut self) -> Outcome {
        let client = self.client(false);
        let context = tools::context(&self.ledger);
        let limits = self.model.script.limits.clone();
        let mut result = client.prompt("Go.").limits(limits).tool_context(context.clone()).call().await;
        while let Some(turn) = suspended(&mut result) {
            let decisions = self.decide(turn.pending_approvals().cloned().collect());
            result = client.resume(turn, decisions).tool_context(context.clone()).call().await;
        }
        self.outcome(result)
    }

    async fn streamed(mut self, early_start: bool) -> Outcome {
        let client = self.client(early_start);
        let context = tools::context(&self.ledger);
        let limits = self.model.script.limits.clone();
        let stream = client.prompt("Go.").limits(limits).tool_context(context.clone()).stream();
        let mut result = self.read(stream).await;
        while let Some(turn) = suspended(&mut result) {
            let decisions = self.decide(turn.pending_approvals().cloned().collect());
            let stream = client.resume(turn, decisions).tool_context(context.clone()).stream();
            result = self.read(stream).await;
        }
        self.outcome(result)
    }

    /// Reads a stream to its end, and checks its events.
    async fn read(&mut self, mut stream: ChatStream) -> Result<ChatClientResponse, ChatError> {
        let mut events = Vec::new();
        while let Some(event) = stream.next().await {
            if matches!(event, ChatEvent::ToolProgress { .. }) {
                self.events.push("progress");
            }
            events.push(event);
        }
        let result = stream.response().await;
        crate::check::events(&events, &result);
        if starts_early(&events) {
            self.events.push("early starts");
        }
        result
    }

    /// Drops the stream, or cancels the turn, at an event.
    async fn interrupted(mut self, at: usize, is_cancelled: bool) -> Outcome {
        let client = self.client(self.random.clone().once_in(2));
        let context = tools::context(&self.ledger);
        let limits = self.model.script.limits.clone();
        let mut stream = client.prompt("Go.").limits(limits).tool_context(context).stream();
        let handle = stream.cancellation_handle();
        let (mut read, mut is_over) = (0, false);
        while read < at
            && let Some(event) = stream.next().await
        {
            (read, is_over) = (read + 1, event.is_last());
        }
        if !is_over {
            self.events.push(if is_cancelled { "cancelled turns" } else { "dropped streams" });
        }
        let (mut end, mut usage) = ("dropped".to_owned(), None);
        if is_cancelled {
            handle.cancel();
            let result = stream.response().await;
            let messages = result.as_ref().map_or_else(ChatError::messages, ChatClientResponse::messages).clone();
            let is_suspended = matches!(&result, Ok(response) if *response.end() == TurnEnd::Suspended);
            assert!(is_suspended || Some(messages) == handle.messages(), "the handle has the transcript");
            let outcome = match result {
                Ok(response) => (format!("{:?}", response.end()), response.usage()),
                Err(error) => (error.to_string(), error.usage()),
            };
            (end, usage) = (outcome.0, Some(outcome.1));
        } else {
            drop(stream);
        }
        let messages = handle.messages().expect("the turn has started");
        let (used, asked) = (*self.model.used.lock().unwrap(), self.model.asked.load(Ordering::Relaxed));
        Outcome { messages, end, content: String::new(), usage, used, asked, ledger: self.ledger, events: self.events }
    }

    /// Drives the turn by hand. Between steps the process restarts: only bytes survive. When `crashes`, what tools have done may
    /// be lost.
    async fn by_hand(mut self, crashes: bool) -> Outcome {
        let (manager, mut tool_set) = (ToolCallingManager::new(), tools::tool_set());
        let context = tools::context(&self.ledger);
        let prompt = Prompt::new([Message::user("Go.")]).with_tools(&tool_set);
        let mut turn = Turn::new(prompt, self.model.script.limits.clone());
        let mut step = TurnStep::AskModel;
        loop {
            let is_over = matches!(step, TurnStep::Finished | TurnStep::Failed(_) | TurnStep::Suspended);
            if !is_over && self.random.once_in(2) {
                self.events.push("restarts");
                if let TurnStep::RunTools(calls) = &step
                    && crashes
                    && self.random.once_in(2)
                {
                    // The tools run, and their results are lost.
                    self.events.push("crashes");
                    let run = self.random.below(calls.len() + 1);
                    let calls = calls.get(..run).unwrap_or_default();
                    let memory = turn.clone();
                    manager.execute_in_turn(calls, &tool_set, &context, memory.memory()).await;
                } else if matches!(step, TurnStep::RunTools(_)) {
                    // Without a crash, a turn is stored before its tools run or after.
                    self.events.pop();
                    step = self.run_step(&mut turn, step, &manager, &tool_set).await;
                    continue;
                }
                let bytes = serde_json::to_vec(&turn).unwrap();
                turn = serde_json::from_slice(&bytes).unwrap();
                tool_set = tools::tool_set();
                step = turn.resume(&tool_set).unwrap();
            }
            step = match step {
                TurnStep::Suspended => {
                    let bytes = serde_json::to_vec(&turn).unwrap();
                    turn = serde_json::from_slice(&bytes).unwrap();
                    for (id, decision) in self.decide(turn.pending_approvals().cloned().collect()) {
                        turn.decide(&id, decision).unwrap();
                    }
                    turn.resume(&tool_set).unwrap()
                }
                TurnStep::Finished => return self.outcome(Ok(turn.into())),
                TurnStep::Failed(error) => return self.outcome(Err(error)),
                step => self.run_step(&mut turn, step, &manager, &tool_set).await,
            };
        }
    }

    async fn run_step(
        &self,
        turn: &mut Turn,
        step: TurnStep,
        manager: &ToolCallingManager,
        tool_set: &tool_core::ToolSet,
    ) -> TurnStep {
        match step {
            TurnStep::AskModel => match self.model.call(turn.prompt()).await {
                Ok(response) => turn.on_model_response(response),
                Err(error) => TurnStep::Failed(turn.on_model_error(error)),
            },
            TurnStep::RunTools(calls) => {
                let context = tools::context(&self.ledger);
                let result = manager.execute_in_turn(&calls, tool_set, &context, turn.memory()).await;
                turn.on_tool_results(result)
            }
            other => other,
        }
    }
}

/// Whether a tool started before the response of the model ended.
fn starts_early(events: &[ChatEvent]) -> bool {
    let place = |is_it: fn(&ChatEvent) -> bool| events.iter().position(is_it);
    let started = place(|event| matches!(event, ChatEvent::ToolStarted { call, .. } if call.round == 0));
    let ended = place(|event| matches!(event, ChatEvent::RoundEnded { round: 0, .. }));
    started.zip(ended).is_some_and(|(started, ended)| started < ended)
}

fn suspended(result: &mut Result<ChatClientResponse, ChatError>) -> Option<Turn> {
    let response = result.as_ref().ok().filter(|response| *response.end() == TurnEnd::Suspended)?;
    let turn = response.suspended_turn()?.clone();
    // Only bytes survive until a person has decided.
    Some(serde_json::from_slice(&serde_json::to_vec(&turn).unwrap()).unwrap())
}
