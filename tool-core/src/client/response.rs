//! What a turn came to.

use std::fmt;

use crate::chat::chat_model::FinishReason;
use crate::chat::message::{Hidden, Message, ToolResponse};
use crate::chat::usage::{Usage, add_usage};
use crate::turn::state_machine::Turn;
use crate::turn::turn_end::End;

/// How a turn ended.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum TurnOutcome {
    /// The model, or tools that return directly, gave an answer.
    Finished(ChatClientResponse),
    /// The turn used up its rounds or tool calls before there was an answer.
    LimitReached(ChatClientResponse),
    /// The turn waits for a person: [`Turn::waiting`] names the calls to decide about.
    Suspended(Box<Turn>),
}

/// What a turn has come to; one that is neither finished nor suspended counts as suspended.
impl From<Turn> for TurnOutcome {
    fn from(turn: Turn) -> Self {
        match turn.end() {
            None => Self::Suspended(Box::new(turn)),
            Some(End { finish_reason: FinishReason::LimitExceeded, .. }) => Self::LimitReached(turn.into()),
            Some(_) => Self::Finished(turn.into()),
        }
    }
}

impl TurnOutcome {
    /// An outcome that was made without the model, by an advisor that answers from a cache for example. `messages` is the
    /// conversation so far; the answer is added to it, unless it is empty.
    ///
    /// ```
    /// use tool_core::client::TurnOutcome;
    /// use tool_core::Message;
    ///
    /// let outcome = TurnOutcome::answered([Message::user("2 + 2?")], "4");
    /// assert_eq!(outcome.response().map(|response| response.messages().len()), Some(2));
    /// ```
    #[must_use]
    pub fn answered(messages: impl IntoIterator<Item = Message>, content: impl Into<String>) -> Self {
        let content = content.into();
        let is_empty = content.trim().is_empty();
        let answer = (!is_empty).then(|| Message::assistant(content.clone()));
        let messages = messages.into_iter().chain(answer).collect();
        let finish_reason = if is_empty { FinishReason::Empty } else { FinishReason::Stop };
        Self::Finished(ChatClientResponse { messages, finish_reason, rounds: Vec::new(), content, suspended: None })
    }

    /// The tokens of all rounds.
    pub(crate) fn usage(&self) -> Usage {
        match self {
            Self::Finished(response) | Self::LimitReached(response) => response.usage(),
            Self::Suspended(turn) => turn.usage(),
        }
    }

    /// Adds tokens that the rounds do not tell of, from round `place` on.
    pub(crate) fn add_usage(&mut self, place: usize, usage: Usage) {
        match self {
            Self::Finished(response) | Self::LimitReached(response) => add_usage(&mut response.rounds, place, usage),
            Self::Suspended(turn) => turn.add_usage(place, usage),
        }
    }

    /// The response, whichever way the turn ended; `None` while it is suspended.
    #[must_use]
    pub fn response(&self) -> Option<&ChatClientResponse> {
        match self {
            Self::Finished(response) | Self::LimitReached(response) => Some(response),
            Self::Suspended(_) => None,
        }
    }

    /// The response itself. That of a suspended turn has no content, and holds the turn.
    #[must_use]
    pub fn into_response(self) -> ChatClientResponse {
        match self {
            Self::Finished(response) | Self::LimitReached(response) => response,
            Self::Suspended(turn) => (*turn).into(),
        }
    }
}

/// The response of a turn as it stands.
impl From<Turn> for ChatClientResponse {
    fn from(turn: Turn) -> Self {
        let suspended = turn.end().is_none().then(|| Box::new(turn.clone()));
        let (messages, rounds, end) = turn.into_parts();
        let End { finish_reason, content } =
            end.unwrap_or(End { finish_reason: FinishReason::Suspended, content: String::new() });
        Self { messages, finish_reason, rounds, content, suspended }
    }
}

/// The answer of a turn, with all that was said and used on the way.
///
/// Source: Spring AI 2.x, `ChatClientResponse`.
#[derive(Clone)]
pub struct ChatClientResponse {
    pub(crate) messages: Vec<Message>,
    pub(crate) finish_reason: FinishReason,
    pub(crate) rounds: Vec<Usage>,
    pub(crate) content: String,
    suspended: Option<Box<Turn>>,
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
        self.rounds.iter().copied().sum()
    }

    /// The tokens of each round, in order: of all exchanges with the model that it took.
    #[must_use]
    pub fn rounds(&self) -> &[Usage] {
        &self.rounds
    }

    /// The conversation, the answer included, without the system text of request or client: what a next request is given
    /// with [`messages`](crate::client::ChatClientRequest::messages).
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The turn that waits for a person, when the finish reason is [`FinishReason::Suspended`]. Store it, or give it to
    /// [`ChatClient::resume`](crate::ChatClient::resume) with what the person decided.
    #[must_use]
    pub fn suspended_turn(&self) -> Option<&Turn> {
        self.suspended.as_deref()
    }

    /// The suspended turn itself.
    #[must_use]
    pub fn into_suspended_turn(self) -> Option<Turn> {
        self.suspended.map(|turn| *turn)
    }

    /// The value that the only direct tool of the last round answered, when it is a `T`. For several, look into
    /// [`direct_responses`](Self::direct_responses).
    #[must_use]
    pub fn direct_output<T: 'static>(&self) -> Option<&T> {
        match self.direct_responses() {
            [only] => only.output()?.downcast_ref(),
            _ => None,
        }
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

// What tools answered directly is their result, and hidden as in `ToolResponse`.
impl fmt::Debug for ChatClientResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ChatClientResponse");
        match self.finish_reason {
            FinishReason::ReturnDirect => shown.field("content", &Hidden(&self.content)),
            _ => shown.field("content", &self.content),
        };
        shown
            .field("messages", &self.messages)
            .field("finish_reason", &self.finish_reason)
            .field("rounds", &self.rounds)
            .finish_non_exhaustive()
    }
}
