//! What a person says of a call that waits for it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chat::tool_call::Hidden;

/// What a person says of a tool call that needs approval: [`ChatClient::resume`](crate::ChatClient::resume).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolCallDecision {
    /// The call runs as it was shown: with what hooks made of its arguments.
    Approve,
    /// The call runs with these arguments (JSON text) instead of the model's.
    Edit(String),
    /// The call does not run; the model reads this reason as it is, without the manager's redactor and policies.
    Deny(String),
}

// Arguments appear in no `Debug`, and a reason may quote them.
impl fmt::Debug for ToolCallDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Approve => f.write_str("Approve"),
            Self::Edit(arguments) => f.debug_tuple("Edit").field(&Hidden(arguments)).finish(),
            Self::Deny(reason) => f.debug_tuple("Deny").field(&Hidden(reason)).finish(),
        }
    }
}
