//! The tool calls of the last response, each with its state until it is answered.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::chat::tool_call::{ToolCall, ToolResponse, shared_response};
use crate::error::tool_error::{Reason, ToolError};
use crate::execution::call_tracing::failed_response;
use crate::execution::execution_result::ToolExecutionResult;
use crate::execution::tool_call_handler::TurnStop;
use crate::provider::tool_set::ToolSet;
use crate::turn::approval::ToolCallDecision;

/// The calls of one response, in their order.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(transparent)]
pub(super) struct PendingCalls(Vec<PendingCall>);

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PendingCall {
    call: ToolCall,
    state: State,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    /// It will run.
    Admitted { approved: bool },
    /// It runs.
    Running { approved: bool },
    /// It waits for approval.
    Waiting,
    Answered {
        #[serde(with = "shared_response")]
        response: Arc<ToolResponse>,
        ends_turn: bool,
    },
}

/// Calls to run now, and the ids of those that a person has approved.
pub(super) type Runnable = (Vec<ToolCall>, Vec<String>);

impl PendingCall {
    fn decide(&mut self, decision: ToolCallDecision) {
        let Self { call, state } = self;
        *state = match decision {
            ToolCallDecision::Approve => State::Admitted { approved: true },
            ToolCallDecision::Edit(arguments) => {
                call.arguments = arguments;
                State::Admitted { approved: true }
            }
            ToolCallDecision::Deny(message) => {
                let error = ToolError::new(Reason::Denied { tool: call.name.clone(), message });
                State::Answered { response: failed(call, &error), ends_turn: false }
            }
        };
    }
}

impl PendingCalls {
    pub(super) fn new(calls: Vec<PendingCall>) -> Self {
        Self(calls)
    }

    /// Adds a call that will run.
    pub(super) fn admit(&mut self, call: ToolCall) {
        self.0.push(PendingCall { call, state: State::Admitted { approved: false } });
    }

    /// Adds a call that may not run, and whether the turn ends with it.
    pub(super) fn refuse(&mut self, call: ToolCall, error: &ToolError, ends_turn: bool) {
        let state = State::Answered { response: failed(&call, error), ends_turn };
        self.0.push(PendingCall { call, state });
    }

    /// The calls to run next: first the approved ones, then the others, so that an approval holds only for its call. They are
    /// running from now on.
    pub(super) fn start(&mut self) -> Option<Runnable> {
        [true, false].into_iter().map(|approved| self.start_where(approved)).find(|(calls, _)| !calls.is_empty())
    }

    fn start_where(&mut self, approved: bool) -> Runnable {
        let chosen = self.0.iter_mut().filter(|pending| pending.state == State::Admitted { approved });
        let calls: Vec<_> = chosen
            .map(|pending| {
                pending.state = State::Running { approved };
                pending.call.clone()
            })
            .collect();
        let ids = calls.iter().filter(|_| approved).map(|call| call.id.clone()).collect();
        (calls, ids)
    }

    /// Adds the results of the running calls, and returns why the turn ends, if it does. A response belongs to the first call
    /// of its id that does not wait: both are in the order of the calls, so that equal ids are not confused.
    pub(super) fn take(&mut self, result: ToolExecutionResult) -> Option<TurnStop> {
        let (responses, waiting, end) = result.into_parts();
        // A queue, because the next one is nearly always the first.
        let mut responses = VecDeque::from(responses);
        let mut waiting = waiting.into_iter().peekable();
        let running = self.0.iter_mut().filter(|pending| matches!(pending.state, State::Running { .. }));
        for (place, PendingCall { call, state }) in running.enumerate() {
            *state = if let Some((_, as_it_would_run)) = waiting.next_if(|(waits_at, _)| *waits_at == place) {
                call.arguments = as_it_would_run.arguments;
                State::Waiting
            } else if let Some(response) = take_first(&mut responses, |response| response.id == call.id) {
                State::Answered { response, ends_turn: false }
            } else {
                let error = ToolError::execution("it returned no response").in_tool(&call.name);
                State::Answered { response: failed(call, &error), ends_turn: false }
            };
        }
        end
    }

    /// The indexes of the running calls.
    pub(super) fn running(&self) -> Vec<usize> {
        let running = self.0.iter().enumerate().filter(|(_, pending)| matches!(pending.state, State::Running { .. }));
        running.map(|(index, _)| index).collect()
    }

    /// Ends all calls without a response: `started` says which may have an effect, `finished` which have a response.
    pub(super) fn cancel(&mut self, started: &[usize], finished: Vec<(usize, Arc<ToolResponse>)>) {
        for (index, response) in finished {
            if let Some(pending) = self.0.get_mut(index) {
                pending.state = State::Answered { response, ends_turn: false };
            }
        }
        for (index, PendingCall { call, state }) in self.0.iter_mut().enumerate() {
            if matches!(state, State::Answered { .. }) {
                continue;
            }
            let tool = call.name.clone();
            let reason =
                if started.contains(&index) { Reason::Interrupted { tool } } else { Reason::TurnCancelled { tool } };
            *state = State::Answered { response: failed(call, &ToolError::new(reason)), ends_turn: false };
        }
    }

    pub(super) fn pending_approvals(&self) -> impl Iterator<Item = &ToolCall> {
        self.0.iter().filter(|pending| pending.state == State::Waiting).map(|pending| &pending.call)
    }

    /// Records decisions, each about the first pending call of its id.
    ///
    /// # Errors
    /// The id of a decision for which no call waits.
    pub(super) fn decide(
        &mut self,
        decisions: impl IntoIterator<Item = (String, ToolCallDecision)>,
    ) -> Result<(), String> {
        let mut waiting: HashMap<&str, VecDeque<usize>> = HashMap::new();
        for (place, PendingCall { call, state }) in self.0.iter().enumerate() {
            if *state == State::Waiting {
                waiting.entry(&call.id).or_default().push_back(place);
            }
        }
        let mut place_of = |id: &str| waiting.get_mut(id)?.pop_front();
        let places: Vec<_> = decisions.into_iter().map(|(id, decision)| (place_of(&id).ok_or(id), decision)).collect();
        for (place, decision) in places {
            if let Some(pending) = self.0.get_mut(place?) {
                pending.decide(decision);
            }
        }
        Ok(())
    }

    /// Restarts the calls that were running when the turn was stored, if their tools may run twice; fails the others.
    pub(super) fn restart(&mut self, tools: &ToolSet) {
        for PendingCall { call, state } in &mut self.0 {
            let State::Running { approved } = *state else { continue };
            let may_run_twice = tools.get(&call.name).is_some_and(|callback| callback.metadata().may_run_twice());
            *state = if may_run_twice {
                State::Admitted { approved }
            } else {
                let error = ToolError::new(Reason::Interrupted { tool: call.name.clone() });
                State::Answered { response: failed(call, &error), ends_turn: false }
            };
        }
    }

    /// Whether a refusal ends the turn.
    pub(super) fn ends_turn(&self) -> bool {
        self.0.iter().any(|pending| matches!(pending.state, State::Answered { ends_turn: true, .. }))
    }

    /// The responses of all calls, in their order. A call without one gets an error, because its turn is over.
    pub(super) fn into_responses(self) -> Vec<Arc<ToolResponse>> {
        let response = |PendingCall { call, state }| match state {
            State::Answered { response, .. } => response,
            State::Admitted { .. } | State::Running { .. } | State::Waiting => {
                let message = "the turn ended first".to_owned();
                failed(&call, &ToolError::new(Reason::Denied { tool: call.name.clone(), message }))
            }
        };
        self.0.into_iter().map(response).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks that the call at `index` is `call`, in a state that is possible for it.
    pub(super) fn check_call(&self, index: usize, call: &ToolCall) -> Result<(), &'static str> {
        let Some(PendingCall { call: own, state }) = self.0.get(index) else { return Err("it is missing") };
        if (&own.id, &own.name) != (&call.id, &call.name) {
            return Err("the last message makes another call at this place");
        }
        match state {
            // Only a hook or a person changes arguments, and then the call waits or is approved.
            State::Admitted { approved: false } | State::Running { approved: false }
                if own.arguments != call.arguments =>
            {
                Err("its arguments are not those of the last message")
            }
            State::Answered { response, .. } if (&response.id, &response.name) != (&call.id, &call.name) => {
                Err("the response is that of another call")
            }
            State::Answered { response, .. } if response.direct && response.is_error() => {
                Err("the response of a failed call is direct")
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn failed(call: &ToolCall, error: &ToolError) -> Arc<ToolResponse> {
    failed_response(call, error, error.model_text(), false).into()
}

fn take_first<T>(queue: &mut VecDeque<T>, is_meant: impl FnMut(&T) -> bool) -> Option<T> {
    let index = queue.iter().position(is_meant)?;
    queue.remove(index)
}
