//! The end of the road: what a turn came to.

use crate::message::{Message, ToolResponse};
use crate::model::{FinishReason, Usage};

/// How a turn ended.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum TurnOutcome {
    /// The model, or tools that return directly, gave an answer.
    Finished(ChatClientResponse),
    /// The turn used up its rounds or tool calls before there was an answer.
    LimitReached(ChatClientResponse),
}

impl TurnOutcome {
    /// The response, whichever way the turn ended.
    #[must_use]
    pub fn response(&self) -> &ChatClientResponse {
        match self {
            Self::Finished(response) | Self::LimitReached(response) => response,
        }
    }

    /// The response itself.
    #[must_use]
    pub fn into_response(self) -> ChatClientResponse {
        match self {
            Self::Finished(response) | Self::LimitReached(response) => response,
        }
    }
}

/// The answer of a turn, with all that was said and used on the way.
///
/// Source: Spring AI 2.x, `ChatClientResponse`.
#[derive(Debug, Clone)]
pub struct ChatClientResponse {
    pub(crate) messages: Vec<Message>,
    pub(crate) finish_reason: FinishReason,
    pub(crate) rounds: Vec<Usage>,
    pub(crate) content: String,
}

impl ChatClientResponse {
    /// The answer: the model's last words, or what tools answered directly, one response a line.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// Why the turn ended.
    #[must_use]
    pub fn finish_reason(&self) -> FinishReason {
        self.finish_reason
    }

    /// The tokens of all exchanges with the model, added up.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.rounds.iter().fold(Usage::default(), |sum, round| sum + *round)
    }

    /// The tokens of each exchange with the model, in order.
    #[must_use]
    pub fn rounds(&self) -> &[Usage] {
        &self.rounds
    }

    /// The whole conversation, the answer included: what a next prompt begins with.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The tool responses of the turn's last round when tools answered the caller directly; else none.
    #[must_use]
    pub fn direct_responses(&self) -> &[ToolResponse] {
        match self.messages.last() {
            Some(last) if self.finish_reason == FinishReason::ReturnDirect => last.tool_responses(),
            _ => &[],
        }
    }
}
