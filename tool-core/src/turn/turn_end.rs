//! Why a turn has ended, and its answer.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chat::chat_model::FinishReason;

/// Why a turn has ended, and its answer.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct End {
    pub(crate) finish_reason: FinishReason,
    pub(crate) content: String,
}

// The content may be a tool's result.
impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End").field("finish_reason", &self.finish_reason).finish_non_exhaustive()
    }
}
