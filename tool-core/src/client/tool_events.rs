//! The events of running tools, and what a cancelled turn has to know about them.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use super::chat_event::{ChatEvent, ToolCallKey};
use super::event_queue::EventQueue;
use crate::chat::tool_call::{ToolCall, ToolResponse};
use crate::context::progress::Progress;
use crate::execution::call_observer::CallObserver;

/// The calls of one round that have started, and those that have a response, by their index in the round.
#[derive(Default)]
pub(crate) struct CallRecord(Mutex<Record>);

#[derive(Default)]
struct Record {
    started: Vec<usize>,
    finished: Vec<(usize, Arc<ToolResponse>)>,
}

impl CallRecord {
    fn lock(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The indexes of the calls that have a response.
    pub(crate) fn finished(&self) -> Vec<usize> {
        self.lock().finished.iter().map(|(index, _)| *index).collect()
    }

    /// What was recorded; a new round begins.
    pub(crate) fn take(&self) -> (Vec<usize>, Vec<(usize, Arc<ToolResponse>)>) {
        let Record { started, finished } = mem::take(&mut *self.lock());
        (started, finished)
    }
}

/// Observes a batch of calls for the reader of the stream, if there is one, and for the record.
pub(crate) struct ToolEvents {
    pub(crate) queue: Option<Arc<EventQueue>>,
    pub(crate) record: Arc<CallRecord>,
    pub(crate) round: usize,
    /// The index of each call of the batch among the calls of the round.
    pub(crate) indexes: Vec<usize>,
}

impl ToolEvents {
    fn index(&self, index: usize) -> usize {
        self.indexes.get(index).copied().unwrap_or(index)
    }

    fn key(&self, index: usize) -> ToolCallKey {
        ToolCallKey::new(self.round, self.index(index))
    }
}

impl CallObserver for ToolEvents {
    fn poll_ready(&self, task: &mut Context<'_>) -> Poll<()> {
        self.queue.as_ref().map_or(Poll::Ready(()), |queue| queue.poll_ready(task))
    }

    fn started(&self, index: usize, call: &ToolCall) {
        self.record.lock().started.push(self.index(index));
        if let Some(queue) = &self.queue {
            queue.push(ChatEvent::ToolStarted { call: self.key(index), name: call.name.clone() });
        }
    }

    fn progressed(&self, index: usize, progress: &Progress) {
        if let Some(queue) = &self.queue {
            queue.push_progress(ChatEvent::ToolProgress { call: self.key(index), progress: progress.clone() });
        }
    }

    fn finished(&self, index: usize, response: &Arc<ToolResponse>) {
        self.record.lock().finished.push((self.index(index), Arc::clone(response)));
        if let Some(queue) = &self.queue {
            queue.push(ChatEvent::ToolFinished { call: self.key(index), response: Arc::clone(response) });
        }
    }
}
