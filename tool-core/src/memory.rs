//! Stage 5 of the road: what the calls of one turn remember of each other.

use std::collections::BTreeMap;
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

/// The memory of a turn, as it is stored with it.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Remembered {
    /// Tool, arguments, response.
    responses: Vec<(String, String, ToolResponse)>,
    retries: BTreeMap<String, usize>,
    /// Stored with the calls they are for.
    #[serde(skip)]
    approved: Vec<String>,
}

impl TurnMemory {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The response of an equal call of this turn, as one of `call`.
    pub(crate) fn recall(&self, call: &ToolCall, arguments: &str) -> Option<ToolResponse> {
        let arguments = canonical(arguments);
        let response = self.lock().response(call, &arguments)?.clone();
        Some(ToolResponse { id: call.id.clone(), ..response })
    }

    /// Remembers the response of the first of equal calls.
    pub(crate) fn remember(&self, call: &ToolCall, arguments: &str, response: &ToolResponse) {
        let arguments = canonical(arguments);
        let mut remembered = self.lock();
        if remembered.response(call, &arguments).is_none() {
            remembered.responses.push((call.name.clone(), arguments, response.clone()));
        }
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

    pub(crate) fn save(&self) -> Remembered {
        self.lock().clone()
    }
}

impl Remembered {
    fn response(&self, call: &ToolCall, arguments: &str) -> Option<&ToolResponse> {
        let mut responses = self.responses.iter();
        let (.., response) = responses.find(|(tool, other, _)| *tool == call.name && other == arguments)?;
        Some(response)
    }
}

impl From<Remembered> for TurnMemory {
    fn from(saved: Remembered) -> Self {
        Self(Mutex::new(saved))
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
