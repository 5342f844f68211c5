//! `ToolExecutionResult`: the responses to the calls of one model response.

use std::sync::Arc;

use crate::chat::tool_call::{ToolCall, ToolResponse};
use crate::execution::tool_call_handler::{CallOutcome, TurnStop};

pub(crate) type ResultParts = (Vec<Arc<ToolResponse>>, Vec<(usize, ToolCall)>, Option<TurnStop>);

/// The responses to the calls of one model response.
#[derive(Debug, Default)]
pub struct ToolExecutionResult {
    responses: Vec<Arc<ToolResponse>>,
    /// Each with its index among the calls, because ids may be equal.
    pending: Vec<(usize, ToolCall)>,
    end: Option<TurnStop>,
}

impl ToolExecutionResult {
    /// A result for a program that runs the calls itself.
    #[must_use]
    pub fn new(responses: impl IntoIterator<Item: Into<Arc<ToolResponse>>>) -> Self {
        let responses = responses.into_iter().map(Into::into).collect();
        Self { responses, pending: Vec::new(), end: None }
    }

    pub(crate) fn with_capacity(calls: usize) -> Self {
        Self { responses: Vec::with_capacity(calls), pending: Vec::new(), end: None }
    }

    pub(crate) fn push(&mut self, answer: CallOutcome) {
        match answer {
            CallOutcome::PendingApproval(call) => self.pending.push((self.responses.len() + self.pending.len(), call)),
            CallOutcome::Answered((response, end)) => {
                self.responses.push(response);
                if self.end.is_none() {
                    self.end = end;
                }
            }
        }
    }

    /// Adds the result of the calls after these.
    pub(crate) fn append(&mut self, next: Self) {
        let count = self.responses.len() + self.pending.len();
        self.pending.extend(next.pending.into_iter().map(|(index, call)| (count + index, call)));
        self.responses.extend(next.responses);
        self.end = self.end.take().or(next.end);
    }

    /// The responses, one for each call that does not wait for approval, in the order of the calls.
    #[must_use]
    pub fn responses(&self) -> &[Arc<ToolResponse>] {
        &self.responses
    }

    /// The calls that wait for the approval of a person, in their order, with the arguments they would run with.
    pub fn pending_approvals(&self) -> impl Iterator<Item = &ToolCall> {
        self.pending.iter().map(|(_, call)| call)
    }

    /// The responses, the calls that wait for approval with their indexes among all calls, and why the turn ends.
    pub(crate) fn into_parts(self) -> ResultParts {
        (self.responses, self.pending, self.end)
    }
}
