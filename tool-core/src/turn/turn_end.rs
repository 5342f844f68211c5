//! How a turn ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chat::chat_response::FinishReason;

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TurnEnd {
    /// The model gave its final response. The reason says whether that is whole: [`FinishReason::Length`] is a truncated one.
    Answered(FinishReason),
    /// The model's final response has neither text nor a tool call. It is not among the messages of the turn, because
    /// providers refuse a conversation with an empty message.
    Empty,
    /// Tools answered the caller directly ([`return_direct`](crate::callback::ToolMetadata::return_direct)).
    ReturnDirect,
    /// The turn reached a limit: rounds, tool calls, tokens or time.
    LimitExceeded,
    /// A hook ended the turn; the content of the response is its reason.
    Stopped,
    /// The turn was [cancelled](crate::client::CancellationHandle). Its calls without a response have an error that says so.
    Cancelled,
    /// The turn has not ended: it waits for the approval of tool calls, and can be stored and resumed.
    Suspended,
}

impl TurnEnd {
    /// The end of a turn whose final response stopped for this reason and is empty.
    pub(super) fn of_empty_response(finish_reason: FinishReason) -> Self {
        match finish_reason {
            // These explain why there is no text.
            FinishReason::Length | FinishReason::ContentFilter | FinishReason::Incomplete | FinishReason::Other(_) => {
                Self::Answered(finish_reason)
            }
            FinishReason::Stop | FinishReason::ToolCalls => Self::Empty,
        }
    }
}

/// How a turn ended, and the content of its response.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Ended {
    pub(crate) reason: TurnEnd,
    pub(crate) content: String,
}

// The content may be a tool's result.
impl fmt::Debug for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ended").field("reason", &self.reason).finish_non_exhaustive()
    }
}
