//! `ResponseAssembler`: makes a response of the fragments that a model streams.

use std::collections::HashMap;
use std::mem;

use crate::chat::assistant_message::{AssistantMessage, AssistantPart, ReasoningPart, TextPart};
use crate::chat::chat_response::{ChatResponse, FinishReason};
use crate::chat::model_event::{ModelEvent, PartDelta};
use crate::chat::object_scanner::ObjectScanner;
use crate::chat::tool_call::{ProviderFields, ToolCall};
use crate::chat::usage::Usage;

/// Makes a [`ChatResponse`] of [`ModelEvent`]s. The cut of the fragments does not matter: the same characters give the same
/// response.
///
/// A fragment of a tool call belongs to the call with its index; without an index, to the call with its id, and without both to
/// the last call. It begins another call:
/// - when there is no such call;
/// - when it has a name, and an id other than that of the call with its index: some servers number all calls 0;
/// - when it has another name, and the call has arguments;
/// - when the call is complete (it has ended, or its arguments are a whole JSON object), unless the fragment has its index or id
///   and has no name, or repeats it.
///
/// A fragment that repeats the beginning of a call, or a whole call with its index or id, changes nothing; nor does an empty one.
/// An id or a name may come late, and a name in several fragments before the arguments; a fragment that equals the name so far
/// repeats it.
///
/// ```
/// use tool_core::chat::{FinishReason, ModelEvent, ResponseAssembler};
///
/// let mut assembler = ResponseAssembler::new();
/// assembler.push(&ModelEvent::text("Let me "));
/// assembler.push(&ModelEvent::text("see."));
/// assembler.push(&ModelEvent::tool_call(0, "call_1", "add", ""));
/// assembler.push(&ModelEvent::tool_call(0, "", "", r#"{"a":1,"#));
/// assembler.push(&ModelEvent::tool_call(0, "", "", r#""b":2}"#));
/// assembler.push(&ModelEvent::Finished(FinishReason::ToolCalls));
///
/// let response = assembler.into_response();
/// let calls: Vec<_> = response.message.tool_calls().collect();
/// assert_eq!(response.message.text(), "Let me see.");
/// assert_eq!((calls[0].name.as_str(), calls[0].arguments.as_str()), ("add", r#"{"a":1,"b":2}"#));
/// ```
#[derive(Debug, Clone, Default)]
pub struct ResponseAssembler {
    response: ChatResponse,
    message_fields: ProviderFields,
    finish_reason: Option<FinishReason>,
    blocks: Vec<Block>,
    /// The last block of each kind and index.
    indexes: HashMap<(Kind, u64), usize>,
    /// The last block of each index, of any kind.
    by_index: HashMap<u64, usize>,
    /// The block of each tool call.
    calls: Vec<usize>,
}

#[derive(Debug, Clone)]
struct Block {
    part: AssistantPart,
    /// Its number among the tool calls, if it is one.
    call: usize,
    arguments: ObjectScanner,
    has_ended: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Text,
    Refusal,
    Reasoning,
    ToolCall,
}

/// What an event changed in the tool calls of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// No tool call.
    Other,
    /// The event repeats what was there, or is empty.
    Nothing,
    /// A fragment was added to the call with this number, from 0 on.
    Fragment(usize),
    /// The call with this number is complete.
    Ended(usize),
}

impl ResponseAssembler {
    /// A response that has not begun.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an event.
    pub fn push(&mut self, event: &ModelEvent) {
        self.add(event);
    }

    /// The response of the events so far. Without a [`ModelEvent::Finished`], its finish reason is
    /// [`FinishReason::Incomplete`].
    #[must_use]
    pub fn into_response(self) -> ChatResponse {
        let parts = self.blocks.into_iter().map(|block| block.part);
        let message = AssistantMessage::from_parts(parts).with_provider_fields(self.message_fields);
        let finish_reason = self.finish_reason.unwrap_or(FinishReason::Incomplete);
        ChatResponse { message, finish_reason, ..self.response }
    }

    /// The tokens so far.
    pub(crate) fn usage(&self) -> Usage {
        self.response.usage
    }

    /// The tool call with this number, from 0 on.
    pub(crate) fn tool_call(&self, number: usize) -> Option<&ToolCall> {
        let block = self.blocks.get(*self.calls.get(number)?)?;
        match &block.part {
            AssistantPart::ToolCall(call) => Some(call),
            _ => None,
        }
    }

    /// The number of tool calls so far.
    pub(crate) fn tool_calls(&self) -> usize {
        self.calls.len()
    }

    pub(crate) fn add(&mut self, event: &ModelEvent) -> Change {
        match event {
            ModelEvent::Started { id, model } => {
                let ChatResponse { id: own_id, model: own_model, .. } = &mut self.response;
                *own_id = id.clone().or(own_id.take());
                *own_model = model.clone().or(own_model.take());
            }
            ModelEvent::Delta { block, delta } => return self.add_delta(*block, delta),
            ModelEvent::BlockEnded { block } => return self.end_block(*block),
            ModelEvent::Usage(usage) => self.response.usage = self.response.usage.max(*usage),
            ModelEvent::RateLimits(limits) => self.response.rate_limits = Some(Box::new(*limits)),
            ModelEvent::ProviderFields(fields) => add_fields(&mut self.response.provider_fields, fields),
            ModelEvent::Finished(reason) => self.finish_reason = Some(reason.clone()),
        }
        Change::Other
    }

    fn add_delta(&mut self, index: Option<u64>, delta: &PartDelta) -> Change {
        match delta {
            PartDelta::ToolCall { id, name, arguments } => return self.add_to_call(index, id, name, arguments),
            PartDelta::ProviderFields(fields) => {
                let place = index.map_or(self.blocks.len().checked_sub(1), |index| self.by_index.get(&index).copied());
                match place.and_then(|place| self.blocks.get_mut(place)) {
                    Some(block) => add_fields(block.provider_fields(), fields),
                    None => add_fields(&mut self.message_fields, fields),
                }
            }
            PartDelta::Text(text)
            | PartDelta::Refusal(text)
            | PartDelta::Reasoning(text)
            | PartDelta::ReasoningSignature(text)
            | PartDelta::ReasoningEncrypted(text) => {
                if text.is_empty() {
                    return Change::Nothing;
                }
                self.add_text(index, delta, text);
            }
        }
        Change::Other
    }

    fn add_text(&mut self, index: Option<u64>, delta: &PartDelta, text: &str) {
        let (kind, empty): (_, fn() -> AssistantPart) = match delta {
            PartDelta::Text(_) => (Kind::Text, || AssistantPart::Text(TextPart::default())),
            PartDelta::Refusal(_) => (Kind::Refusal, || AssistantPart::Refusal(TextPart::default())),
            _ => (Kind::Reasoning, || AssistantPart::Reasoning(ReasoningPart::default())),
        };
        let place = match index {
            Some(index) => self.indexes.get(&(kind, index)).copied(),
            None => self.last_without_index(kind),
        };
        let place = place.unwrap_or_else(|| self.begin(kind, index, empty()));
        match (self.blocks.get_mut(place).map(|block| &mut block.part), delta) {
            (Some(AssistantPart::Text(part) | AssistantPart::Refusal(part)), _) => part.text.push_str(text),
            (Some(AssistantPart::Reasoning(part)), PartDelta::ReasoningSignature(_)) => {
                part.signature.get_or_insert_default().push_str(text);
            }
            (Some(AssistantPart::Reasoning(part)), PartDelta::ReasoningEncrypted(_)) => {
                part.encrypted.get_or_insert_default().push_str(text);
            }
            (Some(AssistantPart::Reasoning(part)), _) => part.text.push_str(text),
            _ => {}
        }
    }

    /// The last block, if a fragment of this kind without an index continues it.
    fn last_without_index(&self, kind: Kind) -> Option<usize> {
        let last = self.blocks.last()?;
        (last.kind() == kind && !last.has_ended).then(|| self.blocks.len() - 1)
    }

    fn begin(&mut self, kind: Kind, index: Option<u64>, part: AssistantPart) -> usize {
        let (place, call) = (self.blocks.len(), self.calls.len());
        if kind == Kind::ToolCall {
            self.calls.push(place);
        }
        self.blocks.push(Block { part, call, arguments: ObjectScanner::default(), has_ended: false });
        if let Some(index) = index {
            self.indexes.insert((kind, index), place);
            self.by_index.insert(index, place);
        }
        place
    }

    fn add_to_call(&mut self, index: Option<u64>, id: &str, name: &str, arguments: &str) -> Change {
        if id.is_empty() && name.is_empty() && arguments.is_empty() {
            return Change::Nothing;
        }
        let fragment = CallFragment { is_addressed: index.is_some() || !id.is_empty(), id, name, arguments };
        let found = match index {
            Some(index) => self.indexes.get(&(Kind::ToolCall, index)).copied().or_else(|| {
                let has_late_index = name.is_empty() && !id.is_empty();
                has_late_index.then(|| self.call_with_id(id)).flatten()
            }),
            None if id.is_empty() => self.calls.last().copied(),
            None => self.call_with_id(id),
        };
        let place = match found.map(|place| (place, fragment.relation_to(self.blocks.get(place)))) {
            Some((_, Relation::Repeats)) => return Change::Nothing,
            Some((place, Relation::Continues)) => place,
            Some((_, Relation::IsAnother)) | None => {
                self.begin(Kind::ToolCall, index, AssistantPart::ToolCall(ToolCall::new("", "", "")))
            }
        };
        if let Some(index) = index {
            // The index of a call may come late.
            self.indexes.entry((Kind::ToolCall, index)).or_insert(place);
            self.by_index.entry(index).or_insert(place);
        }
        match self.blocks.get_mut(place) {
            Some(block) => fragment.add_to(block),
            None => Change::Nothing,
        }
    }

    fn call_with_id(&self, id: &str) -> Option<usize> {
        let has_id = |place: &&usize| {
            let part = self.blocks.get(**place).map(|block| &block.part);
            matches!(part, Some(AssistantPart::ToolCall(call)) if call.id == id)
        };
        self.calls.iter().rev().find(has_id).copied()
    }

    fn end_block(&mut self, index: Option<u64>) -> Change {
        let place = match index {
            Some(index) => self.indexes.get(&(Kind::ToolCall, index)).or_else(|| self.by_index.get(&index)).copied(),
            None => self.blocks.len().checked_sub(1),
        };
        let Some(block) = place.and_then(|place| self.blocks.get_mut(place)) else { return Change::Nothing };
        let had_ended = mem::replace(&mut block.has_ended, true);
        if block.kind() == Kind::ToolCall && !had_ended { Change::Ended(block.call) } else { Change::Nothing }
    }
}

impl Block {
    fn kind(&self) -> Kind {
        match &self.part {
            AssistantPart::Text(_) => Kind::Text,
            AssistantPart::Refusal(_) => Kind::Refusal,
            AssistantPart::Reasoning(_) => Kind::Reasoning,
            AssistantPart::ToolCall(_) => Kind::ToolCall,
        }
    }

    fn provider_fields(&mut self) -> &mut ProviderFields {
        match &mut self.part {
            AssistantPart::Text(part) | AssistantPart::Refusal(part) => &mut part.provider_fields,
            AssistantPart::Reasoning(part) => &mut part.provider_fields,
            AssistantPart::ToolCall(call) => &mut call.provider_fields,
        }
    }
}

/// A fragment of a tool call; what is not known is empty.
struct CallFragment<'f> {
    /// Whether an index or an id says which call it belongs to.
    is_addressed: bool,
    id: &'f str,
    name: &'f str,
    arguments: &'f str,
}

/// How a fragment relates to the call with its index or id, or to the last call.
enum Relation {
    Continues,
    Repeats,
    IsAnother,
}

impl CallFragment<'_> {
    fn relation_to(&self, block: Option<&Block>) -> Relation {
        let Some(Block { part: AssistantPart::ToolCall(call), arguments, has_ended, .. }) = block else {
            return Relation::IsAnother;
        };
        let has_other_id = !self.id.is_empty() && !call.id.is_empty() && self.id != call.id;
        let begins_again = !self.name.is_empty() && !call.name.is_empty() && !call.arguments.is_empty();
        let has_same_name = self.name.is_empty() || self.name == call.name;
        if has_other_id && !self.name.is_empty() || begins_again && !has_same_name {
            return Relation::IsAnother;
        }
        let is_complete = *has_ended || begins_again && arguments.is_whole();
        if !is_complete {
            return Relation::Continues;
        }
        let is_blank = self.arguments.trim().is_empty();
        let is_known = self.is_addressed && has_same_name && (is_blank || self.arguments == call.arguments);
        let is_empty = self.name.is_empty() && is_blank;
        if is_known || is_empty {
            Relation::Repeats
        } else if self.is_addressed && self.name.is_empty() {
            // Without a name it begins no call. The arguments are wrong now, so the call does not run.
            Relation::Continues
        } else {
            Relation::IsAnother
        }
    }

    fn add_to(&self, block: &mut Block) -> Change {
        let AssistantPart::ToolCall(call) = &mut block.part else { return Change::Nothing };
        if call.id.is_empty() {
            call.id.push_str(self.id);
        }
        // A provider repeats the name, or sends it in fragments before the arguments.
        if call.name.is_empty() || call.arguments.is_empty() && call.name != self.name {
            call.name.push_str(self.name);
        }
        call.arguments.push_str(self.arguments);
        block.arguments.scan(self.arguments);
        Change::Fragment(block.call)
    }
}

fn add_fields(own: &mut ProviderFields, fields: &ProviderFields) {
    own.extend(fields.iter().map(|(name, value)| (name.clone(), value.clone())));
}

#[cfg(test)]
mod tests;
