//! Read-only calls that run while the model still writes its response.

use std::collections::VecDeque;
use std::task::{Context, Poll};

use super::round_stream::{ReadyCall, RoundStream};
use crate::callback::tool_callback::BoxFuture;
use crate::chat::tool_call::ToolCall;
use crate::execution::execution_result::ToolExecutionResult;
use crate::execution::manager::is_concurrent;
use crate::provider::tool_set::ToolSet;
use crate::turn::cancel::AdmissionPreview;

/// Runs one call, with its index in the round.
pub(crate) type Run<'r> = dyn Fn(usize, ToolCall) -> BoxFuture<'r, ToolExecutionResult> + Send + Sync + 'r;

/// The first calls of a response, as long as each is read-only, needs no approval and will be admitted however the response
/// ends: only these can run before the calls after them are known.
pub(crate) struct EarlyCalls<'r> {
    tools: &'r ToolSet,
    admission: AdmissionPreview,
    run: &'r Run<'r>,
    max_concurrent: usize,
    /// The exchange that the calls are from.
    exchange: usize,
    /// The index of the next call, unless a call was not suitable.
    next: Option<usize>,
    /// Complete calls that wait for an earlier one, or for a free place.
    waiting: Vec<ReadyCall>,
    running: Vec<RunningCall<'r>>,
    finished: Vec<(usize, ToolCall, ToolExecutionResult)>,
}

struct RunningCall<'r> {
    index: usize,
    call: ToolCall,
    result: BoxFuture<'r, ToolExecutionResult>,
}

impl<'r> EarlyCalls<'r> {
    pub(crate) fn new(
        tools: &'r ToolSet,
        admission: AdmissionPreview,
        run: &'r Run<'r>,
        max_concurrent: usize,
    ) -> Self {
        Self {
            tools,
            admission,
            run,
            max_concurrent,
            exchange: 0,
            next: Some(0),
            waiting: Vec::new(),
            running: Vec::new(),
            finished: Vec::new(),
        }
    }

    /// Starts the calls that have become complete, and polls those that run. Ready when none is left.
    pub(crate) fn poll(&mut self, stream: &RoundStream, task: &mut Context<'_>) -> Poll<()> {
        for ready in stream.take_ready() {
            // An advisor asks the model again: the calls of the exchange before are void.
            if ready.exchange != self.exchange {
                (self.exchange, self.next) = (ready.exchange, Some(0));
                self.waiting.clear();
                self.running.clear();
                self.finished.clear();
            }
            self.waiting.push(ready);
        }
        loop {
            self.start();
            let count = self.running.len();
            let finished = &mut self.finished;
            self.running.retain_mut(|running| match running.result.as_mut().poll(task) {
                Poll::Ready(result) => {
                    finished.push((running.index, running.call.clone(), result));
                    false
                }
                Poll::Pending => true,
            });
            if self.running.is_empty() && count == 0 {
                return Poll::Ready(());
            }
            if self.running.len() == count {
                return Poll::Pending;
            }
        }
    }

    fn start(&mut self) {
        while self.running.len() < self.max_concurrent {
            let Some(next) = self.next else { return };
            let Some(place) = self.waiting.iter().position(|ready| ready.index == next) else { return };
            let ReadyCall { index, call, .. } = self.waiting.swap_remove(place);
            let is_suitable = self
                .tools
                .get(&call.name)
                .is_some_and(|callback| is_concurrent(&**callback) && !callback.metadata().approval());
            if !is_suitable || !self.admission.admits(&call) {
                self.next = None;
                return;
            }
            self.next = Some(next + 1);
            self.running.push(RunningCall { index, call: call.clone(), result: (self.run)(index, call) });
        }
    }

    /// The results of the calls that have finished, in their order.
    pub(crate) fn into_finished(mut self) -> FinishedCalls {
        self.finished.sort_by_key(|(index, ..)| *index);
        FinishedCalls(self.finished.into_iter().map(|(_, call, result)| (call, result)).collect())
    }
}

/// The results of early calls, in the order of the calls.
#[derive(Default)]
pub(crate) struct FinishedCalls(VecDeque<(ToolCall, ToolExecutionResult)>);

impl FinishedCalls {
    /// The results of the first of these calls that have run early, and how many they are. What is left is discarded: an advisor
    /// changed the calls.
    pub(crate) fn take(&mut self, calls: &[ToolCall]) -> (ToolExecutionResult, usize) {
        let mut finished = std::mem::take(&mut self.0);
        let (mut results, mut count) = (ToolExecutionResult::default(), 0);
        for call in calls {
            match finished.pop_front() {
                Some((early, result)) if early == *call => results.append(result),
                _ => break,
            }
            count += 1;
        }
        (results, count)
    }
}
