//! What a turn keeps about its calls: cached responses, retries, approvals.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use serde::{Deserialize, Serialize};

use crate::arguments::json_repair::canonical;
use crate::chat::tool_call::{ToolCall, ToolResponse};

/// What a turn keeps about its calls: the responses of tools with `cache`, how often tools asked for a retry, and which calls
/// a person has approved.
///
/// A [`Turn`](crate::turn::Turn) holds it, a [`ToolCallingManager`](crate::execution::ToolCallingManager) reads and writes it.
#[derive(Default)]
pub struct TurnMemory(Mutex<State>);

/// The name of a tool, and arguments in their canonical form.
type Key = (String, String);

#[derive(Default)]
struct State {
    responses: HashMap<Arc<Key>, Arc<ToolResponse>>,
    /// The running calls of cached tools, with the wakers of the calls that wait for each.
    running: HashMap<Arc<Key>, Vec<Waker>>,
    retries: BTreeMap<String, usize>,
    /// The ids of the approved calls that run next; they are stored with the calls.
    approved: HashSet<String>,
}

/// The stored form of a turn's memory.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Remembered {
    /// Tool, arguments, response; sorted, so that the stored form is deterministic.
    pub(crate) responses: Vec<(String, String, ToolResponse)>,
    retries: BTreeMap<String, usize>,
}

/// The result of a look-up in the cache.
pub(crate) enum Recalled<'m> {
    /// The response of an equal call, with the id of this call.
    Response(Arc<ToolResponse>),
    /// There is none: this call runs, and equal calls wait for it.
    Nothing(RunningCall<'m>),
}

impl TurnMemory {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the response of an equal call of this turn. When that call fails or is dropped, the first waiting call
    /// runs.
    pub(crate) async fn recall(&self, call: &ToolCall, arguments: &str) -> Recalled<'_> {
        let key = Arc::new((call.name.clone(), canonical(arguments)));
        poll_fn(|task| {
            let mut state = self.lock();
            if let Some(response) = state.responses.get(&key) {
                return Poll::Ready(Recalled::Response(with_id(response, &call.id)));
            }
            if let Some(waiting) = state.running.get_mut(&key) {
                if !waiting.iter().any(|waker| waker.will_wake(task.waker())) {
                    waiting.push(task.waker().clone());
                }
                return Poll::Pending;
            }
            state.running.insert(Arc::clone(&key), Vec::new());
            Poll::Ready(Recalled::Nothing(RunningCall { memory: self, key: Arc::clone(&key) }))
        })
        .await
    }

    /// Counts a retry of this tool, and returns how many there were.
    pub(crate) fn count_retry(&self, tool: &str) -> usize {
        let mut state = self.lock();
        let count = state.retries.entry(tool.to_owned()).or_default();
        *count = count.saturating_add(1);
        *count
    }

    /// Replaces the ids of the approved calls with those of the calls that run next.
    pub(crate) fn set_approved(&self, ids: Vec<String>) {
        self.lock().approved = ids.into_iter().collect();
    }

    pub(crate) fn is_approved(&self, call: &ToolCall) -> bool {
        self.lock().approved.contains(&call.id)
    }

    pub(crate) fn save(&self) -> Remembered {
        let state = self.lock();
        let stored =
            state.responses.iter().map(|(key, response)| (key.0.clone(), key.1.clone(), ToolResponse::clone(response)));
        let mut responses: Vec<_> = stored.collect();
        responses.sort_by(|(a_tool, a, _), (b_tool, b, _)| (a_tool, a).cmp(&(b_tool, b)));
        Remembered { responses, retries: state.retries.clone() }
    }
}

/// The response for an equal call, which often has another id.
fn with_id(response: &Arc<ToolResponse>, id: &str) -> Arc<ToolResponse> {
    if response.id == id {
        return Arc::clone(response);
    }
    Arc::new(ToolResponse { id: id.to_owned(), ..ToolResponse::clone(response) })
}

/// A running call of a cached tool. When it is dropped, the calls that wait for it continue.
pub(crate) struct RunningCall<'m> {
    memory: &'m TurnMemory,
    key: Arc<Key>,
}

impl RunningCall<'_> {
    /// Caches the response for equal calls.
    pub(crate) fn remember(&self, response: &Arc<ToolResponse>) {
        self.memory.lock().responses.insert(Arc::clone(&self.key), Arc::clone(response));
    }
}

impl Drop for RunningCall<'_> {
    fn drop(&mut self) {
        let waiting = self.memory.lock().running.remove(&self.key);
        // After the lock is released, because a woken task may take it.
        waiting.into_iter().flatten().for_each(Waker::wake);
    }
}

impl From<Remembered> for TurnMemory {
    fn from(saved: Remembered) -> Self {
        let responses = saved.responses.into_iter();
        let responses =
            responses.map(|(tool, arguments, response)| (Arc::new((tool, arguments)), Arc::new(response))).collect();
        Self(Mutex::new(State { responses, retries: saved.retries, ..State::default() }))
    }
}

impl Clone for TurnMemory {
    fn clone(&self) -> Self {
        let state = self.lock();
        let (responses, retries) = (state.responses.clone(), state.retries.clone());
        Self(Mutex::new(State { responses, retries, approved: state.approved.clone(), running: HashMap::new() }))
    }
}

// Arguments and responses do not appear in any `Debug`.
impl fmt::Debug for TurnMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TurnMemory").field("responses", &self.lock().responses.len()).finish_non_exhaustive()
    }
}
