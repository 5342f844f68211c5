//! `ChatEvent`: what a streamed turn reports.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::chat::assistant_message::AssistantMessage;
use crate::chat::chat_error::ChatErrorKind;
use crate::chat::chat_response::FinishReason;
use crate::chat::tool_call::{Hidden, ToolCall, ToolResponse, shared_response};
use crate::chat::usage::Usage;
use crate::context::progress::Progress;
use crate::turn::turn_end::TurnEnd;

/// One event of a streamed turn: [`ChatStream`](crate::client::ChatStream).
///
/// A turn consists of rounds, counted from 0; each is one exchange with the model and the tool calls of its response. The events
/// of a round come in this order: text, reasoning and tool calls as the model writes them; usage; the end of the round, which says
/// whether the text was the answer or preceded tool calls; then the tools. Tools that
/// [start early](crate::execution::ToolCallingManager::with_early_start) are the exception. The last event is `Suspended`,
/// `Finished` or `Failed`.
///
/// As JSON, each event is an object with a `type`.
#[derive(Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ChatEvent {
    /// The model writes text. Whether it is part of the answer is known at the end of the round.
    #[non_exhaustive]
    Text {
        /// The round.
        round: usize,
        /// Text to add.
        text: String,
    },
    /// The model thinks.
    #[non_exhaustive]
    Reasoning {
        /// The round.
        round: usize,
        /// Text to add.
        text: String,
    },
    /// The model declines to answer.
    #[non_exhaustive]
    Refusal {
        /// The round.
        round: usize,
        /// Text to add.
        text: String,
    },
    /// The model begins to write a tool call.
    #[non_exhaustive]
    ToolCallBegun {
        /// Which call.
        #[serde(flatten)]
        call: ToolCallKey,
        /// Its id, if that is known.
        id: String,
        /// The name of the tool, or its beginning.
        name: String,
    },
    /// The model writes arguments of a tool call.
    #[non_exhaustive]
    ToolCallDelta {
        /// Which call.
        #[serde(flatten)]
        call: ToolCallKey,
        /// Characters to add to the arguments.
        arguments: String,
    },
    /// A tool call is complete.
    #[non_exhaustive]
    ToolCallReady {
        /// Which call.
        #[serde(flatten)]
        call: ToolCallKey,
        /// The call.
        tool_call: ToolCall,
    },
    /// A tool starts. A call that is refused, waits for approval or is answered from the cache does not start.
    #[non_exhaustive]
    ToolStarted {
        /// Which call.
        #[serde(flatten)]
        call: ToolCallKey,
        /// The name of the tool.
        name: String,
    },
    /// A running tool reports how far it is. An unread report is replaced by the next one of the same call.
    #[non_exhaustive]
    ToolProgress {
        /// Which call.
        #[serde(flatten)]
        call: ToolCallKey,
        /// How far it is.
        progress: Progress,
    },
    /// A call has its response. Each call of a round that was not suspended or cancelled has exactly one such event. The stream of
    /// a resumed turn has it for each call of the suspended round, also where the stream before had it.
    #[non_exhaustive]
    ToolFinished {
        /// Which call.
        #[serde(flatten)]
        call: ToolCallKey,
        /// The response as the model reads it.
        #[serde(with = "shared_response")]
        response: Arc<ToolResponse>,
    },
    /// The tokens of a round.
    #[non_exhaustive]
    Usage {
        /// The round.
        round: usize,
        /// Its tokens, of all exchanges if there were several.
        usage: Usage,
    },
    /// An advisor runs the turn again: all events so far are void.
    TurnRestarted,
    /// An advisor asks the model again: the events of this round so far are void.
    #[non_exhaustive]
    RoundRestarted {
        /// The round.
        round: usize,
    },
    /// An advisor replaced the message that was streamed.
    #[non_exhaustive]
    RoundReplaced {
        /// The round.
        round: usize,
        /// The message that is part of the conversation in its place.
        message: Box<AssistantMessage>,
    },
    /// The response of the model is complete.
    #[non_exhaustive]
    RoundEnded {
        /// The round.
        round: usize,
        /// Why the model stopped writing.
        finish_reason: FinishReason,
        /// Whether the text of the round is the answer. If not, it preceded tool calls.
        is_answer: bool,
    },
    /// The turn waits for the approval of calls; the response has the turn to resume.
    #[non_exhaustive]
    Suspended {
        /// The calls that wait, with the arguments they would run with.
        pending: Vec<ToolCall>,
    },
    /// The turn has ended.
    #[non_exhaustive]
    Finished {
        /// How.
        end: TurnEnd,
        /// The [content](crate::client::ChatClientResponse::content) of the response.
        content: String,
    },
    /// The turn has failed; [`ChatStream::response`](crate::client::ChatStream::response) returns the error.
    #[non_exhaustive]
    Failed {
        /// The kind of the error.
        kind: ChatErrorKind,
        /// Its sentence.
        message: String,
    },
}

/// Names one tool call of a turn. Ids may be empty, equal, or come late; this key is unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[non_exhaustive]
pub struct ToolCallKey {
    /// The round, from 0 on.
    pub round: usize,
    /// The place of the call among those of the round, from 0 on.
    pub index: usize,
}

impl ToolCallKey {
    pub(crate) fn new(round: usize, index: usize) -> Self {
        Self { round, index }
    }
}

impl ChatEvent {
    /// The call that the event is about, if it is about one.
    #[must_use]
    pub fn tool_call_key(&self) -> Option<ToolCallKey> {
        match self {
            Self::ToolCallBegun { call, .. }
            | Self::ToolCallDelta { call, .. }
            | Self::ToolCallReady { call, .. }
            | Self::ToolStarted { call, .. }
            | Self::ToolProgress { call, .. }
            | Self::ToolFinished { call, .. } => Some(*call),
            _ => None,
        }
    }

    /// Whether no event follows this one.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self, Self::Suspended { .. } | Self::Finished { .. } | Self::Failed { .. })
    }
}

// As in `ToolCall` and `ToolResponse`: arguments and results are not shown.
impl fmt::Debug for ChatEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = |name, round: &usize, text: &String| {
            f.debug_struct(name).field("round", round).field("text", text).finish()
        };
        match self {
            Self::Text { round, text: words } => text("Text", round, words),
            Self::Reasoning { round, text: words } => text("Reasoning", round, words),
            Self::Refusal { round, text: words } => text("Refusal", round, words),
            Self::ToolCallBegun { call, id, name } => {
                f.debug_struct("ToolCallBegun").field("call", call).field("id", id).field("name", name).finish()
            }
            Self::ToolCallDelta { call, arguments } => {
                f.debug_struct("ToolCallDelta").field("call", call).field("arguments", &Hidden(arguments)).finish()
            }
            Self::ToolCallReady { call, tool_call } => {
                f.debug_struct("ToolCallReady").field("call", call).field("tool_call", tool_call).finish()
            }
            Self::ToolStarted { call, name } => {
                f.debug_struct("ToolStarted").field("call", call).field("name", name).finish()
            }
            Self::ToolProgress { call, progress } => {
                f.debug_struct("ToolProgress").field("call", call).field("progress", progress).finish()
            }
            Self::ToolFinished { call, response } => {
                f.debug_struct("ToolFinished").field("call", call).field("response", response).finish()
            }
            Self::Usage { round, usage } => {
                f.debug_struct("Usage").field("round", round).field("usage", usage).finish()
            }
            Self::TurnRestarted => f.write_str("TurnRestarted"),
            Self::RoundRestarted { round } => f.debug_struct("RoundRestarted").field("round", round).finish(),
            Self::RoundReplaced { round, message } => {
                f.debug_struct("RoundReplaced").field("round", round).field("message", message).finish()
            }
            Self::RoundEnded { round, finish_reason, is_answer } => f
                .debug_struct("RoundEnded")
                .field("round", round)
                .field("finish_reason", finish_reason)
                .field("is_answer", is_answer)
                .finish(),
            Self::Suspended { pending } => f.debug_struct("Suspended").field("pending", pending).finish(),
            Self::Finished { end, .. } => f.debug_struct("Finished").field("end", end).finish_non_exhaustive(),
            Self::Failed { kind, .. } => f.debug_struct("Failed").field("kind", kind).finish_non_exhaustive(),
        }
    }
}
