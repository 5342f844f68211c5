//! Decisions about tool calls that wait for approval.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chat::tool_call::Hidden;

/// A decision about a tool call that waits for approval: [`ChatClient::resume`](crate::ChatClient::resume).
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolCallDecision {
    /// The call runs as it was shown, with the arguments as hooks changed them.
    Approve,
    /// The call runs with these arguments (JSON text) in place of the model's. The model does not learn of it: its message keeps the
    /// arguments it wrote, and it reads the result, or what is wrong with these arguments.
    Edit(String),
    /// The call does not run. The model reads this reason unchanged: redactor and error policy do not apply.
    Deny(String),
}

// Arguments do not appear in any `Debug`, and a reason may quote them.
impl fmt::Debug for ToolCallDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Approve => f.write_str("Approve"),
            Self::Edit(arguments) => f.debug_tuple("Edit").field(&Hidden(arguments)).finish(),
            Self::Deny(reason) => f.debug_tuple("Deny").field(&Hidden(reason)).finish(),
        }
    }
}
