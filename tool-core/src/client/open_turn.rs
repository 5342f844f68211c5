//! A turn that runs. When it is dropped, it is cancelled, and its transcript can be read.

use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::cancellation::CancellationHandle;
use super::tool_events::CallRecord;
use crate::chat::chat_error::ChatError;
use crate::chat::messages::Messages;
use crate::chat::prompt::Prompt;
use crate::turn::limits::ToolCallLimits;
use crate::turn::state_machine::Turn;

/// A turn that runs, and where its transcript goes.
pub(crate) struct OpenTurn {
    turn: Turn,
    cancellation: Option<CancellationHandle>,
    record: Arc<CallRecord>,
}

impl OpenTurn {
    pub(crate) fn new(turn: Turn, cancellation: Option<CancellationHandle>, record: Arc<CallRecord>) -> Self {
        Self { turn, cancellation, record }
    }

    /// The turn, which has ended or is suspended.
    pub(crate) fn close(mut self) -> Turn {
        if let Some(handle) = self.cancellation.take() {
            handle.set_messages(self.transcript());
        }
        mem::replace(&mut self.turn, Turn::new(Prompt::default(), ToolCallLimits::default()))
    }

    /// The messages, in which each call has a response, also when the turn is suspended and never resumed.
    fn transcript(&self) -> Messages {
        if self.turn.pending_approvals().next().is_none() {
            return self.turn.prompt().messages.clone();
        }
        let mut cancelled = self.turn.clone();
        cancelled.on_cancel();
        cancelled.prompt().messages.clone()
    }

    /// The error that ended the turn, with its transcript.
    pub(crate) fn fail(mut self, error: ChatError) -> ChatError {
        if let Some(handle) = self.cancellation.take() {
            handle.set_messages(error.messages().clone());
        }
        error
    }
}

impl Drop for OpenTurn {
    fn drop(&mut self) {
        let Some(handle) = self.cancellation.take() else { return };
        let (started, finished) = self.record.take();
        self.turn.cancel(&started, finished);
        handle.set_messages(self.turn.prompt().messages.clone());
    }
}

impl Deref for OpenTurn {
    type Target = Turn;

    fn deref(&self) -> &Turn {
        &self.turn
    }
}

impl DerefMut for OpenTurn {
    fn deref_mut(&mut self) -> &mut Turn {
        &mut self.turn
    }
}
