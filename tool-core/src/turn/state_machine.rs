//! `Turn`: the tool loop as a state machine without input or output.

use std::sync::Arc;

use super::limit_tracker::LimitTracker;
use super::limits::ToolCallLimits;
use super::pending_calls::PendingCalls;
use super::truncated_calls;
use super::turn_end::{Ended, TurnEnd};
use crate::chat::chat_error::ChatError;
use crate::chat::chat_response::ChatResponse;
use crate::chat::message::Message;
use crate::chat::messages::Messages;
use crate::chat::prompt::Prompt;
use crate::chat::tool_call::{ToolCall, ToolResponse};
use crate::chat::usage::Usage;
use crate::execution::execution_result::ToolExecutionResult;
use crate::execution::tool_call_handler::TurnStop;
use crate::execution::turn_memory::TurnMemory;
use crate::provider::tool_set::{self, Fingerprint, ToolSet};
use crate::schema::definition::ToolDefinition;
use crate::turn::approval::ToolCallDecision;

/// What the driver of a turn has to do next.
#[derive(Debug)]
#[non_exhaustive]
pub enum TurnStep {
    /// Ask the model with [`Turn::prompt`], and pass its response to [`Turn::on_model_response`]; when there is none within
    /// [`Turn::time_left`], call [`Turn::on_deadline`].
    AskModel,
    /// Run these calls, and pass the result to [`Turn::on_tool_results`].
    RunTools(Vec<ToolCall>),
    /// Wait until a person has decided about the calls of [`Turn::pending_approvals`]; then call [`Turn::decide`] for each and
    /// [`Turn::resume`]. The turn can be stored until then.
    Suspended,
    /// Nothing: the turn has ended. Convert it into a [`ChatClientResponse`](crate::client::ChatClientResponse).
    Finished,
    /// Nothing: a tool failed, and the error policy of the manager ends the turn.
    Failed(ChatError),
}

/// One turn of a conversation: from a user message to the final response, with all tool calls between them.
///
/// It does no input or output. It can be stored at each step and resumed in another process: it implements `Serialize` and
/// `Deserialize`, in an opaque form with a version. [`ChatClient`](crate::ChatClient) drives it; a program may drive it by hand:
/// ```
/// use tool_core::client::ChatClientResponse;
/// use tool_core::execution::ToolCallingManager;
/// use tool_core::turn::{ToolCallLimits, Turn, TurnStep};
/// use tool_core::{ChatError, ChatModel, Prompt, ToolContext, ToolSet};
///
/// async fn ask(model: &impl ChatModel, prompt: Prompt, tools: &ToolSet) -> Result<ChatClientResponse, ChatError> {
///     let (manager, context) = (ToolCallingManager::new(), ToolContext::new());
///     let mut turn = Turn::new(prompt.with_tools(tools), ToolCallLimits::default());
///     let mut step = TurnStep::AskModel;
///     loop {
///         step = match step {
///             TurnStep::AskModel => {
///                 let response = model.call(turn.prompt()).await?;
///                 turn.on_model_response(response)
///             }
///             TurnStep::RunTools(calls) => {
///                 let result = manager.execute_in_turn(&calls, tools, &context, turn.memory()).await;
///                 turn.on_tool_results(result)
///             }
///             TurnStep::Suspended | TurnStep::Finished => return Ok(turn.into()),
///             TurnStep::Failed(error) => return Err(error),
///             _ => unreachable!("a step of a later version"),
///         };
///     }
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Turn {
    pub(super) prompt: Prompt,
    pub(super) limits: ToolCallLimits,
    pub(super) rounds: Vec<Usage>,
    pub(super) tracker: LimitTracker,
    pub(super) pending: PendingCalls,
    pub(super) memory: TurnMemory,
    /// The fingerprints of the tools of a turn that was stored; the tools are not stored.
    pub(super) stored_tools: Option<Vec<Fingerprint>>,
    pub(super) end: Option<Ended>,
    /// The system text of the request or its client, which is not among the messages of the response.
    pub(crate) hidden_system: Option<String>,
}

impl Turn {
    /// A turn that starts with `prompt`.
    #[must_use]
    pub fn new(prompt: Prompt, limits: ToolCallLimits) -> Self {
        Self {
            prompt,
            limits,
            rounds: Vec::new(),
            tracker: LimitTracker::default(),
            pending: PendingCalls::default(),
            memory: TurnMemory::default(),
            stored_tools: None,
            end: None,
            hidden_system: None,
        }
    }

    /// What the model is asked next: the conversation so far.
    #[must_use]
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }

    /// Replaces the conversation, but not the tools.
    pub(crate) fn set_prompt(&mut self, prompt: Prompt) {
        self.prompt = Prompt { tools: Arc::clone(&self.prompt.tools), ..prompt };
    }

    /// The tokens used so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.rounds.iter().copied().sum()
    }

    /// What the manager has to know about earlier calls.
    #[must_use]
    pub fn memory(&self) -> &TurnMemory {
        &self.memory
    }

    /// The tokens of each round so far.
    #[must_use]
    pub fn rounds(&self) -> &[Usage] {
        &self.rounds
    }

    /// Adds the response of the model, and returns what to do next.
    pub fn on_model_response(&mut self, response: ChatResponse) -> TurnStep {
        self.rounds.push(response.usage);
        self.prompt.options.end_forced_choice();
        let ChatResponse { message, finish_reason, .. } = response;
        let content = message.text().into_owned();
        if message.is_empty() {
            return self.finish(TurnEnd::of_empty_response(finish_reason), content);
        }
        let tool_calls: Vec<_> = message.tool_calls().cloned().collect();
        self.prompt.messages.push(Message::Assistant(message));
        if tool_calls.is_empty() {
            return self.finish(TurnEnd::Answered(finish_reason), content);
        }
        self.take_calls(tool_calls, truncated_calls::cut_by(&finish_reason));
        self.go_on()
    }

    /// Refuses the calls that may not run, and admits the others. `cut_by` is what truncated the response, if anything did: its
    /// calls may have been streamed side by side, so each can be incomplete. Before the last one, a call without arguments is
    /// complete when its tool takes none.
    fn take_calls(&mut self, calls: Vec<ToolCall>, cut_by: Option<&'static str>) {
        let (rounds, usage, count) = (self.rounds.len(), self.usage(), calls.len());
        for (index, call) in calls.into_iter().enumerate() {
            let refusal = self.tracker.try_acquire(&call, &self.limits, rounds, usage);
            let needs_none =
                index + 1 < count && call.arguments.trim().is_empty() && self.takes_no_arguments(&call.name);
            let cut_by = cut_by.filter(|_| refusal.is_none() && !needs_none);
            match (refusal, cut_by.and_then(|by| truncated_calls::refusal(&call, by))) {
                (Some(refusal), _) => self.pending.refuse(call, &refusal.error, refusal.ends_turn),
                (None, Some(error)) => self.pending.refuse(call, &error, false),
                (None, None) => self.pending.admit(call),
            }
        }
    }

    fn takes_no_arguments(&self, tool: &str) -> bool {
        let definition = self.prompt.tools.iter().find(|definition| definition.name() == tool);
        definition.is_some_and(ToolDefinition::takes_no_arguments)
    }

    /// Ends the turn with a failure of the model. Returns the error for the caller, with the messages and usage so far.
    #[must_use]
    pub fn on_model_error(&mut self, error: ChatError) -> ChatError {
        if !self.pending.is_empty() {
            self.answer_calls();
        }
        self.finish(TurnEnd::Stopped, String::new());
        error.with_transcript(std::mem::take(&mut self.prompt.messages), std::mem::take(&mut self.rounds))
    }

    /// Adds the results of the calls of [`TurnStep::RunTools`], and returns what to do next. A response belongs to the first
    /// call of its id that has none yet.
    pub fn on_tool_results(&mut self, result: ToolExecutionResult) -> TurnStep {
        match self.pending.take(result) {
            None => self.go_on(),
            Some(TurnStop::Stopped(reason)) => {
                self.answer_calls();
                self.finish(TurnEnd::Stopped, reason)
            }
            Some(TurnStop::Failed(error)) => TurnStep::Failed(self.on_model_error(ChatError::tool(error))),
        }
    }

    /// The calls that wait for the approval of a person.
    pub fn pending_approvals(&self) -> impl Iterator<Item = &ToolCall> {
        self.pending.pending_approvals()
    }

    /// Records the decision about the pending call `id`. If several calls have this id, it is about the first that waits.
    ///
    /// # Errors
    /// [`ChatErrorKind::Resume`](crate::chat::ChatErrorKind::Resume) when no call of this id waits; the error names
    /// those that do.
    pub fn decide(&mut self, id: &str, decision: ToolCallDecision) -> Result<(), ChatError> {
        self.decide_all([(id.to_owned(), decision)])
    }

    /// Records several decisions.
    pub(crate) fn decide_all(
        &mut self,
        decisions: impl IntoIterator<Item = (String, ToolCallDecision)>,
    ) -> Result<(), ChatError> {
        self.pending.decide(decisions).map_err(|id| {
            let waiting: Vec<_> = self.pending_approvals().map(|call| call.id.clone()).collect();
            ChatError::not_waiting(&id, &waiting)
        })
    }

    /// Resumes a suspended or stored turn, with `tools` to call.
    ///
    /// A call that has a response does not run again. A call that was running when the turn was stored runs again only when
    /// its tool is `idempotent` or `read_only`; for any other, the model reads that it was interrupted and may or may not have
    /// completed.
    ///
    /// # Errors
    /// [`ChatErrorKind::Resume`](crate::chat::ChatErrorKind::Resume) when `tools` differ from those the turn started with
    /// (their names and input schemas), the turn has ended, or messages were added after the model's calls, whose responses
    /// have to follow them.
    pub fn resume(&mut self, tools: &ToolSet) -> Result<TurnStep, ChatError> {
        if self.end.is_some() {
            return Err(ChatError::resume("the turn has ended; start a new one with its messages"));
        }
        let difference = match &self.stored_tools {
            Some(stored) => tools.difference_to(stored),
            None if Arc::ptr_eq(&self.prompt.tools, tools.definitions()) => None,
            None => tools.difference_to(&tool_set::fingerprints(&self.prompt.tools)),
        };
        if let Some(difference) = difference {
            return Err(ChatError::resume(format!("the turn was started with other tools: {difference}")));
        }
        let ends_with_calls =
            matches!(self.prompt.messages.last(), Some(Message::Assistant(answer)) if answer.has_tool_calls());
        if !self.pending.is_empty() && !ends_with_calls {
            return Err(ChatError::resume(
                "the last message must be the one with the tool calls, because their responses follow it; an advisor added a message after it",
            ));
        }
        self.prompt.tools = Arc::clone(tools.definitions());
        self.stored_tools = None;
        if self.pending.is_empty() {
            return Ok(TurnStep::AskModel);
        }
        self.pending.restart(tools);
        Ok(self.go_on())
    }

    pub(super) fn fingerprints(&self) -> Vec<Fingerprint> {
        self.stored_tools.clone().unwrap_or_else(|| tool_set::fingerprints(&self.prompt.tools))
    }

    /// The next step while there are calls: run some, wait for approval, or send the model all responses.
    fn go_on(&mut self) -> TurnStep {
        let (calls, approved) = self.pending.start().unwrap_or_default();
        self.memory.set_approved(approved);
        if !calls.is_empty() {
            return TurnStep::RunTools(calls);
        }
        if self.pending_approvals().next().is_some() {
            return TurnStep::Suspended;
        }
        let limit_reached = self.pending.ends_turn();
        let responses = self.answer_calls();
        let direct = !responses.is_empty() && responses.iter().all(|response| response.direct);
        let content = if direct { joined(responses) } else { String::new() };
        match (limit_reached, direct) {
            (true, _) => self.finish(TurnEnd::LimitExceeded, content),
            (false, true) => self.finish(TurnEnd::ReturnDirect, content),
            (false, false) if !self.has_time() => self.finish(TurnEnd::LimitExceeded, content),
            (false, false) => TurnStep::AskModel,
        }
    }

    /// Adds one response for each call, in the order of the calls.
    pub(super) fn answer_calls(&mut self) -> &[Arc<ToolResponse>] {
        let responses = std::mem::take(&mut self.pending).into_responses();
        self.prompt.messages.push(Message::tool(responses));
        self.prompt.messages.last().map_or(&[], Message::tool_responses)
    }

    pub(super) fn finish(&mut self, reason: TurnEnd, content: String) -> TurnStep {
        self.end = Some(Ended { reason, content });
        TurnStep::Finished
    }

    pub(crate) fn end(&self) -> Option<&Ended> {
        self.end.as_ref()
    }

    /// The conversation, the tokens of each exchange, and how the turn ended.
    pub(crate) fn into_parts(self) -> (Messages, Vec<Usage>, Option<Ended>) {
        (self.prompt.messages, self.rounds, self.end)
    }
}

fn joined(responses: &[Arc<ToolResponse>]) -> String {
    responses.iter().map(|response| response.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
