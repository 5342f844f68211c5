//! Stages 4 to 7 of the road, as a state machine without input or output: who is asked next, and when it ends.

use std::collections::VecDeque;
use std::time::Duration;

use crate::chat_error::ChatError;
use crate::error::ToolError;
use crate::limits::{Ledger, Refusal, ToolCallLimits};
use crate::manager::ToolExecutionResult;
use crate::message::{Message, ToolCall, ToolResponse};
use crate::model::{ChatResponse, FinishReason, Prompt};
use crate::outcome::{ChatClientResponse, TurnOutcome};
use crate::responder::{TurnEnd, failed_response};
use crate::usage::Usage;

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
    /// Nothing: a tool failed, and the manager's policy for its kind of failure ends the turn.
    Failed(ChatError),
}

/// One turn of a conversation: from a user message to the answer, through as many tool calls as it takes.
///
/// It does no input or output. [`ChatClient`](crate::ChatClient) drives it; a program may drive it by hand:
/// ```
/// use tool_core::{
///     ChatError, ChatModel, ChatClientResponse, Prompt, ToolCallLimits, ToolCallingManager, ToolContext, ToolSet, Turn,
///     TurnStep,
/// };
///
/// async fn ask(model: &dyn ChatModel, prompt: Prompt, tools: &ToolSet) -> Result<ChatClientResponse, ChatError> {
///     let mut turn = Turn::new(prompt.with_tools(tools), ToolCallLimits::default());
///     let mut step = TurnStep::AskModel;
///     loop {
///         step = match step {
///             TurnStep::AskModel => {
///                 let answer = model.call(turn.prompt()).await?;
///                 turn.model_answered(answer)
///             }
///             TurnStep::RunTools(calls) => {
///                 let manager = ToolCallingManager::new();
///                 turn.tools_answered(manager.execute(&calls, tools, &ToolContext::new()).await)
///             }
///             TurnStep::Finished(outcome) => return Ok(outcome.into_response()),
///             TurnStep::Failed(error) => return Err(error),
///             _ => unreachable!("a step of a later version"),
///         };
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Turn {
    prompt: Prompt,
    limits: ToolCallLimits,
    rounds: Vec<Usage>,
    ledger: Ledger,
    pending: Vec<PendingCall>,
}

/// A call of the newest answer, and why it may not run.
#[derive(Debug)]
struct PendingCall {
    call: ToolCall,
    refusal: Option<Refusal>,
}

impl Turn {
    /// A turn that begins by asking the model with `prompt`.
    #[must_use]
    pub fn new(prompt: Prompt, limits: ToolCallLimits) -> Self {
        Self { prompt, limits, rounds: Vec::new(), ledger: Ledger::default(), pending: Vec::new() }
    }

    /// What the model is asked: the conversation so far.
    #[must_use]
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// The tokens used so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.rounds.iter().copied().sum()
    }

    /// Notes how long the turn has lasted, for the limit of time: a turn has no clock.
    pub fn set_elapsed(&mut self, elapsed: Duration) {
        self.ledger.set_elapsed(elapsed);
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
        let (rounds, usage) = (self.rounds.len(), self.usage());
        let admit = |call| {
            let refusal = self.ledger.admit(&call, &self.limits, rounds, usage);
            PendingCall { call, refusal }
        };
        self.pending = tool_calls.into_iter().map(admit).collect();
        let admitted = self.pending.iter().filter(|pending| pending.refusal.is_none());
        let admitted: Vec<_> = admitted.map(|pending| pending.call.clone()).collect();
        if admitted.is_empty() { self.answer_calls(Vec::new(), None) } else { TurnStep::RunTools(admitted) }
    }

    /// Takes the model's failure: the error for the caller, with what was said and used before.
    #[must_use]
    pub fn model_failed(&mut self, error: ChatError) -> ChatError {
        error.with_transcript(std::mem::take(&mut self.prompt.messages), std::mem::take(&mut self.rounds))
    }

    /// Takes the results of the calls that [`TurnStep::RunTools`] gave out; each belongs to the first call of its id
    /// that has none yet.
    pub fn tools_answered(&mut self, result: ToolExecutionResult) -> TurnStep {
        let (responses, end) = result.into_parts();
        self.answer_calls(responses, end)
    }

    /// Gives each call its response, in the order of the calls: the model must find one for each.
    fn answer_calls(&mut self, answered: Vec<ToolResponse>, end: Option<TurnEnd>) -> TurnStep {
        let pending = std::mem::take(&mut self.pending);
        let limit_reached =
            pending.iter().filter_map(|pending| pending.refusal.as_ref()).any(|refusal| refusal.ends_turn);
        // A queue, since the responses come in the order of the calls: the next one is nearly always the first.
        let mut answered = VecDeque::from(answered);
        let responses: Vec<_> = pending.into_iter().map(|pending| response_to(pending, &mut answered)).collect();
        let direct = !responses.is_empty() && responses.iter().all(|response| response.direct);
        let content = if direct { joined(&responses) } else { String::new() };
        self.prompt.messages.push(Message::Tool { responses });
        match end {
            Some(TurnEnd::Failed(error)) => return TurnStep::Failed(self.model_failed(ChatError::tool(error))),
            Some(TurnEnd::Stopped(reason)) => {
                return TurnStep::Finished(TurnOutcome::Finished(self.finish(FinishReason::Stopped, reason)));
            }
            None => {}
        }
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

/// The refusal, or the answered response of the call's id.
fn response_to(pending: PendingCall, answered: &mut VecDeque<ToolResponse>) -> ToolResponse {
    let PendingCall { call, refusal } = pending;
    if let Some(refusal) = refusal {
        return failed_response(&call, &refusal.error, refusal.error.model_text());
    }
    let answer = answered.iter().position(|response| response.id == call.id);
    answer.and_then(|index| answered.remove(index)).unwrap_or_else(|| {
        let error = ToolError::execution("there is no result").in_tool(&call.name);
        failed_response(&call, &error, error.model_text())
    })
}

fn joined(responses: &[ToolResponse]) -> String {
    responses.iter().map(|response| response.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
