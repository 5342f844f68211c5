//! `LoggingAdvisor`: shows each exchange with the model.

use std::fmt;

use crate::chat::chat_error::ChatError;
use crate::chat::chat_response::ChatResponse;
use crate::chat::message::Message;
use crate::chat::prompt::Prompt;
use crate::client::advisor::{Advisor, NextRound, RoundRequest};

type Sink = dyn Fn(&str) + Send + Sync;

/// Shows each exchange with the model: the last message of the prompt (the user's text, or each tool response as the model
/// reads it), the response of the model, and the tokens used.
///
/// It shows contents, which may be private.
///
/// ```
/// use tool_core::advisors::LoggingAdvisor;
/// use tool_core::{ChatClient, ChatModel};
///
/// fn logged(model: impl ChatModel + 'static) -> ChatClient {
///     ChatClient::builder(model).default_advisor(LoggingAdvisor::new(|line| eprintln!("{line}"))).build()
/// }
/// ```
///
/// Source: `MyLogAdvisor` of the Spring AI article on tool response formats.
pub struct LoggingAdvisor {
    sink: Box<Sink>,
}

impl LoggingAdvisor {
    /// Passes each entry, which may span lines, to `sink`.
    #[must_use]
    pub fn new(sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { sink: Box::new(sink) }
    }

    fn show_prompt(&self, prompt: &Prompt) {
        match prompt.messages.last() {
            Some(Message::System(message)) => self.show("SYSTEM", &message.text()),
            Some(Message::User(message)) => self.show("USER", &message.text()),
            Some(Message::Assistant(message)) => self.show("ASSISTANT", &message.text()),
            Some(Message::Tool(message)) => message.responses().iter().for_each(|response| {
                let outcome = if response.is_error() { "TOOL ERROR" } else { "TOOL RESPONSE" };
                self.show(&format!("{outcome} {} ({})", response.name, response.id), &response.text);
            }),
            None => {}
        }
    }

    fn show_response(&self, response: &ChatResponse) {
        for call in response.message.tool_calls() {
            self.show(&format!("TOOL CALL {} ({})", call.name, call.id), &call.arguments);
        }
        let text = response.message.text();
        if !text.is_empty() {
            self.show("ASSISTANT", &text);
        }
        let usage = response.usage;
        let tokens = format!(
            "prompt {}, completion {}, total {}",
            usage.prompt_tokens,
            usage.completion_tokens,
            usage.total_tokens()
        );
        self.show("USAGE", &tokens);
    }

    fn show(&self, what: &str, text: &str) {
        let break_or_blank = if text.contains('\n') { "\n" } else { " " };
        (self.sink)(&format!("{what}:{break_or_blank}{text}"));
    }
}

/// Entries become `tracing` events of level `info` and target `tool_core::log`.
impl Default for LoggingAdvisor {
    fn default() -> Self {
        Self::new(|entry| tracing::info!(target: "tool_core::log", "{entry}"))
    }
}

impl Advisor for LoggingAdvisor {
    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        self.show_prompt(&request.prompt);
        let result = next.run(request).await;
        match &result {
            Ok(response) => self.show_response(response),
            Err(error) => self.show("ERROR", &error.to_string()),
        }
        result
    }
}

impl fmt::Debug for LoggingAdvisor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoggingAdvisor").finish_non_exhaustive()
    }
}
