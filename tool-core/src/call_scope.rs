//! Stage 5 of the road: what a running call can hear (that it is cancelled) and tell (how far it is).

use std::fmt;
use std::future::poll_fn;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// How far a running tool is: [`ToolContext::progress`](crate::ToolContext::progress).
///
/// Source: MCP 2025-06-18, progress notifications.
#[derive(Clone, PartialEq)]
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

// What a tool says of its work may quote arguments.
impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message_bytes = self.message.as_ref().map(String::len);
        f.debug_struct("Progress")
            .field("progress", &self.progress)
            .field("total", &self.total)
            .field("message_bytes", &message_bytes)
            .finish()
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
///
/// `tokio::sync::Notify` would do; with the feature that has it, tokio takes a third longer to compile.
#[derive(Debug, Default)]
struct Cancellation {
    is_cancelled: AtomicBool,
    waiting: Mutex<Vec<(u64, Waker)>>,
    waited: AtomicU64,
}

impl Cancellation {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Acquire)
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<(u64, Waker)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn wait(&self) {
        let wait = Wait { cancellation: self, number: self.waited.fetch_add(1, Ordering::Relaxed) };
        poll_fn(|context| wait.poll(context)).await;
    }

    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Release);
        let waiting = mem::take(&mut *self.waiting());
        for (_, waker) in waiting {
            waker.wake();
        }
    }
}

/// One who waits, and is forgotten when it waits no more: its waker would keep the whole task in memory.
struct Wait<'c> {
    cancellation: &'c Cancellation,
    number: u64,
}

impl Wait<'_> {
    fn poll(&self, context: &Context<'_>) -> Poll<()> {
        // What it replaces is dropped when the lock is free again: a task may end with its waker, and wait here itself.
        let mut waker = context.waker().clone();
        let mut waiting = self.cancellation.waiting();
        // Asked under the lock, which `cancel` takes after it has answered: no waker comes too late.
        if self.cancellation.is_cancelled() {
            return Poll::Ready(());
        }
        match waiting.iter_mut().find(|(number, _)| *number == self.number) {
            Some((_, own)) => mem::swap(own, &mut waker),
            None => waiting.push((self.number, waker)),
        }
        Poll::Pending
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        let mut waiting = self.cancellation.waiting();
        let place = waiting.iter().position(|(number, _)| *number == self.number);
        let waker = place.map(|place| waiting.swap_remove(place));
        drop(waiting);
        drop(waker);
    }
}

/// Tells a call that nobody waits for it any more: it timed out, or the turn was dropped.
#[derive(Debug)]
pub(crate) struct CancelOnDrop(Arc<Cancellation>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Wake, Waker};

    use super::CallScope;

    /// Counts how often it is woken.
    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn all_who_wait_hear_that_a_call_is_cancelled() {
        let (scope, guard) = CallScope::new(None);
        let (mut first, mut second) = (pin!(scope.cancelled()), pin!(scope.cancelled()));
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(first.as_mut().poll(&mut context), Poll::Pending);
        assert_eq!(second.as_mut().poll(&mut context), Poll::Pending);

        drop(guard);

        assert_eq!(first.as_mut().poll(&mut context), Poll::Ready(()));
        assert_eq!(second.as_mut().poll(&mut context), Poll::Ready(()));
    }

    #[test]
    fn a_wait_is_woken_once_however_often_it_is_polled() {
        let (scope, guard) = CallScope::new(None);
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        let mut wait = pin!(scope.cancelled());
        for _ in 0..100 {
            assert_eq!(wait.as_mut().poll(&mut Context::from_waker(&waker)), Poll::Pending);
        }

        drop(guard);

        assert_eq!(woken.0.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn who_waits_no_more_is_forgotten_with_its_task() {
        let (scope, guard) = CallScope::new(None);
        let woken = Arc::new(Woken::default());
        for _ in 0..100 {
            let waker = Waker::from(Arc::clone(&woken));
            assert_eq!(pin!(scope.cancelled()).poll(&mut Context::from_waker(&waker)), Poll::Pending);
        }

        assert_eq!(Arc::strong_count(&woken), 1);
        drop(guard);
        assert_eq!(woken.0.load(Ordering::Relaxed), 0);
    }
}
