//! Stages 4 to 7 of the road, as a state machine without input or output: who is asked next, and when it ends.

use std::collections::BTreeMap;

use crate::error::{Reason, ToolError};
use crate::manager::{ToolExecutionResult, error_response};
use crate::message::{Message, ToolCall, ToolResponse};
use crate::model::{ChatResponse, FinishReason, Prompt, Usage};
use crate::outcome::{ChatClientResponse, TurnOutcome};

/// How much one turn may use. A turn is all that follows one user message.
///
/// Calls of unknown tools count too. A call beyond a limit is not run; the others of its round are, and the turn ends
/// with [`FinishReason::LimitExceeded`].
///
/// Source: the two call limits are those of Spring AI 2.0.1; it has none for rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolCallLimits {
    /// Calls of one tool; 40 by default.
    pub max_calls_per_tool: usize,
    /// Calls of all tools; 150 by default.
    pub max_calls: usize,
    /// Exchanges with the model; 25 by default.
    pub max_rounds: usize,
}

impl Default for ToolCallLimits {
    fn default() -> Self {
        Self { max_calls_per_tool: 40, max_calls: 150, max_rounds: 25 }
    }
}

/// What has to happen next in a turn.
#[derive(Debug)]
#[non_exhaustive]
pub enum TurnStep {
    /// Ask the model with [`Turn::prompt`], and give its answer to [`Turn::model_answered`].
    AskModel,
    /// Run these calls, and give the result to [`Turn::tools_answered`].
    RunTools(Vec<ToolCall>),
    /// Nothing: the turn has ended.
    Finished(TurnOutcome),
}

/// One turn of a conversation: from a user message to the answer, through as many tool calls as it takes.
///
/// It does no input or output. [`ChatClient`](crate::ChatClient) drives it; a program may drive it by hand, to ask a
/// person before a tool runs for example:
/// ```
/// use tool_core::{ChatResponse, Prompt, ToolCallLimits, Turn, TurnStep};
///
/// let mut turn = Turn::new(Prompt::from("Hello?"), ToolCallLimits::default());
///
/// let TurnStep::Finished(outcome) = turn.model_answered(ChatResponse::text("Hello!")) else { panic!() };
///
/// assert_eq!(outcome.into_response().content(), "Hello!");
/// ```
#[derive(Debug)]
pub struct Turn {
    prompt: Prompt,
    limits: ToolCallLimits,
    rounds: Vec<Usage>,
    calls_per_tool: BTreeMap<String, usize>,
    calls: usize,
    pending: Vec<PendingCall>,
}

/// A call of the newest answer, and why it may not run.
#[derive(Debug)]
struct PendingCall {
    call: ToolCall,
    refusal: Option<ToolError>,
}

impl Turn {
    /// A turn that begins by asking the model with `prompt`.
    #[must_use]
    pub fn new(prompt: Prompt, limits: ToolCallLimits) -> Self {
        Self { prompt, limits, rounds: Vec::new(), calls_per_tool: BTreeMap::new(), calls: 0, pending: Vec::new() }
    }

    /// What the model is asked: the conversation so far.
    #[must_use]
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// The tokens used so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.rounds.iter().fold(Usage::default(), |sum, round| sum + *round)
    }

    /// Takes the model's answer.
    pub fn model_answered(&mut self, response: ChatResponse) -> TurnStep {
        self.rounds.push(response.usage);
        let ChatResponse { message, finish_reason, .. } = response;
        let content = message.text.clone();
        let tool_calls = message.tool_calls.clone();
        self.prompt.messages.push(Message::Assistant(message));
        if tool_calls.is_empty() {
            return TurnStep::Finished(TurnOutcome::Finished(self.finish(finish_reason, content)));
        }
        self.pending = tool_calls.into_iter().map(|call| self.admit(call)).collect();
        let admitted = self.pending.iter().filter(|pending| pending.refusal.is_none());
        let admitted: Vec<_> = admitted.map(|pending| pending.call.clone()).collect();
        if admitted.is_empty() { self.answer_calls(Vec::new()) } else { TurnStep::RunTools(admitted) }
    }

    /// Takes the results of the calls that [`TurnStep::RunTools`] gave out; each belongs to the first call of its id
    /// that has none yet.
    pub fn tools_answered(&mut self, result: ToolExecutionResult) -> TurnStep {
        self.answer_calls(result.into_responses())
    }

    /// Counts a call, and refuses it when a limit is used up.
    fn admit(&mut self, call: ToolCall) -> PendingCall {
        let limits = self.limits;
        let of_this_tool = self.calls_per_tool.entry(call.name.clone()).or_default();
        *of_this_tool += 1;
        self.calls += 1;
        let limit = if self.rounds.len() >= limits.max_rounds {
            Some(format!("the turn has used its {} rounds", limits.max_rounds))
        } else if *of_this_tool > limits.max_calls_per_tool {
            Some(format!("the turn has used its {} calls of this tool", limits.max_calls_per_tool))
        } else if self.calls > limits.max_calls {
            Some(format!("the turn has used its {} tool calls", limits.max_calls))
        } else {
            None
        };
        let refusal = limit.map(|limit| Reason::LimitExceeded { tool: call.name.clone(), limit }.into());
        PendingCall { call, refusal }
    }

    /// Gives each call its response, in the order of the calls: the model must find one for each.
    fn answer_calls(&mut self, mut answered: Vec<ToolResponse>) -> TurnStep {
        let pending = std::mem::take(&mut self.pending);
        let limit_reached = pending.iter().any(|pending| pending.refusal.is_some());
        let responses: Vec<ToolResponse> = pending
            .into_iter()
            .map(|PendingCall { call, refusal }| {
                if let Some(refusal) = refusal {
                    return error_response(&call, &refusal);
                }
                match answered.iter().position(|response| response.id == call.id) {
                    Some(index) => answered.remove(index),
                    None => error_response(&call, &ToolError::execution("there is no result").in_tool(&call.name)),
                }
            })
            .collect();
        let direct = !responses.is_empty() && responses.iter().all(|response| response.direct);
        let content = if direct { joined(&responses) } else { String::new() };
        self.prompt.messages.push(Message::Tool { responses });
        if limit_reached {
            return TurnStep::Finished(TurnOutcome::LimitReached(self.finish(FinishReason::LimitExceeded, content)));
        }
        if direct {
            return TurnStep::Finished(TurnOutcome::Finished(self.finish(FinishReason::ReturnDirect, content)));
        }
        TurnStep::AskModel
    }

    fn finish(&mut self, finish_reason: FinishReason, content: String) -> ChatClientResponse {
        ChatClientResponse {
            messages: std::mem::take(&mut self.prompt.messages),
            finish_reason,
            rounds: std::mem::take(&mut self.rounds),
            content,
        }
    }
}

fn joined(responses: &[ToolResponse]) -> String {
    responses.iter().map(|response| response.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
