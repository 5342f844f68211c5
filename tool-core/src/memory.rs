//! Stage 5 of the road: what the calls of one turn remember of each other.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::limits::canonical;
use crate::message::{ToolCall, ToolResponse};

/// Responses of tools that are asked once, and how often tools asked to be called again.
#[derive(Debug, Default)]
pub(crate) struct TurnMemory {
    responses: Mutex<HashMap<(String, String), ToolResponse>>,
    retries: Mutex<HashMap<String, usize>>,
}

impl TurnMemory {
    /// The response of an equal call of this turn, as one of `call`.
    pub(crate) fn recall(&self, call: &ToolCall, arguments: &str) -> Option<ToolResponse> {
        let responses = self.responses.lock().unwrap_or_else(PoisonError::into_inner);
        let response = responses.get(&key(call, arguments))?;
        Some(ToolResponse { id: call.id.clone(), ..response.clone() })
    }

    pub(crate) fn remember(&self, call: &ToolCall, arguments: &str, response: &ToolResponse) {
        let mut responses = self.responses.lock().unwrap_or_else(PoisonError::into_inner);
        responses.insert(key(call, arguments), response.clone());
    }

    /// Counts a wish of this tool to be called again; how many there have been now.
    pub(crate) fn count_retry(&self, tool: &str) -> usize {
        let mut retries = self.retries.lock().unwrap_or_else(PoisonError::into_inner);
        let count = retries.entry(tool.to_owned()).or_default();
        *count += 1;
        *count
    }
}

fn key(call: &ToolCall, arguments: &str) -> (String, String) {
    (call.name.clone(), canonical(arguments))
}
