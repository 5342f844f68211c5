//! What the model of one turn says, from a seed: the response of each round, and the fragments in which it is streamed.

use tool_core::chat::{
    AssistantMessage, AssistantPart, FinishReason, ModelEvent, ModelEventSink, PartDelta, ReasoningPart, Usage,
};
use tool_core::turn::{OnLimit, ToolCallLimits};
use tool_core::{ChatError, ChatModel, ChatResponse, Message, Prompt, ToolCall};

use crate::random::Random;
use crate::tools::NAMES;

/// One turn.
pub(crate) struct Script {
    pub(crate) rounds: Vec<Round>,
    pub(crate) limits: ToolCallLimits,
}

/// One response of the model.
#[derive(Clone)]
pub(crate) struct Round {
    pub(crate) response: ChatResponse,
    events: Vec<ModelEvent>,
    /// After how many events the model fails.
    pub(crate) fails_after: Option<usize>,
    pub(crate) faults: Vec<&'static str>,
}

/// How a provider numbers and names the calls of a response.
#[derive(Clone, Copy, PartialEq)]
enum Wire {
    Indexed,
    EverythingRepeated,
    AllIndexesZero,
    NoIndex,
    WholeWithoutIds,
    LateName,
    EmptyIds,
    EqualIds,
    Interleaved,
    SecondStart,
}

const WIRES: [(Wire, &str); 10] = [
    (Wire::Indexed, "split chunks"),
    (Wire::EverythingRepeated, "id and name in every chunk"),
    (Wire::AllIndexesZero, "all indexes 0"),
    (Wire::NoIndex, "missing indexes"),
    (Wire::WholeWithoutIds, "whole calls without ids"),
    (Wire::LateName, "late names"),
    (Wire::EmptyIds, "empty ids"),
    (Wire::EqualIds, "equal ids"),
    (Wire::Interleaved, "interleaved calls"),
    (Wire::SecondStart, "second starts"),
];

impl Script {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (mut numbers, mut last) = (0..u64::MAX, None);
        let count = 1 + random.below(6);
        let rounds =
            (0..count).map(|round| Round::new(&mut random, round, round + 1 == count, &mut numbers, &mut last));
        let rounds = rounds.collect();
        let mut limits = ToolCallLimits::default();
        match random.below(9) {
            0 => limits = limits.with_max_rounds(2),
            1 => limits = limits.with_max_calls(3),
            2 => limits = limits.with_max_calls(3).with_on_limit(OnLimit::ReportToModel),
            3 => limits = limits.with_max_calls_of("look", 1),
            4 => limits = limits.with_max_tokens(30),
            _ => {}
        }
        Self { rounds, limits }
    }

    /// The response to this prompt.
    fn round(&self, prompt: &Prompt) -> Option<&Round> {
        let said = prompt.messages.iter().filter(|message| matches!(message, Message::Assistant(_))).count();
        self.rounds.get(said)
    }
}

impl Round {
    fn new(
        random: &mut Random,
        round: usize,
        is_last: bool,
        numbers: &mut impl Iterator<Item = u64>,
        last: &mut Option<(String, String)>,
    ) -> Self {
        let mut faults = Vec::new();
        let &(wire, name) = random.one_of(&WIRES);
        let count = if is_last { 0 } else { 1 + random.below(4) };
        if count > 0 {
            faults.push(name);
        }
        let mut parts = Vec::new();
        if random.once_in(3) {
            parts.push(AssistantPart::Reasoning(ReasoningPart::new("Hm, let me see… ").with_signature("c2ln")));
        }
        let is_empty = is_last && random.once_in(6);
        if is_empty {
            parts.clear();
            faults.push("empty answers");
        } else if is_last || random.once_in(2) {
            parts.push(AssistantPart::text(format!("Round {round}: ändern wir “das”.")));
        }
        if !is_empty && random.once_in(12) {
            parts.push(AssistantPart::refusal("Not that."));
            faults.push("refusals");
        }
        for index in 0..count {
            let id = match wire {
                Wire::EmptyIds | Wire::WholeWithoutIds => String::new(),
                Wire::EqualIds => "call".to_owned(),
                _ => format!("call_{round}_{index}"),
            };
            let (tool, arguments) = call(random, numbers, last, &mut faults);
            parts.push(AssistantPart::ToolCall(ToolCall::new(id, tool, arguments)));
        }
        let mut finish_reason = Some(if count > 0 { FinishReason::ToolCalls } else { FinishReason::Stop });
        match random.below(10) {
            0 => {
                finish_reason = None;
                faults.push("ends without a finish reason");
            }
            1 if count > 0 => {
                if let Some(AssistantPart::ToolCall(call)) = parts.last_mut() {
                    let cut = 1 + random.below(call.arguments.len());
                    if call.arguments.is_char_boundary(cut) {
                        call.arguments.truncate(cut);
                    }
                    finish_reason = Some(FinishReason::Length);
                    faults.push("truncated calls");
                }
            }
            _ => {}
        }
        let usage = Usage::new(10 + round as u64, 1 + random.u64() % 9);
        let mut events = fragments(random, &parts, wire);
        let fails_after = random.once_in(15).then(|| random.below(events.len() + 1));
        match fails_after {
            Some(0) => faults.push("errors before a stream"),
            Some(_) => faults.push("errors in the middle of a stream"),
            None => {}
        }
        let is_usage_first = random.once_in(2);
        let end = finish_reason.clone().map(ModelEvent::Finished);
        if is_usage_first {
            events.insert(0, ModelEvent::Usage(usage));
            faults.push("usage before the text");
        }
        events.extend(end);
        if !is_usage_first {
            events.push(ModelEvent::Usage(usage));
        }
        let response = ChatResponse::new(AssistantMessage::from_parts(parts))
            .with_usage(usage)
            .with_finish_reason(finish_reason.unwrap_or(FinishReason::Incomplete));
        // What a provider that fails reports depends on when it fails: here, nothing.
        if fails_after.is_some() {
            events.retain(|event| !matches!(event, ModelEvent::Usage(_)));
        }
        Self { response, events, fails_after, faults }
    }
}

/// The name and the arguments of a call. Its number is in the arguments, and names it in the ledger.
fn call(
    random: &mut Random,
    numbers: &mut impl Iterator<Item = u64>,
    last: &mut Option<(String, String)>,
    faults: &mut Vec<&'static str>,
) -> (String, String) {
    if let Some((tool, arguments)) = last
        && random.once_in(4)
    {
        faults.push("repeated calls");
        return (tool.clone(), arguments.clone());
    }
    let number = numbers.next().unwrap();
    let tool = (*random.one_of(&NAMES)).to_owned();
    let (tool, arguments) = match random.below(16) {
        0 => {
            faults.push("unknown names");
            ("nothing".to_owned(), format!(r#"{{"n":{number}}}"#))
        }
        1 => {
            faults.push("malformed arguments");
            (tool, format!("n is {number}, I think"))
        }
        2 => {
            faults.push("wrong arguments");
            (tool, format!(r#"{{"n":"number {number}","other":{{"a":[1,"}}"]}}}}"#))
        }
        3 => {
            faults.push("repaired arguments");
            (tool, format!(r#"{{"n":"{number}",}}"#))
        }
        _ => (tool, format!(r#"{{"n":{number},"note":"a \"quoted\" }} brace"}}"#)),
    };
    *last = Some((tool.clone(), arguments.clone()));
    (tool, arguments)
}

/// The fragments of these parts, cut at random places.
fn fragments(random: &mut Random, parts: &[AssistantPart], wire: Wire) -> Vec<ModelEvent> {
    let mut events = vec![ModelEvent::started(None, None)];
    let mut calls = Vec::new();
    for part in parts {
        match part {
            AssistantPart::Text(part) => {
                events.extend(cut(random, &part.text).into_iter().map(ModelEvent::text));
            }
            AssistantPart::Refusal(part) => {
                let refusal = |text| ModelEvent::delta(None, PartDelta::Refusal(text));
                events.extend(cut(random, &part.text).into_iter().map(refusal));
            }
            AssistantPart::Reasoning(part) => {
                events.extend(cut(random, &part.text).into_iter().map(ModelEvent::reasoning));
                let signature = |text: &String| ModelEvent::delta(None, PartDelta::ReasoningSignature(text.clone()));
                events.extend(part.signature.as_ref().map(signature));
            }
            AssistantPart::ToolCall(call) => {
                let index = calls.len() as u64;
                let call = fragments_of_call(random, call, index, wire);
                calls.push(call);
            }
            other => unreachable!("{other:?}"),
        }
    }
    if wire == Wire::Interleaved || wire == Wire::NoIndex && random.once_in(2) {
        // The first fragments come in the order of the calls.
        events.extend(calls.iter_mut().map(|call| call.remove(0)));
        while let Some(longest) =
            (0..calls.len()).filter(|call| !calls[*call].is_empty()).max_by_key(|_| random.below(9))
        {
            events.push(calls[longest].remove(0));
        }
    } else {
        events.extend(calls.into_iter().flatten());
    }
    events
}

fn fragments_of_call(random: &mut Random, call: &ToolCall, index: u64, wire: Wire) -> Vec<ModelEvent> {
    let (id, name) = (call.id.as_str(), call.name.as_str());
    let texts = cut(random, &call.arguments);
    let index = match wire {
        Wire::NoIndex | Wire::WholeWithoutIds => None,
        Wire::AllIndexesZero => Some(0),
        _ => Some(index),
    };
    if wire == Wire::WholeWithoutIds {
        return vec![ModelEvent::tool_call(None, "", name, &call.arguments), ModelEvent::block_ended(None)];
    }
    let mut events = Vec::new();
    match wire {
        Wire::LateName | Wire::EverythingRepeated => {}
        _ => events.push(ModelEvent::tool_call(index, id, name, "")),
    }
    if wire == Wire::SecondStart {
        events.push(ModelEvent::tool_call(index, id, name, ""));
    }
    for (place, text) in texts.iter().enumerate() {
        let event = match wire {
            Wire::EverythingRepeated => ModelEvent::tool_call(index, id, name, text),
            Wire::NoIndex => ModelEvent::tool_call(index, id, "", text),
            // The name comes with the second fragment, or the only one.
            Wire::LateName if place == 1 || texts.len() == 1 => ModelEvent::tool_call(index, id, name, text),
            _ => ModelEvent::tool_call(index, "", "", text),
        };
        events.push(event);
    }
    if index.is_some() && wire != Wire::AllIndexesZero && random.once_in(2) {
        events.push(ModelEvent::block_ended(index));
    }
    events
}

/// The text in one to many fragments; there is at least one.
fn cut(random: &mut Random, text: &str) -> Vec<String> {
    let every = 1 + random.below(12);
    let mut fragments = vec![String::new()];
    for character in text.chars() {
        if random.once_in(every) && fragments.last().is_some_and(|fragment| !fragment.is_empty()) {
            fragments.push(String::new());
        }
        fragments.last_mut().unwrap().push(character);
    }
    fragments
}

/// Plays a script: a prompt has as many responses behind it as it has messages of the model.
pub(crate) struct Playing {
    pub(crate) script: std::sync::Arc<Script>,
    /// The tokens of all exchanges.
    pub(crate) used: std::sync::Mutex<Usage>,
    pub(crate) asked: std::sync::atomic::AtomicUsize,
}

impl Playing {
    pub(crate) fn new(script: &std::sync::Arc<Script>) -> Self {
        let script = std::sync::Arc::clone(script);
        Self { script, used: std::sync::Mutex::default(), asked: std::sync::atomic::AtomicUsize::default() }
    }

    fn next(&self, prompt: &Prompt) -> Result<&Round, ChatError> {
        self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.script.round(prompt).ok_or_else(|| ChatError::model("the script has no more rounds"))
    }

    fn count(&self, usage: Usage) {
        *self.used.lock().unwrap() += usage;
    }
}

fn failure() -> ChatError {
    ChatError::model("the connection was closed")
}

impl ChatModel for Playing {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        let round = self.next(prompt)?;
        if round.fails_after.is_some() {
            return Err(failure());
        }
        self.count(round.response.usage);
        Ok(round.response.clone())
    }

    async fn stream(&self, prompt: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
        let round = self.next(prompt)?;
        for (place, event) in round.events.iter().enumerate() {
            if round.fails_after == Some(place) {
                return Err(failure());
            }
            events.send(event.clone()).await;
            if place % 3 == 0 {
                tokio::task::yield_now().await;
            }
        }
        if round.fails_after.is_some() {
            return Err(failure());
        }
        self.count(round.response.usage);
        Ok(())
    }
}

/// The responses that the assembler makes of the events of each round.
pub(crate) async fn assembled(script: &Script) -> Vec<ChatResponse> {
    let mut responses = Vec::new();
    for round in &script.rounds {
        let mut reader = |_: &ModelEvent| {};
        let mut sink = ModelEventSink::new(&mut reader);
        for event in &round.events {
            sink.send(event.clone()).await;
        }
        responses.push(sink.into_response());
    }
    responses
}
