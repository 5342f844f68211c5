//! How long a turn has lasted.

use std::time::Duration;

use tokio::time::Instant;

use crate::execution::runtime::Deadline;

/// How long a turn has lasted, and its deadline.
pub(crate) struct Clock {
    before: Duration,
    start: Instant,
    pub(crate) deadline: Option<Deadline>,
}

impl Clock {
    pub(crate) fn new(before: Duration, limit: Option<Duration>) -> Self {
        let deadline = limit.and_then(|limit| Deadline::new(limit, before));
        Self { before, start: Instant::now(), deadline }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.start.elapsed())
    }
}
