//! The state of one call that the framework keeps in its context.

use std::fmt;
use std::sync::Arc;

use super::argument_check::ArgumentCheck;
use super::argument_mode::ArgumentMode;
use super::cancellation::{CancelOnDrop, Cancellation};
use super::progress::{Progress, ProgressSink};

/// The part of a [`ToolContext`](crate::ToolContext) that belongs to one call. It is set for each call, and never merged.
#[derive(Clone, Default)]
pub(crate) struct CallState {
    argument_mode: ArgumentMode,
    cancellation: Option<Arc<Cancellation>>,
    progress: Option<Arc<ProgressSink>>,
    /// Set when the call ends after its arguments were read.
    check: Option<Arc<ArgumentCheck>>,
}

impl CallState {
    /// The state of a call, and the guard that cancels it when it is dropped.
    pub(crate) fn new(argument_mode: ArgumentMode, progress: Option<Arc<ProgressSink>>) -> (Self, CancelOnDrop) {
        let cancellation = Arc::<Cancellation>::default();
        let guard = CancelOnDrop(Arc::clone(&cancellation));
        (Self { argument_mode, cancellation: Some(cancellation), progress, check: None }, guard)
    }

    /// The state of a call that only reads its arguments.
    pub(crate) fn of_check(argument_mode: ArgumentMode, check: &Arc<ArgumentCheck>) -> Self {
        Self { argument_mode, check: Some(Arc::clone(check)), ..Self::default() }
    }

    pub(super) fn check(&self) -> Option<&Arc<ArgumentCheck>> {
        self.check.as_ref()
    }

    pub(super) fn argument_mode(&self) -> ArgumentMode {
        self.argument_mode
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancellation.as_ref().is_some_and(|cancellation| cancellation.is_cancelled())
    }

    pub(super) async fn cancelled(&self) {
        match &self.cancellation {
            Some(cancellation) => cancellation.wait().await,
            // Outside of a call nothing can be cancelled.
            None => std::future::pending().await,
        }
    }

    pub(super) fn progress(&self, progress: &Progress) {
        if let Some(sink) = &self.progress {
            sink(progress);
        }
    }
}

impl fmt::Debug for CallState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallState").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}
