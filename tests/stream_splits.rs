//! Recorded streams, cut in every way, give the same message.
//!
//! `tests/streams` has one text with reasoning and two tool calls as `@copilotkit/aimock` 1.43.0 streams it, in the forms of OpenAI's
//! chat completions and Anthropic's messages.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "argument_oracle/random.rs"]
#[allow(dead_code, reason = "shared with another test")]
mod random;

use random::Random;
use serde_json::Value;
use tool_core::chat::{AssistantPart, ChatResponse, FinishReason, ModelEvent, PartDelta, ResponseAssembler, Usage};

const CHAT_COMPLETIONS: &[u8] = include_bytes!("streams/chat_completions.sse");
const MESSAGES: &[u8] = include_bytes!("streams/messages.sse");

/// What a provider's chunk says.
type Read = fn(&Value, &mut Vec<ModelEvent>);

const STREAMS: [(&[u8], Read); 2] = [(CHAT_COMPLETIONS, chat_completions), (MESSAGES, messages)];

/// Reads server-sent events from bytes that come in any cut.
#[derive(Default)]
struct EventStream(Vec<u8>);

impl EventStream {
    fn read(&mut self, bytes: &[u8], read: Read) -> Vec<ModelEvent> {
        self.0.extend_from_slice(bytes);
        let mut events = Vec::new();
        while let Some(end) = self.0.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.0.drain(..=end).collect();
            let Some(data) = line.strip_prefix(b"data: ") else { continue };
            if let Ok(chunk) = serde_json::from_slice(data) {
                read(&chunk, &mut events);
            }
        }
        events
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn usage(value: &Value, names: [&str; 2]) -> Usage {
    let [input, output] = names.map(|name| value[name].as_u64().unwrap_or_default());
    Usage::new(input, output)
}

fn chat_completions(chunk: &Value, events: &mut Vec<ModelEvent>) {
    for choice in chunk["choices"].as_array().into_iter().flatten() {
        let delta = &choice["delta"];
        if let Some(fragment) = delta["reasoning_content"].as_str() {
            events.push(ModelEvent::reasoning(fragment));
        }
        if let Some(fragment) = delta["content"].as_str() {
            events.push(ModelEvent::text(fragment));
        }
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            let function = &call["function"];
            let (id, name, arguments) = (text(&call["id"]), text(&function["name"]), text(&function["arguments"]));
            events.push(ModelEvent::tool_call(call["index"].as_u64(), id, name, arguments));
        }
        if choice["finish_reason"] == "tool_calls" {
            events.push(ModelEvent::Finished(FinishReason::ToolCalls));
        }
    }
    if chunk["usage"].is_object() {
        events.push(ModelEvent::Usage(usage(&chunk["usage"], ["prompt_tokens", "completion_tokens"])));
    }
}

fn messages(chunk: &Value, events: &mut Vec<ModelEvent>) {
    let (index, block, delta) = (chunk["index"].as_u64(), &chunk["content_block"], &chunk["delta"]);
    match chunk["type"].as_str().unwrap_or_default() {
        "content_block_start" if block["type"] == "tool_use" => {
            events.push(ModelEvent::tool_call(index, text(&block["id"]), text(&block["name"]), ""));
        }
        "content_block_delta" => {
            let delta = match delta["type"].as_str().unwrap_or_default() {
                "text_delta" => PartDelta::Text(text(&delta["text"])),
                "thinking_delta" => PartDelta::Reasoning(text(&delta["thinking"])),
                "signature_delta" => PartDelta::ReasoningSignature(text(&delta["signature"])),
                "input_json_delta" => PartDelta::tool_call("", "", text(&delta["partial_json"])),
                other => panic!("{other}"),
            };
            events.push(ModelEvent::delta(index, delta));
        }
        "content_block_stop" => events.push(ModelEvent::block_ended(index)),
        "message_delta" => {
            events.push(ModelEvent::Usage(usage(&chunk["usage"], ["input_tokens", "output_tokens"])));
            events.push(ModelEvent::Finished(FinishReason::ToolCalls));
        }
        _ => {}
    }
}

/// The events of a stream whose bytes are cut before these places.
fn events(stream: &[u8], read: Read, cuts: impl IntoIterator<Item = usize>) -> Vec<ModelEvent> {
    let (mut source, mut start, mut events) = (EventStream::default(), 0, Vec::new());
    for cut in cuts.into_iter().chain([stream.len()]) {
        events.append(&mut source.read(&stream[start..cut], read));
        start = cut;
    }
    events
}

fn assembled(events: &[ModelEvent]) -> ChatResponse {
    let mut assembler = ResponseAssembler::new();
    for event in events {
        assembler.push(event);
    }
    assembler.into_response()
}

/// What the stream says, whoever sent it.
fn expect_parts(response: &ChatResponse, e_acute: &str) {
    let calls: Vec<_> =
        response.message.tool_calls().map(|call| (call.name.as_str(), call.arguments.as_str())).collect();
    assert_eq!(
        response.message.text(),
        "Ich schlage zuerst die Höhe von Zürich nach – “kurz” 🏔️, dann das Wetter in Bern."
    );
    assert_eq!(
        calls,
        [
            ("altitude", r#"{"city":"Zürich","unit":"m"}"#),
            (
                "weather",
                format!(r#"{{"city":"Bern","days":3,"note":"a \"quoted\" }} brace, and {e_acute}"}}"#).as_str()
            )
        ]
    );
    let Some(AssistantPart::Reasoning(reasoning)) = response.message.parts().first() else { panic!("no reasoning") };
    assert_eq!(reasoning.text, r#"Two tools: altitude, then weather. Quotes "inside" and a backslash \ too."#);
    assert_eq!(response.finish_reason, FinishReason::ToolCalls);
}

#[test]
fn a_stream_of_each_provider_gives_reasoning_text_and_both_calls() {
    for ((stream, read), e_acute) in STREAMS.into_iter().zip(["\\u00e9", "é"]) {
        let response = assembled(&events(stream, read, []));

        expect_parts(&response, e_acute);
        assert_eq!(response.message.parts().len(), 4);
    }
    assert_eq!(assembled(&events(CHAT_COMPLETIONS, chat_completions, [])).usage, Usage::new(2, 48));
}

/// The bytes, at every place, one at a time, and at random places.
#[test]
fn every_cut_of_the_bytes_gives_the_same_response() {
    for (stream, read) in STREAMS {
        let whole = assembled(&events(stream, read, []));

        for cut in 0..stream.len() {
            assert_eq!(assembled(&events(stream, read, [cut])), whole, "cut before byte {cut}");
        }
        assert_eq!(assembled(&events(stream, read, 0..stream.len())), whole, "one byte at a time");
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let every = 1 + random.below(300);
            let cuts: Vec<_> = (0..stream.len()).filter(|_| random.once_in(every)).collect();
            assert_eq!(assembled(&events(stream, read, cuts)), whole, "seed {seed}");
        }
    }
}

/// The text of a fragment, and the event with another text in its place.
fn fragment(event: &ModelEvent) -> Option<(&str, impl Fn(&str) -> ModelEvent)> {
    let ModelEvent::Delta { block, delta, .. } = event else { return None };
    let text = match delta {
        PartDelta::Text(text) | PartDelta::Reasoning(text) | PartDelta::ReasoningSignature(text) => text,
        PartDelta::ToolCall { arguments, .. } => arguments,
        _ => return None,
    };
    let with = move |text: &str| {
        let text = text.to_owned();
        let delta = match delta {
            PartDelta::Text(_) => PartDelta::Text(text),
            PartDelta::Reasoning(_) => PartDelta::Reasoning(text),
            PartDelta::ReasoningSignature(_) => PartDelta::ReasoningSignature(text),
            PartDelta::ToolCall { id, name, .. } => PartDelta::tool_call(id, name, text),
            _ => delta.clone(),
        };
        ModelEvent::delta(*block, delta)
    };
    Some((text, with))
}

/// The events, each fragment of which is cut where `is_cut` says so of its characters, counted over the whole stream.
fn recut(events: &[ModelEvent], mut is_cut: impl FnMut(usize) -> bool) -> Vec<ModelEvent> {
    let (mut recut, mut count) = (Vec::new(), 0);
    for event in events {
        let Some((text, with)) = fragment(event) else {
            recut.push(event.clone());
            continue;
        };
        let mut start = 0;
        for (place, _) in text.char_indices() {
            count += 1;
            if is_cut(count) {
                recut.push(with(&text[start..place]));
                start = place;
            }
        }
        recut.push(with(&text[start..]));
    }
    recut
}

/// The fragments of text, reasoning and arguments: at every character, one at a time, and at random places.
#[test]
fn every_cut_of_the_fragments_gives_the_same_response() {
    for (stream, read) in STREAMS {
        let events = events(stream, read, []);
        let whole = assembled(&events);
        let count = events.iter().filter_map(fragment).map(|(text, _)| text.chars().count()).sum::<usize>();
        assert!(count > 240);

        for cut in 1..=count {
            assert_eq!(assembled(&recut(&events, |place| place == cut)), whole, "cut before character {cut}");
        }
        assert_eq!(assembled(&recut(&events, |_| true)), whole, "one character at a time");
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let every = 1 + random.below(40);
            assert_eq!(assembled(&recut(&events, |_| random.once_in(every))), whole, "seed {seed}");
        }
    }
}
