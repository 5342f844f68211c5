//! `CancellationHandle`: cancels a turn from outside, and has its transcript afterwards.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::chat::messages::Messages;
use crate::context::cancellation::Cancellation;

/// Cancels one turn. Cloning is cheap; all clones cancel the same turn.
///
/// A cancelled turn drops the stream of the model and its running tools, and ends with
/// [`TurnEnd::Cancelled`](crate::turn::TurnEnd::Cancelled). A tool that blocks its thread runs on; it can ask
/// [`ToolContext::is_cancelled`](crate::ToolContext::is_cancelled). An advisor that waits for something else than the turn is not
/// interrupted.
///
/// ```
/// use std::time::Duration;
///
/// use tool_core::client::CancellationHandle;
/// use tool_core::turn::TurnEnd;
/// use tool_core::{ChatClient, ChatError, ChatModel, ChatResponse, Prompt};
///
/// /// Never answers.
/// struct Silent;
///
/// impl ChatModel for Silent {
///     async fn call(&self, _prompt: &Prompt) -> Result<ChatResponse, ChatError> {
///         std::future::pending().await
///     }
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let handle = CancellationHandle::new();
/// let turn = ChatClient::new(Silent).prompt("Hello?").cancellation(&handle).call();
/// let cancel = async {
///     tokio::time::sleep(Duration::from_millis(1)).await;
///     handle.cancel();
/// };
///
/// let (response, ()) = tokio::join!(turn, cancel);
///
/// assert_eq!(response?.end(), &TurnEnd::Cancelled);
/// assert_eq!(handle.messages().map(|messages| messages.len()), Some(1));
/// # Ok::<(), ChatError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct CancellationHandle(Arc<Shared>);

#[derive(Default)]
struct Shared {
    cancellation: Cancellation,
    transcript: Mutex<Transcript>,
}

#[derive(Default)]
struct Transcript {
    hidden_system: Option<String>,
    messages: Option<Messages>,
}

impl CancellationHandle {
    /// A handle for one turn.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the turn. If it has not started, it ends before the model is asked.
    pub fn cancel(&self) {
        self.0.cancellation.cancel();
    }

    /// Whether the turn was cancelled with this handle.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancellation.is_cancelled()
    }

    /// The messages of the turn, once it is over, however it ended: also when its future or stream was dropped. Each tool call
    /// has a response; in a suspended turn, calls that wait for approval have one as if the turn had been cancelled, in case it
    /// is never resumed. `None` before the end, and when the turn did not start.
    #[must_use]
    pub fn messages(&self) -> Option<Messages> {
        self.transcript().messages.clone()
    }

    pub(crate) async fn cancelled(&self) {
        self.0.cancellation.wait().await;
    }

    /// Sets the system text that is not part of the transcript.
    pub(crate) fn set_hidden_system(&self, system: Option<String>) {
        self.transcript().hidden_system = system;
    }

    pub(crate) fn set_messages(&self, mut messages: Messages) {
        let mut transcript = self.transcript();
        messages.hide_system(transcript.hidden_system.as_deref());
        transcript.messages = Some(messages);
    }

    fn transcript(&self) -> MutexGuard<'_, Transcript> {
        self.0.transcript.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for CancellationHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancellationHandle").field("is_cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}
