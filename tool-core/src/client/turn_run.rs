//! The loop of a turn: asks the model and runs the tools. It is the only loop of the crate.

use std::future::{Future, poll_fn};
use std::mem;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;

use super::cancellation::CancellationHandle;
use super::chat_event::{ChatEvent, ToolCallKey};
use super::clock::Clock;
use super::driver::Driver;
use super::early_calls::{EarlyCalls, FinishedCalls};
use super::open_turn::OpenTurn;
use super::response::ChatClientResponse;
use super::round_stream::RoundStream;
use super::tool_events::{CallRecord, ToolEvents};
use super::usage_counter::{RoundUsage, UsageCounter};
use crate::callback::tool_callback::BoxFuture;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_response::ChatResponse;
use crate::chat::tool_call::ToolCall;
use crate::client::advisor::RoundRequest;
use crate::context::tool_context::ToolContext;
use crate::error::catch_panic;
use crate::execution::call_observer::CallObserver;
use crate::execution::execution_result::ToolExecutionResult;
use crate::execution::manager::Observation;
use crate::provider::tool_set::ToolSet;
use crate::turn::state_machine::{Turn, TurnStep};

/// One run of a turn.
pub(crate) struct TurnRun<'a> {
    driver: &'a Driver,
    used: &'a UsageCounter,
    tools: &'a ToolSet,
    context: &'a ToolContext,
    clock: Clock,
    turn: OpenTurn,
    /// The calls of the round that have started and finished.
    record: Arc<CallRecord>,
    /// The results of calls that ran before the response ended.
    early: FinishedCalls,
    /// Advisors may have changed the messages before the first round.
    is_first: bool,
}

impl<'a> TurnRun<'a> {
    pub(crate) fn new(
        driver: &'a Driver,
        used: &'a UsageCounter,
        turn: Turn,
        tools: &'a ToolSet,
        context: &'a ToolContext,
        clock: Clock,
    ) -> Self {
        let record = Arc::<CallRecord>::default();
        let turn = OpenTurn::new(turn, driver.control.cancellation.clone(), Arc::clone(&record));
        Self { driver, used, tools, context, clock, turn, record, early: FinishedCalls::default(), is_first: true }
    }

    /// Runs the turn from `step` on. `count` messages were there before it was resumed.
    pub(crate) async fn run(mut self, mut step: TurnStep, count: usize) -> Result<ChatClientResponse, ChatError> {
        // Calls that were denied have a response without running.
        self.report_responses(count, &[]).await;
        loop {
            step = match step {
                TurnStep::AskModel => self.ask().await,
                TurnStep::RunTools(calls) => self.run_tools(&calls).await,
                TurnStep::Suspended | TurnStep::Finished => return Ok(self.turn.close().into()),
                TurnStep::Failed(error) => return Err(self.turn.fail(error)),
            };
        }
    }

    /// Asks the model once, until the turn is cancelled or its time is over.
    async fn ask(&mut self) -> TurnStep {
        self.record.take();
        let used = RoundUsage::new(self.used);
        let answer = unless_cancelled(self.cancellation(), Box::pin(self.exchange(&used))).await;
        self.is_first = false;
        self.turn.set_elapsed(self.clock.elapsed());
        let count = self.turn.prompt().messages.len();
        let step = match answer {
            Some(Some(Ok((response, early)))) => {
                self.early = early;
                self.turn.on_model_response(response)
            }
            Some(Some(Err(error))) => {
                self.turn.count_usage(used.total());
                TurnStep::Failed(self.turn.on_model_error(error))
            }
            Some(None) => {
                self.turn.count_usage(used.total());
                self.turn.on_deadline()
            }
            None => {
                self.turn.count_usage(used.total());
                self.turn.on_cancel()
            }
        };
        self.report_responses(count, &[]).await;
        step
    }

    /// The response of the model, with the results of calls that ran meanwhile; `None` when the time of the turn is over.
    async fn exchange(&self, used: &RoundUsage<'_>) -> Option<Result<(ChatResponse, FinishedCalls), ChatError>> {
        let prompt = self.turn.prompt().clone();
        let checked = (!self.is_first).then(|| prompt.messages.clone());
        let request = RoundRequest::new(prompt, self.context.clone());
        let stream = self.round_stream();
        // Boxed, because each wrapper would else contain a copy of the large future.
        let asked: BoxFuture<'_, _> = Box::pin(self.driver.ask(request, used, checked.as_ref(), stream.as_ref()));
        let asked: BoxFuture<'_, _> = match &stream {
            Some(stream) if self.driver.manager.early_start() => Box::pin(self.run_early(asked, stream)),
            _ => Box::pin(async { Ok((asked.await?, FinishedCalls::default())) }),
        };
        match self.clock.deadline {
            Some(deadline) if deadline.has_passed() => None,
            Some(deadline) => deadline.run(asked).await,
            None => Some(asked.await),
        }
    }

    fn round_stream(&self) -> Option<RoundStream> {
        let queue = self.driver.control.events.as_ref()?;
        let (may_change, early_start) = (!self.driver.advisors.is_empty(), self.driver.manager.early_start());
        Some(RoundStream::new(Arc::clone(queue), self.turn.rounds().len(), may_change, early_start))
    }

    /// Runs the first calls of the response while the model writes the rest.
    async fn run_early(
        &self,
        mut asked: BoxFuture<'_, Result<ChatResponse, ChatError>>,
        stream: &RoundStream,
    ) -> Result<(ChatResponse, FinishedCalls), ChatError> {
        let round = self.turn.rounds().len();
        let run = |index, call: ToolCall| -> BoxFuture<'_, ToolExecutionResult> {
            let observer = self.tool_events(round, vec![index]);
            Box::pin(async move { self.execute(std::slice::from_ref(&call), Some(&observer)).await })
        };
        let max_concurrent = self.driver.manager.max_concurrent();
        let mut early = EarlyCalls::new(self.tools, self.turn.preview(), &run, max_concurrent);
        let mut response = None;
        poll_fn(|task| {
            if response.is_none()
                && let Poll::Ready(asked) = asked.as_mut().poll(task)
            {
                response = Some(asked);
            }
            let early = early.poll(stream, task);
            match &response {
                // What they return is discarded with the response.
                Some(Err(_)) => Poll::Ready(()),
                Some(Ok(_)) => early,
                None => Poll::Pending,
            }
        })
        .await;
        let finished = early.into_finished();
        match response {
            Some(response) => Ok((response?, finished)),
            None => Err(ChatError::model("the model was not asked")),
        }
    }

    /// Runs the calls of a response, until the turn is cancelled.
    async fn run_tools(&mut self, calls: &[ToolCall]) -> TurnStep {
        let (mut result, count) = mem::take(&mut self.early).take(calls);
        let rest = calls.get(count..).unwrap_or_default();
        if !rest.is_empty() {
            let indexes = self.turn.running_calls().split_off(count);
            let control = &self.driver.control;
            let is_observed = control.events.is_some() || control.cancellation.is_some();
            let observer = is_observed.then(|| self.tool_events(self.round(), indexes));
            match unless_cancelled(self.cancellation(), Box::pin(self.execute(rest, observer.as_ref()))).await {
                Some(rest) => result.append(rest),
                None => return self.cancel().await,
            }
        }
        self.turn.set_elapsed(self.clock.elapsed());
        let count = self.turn.prompt().messages.len();
        let step = self.turn.on_tool_results(result);
        self.report_responses(count, &self.record.finished()).await;
        step
    }

    async fn execute(&self, calls: &[ToolCall], observer: Option<&Arc<dyn CallObserver>>) -> ToolExecutionResult {
        let observation = Observation { deadline: self.clock.deadline, observer };
        let manager = &self.driver.manager;
        manager.execute_observed(calls, self.tools, self.context, self.turn.memory(), observation).await
    }

    /// Ends the turn while tools run.
    async fn cancel(&mut self) -> TurnStep {
        self.turn.set_elapsed(self.clock.elapsed());
        let count = self.turn.prompt().messages.len();
        let (started, finished) = self.record.take();
        let reported: Vec<_> = finished.iter().map(|(index, _)| *index).collect();
        let step = self.turn.cancel(&started, finished);
        self.report_responses(count, &reported).await;
        step
    }

    /// Reports the responses that were added after the first `count` messages, but those of these indexes.
    async fn report_responses(&self, count: usize, reported: &[usize]) {
        let Some(queue) = &self.driver.control.events else { return };
        let messages = &self.turn.prompt().messages;
        let responses = match messages.last() {
            Some(message) if messages.len() > count => message.tool_responses(),
            _ => &[],
        };
        for (index, response) in responses.iter().enumerate().filter(|(index, _)| !reported.contains(index)) {
            let call = ToolCallKey::new(self.round(), index);
            queue.send(ChatEvent::ToolFinished { call, response: Arc::clone(response) }).await;
        }
    }

    /// The round whose response was last added.
    fn round(&self) -> usize {
        self.turn.rounds().len().saturating_sub(1)
    }

    fn tool_events(&self, round: usize, indexes: Vec<usize>) -> Arc<dyn CallObserver> {
        let queue = self.driver.control.events.clone();
        Arc::new(ToolEvents { queue, record: Arc::clone(&self.record), round, indexes })
    }

    fn cancellation(&self) -> Option<CancellationHandle> {
        self.driver.control.cancellation.clone()
    }
}

/// The output of the future; `None` when the turn is cancelled first. Then the future is dropped, and a panic of what it drops
/// is caught.
async fn unless_cancelled<F>(handle: Option<CancellationHandle>, mut future: Pin<Box<F>>) -> Option<F::Output>
where
    F: Future,
{
    let Some(handle) = handle else { return Some(future.await) };
    let mut cancelled = pin!(handle.cancelled());
    let output = poll_fn(|task| match cancelled.as_mut().poll(task) {
        Poll::Ready(()) => Poll::Ready(None),
        Poll::Pending => future.as_mut().poll(task).map(Some),
    })
    .await;
    if output.is_none() && catch_panic::catch(|| drop(future)).is_err() {
        tracing::error!("a cancelled turn panicked while it was dropped");
    }
    output
}
