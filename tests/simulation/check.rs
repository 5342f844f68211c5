//! What must hold after each turn.

use std::collections::BTreeMap;

use tool_core::chat::{AssistantPart, Messages};
use tool_core::client::{ChatClientResponse, ChatEvent, ToolCallKey};
use tool_core::error::ToolErrorKind;
use tool_core::turn::TurnEnd;
use tool_core::{ChatError, Message, ToolCall, ToolResponse};

use crate::run::Outcome;
use crate::script::Script;
use crate::tools::{is_in_order, may_run_twice};

/// The number of a call, by which the ledger knows it.
pub(crate) fn number(call: &ToolCall) -> Option<u64> {
    let digits: String =
        call.arguments.chars().skip_while(|it| !it.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Every call of a transcript with its response, after a check that each has exactly one, in order.
fn answered(messages: &Messages) -> Vec<(&ToolCall, &ToolResponse)> {
    let mut pairs = Vec::new();
    let mut messages = messages.iter().peekable();
    while let Some(message) = messages.next() {
        let calls: Vec<_> = message.tool_calls().collect();
        if calls.is_empty() {
            continue;
        }
        let responses = messages.next().map(Message::tool_responses).unwrap_or_default();
        assert_eq!(calls.len(), responses.len(), "each call has one response");
        for (call, response) in calls.into_iter().zip(responses) {
            assert_eq!(
                (&call.id, &call.name),
                (&response.id, &response.name),
                "responses are in the order of the calls"
            );
            pairs.push((call, &**response));
        }
    }
    pairs
}

/// Whether the tool has not run, as the response says.
fn has_not_run(response: &ToolResponse) -> bool {
    match response.error {
        Some(
            ToolErrorKind::UnknownTool
            | ToolErrorKind::InvalidArguments
            | ToolErrorKind::Denied
            | ToolErrorKind::Cancelled,
        ) => true,
        // A call that asks for a retry too often has run.
        Some(ToolErrorKind::LimitExceeded) => response.text.contains("was not run"),
        _ => false,
    }
}

/// What holds after every turn.
pub(crate) fn outcome(script: &Script, outcome: &Outcome, may_lose_results: bool) {
    let pairs = answered(&outcome.messages);
    let mut runs: BTreeMap<(&str, u64), usize> = BTreeMap::new();
    for (tool, number) in outcome.ledger.runs() {
        *runs.entry((tool, number)).or_default() += 1;
    }
    let mut calls: BTreeMap<(&str, u64), (usize, usize)> = BTreeMap::new();
    for (call, response) in &pairs {
        let Some(number) = number(call) else { continue };
        let (made, ran) = calls.entry((&call.name, number)).or_default();
        *made += 1;
        *ran += usize::from(!has_not_run(response));
    }
    for (&(tool, number), &runs) in &runs {
        let (made, ran) = calls.get(&(tool, number)).copied().unwrap_or_default();
        let is_known = format!("`{tool}` {number} ran {runs} times for {made} calls, {ran} of which have its result");
        if tool == "remember" {
            assert!(may_lose_results || runs <= 1, "{is_known}: a cached result was not used");
        } else if may_lose_results {
            assert!(runs <= made || may_run_twice(tool), "{is_known}");
        } else {
            assert_eq!(runs, ran, "{is_known}");
        }
    }
    for (&(tool, number), &(_, ran)) in &calls {
        let runs = runs.get(&(tool, number)).copied().unwrap_or_default();
        assert!(runs >= ran || tool == "remember" && runs > 0, "`{tool}` {number} has a result and did not run");
    }
    if !may_lose_results {
        let in_order: Vec<_> = pairs
            .iter()
            .filter(|(call, response)| !has_not_run(response) && is_in_order(&call.name))
            .filter_map(|(call, _)| Some((call.name.as_str(), number(call)?)))
            .collect();
        let ledger: Vec<_> = outcome.ledger.runs().into_iter().filter(|(tool, _)| is_in_order(tool)).collect();
        assert_eq!(ledger, in_order, "calls with effects run in their order");
    }
    let rounds = outcome.messages.iter().filter(|message| matches!(message, Message::Assistant(_))).count();
    assert!(rounds <= script.limits.max_rounds, "{rounds} rounds");
    let ran = pairs.iter().filter(|(_, response)| !has_not_run(response)).count();
    assert!(ran <= script.limits.max_calls, "{ran} calls");
    let looked = pairs.iter().filter(|(call, response)| call.name == "look" && !has_not_run(response)).count();
    if let Some(Some(most)) = script.limits.max_calls_of.get("look") {
        assert!(looked <= *most, "{looked} calls of `look`");
    }
    if let Some(usage) = outcome.usage {
        assert_eq!(usage, outcome.used, "usage adds up");
    }
}

/// Two runs of one script have the same transcript.
pub(crate) fn same(first: &Outcome, second: &Outcome) {
    assert_eq!(first.messages, second.messages);
    assert_eq!((&first.end, &first.content), (&second.end, &second.content));
    assert_eq!((first.usage, first.asked), (second.usage, second.asked));
    let sorted = |outcome: &Outcome| {
        let mut runs = outcome.ledger.runs();
        runs.sort_unstable();
        runs
    };
    assert_eq!(sorted(first), sorted(second));
}

/// The events of a stream tell the same as its response.
pub(crate) fn events(events: &[ChatEvent], result: &Result<ChatClientResponse, ChatError>) {
    assert_eq!(events.iter().filter(|event| event.is_last()).count(), 1);
    assert!(events.last().is_some_and(ChatEvent::is_last));
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    let mut begun: BTreeMap<ToolCallKey, String> = BTreeMap::new();
    let mut ready: BTreeMap<ToolCallKey, &ToolCall> = BTreeMap::new();
    let mut finished: BTreeMap<ToolCallKey, &ToolResponse> = BTreeMap::new();
    for event in events {
        match event {
            ChatEvent::Text { round, text, .. } => texts.entry(*round).or_default().push_str(text),
            ChatEvent::ToolCallBegun { call, .. } => {
                assert!(begun.insert(*call, String::new()).is_none(), "a call begins once");
            }
            ChatEvent::ToolCallDelta { call, arguments, .. } => {
                begun.get_mut(call).expect("a call begins before its arguments").push_str(arguments);
            }
            ChatEvent::ToolCallReady { call, tool_call, .. } => {
                assert_eq!(begun.get(call), Some(&tool_call.arguments), "the fragments are the arguments");
                assert!(ready.insert(*call, tool_call).is_none(), "a call is complete once");
            }
            ChatEvent::ToolStarted { call, .. } | ChatEvent::ToolProgress { call, .. } => {
                assert!(!finished.contains_key(call), "nothing follows the response of a call");
            }
            ChatEvent::ToolFinished { call, response, .. } => {
                assert!(finished.insert(*call, response).is_none(), "a call finishes once");
            }
            _ => {}
        }
    }
    let Ok(response) = result else { return };
    let assistants = response.messages().iter().enumerate().filter_map(|(index, message)| match message {
        Message::Assistant(message) => Some((index, message)),
        _ => None,
    });
    let first_round = texts
        .keys()
        .chain(ready.keys().chain(finished.keys()).map(|key| &key.round))
        .min()
        .copied()
        .unwrap_or_default();
    for (round, (index, message)) in assistants.enumerate() {
        // A resumed stream does not report what was said before.
        if round >= first_round && (texts.contains_key(&round) || ready.keys().any(|key| key.round == round)) {
            assert_eq!(texts.get(&round).map_or("", String::as_str), message.text());
            let calls: Vec<_> = ready.iter().filter(|(key, _)| key.round == round).map(|(_, call)| *call).collect();
            assert_eq!(calls, message.tool_calls().collect::<Vec<_>>());
            assert!(
                message.parts().iter().all(|part| !matches!(part, AssistantPart::Text(part) if part.text.is_empty()))
            );
        }
        let reported = finished.iter().filter(|(key, _)| key.round == round).map(|(_, response)| *response);
        let reported: Vec<_> = reported.collect();
        let responses = response.messages().get(index + 1).map(Message::tool_responses).unwrap_or_default();
        let responses: Vec<_> = responses.iter().map(|response| &**response).collect();
        let is_reported = round >= first_round || !reported.is_empty();
        if is_reported && response.end() != &TurnEnd::Suspended {
            assert_eq!(reported, responses, "each call of a round has one response");
        }
    }
}

/// Two runs of one script have the same transcript, but what ran may differ: read-only calls of a response that failed.
pub(crate) fn same_transcript(first: &Outcome, second: &Outcome) {
    assert_eq!(first.messages, second.messages);
    assert_eq!((&first.end, &first.content), (&second.end, &second.content));
}
