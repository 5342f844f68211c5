//! Stage 5 of the road: what a running call can hear (that it is cancelled) and tell (how far it is).

use std::fmt;
use std::sync::Arc;

use tokio::sync::watch;

/// How far a running tool is: [`ToolContext::progress`](crate::ToolContext::progress).
///
/// Source: MCP 2025-06-18, progress notifications.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done; it grows with each report, in units of the tool's own.
    pub progress: f64,
    /// How much there is to do in all, if that is known.
    pub total: Option<f64>,
    /// What is going on, for people.
    pub message: Option<String>,
}

impl Progress {
    /// So much is done.
    #[must_use]
    pub fn new(progress: f64) -> Self {
        Self { progress, total: None, message: None }
    }

    /// Says how much there is to do in all.
    #[must_use]
    pub fn of(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// Says what is going on.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

type ProgressSink = dyn Fn(&Progress) + Send + Sync;

/// The part of a [`ToolContext`](crate::ToolContext) that belongs to one call.
#[derive(Clone, Default)]
pub(crate) struct CallScope {
    cancelled: Option<watch::Receiver<bool>>,
    progress: Option<Arc<ProgressSink>>,
}

impl CallScope {
    /// The scope of a call, and the guard that cancels it when it is dropped.
    pub(crate) fn new(progress: Option<Arc<ProgressSink>>) -> (Self, CancelOnDrop) {
        let (sender, receiver) = watch::channel(false);
        (Self { cancelled: Some(receiver), progress }, CancelOnDrop(sender))
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.as_ref().is_some_and(|receiver| *receiver.borrow())
    }

    pub(crate) async fn cancelled(&self) {
        if let Some(receiver) = &self.cancelled
            && receiver.clone().wait_for(|cancelled| *cancelled).await.is_ok()
        {
            return;
        }
        // Outside of a call nothing can be cancelled.
        std::future::pending::<()>().await;
    }

    pub(crate) fn progress(&self, progress: &Progress) {
        if let Some(sink) = &self.progress {
            sink(progress);
        }
    }
}

impl fmt::Debug for CallScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallScope").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}

/// Tells a call that nobody waits for it any more: it timed out, or the turn was dropped.
#[derive(Debug)]
pub(crate) struct CancelOnDrop(watch::Sender<bool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        // Without receivers the call has ended, and there is nobody to tell.
        let _ = self.0.send(true);
    }
}
