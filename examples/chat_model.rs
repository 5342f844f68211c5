//! The model of the example `chat`: it answers by the words of the message, and streams what it says.

use std::time::Duration;

use serde_json::json;
use tool_core::chat::{AssistantMessage, AssistantPart, FinishReason, ModelEvent, ModelEventSink, Usage};
use tool_core::{ChatError, ChatModel, ChatResponse, Message, Prompt, ToolCall};

/// Plays the model.
pub(crate) struct ScriptedModel {
    /// Whether it pauses between words, so that a person sees them come.
    pub(crate) is_slow: bool,
}

impl ChatModel for ScriptedModel {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        Ok(reply(prompt))
    }

    async fn stream(&self, prompt: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
        let response = reply(prompt);
        for (block, part) in (0..).zip(response.message.parts()) {
            match part {
                AssistantPart::Text(part) => {
                    for word in part.text.split_inclusive(' ') {
                        events.send(ModelEvent::text(word)).await;
                        self.pause().await;
                    }
                }
                AssistantPart::ToolCall(call) => {
                    events.send(ModelEvent::tool_call(block, &call.id, &call.name, "")).await;
                    for fragment in call.arguments.split_inclusive(',') {
                        events.send(ModelEvent::tool_call(block, "", "", fragment)).await;
                        self.pause().await;
                    }
                }
                _ => {}
            }
        }
        events.send(ModelEvent::Usage(response.usage)).await;
        events.send(ModelEvent::Finished(response.finish_reason)).await;
        Ok(())
    }
}

impl ScriptedModel {
    async fn pause(&self) {
        if self.is_slow {
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }
}

fn reply(prompt: &Prompt) -> ChatResponse {
    let round = prompt.messages.len();
    let call = |text: &str, name: &str, arguments: serde_json::Value| {
        let call = ToolCall::new(format!("call_{round}"), name, arguments.to_string());
        let message = AssistantMessage::new(text).with_tool_calls([call]);
        ChatResponse::new(message).with_finish_reason(FinishReason::ToolCalls)
    };
    let response = match prompt.messages.last() {
        Some(Message::Tool(message)) => {
            let texts: Vec<_> = message.responses().iter().map(|response| response.text.trim_end()).collect();
            let lines = texts.join(" ").lines().count();
            ChatResponse::text(format!("The tool returned {lines} line(s). What else?"))
        }
        message => {
            let words = message.map(Message::text).unwrap_or_default().to_lowercase();
            let number = words.split(|c: char| !c.is_ascii_digit()).find_map(|digits| digits.parse::<u32>().ok());
            if words.contains("passenger") {
                call("Let me look. ", "passengers", json!({ "class": number.unwrap_or(1), "count": 3 }))
            } else if words.contains("count") {
                call("Counting. ", "count", json!({ "to": number.unwrap_or(10) }))
            } else if words.contains("mail") {
                call("I need your approval. ", "send_mail", json!({ "to": "ada", "text": "At 5?" }))
            } else {
                ChatResponse::text("I can find passengers, count, or send a mail.")
            }
        }
    };
    response.with_usage(Usage::new(10 * round as u64, 5))
}
