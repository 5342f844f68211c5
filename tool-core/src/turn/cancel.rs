//! Cancelling a turn, and calls that start before their response has ended.

use std::sync::Arc;

use super::limit_tracker::LimitTracker;
use super::limits::ToolCallLimits;
use super::state_machine::{Turn, TurnStep};
use super::truncated_calls;
use super::turn_end::TurnEnd;
use crate::chat::tool_call::{ToolCall, ToolResponse};
use crate::chat::usage::Usage;

impl Turn {
    /// Ends the turn because it was cancelled. Calls that have no response get one that says so: one that was running may
    /// have completed.
    pub fn on_cancel(&mut self) -> TurnStep {
        let running = self.pending.running();
        self.cancel(&running, Vec::new())
    }

    /// The same, when the driver knows which of the running calls have started, and the responses of those that have finished;
    /// each is known by its index among the calls of the last response.
    pub(crate) fn cancel(&mut self, started: &[usize], finished: Vec<(usize, Arc<ToolResponse>)>) -> TurnStep {
        if self.end().is_some() {
            return TurnStep::Finished;
        }
        if !self.pending.is_empty() {
            self.pending.cancel(started, finished);
            self.answer_calls();
        }
        self.finish(TurnEnd::Cancelled, String::new())
    }

    /// The indexes of the running calls among those of the last response.
    pub(crate) fn running_calls(&self) -> Vec<usize> {
        self.pending.running()
    }

    /// Which calls of a response that has not ended the turn will admit, however it ends.
    pub(crate) fn preview(&self) -> AdmissionPreview {
        let (tracker, limits) = (self.tracker.clone(), self.limits.clone());
        AdmissionPreview { tracker, limits, rounds: self.rounds.len() + 1, usage: self.usage() }
    }
}

/// A copy of what a turn has used, to ask about calls of a response that has not ended.
pub(crate) struct AdmissionPreview {
    tracker: LimitTracker,
    limits: ToolCallLimits,
    rounds: usize,
    usage: Usage,
}

impl AdmissionPreview {
    /// Whether this call will be admitted, however the response ends. It comes after those asked about before. Not admitted are
    /// arguments that would be refused if the response were truncated now, and all calls when tokens are limited: the response
    /// may use up what is left.
    pub(crate) fn admits(&mut self, call: &ToolCall) -> bool {
        let is_certain = self.limits.max_tokens.is_none() && truncated_calls::is_whole(&call.arguments);
        is_certain && self.tracker.try_acquire(call, &self.limits, self.rounds, self.usage).is_none()
    }
}
