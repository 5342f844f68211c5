//! Stage 5 of the road: what a running call can hear (that it is cancelled) and tell (how far it is).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

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
    cancellation: Option<Arc<Cancellation>>,
    progress: Option<Arc<ProgressSink>>,
}

impl CallScope {
    /// The scope of a call, and the guard that cancels it when it is dropped.
    pub(crate) fn new(progress: Option<Arc<ProgressSink>>) -> (Self, CancelOnDrop) {
        let cancellation = Arc::<Cancellation>::default();
        (Self { cancellation: Some(Arc::clone(&cancellation)), progress }, CancelOnDrop(cancellation))
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation.as_ref().is_some_and(|cancellation| cancellation.is_cancelled())
    }

    pub(crate) async fn cancelled(&self) {
        match &self.cancellation {
            Some(cancellation) => cancellation.wait().await,
            // Outside of a call nothing can be cancelled.
            None => std::future::pending().await,
        }
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

/// Whether a call is cancelled, and who waits to hear it.
#[derive(Debug, Default)]
struct Cancellation {
    is_cancelled: AtomicBool,
    heard: Notify,
}

impl Cancellation {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Acquire)
    }

    async fn wait(&self) {
        // Made first: a waiter hears what is told after this line, even if it is not awaited yet.
        let heard = self.heard.notified();
        if !self.is_cancelled() {
            heard.await;
        }
    }
}

/// Tells a call that nobody waits for it any more: it timed out, or the turn was dropped.
#[derive(Debug)]
pub(crate) struct CancelOnDrop(Arc<Cancellation>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.is_cancelled.store(true, Ordering::Release);
        self.0.heard.notify_waiters();
    }
}
