//! Checks that the fields of a stored turn agree: an altered turn must not send a call without its response, or run what
//! the model did not call.

use std::collections::BTreeSet;

use super::pending_calls::PendingCalls;
use super::snapshot::Snapshot;
use super::turn_end::{Ended, TurnEnd};
use crate::chat::assistant_message::AssistantMessage;
use crate::chat::message::Message;
use crate::chat::tool_call::ToolCall;
use crate::chat::validate_messages;

/// Checks a stored turn.
///
/// # Errors
/// What is wrong, with its place.
pub(super) fn check(saved: &Snapshot) -> Result<(), String> {
    let open = validate_messages::open_calls(&saved.messages).map_err(|fault| format!("`messages`: {fault}"))?;
    let open: Vec<_> = open.into_iter().flat_map(AssistantMessage::tool_calls).collect();
    saved.pending.check(&open)?;
    check_end(saved, !open.is_empty())?;
    let mut names = BTreeSet::new();
    for (index, (name, _)) in saved.tools.iter().enumerate() {
        if !names.insert(name) {
            return Err(format!("`tools[{index}]`: duplicate tool `{name}`"));
        }
    }
    let mut calls = BTreeSet::new();
    for (index, (tool, arguments, response)) in saved.memory.responses.iter().enumerate() {
        if *tool != response.name || response.is_error() {
            return Err(format!("`memory.responses[{index}]`: it is not a response of `{tool}`"));
        }
        if !calls.insert((tool, arguments)) {
            return Err(format!("`memory.responses[{index}]`: duplicate call"));
        }
    }
    Ok(())
}

fn check_end(saved: &Snapshot, has_open_calls: bool) -> Result<(), String> {
    let last = saved.messages.last();
    match &saved.end {
        None => {
            let is_answer = matches!(last, Some(Message::Assistant(answer)) if !answer.has_tool_calls());
            // Before the first exchange, the last message may be the beginning of an answer.
            if is_answer && !saved.rounds.is_empty() {
                return Err("`end`: the model has answered, so the turn must have ended".to_owned());
            }
        }
        Some(_) if has_open_calls => {
            return Err("`end`: the turn has ended, so it must not have calls to run".to_owned());
        }
        Some(Ended { reason: TurnEnd::Suspended, .. }) => {
            return Err("`end.reason`: a suspended turn has not ended".to_owned());
        }
        Some(Ended { reason: TurnEnd::ReturnDirect, .. }) => {
            let responses = last.map_or(&[][..], Message::tool_responses);
            if responses.is_empty() || !responses.iter().all(|response| response.direct) {
                return Err("`end.reason`: the last message has no direct results".to_owned());
            }
        }
        Some(_) => {}
    }
    Ok(())
}

impl PendingCalls {
    /// Checks that these are the calls of the last message.
    fn check(&self, open: &[&ToolCall]) -> Result<(), String> {
        if self.len() != open.len() {
            let (here, called) = (self.len(), open.len());
            return Err(format!("`pending`: there are {here} calls, but the last message has {called}"));
        }
        for (index, call) in open.iter().enumerate() {
            self.check_call(index, call).map_err(|detail| format!("`pending[{index}]`: {detail}"))?;
        }
        Ok(())
    }
}
