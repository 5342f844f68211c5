//! `ChatClientResponse`: the result of a turn.

use std::fmt;
use std::sync::Arc;

use crate::chat::chat_response::FinishReason;
use crate::chat::message::Message;
use crate::chat::messages::Messages;
use crate::chat::tool_call::{Hidden, ToolResponse};
use crate::chat::usage::{Usage, add_usage};
use crate::turn::state_machine::Turn;
use crate::turn::turn_end::{Ended, TurnEnd};

/// The response of a turn as it stands: one that has not ended is suspended.
impl From<Turn> for ChatClientResponse {
    fn from(turn: Turn) -> Self {
        let suspended = turn.end().is_none().then(|| Box::new(turn.clone()));
        let (messages, rounds, end) = turn.into_parts();
        let Ended { reason: end, content } =
            end.unwrap_or(Ended { reason: TurnEnd::Suspended, content: String::new() });
        Self { messages, end, rounds, content, suspended }
    }
}

/// The result of a turn: its content, how it ended, all messages and the usage.
///
/// Source: Spring AI 2.x, `ChatClientResponse`.
#[derive(Clone)]
pub struct ChatClientResponse {
    pub(crate) messages: Messages,
    end: TurnEnd,
    rounds: Vec<Usage>,
    content: String,
    suspended: Option<Box<Turn>>,
}

impl ChatClientResponse {
    /// A response that was made without the model, by an advisor that answers from a cache for example. `messages` is the
    /// conversation so far; the response is added to it, unless it is empty.
    ///
    /// ```
    /// use tool_core::Message;
    /// use tool_core::client::ChatClientResponse;
    ///
    /// let response = ChatClientResponse::answered([Message::user("2 + 2?")], "4");
    /// assert_eq!(response.messages().len(), 2);
    /// ```
    #[must_use]
    pub fn answered(messages: impl IntoIterator<Item: Into<Arc<Message>>>, content: impl Into<String>) -> Self {
        let content = content.into();
        let is_empty = content.trim().is_empty();
        let response = (!is_empty).then(|| Message::assistant(content.clone()));
        let mut messages: Messages = messages.into_iter().collect();
        messages.extend(response);
        let end = if is_empty { TurnEnd::Empty } else { TurnEnd::Answered(FinishReason::Stop) };
        Self { messages, end, rounds: Vec::new(), content, suspended: None }
    }

    /// Adds tokens that the rounds do not include, from round `place` on.
    pub(crate) fn add_usage(&mut self, place: usize, usage: Usage) {
        add_usage(&mut self.rounds, place, usage);
        if let Some(turn) = &mut self.suspended {
            turn.add_usage(place, usage);
        }
    }

    /// Removes the system text that belongs to the request or its client, and notes it in a suspended turn.
    pub(crate) fn hide_system(&mut self, system: Option<&str>) {
        if let Some(turn) = &mut self.suspended {
            turn.hidden_system = system.map(str::to_owned);
        }
        self.messages.hide_system(system);
    }

    /// The text of the model's final response, or the direct responses of tools, one per line.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// How the turn ended.
    #[must_use]
    pub fn end(&self) -> &TurnEnd {
        &self.end
    }

    /// The tokens of all exchanges with the model, added up.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.rounds.iter().copied().sum()
    }

    /// The conversation with the final response, without the system text of request or client: pass it to the next request with
    /// [`messages`](crate::client::ChatClientRequest::messages).
    ///
    /// In a suspended turn the last calls have no responses yet, and a request with these messages is refused: resume the turn, or
    /// give it up with [`Turn::on_cancel`](crate::turn::Turn::on_cancel) and use the messages of its prompt.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// The tokens of each round, in order.
    #[must_use]
    pub fn rounds(&self) -> &[Usage] {
        &self.rounds
    }

    /// The turn that waits for approval, when the end is [`TurnEnd::Suspended`]. Store it, or pass it to
    /// [`ChatClient::resume`](crate::ChatClient::resume) with the decisions.
    #[must_use]
    pub fn suspended_turn(&self) -> Option<&Turn> {
        self.suspended.as_deref()
    }

    /// The suspended turn, by value.
    #[must_use]
    pub fn into_suspended_turn(self) -> Option<Turn> {
        self.suspended.map(|turn| *turn)
    }

    /// The value that the tool of the only direct response returned, if it is a `T`. For several, see
    /// [`direct_responses`](Self::direct_responses).
    #[must_use]
    pub fn direct_output<T: 'static>(&self) -> Option<&T> {
        match self.direct_responses() {
            [only] => only.output()?.downcast_ref(),
            _ => None,
        }
    }

    /// The tool responses of the last round when the turn ended with [`TurnEnd::ReturnDirect`]; else none.
    #[must_use]
    pub fn direct_responses(&self) -> &[Arc<ToolResponse>] {
        match self.messages.last() {
            Some(last) if self.end == TurnEnd::ReturnDirect => last.tool_responses(),
            _ => &[],
        }
    }
}

// A direct response is a tool's result, which is hidden as in `ToolResponse`.
impl fmt::Debug for ChatClientResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ChatClientResponse");
        match self.end {
            TurnEnd::ReturnDirect => shown.field("content", &Hidden(&self.content)),
            _ => shown.field("content", &self.content),
        };
        shown
            .field("messages", &self.messages)
            .field("end", &self.end)
            .field("rounds", &self.rounds)
            .finish_non_exhaustive()
    }
}
