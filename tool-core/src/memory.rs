//! Stage 5 of the road: what the calls of one turn remember of each other.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::limits::canonical;
use crate::message::{ToolCall, ToolResponse};

/// What the calls of one turn remember of each other: responses of tools that are asked once, how often tools asked to be
/// called again, and which calls a person has approved.
///
/// A [`Turn`](crate::Turn) holds it, a [`ToolCallingManager`](crate::ToolCallingManager) reads and writes it.
#[derive(Default)]
pub struct TurnMemory(Mutex<Remembered>);

#[derive(Clone, Default)]
struct Remembered {
    responses: HashMap<(String, String), ToolResponse>,
    retries: BTreeMap<String, usize>,
    approved: Vec<String>,
}

/// The memory of a turn that is stored. Approvals are kept with the calls they are for.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedMemory {
    /// Tool, arguments, response.
    responses: Vec<(String, String, ToolResponse)>,
    retries: BTreeMap<String, usize>,
}

impl TurnMemory {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The response of an equal call of this turn, as one of `call`.
    pub(crate) fn recall(&self, call: &ToolCall, arguments: &str) -> Option<ToolResponse> {
        let remembered = self.lock();
        let response = remembered.responses.get(&key(call, arguments))?;
        Some(ToolResponse { id: call.id.clone(), ..response.clone() })
    }

    pub(crate) fn remember(&self, call: &ToolCall, arguments: &str, response: &ToolResponse) {
        self.lock().responses.insert(key(call, arguments), response.clone());
    }

    /// Counts a wish of this tool to be called again; how many there have been now.
    pub(crate) fn count_retry(&self, tool: &str) -> usize {
        let mut remembered = self.lock();
        let count = remembered.retries.entry(tool.to_owned()).or_default();
        *count = count.saturating_add(1);
        *count
    }

    /// Replaces the ids of the calls that a person has approved: those of the calls that are to run now.
    pub(crate) fn set_approved(&self, ids: Vec<String>) {
        self.lock().approved = ids;
    }

    pub(crate) fn is_approved(&self, call: &ToolCall) -> bool {
        self.lock().approved.contains(&call.id)
    }

    pub(crate) fn save(&self) -> SavedMemory {
        let Remembered { responses, retries, .. } = self.lock().clone();
        let responses = responses.into_iter().map(|((tool, arguments), response)| (tool, arguments, response));
        SavedMemory { responses: responses.collect(), retries }
    }
}

impl From<SavedMemory> for TurnMemory {
    fn from(saved: SavedMemory) -> Self {
        let responses = saved.responses.into_iter().map(|(tool, arguments, response)| ((tool, arguments), response));
        let remembered = Remembered { responses: responses.collect(), retries: saved.retries, approved: Vec::new() };
        Self(Mutex::new(remembered))
    }
}

impl Clone for TurnMemory {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.lock().clone()))
    }
}

// Arguments and responses appear in no `Debug`.
impl fmt::Debug for TurnMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TurnMemory").field("responses", &self.lock().responses.len()).finish_non_exhaustive()
    }
}

fn key(call: &ToolCall, arguments: &str) -> (String, String) {
    (call.name.clone(), canonical(arguments))
}
