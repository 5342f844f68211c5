use serde_json::json;

use super::ResponseAssembler;
use crate::chat::assistant_message::{AssistantMessage, AssistantPart, ReasoningPart};
use crate::chat::chat_response::{ChatResponse, FinishReason};
use crate::chat::model_event::{ModelEvent, PartDelta};
use crate::chat::model_event_sink::events_of;
use crate::chat::tool_call::ToolCall;
use crate::chat::usage::Usage;

fn assembled(events: &[ModelEvent]) -> ChatResponse {
    let mut assembler = ResponseAssembler::new();
    for event in events {
        assembler.push(event);
    }
    assembler.into_response()
}

/// The calls of these fragments, each `(index, id, name, arguments)`, as `id name arguments`.
fn calls(fragments: &[(Option<u64>, &str, &str, &str)]) -> Vec<String> {
    let events =
        fragments.iter().map(|&(index, id, name, arguments)| ModelEvent::tool_call(index, id, name, arguments));
    let response = assembled(&events.collect::<Vec<_>>());
    response.message.tool_calls().map(|call| format!("{} {} {}", call.id, call.name, call.arguments)).collect()
}

const ADD: &str = r#"{"a":1}"#;

#[test]
fn fragments_with_an_index_may_be_interleaved() {
    let fragments = [
        (Some(0), "a", "add", ""),
        (Some(1), "b", "sub", ""),
        (Some(0), "", "", r#"{"a""#),
        (Some(1), "", "", r#"{"b""#),
        (Some(0), "", "", ":1}"),
        (Some(1), "", "", ":2}"),
    ];

    assert_eq!(calls(&fragments), [r#"a add {"a":1}"#, r#"b sub {"b":2}"#]);
}

#[test]
fn an_id_and_a_name_in_every_fragment_are_taken_once() {
    let fragments = [(Some(0), "a", "add", r#"{"a""#), (Some(0), "a", "add", ":"), (Some(0), "a", "add", "1}")];

    assert_eq!(calls(&fragments), [r#"a add {"a":1}"#]);
}

#[test]
fn a_new_id_in_every_fragment_does_not_begin_a_call_without_a_name() {
    assert_eq!(calls(&[(Some(0), "a", "add", ""), (Some(0), "x", "", ADD)]), [r#"a add {"a":1}"#]);
}

#[test]
fn calls_that_all_have_index_0_are_told_apart_by_their_ids() {
    let fragments = [(Some(0), "a", "add", ADD), (Some(0), "b", "add", ""), (Some(0), "", "", ADD)];

    assert_eq!(calls(&fragments), [r#"a add {"a":1}"#, r#"b add {"a":1}"#]);
}

#[test]
fn without_an_index_the_id_decides_and_without_an_id_the_last_call_goes_on() {
    let fragments =
        [(None, "a", "add", r#"{"a""#), (None, "b", "sub", ""), (None, "a", "", ":1}"), (None, "", "", "{}")];

    assert_eq!(calls(&fragments), [r#"a add {"a":1}"#, "b sub {}"]);
}

#[test]
fn an_index_that_is_missing_later_continues_the_last_call() {
    assert_eq!(calls(&[(Some(0), "a", "add", ""), (None, "", "", ADD)]), [r#"a add {"a":1}"#]);
}

#[test]
fn an_id_a_name_or_an_index_may_come_late() {
    assert_eq!(calls(&[(Some(0), "", "", r#"{"a""#), (Some(0), "a", "add", ":1}")]), [r#"a add {"a":1}"#]);
    assert_eq!(calls(&[(None, "a", "add", ""), (Some(3), "a", "", ADD)]), [r#"a add {"a":1}"#]);
}

#[test]
fn a_name_may_come_in_fragments_before_the_arguments() {
    assert_eq!(
        calls(&[(Some(0), "a", "get_", ""), (Some(0), "", "weather", ""), (Some(0), "", "", "{}")]),
        ["a get_weather {}"]
    );
}

#[test]
fn a_second_beginning_of_a_call_changes_nothing() {
    assert_eq!(
        calls(&[(Some(0), "a", "add", ""), (Some(0), "a", "add", ""), (Some(0), "", "", ADD)]),
        [r#"a add {"a":1}"#]
    );
    assert_eq!(calls(&[(Some(0), "a", "add", ADD), (Some(0), "a", "add", ADD)]), [r#"a add {"a":1}"#]);
}

#[test]
fn two_equal_calls_without_index_and_id_are_two() {
    assert_eq!(calls(&[(None, "", "roll", "{}"), (None, "", "roll", "{}")]), [" roll {}", " roll {}"]);
}

#[test]
fn equal_ids_of_two_indexes_are_two_calls() {
    assert_eq!(calls(&[(Some(0), "a", "add", ADD), (Some(1), "a", "add", ADD)]), [r#"a add {"a":1}"#; 2]);
}

#[test]
fn another_name_after_arguments_begins_another_call() {
    assert_eq!(calls(&[(None, "", "add", ADD), (None, "", "sub", "{}")]), [r#" add {"a":1}"#, " sub {}"]);
}

#[test]
fn a_bracket_inside_a_string_does_not_end_the_arguments() {
    let fragments = [(Some(0), "a", "say", r#"{"t":"\"}"#), (Some(0), "a", "say", r#"}"}"#)];

    assert_eq!(calls(&fragments), [r#"a say {"t":"\"}}"}"#]);
}

#[test]
fn arguments_after_the_end_of_a_call_belong_to_it() {
    let ended = |arguments: &str| {
        let mut assembler = ResponseAssembler::new();
        assembler.push(&ModelEvent::tool_call(0, "a", "add", arguments));
        assembler.push(&ModelEvent::block_ended(0));
        assembler.push(&ModelEvent::tool_call(0, "a", "", ""));
        assembler.push(&ModelEvent::tool_call(0, "", "", ADD));
        let response = assembler.into_response();
        response.message.tool_calls().map(|call| call.arguments.clone()).collect::<Vec<_>>()
    };

    assert_eq!(ended(""), [ADD]);
    // Two objects: the call does not run.
    assert_eq!(ended(r#"{"b":2}"#), [r#"{"b":2}{"a":1}"#]);
}

#[test]
fn a_late_index_is_remembered() {
    let fragments =
        [(None, "a", "add", r#"{"a""#), (Some(5), "a", "", ":"), (Some(5), "", "", "1"), (Some(5), "", "", "}")];

    assert_eq!(calls(&fragments), [r#"a add {"a":1}"#]);
}

#[test]
fn an_empty_fragment_begins_no_call() {
    assert_eq!(calls(&[(None, "", "", ""), (Some(3), "", "", "")]), [""; 0]);
}

#[test]
fn text_reasoning_and_calls_keep_their_order() {
    let response = assembled(&[
        ModelEvent::reasoning("Let me "),
        ModelEvent::reasoning("think."),
        ModelEvent::delta(None, PartDelta::ReasoningSignature("c2l".to_owned())),
        ModelEvent::delta(None, PartDelta::ReasoningSignature("n".to_owned())),
        ModelEvent::text("I "),
        ModelEvent::text("look."),
        ModelEvent::tool_call(0, "a", "look", "{}"),
        ModelEvent::text("Then"),
    ]);

    assert_eq!(
        response.message.parts(),
        [
            AssistantPart::Reasoning(ReasoningPart::new("Let me think.").with_signature("c2ln")),
            AssistantPart::text("I look."),
            AssistantPart::ToolCall(ToolCall::new("a", "look", "{}")),
            AssistantPart::text("Then"),
        ]
    );
}

#[test]
fn usage_may_come_before_and_after_the_end_and_in_several_events() {
    let response = assembled(&[
        ModelEvent::Usage(Usage::new(10, 1)),
        ModelEvent::text("a"),
        ModelEvent::Finished(FinishReason::Stop),
        ModelEvent::Usage(Usage::new(0, 7)),
    ]);

    assert_eq!(response.usage, Usage::new(10, 7));
}

#[test]
fn an_end_without_a_finish_reason_is_incomplete() {
    assert_eq!(assembled(&[ModelEvent::text("a")]).finish_reason, FinishReason::Incomplete);
}

/// A response with each kind of part and field.
fn whole() -> ChatResponse {
    let fields = json!({ "thought_signature": "c2ln" }).as_object().unwrap().clone();
    let message = AssistantMessage::from_parts([
        AssistantPart::Reasoning(ReasoningPart::new("Älso,\n  nachdenken 🤔").with_signature("c2lnbmF0dXI=")),
        AssistantPart::text("Ich schaue nach — 你好."),
        AssistantPart::ToolCall(
            ToolCall::new("call_1", "look_up", r#"{"text":"a \"}\" \\ 🤔","list":[{}]}"#).with_provider_fields(fields),
        ),
        AssistantPart::ToolCall(ToolCall::new("call_2", "look_up", "{}")),
        AssistantPart::refusal("That I will not do."),
        AssistantPart::text("Fertig."),
    ]);
    ChatResponse::new(message).with_usage(Usage::new(20, 9)).with_id("resp_1").with_model("m")
}

/// The events of `whole`, each fragment of it cut at these places of all its characters.
fn cut(response: &ChatResponse, is_cut: &mut impl FnMut() -> bool) -> Vec<ModelEvent> {
    let mut events = Vec::new();
    for event in events_of(response) {
        let ModelEvent::Delta { block, delta } = event else {
            events.push(event);
            continue;
        };
        let (text, make): (_, Box<dyn Fn(String, bool) -> PartDelta>) = match delta {
            PartDelta::Text(text) => (text, Box::new(|text, _| PartDelta::Text(text))),
            PartDelta::Refusal(text) => (text, Box::new(|text, _| PartDelta::Refusal(text))),
            PartDelta::Reasoning(text) => (text, Box::new(|text, _| PartDelta::Reasoning(text))),
            PartDelta::ToolCall { id, name, arguments } => (
                arguments,
                Box::new(move |arguments, is_first| {
                    let (id, name) = if is_first { (id.as_str(), name.as_str()) } else { ("", "") };
                    PartDelta::tool_call(id, name, arguments)
                }),
            ),
            other => unreachable!("{other:?}"),
        };
        let (mut fragment, mut is_first) = (String::new(), true);
        for character in text.chars() {
            fragment.push(character);
            if is_cut() {
                events.push(ModelEvent::delta(block, make(std::mem::take(&mut fragment), is_first)));
                is_first = false;
            }
        }
        events.push(ModelEvent::delta(block, make(fragment, is_first)));
        for part in response.message.parts().iter().skip(usize::try_from(block.unwrap()).unwrap()).take(1) {
            match part {
                AssistantPart::Reasoning(part) => events.extend(part.signature.iter().flat_map(|text| {
                    let signature =
                        |text: &str| ModelEvent::delta(block, PartDelta::ReasoningSignature(text.to_owned()));
                    let (first, second) = text.split_at(3);
                    [signature(first), signature(second)]
                })),
                AssistantPart::ToolCall(call) if !call.provider_fields.is_empty() => {
                    events.push(ModelEvent::delta(block, PartDelta::ProviderFields(call.provider_fields.clone())));
                }
                _ => {}
            }
        }
    }
    events
}

#[test]
fn every_cut_gives_the_same_response() {
    let whole = whole();
    let characters = cut(&whole, &mut || true).len();

    assert!(characters > 100, "{characters}");
    assert_eq!(assembled(&cut(&whole, &mut || true)), whole);
    assert_eq!(assembled(&cut(&whole, &mut || false)), whole);
    for place in 0..characters {
        let mut left = place;
        let mut is_cut = || {
            left = left.wrapping_sub(1);
            left == 0
        };
        assert_eq!(assembled(&cut(&whole, &mut is_cut)), whole, "cut at {place}");
    }
    let mut state = 7_u64;
    for round in 0..500 {
        let mut is_cut = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 61) == 0
        };
        assert_eq!(assembled(&cut(&whole, &mut is_cut)), whole, "round {round}");
    }
}
