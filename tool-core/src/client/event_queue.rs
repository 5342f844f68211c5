//! The bounded queue between a turn and the reader of its events.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::chat_event::ChatEvent;

/// How many events wait for the reader at most, before the model and the tools wait for it.
const CAPACITY: usize = 16;

/// Events that were not read yet.
///
/// The turn runs in the task of its reader, which polls it when the queue is empty. So the queue has as many events as the turn
/// produces in one poll, up to its capacity.
#[derive(Default)]
pub(crate) struct EventQueue(Mutex<State>);

#[derive(Default)]
struct State {
    events: VecDeque<ChatEvent>,
    /// The parts of the turn that wait for room.
    writers: Vec<Waker>,
    reader: Option<Waker>,
}

impl EventQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is room.
    pub(crate) fn poll_ready(&self, task: &mut Context<'_>) -> Poll<()> {
        let mut state = self.lock();
        if state.events.len() < CAPACITY {
            return Poll::Ready(());
        }
        if !state.writers.iter().any(|waker| waker.will_wake(task.waker())) {
            state.writers.push(task.waker().clone());
        }
        Poll::Pending
    }

    /// Adds an event when there is room.
    pub(crate) async fn send(&self, event: ChatEvent) {
        poll_fn(|task| self.poll_ready(task)).await;
        self.push(event);
    }

    /// Adds an event at once: after `poll_ready`, or where what follows waits for room.
    pub(crate) fn push(&self, event: ChatEvent) {
        let mut state = self.lock();
        state.events.push_back(event);
        wake_reader(state);
    }

    /// Adds a report of a running tool, which cannot wait: it replaces an unread report of the same call.
    pub(crate) fn push_progress(&self, report: ChatEvent) {
        let mut state = self.lock();
        let key = report.tool_call_key();
        let is_unread =
            |event: &&mut ChatEvent| matches!(event, ChatEvent::ToolProgress { .. }) && event.tool_call_key() == key;
        match state.events.iter_mut().find(is_unread) {
            Some(unread) => *unread = report,
            None => state.events.push_back(report),
        }
        wake_reader(state);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().events.is_empty()
    }

    /// The next event; when there is none, the task is woken for it.
    pub(crate) fn poll_pop(&self, task: &mut Context<'_>) -> Poll<ChatEvent> {
        let mut state = self.lock();
        let Some(event) = state.events.pop_front() else {
            state.reader = Some(task.waker().clone());
            return Poll::Pending;
        };
        state.reader = None;
        if state.events.is_empty() {
            let writers = mem::take(&mut state.writers);
            drop(state);
            writers.into_iter().for_each(Waker::wake);
        }
        Poll::Ready(event)
    }
}

/// After the lock is released, because a woken task may take it.
fn wake_reader(mut state: MutexGuard<'_, State>) {
    let reader = state.reader.take();
    drop(state);
    if let Some(reader) = reader {
        reader.wake();
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::{CAPACITY, EventQueue};
    use crate::client::chat_event::{ChatEvent, ToolCallKey};
    use crate::context::progress::Progress;

    fn report(index: usize, done: f64) -> ChatEvent {
        ChatEvent::ToolProgress { call: ToolCallKey::new(0, index), progress: Progress::new(done) }
    }

    #[test]
    fn a_full_queue_has_no_room_until_it_was_read() {
        let (queue, mut task) = (EventQueue::default(), Context::from_waker(Waker::noop()));
        while queue.poll_ready(&mut task).is_ready() {
            queue.push(ChatEvent::RoundRestarted { round: 0 });
        }

        let mut read = 0;
        while queue.poll_pop(&mut task).is_ready() {
            read += 1;
        }

        assert_eq!(read, CAPACITY);
        assert!(queue.poll_ready(&mut task).is_ready());
    }

    #[test]
    fn an_unread_report_is_replaced_by_the_next_one_of_its_call() {
        let (queue, mut task) = (EventQueue::default(), Context::from_waker(Waker::noop()));
        for done in 0..1000 {
            queue.push_progress(report(0, f64::from(done)));
            queue.push_progress(report(1, f64::from(done)));
        }

        let read = [(); 3].map(|()| queue.poll_pop(&mut task));

        assert_eq!(read, [Poll::Ready(report(0, 999.0)), Poll::Ready(report(1, 999.0)), Poll::Pending]);
    }
}
