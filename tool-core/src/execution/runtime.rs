//! Checks for the tokio runtime that blocking tools and time-outs need, and deadlines.

use std::future::Future;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::{Instant, Timeout};

use crate::callback::metadata::ToolMetadata;
use crate::error::catch_panic;
use crate::error::tool_error::RuntimeProblem;

/// What the runtime lacks for a call of such a tool; `None` when it can run.
pub(crate) fn lack_of(metadata: &ToolMetadata, default_timeout: Option<Duration>) -> Option<RuntimeProblem> {
    if metadata.synchronous() {
        return None;
    }
    match metadata.timeout().or(default_timeout) {
        Some(_) => lack_of_timer(),
        None => metadata.blocking().then(lack_of_runtime).flatten(),
    }
}

/// What the runtime lacks for a time-out.
pub(crate) fn lack_of_timer() -> Option<RuntimeProblem> {
    // tokio has no other way to find out. A `Sleep` that is not polled is not registered, so this is cheap.
    let has_timer = || catch_panic::catch(|| drop(tokio::time::sleep(Duration::ZERO))).is_ok();
    lack_of_runtime().or_else(|| (!has_timer()).then_some(RuntimeProblem::NoTimer))
}

fn lack_of_runtime() -> Option<RuntimeProblem> {
    Handle::try_current().is_err().then_some(RuntimeProblem::NoRuntime)
}

/// The output of the future unless it takes longer than `timeout`; an error when there is no timer, where tokio would panic.
pub(crate) fn timeout<F: Future>(timeout: Duration, future: F) -> Result<Timeout<F>, RuntimeProblem> {
    match lack_of_timer() {
        None => Ok(tokio::time::timeout(timeout, future)),
        Some(problem) => Err(problem),
    }
}

/// The time at which a turn reaches its limit of time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    at: Instant,
    /// The limit itself, for error messages.
    pub(crate) limit: Duration,
}

impl Deadline {
    /// The deadline of a turn that has already lasted for `elapsed`; `None` when it is too far away to represent.
    pub(crate) fn new(limit: Duration, elapsed: Duration) -> Option<Self> {
        Some(Self { at: Instant::now().checked_add(limit.saturating_sub(elapsed))?, limit })
    }

    pub(crate) fn has_passed(&self) -> bool {
        Instant::now() >= self.at
    }

    /// The output of the future, or `None` when the deadline passes first; then the future is dropped.
    pub(crate) async fn run<F: Future>(&self, future: F) -> Option<F::Output> {
        tokio::time::timeout_at(self.at, future).await.ok()
    }
}
