//! The cancellation flag of a call or a turn, which tasks can await.

use std::future::poll_fn;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Whether a call or a turn is cancelled, and the wakers of the tasks that wait for it.
///
/// `tokio::sync::Notify` would do; with the feature that has it, tokio takes a third longer to compile.
#[derive(Debug, Default)]
pub(crate) struct Cancellation {
    is_cancelled: AtomicBool,
    waiting: Mutex<Vec<(u64, Waker)>>,
    waited: AtomicU64,
}

impl Cancellation {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Acquire)
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<(u64, Waker)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) async fn wait(&self) {
        let wait = Wait { cancellation: self, number: self.waited.fetch_add(1, Ordering::Relaxed) };
        poll_fn(|context| wait.poll(context)).await;
    }

    pub(crate) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Release);
        let waiting = mem::take(&mut *self.waiting());
        for (_, waker) in waiting {
            waker.wake();
        }
    }
}

/// A registered waiter; deregistered on drop, because its waker would keep the whole task in memory.
struct Wait<'c> {
    cancellation: &'c Cancellation,
    number: u64,
}

impl Wait<'_> {
    fn poll(&self, context: &Context<'_>) -> Poll<()> {
        // The replaced waker is dropped after the lock is released: dropping it may drop a task that waits here itself.
        let mut waker = context.waker().clone();
        let mut waiting = self.cancellation.waiting();
        // Checked under the lock, which `cancel` takes after it has set the flag: no waker is registered too late.
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

/// Cancels a call when it is dropped: the call timed out, ended, or its turn was dropped.
#[derive(Debug)]
pub(crate) struct CancelOnDrop(pub(super) Arc<Cancellation>);

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

    use super::{CancelOnDrop, Cancellation};

    /// Counts how often it is woken.
    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn cancellation() -> (Arc<Cancellation>, CancelOnDrop) {
        let cancellation = Arc::<Cancellation>::default();
        (Arc::clone(&cancellation), CancelOnDrop(cancellation))
    }

    #[test]
    fn all_waiters_are_woken_when_a_call_is_cancelled() {
        let (cancellation, guard) = cancellation();
        let (mut first, mut second) = (pin!(cancellation.wait()), pin!(cancellation.wait()));
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(first.as_mut().poll(&mut context), Poll::Pending);
        assert_eq!(second.as_mut().poll(&mut context), Poll::Pending);

        drop(guard);

        assert_eq!(first.as_mut().poll(&mut context), Poll::Ready(()));
        assert_eq!(second.as_mut().poll(&mut context), Poll::Ready(()));
    }

    #[test]
    fn a_wait_is_woken_once_however_often_it_is_polled() {
        let (cancellation, guard) = cancellation();
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        let mut wait = pin!(cancellation.wait());
        for _ in 0..100 {
            assert_eq!(wait.as_mut().poll(&mut Context::from_waker(&waker)), Poll::Pending);
        }

        drop(guard);

        assert_eq!(woken.0.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_dropped_wait_releases_its_task() {
        let (cancellation, guard) = cancellation();
        let woken = Arc::new(Woken::default());
        for _ in 0..100 {
            let waker = Waker::from(Arc::clone(&woken));
            assert_eq!(pin!(cancellation.wait()).poll(&mut Context::from_waker(&waker)), Poll::Pending);
        }

        assert_eq!(Arc::strong_count(&woken), 1);
        drop(guard);
        assert_eq!(woken.0.load(Ordering::Relaxed), 0);
    }
}
