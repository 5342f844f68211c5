//! `CallObserver`: sees the calls of a turn start and finish.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::chat::tool_call::{ToolCall, ToolResponse};
use crate::context::progress::Progress;

/// Sees each call of a batch, which it knows by its index among the calls of the batch.
pub(crate) trait CallObserver: Send + Sync {
    /// Whether there is room for another event.
    fn poll_ready(&self, task: &mut Context<'_>) -> Poll<()>;

    /// The tool is about to run: hooks and a person have let the call pass.
    fn started(&self, index: usize, call: &ToolCall);

    /// The tool reports how far it is. This may be on any thread.
    fn progressed(&self, index: usize, progress: &Progress);

    /// The call has its response, whether its tool ran or not.
    fn finished(&self, index: usize, response: &Arc<ToolResponse>);
}

/// The observer of a batch, if there is one, and the index of one call.
#[derive(Clone, Copy)]
pub(crate) struct ObservedCall<'o> {
    pub(crate) observer: Option<&'o Arc<dyn CallObserver>>,
    pub(crate) index: usize,
}

impl ObservedCall<'_> {
    pub(crate) async fn started(self, call: &ToolCall) {
        let Some(observer) = self.observer else { return };
        poll_fn(|task| observer.poll_ready(task)).await;
        observer.started(self.index, call);
    }

    pub(crate) async fn finished(self, response: &Arc<ToolResponse>) {
        let Some(observer) = self.observer else { return };
        poll_fn(|task| observer.poll_ready(task)).await;
        observer.finished(self.index, response);
    }
}
