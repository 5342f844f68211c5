//! How much one turn may use, and what happens at a limit.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How much one turn may use. A turn is all that follows one user message.
///
/// Calls of unknown tools and refused calls count too. A call beyond a limit is not run; the others of its answer are.
///
/// ```
/// use tool_core::turn::{OnLimit, ToolCallLimits};
///
/// let limits = ToolCallLimits { max_rounds: 10, on_limit: OnLimit::TellModel, ..ToolCallLimits::default() }
///     .with_max_calls_of("send_mail", 1)
///     .without_max_calls_of("poll_status");
/// ```
///
/// Source: the two call limits, overrides and exclusions are those of Spring AI 2.0.1; it has none for rounds, time and
/// tokens, and does not see repeated calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolCallLimits {
    /// Calls of one tool; 40 by default.
    pub max_calls_per_tool: usize,
    /// Calls of all tools; 150 by default.
    pub max_calls: usize,
    /// Exchanges with the model; 25 by default. At this limit a turn always ends: there is nobody left to tell.
    pub max_rounds: usize,
    /// How often in a row the same call (tool and arguments) is run; 2 by default. The next one is answered with a hint,
    /// the one after that ends the turn.
    pub max_identical_calls: usize,
    /// Tokens of all exchanges together; no limit by default.
    pub max_tokens: Option<u64>,
    /// Time from the first exchange on; no limit by default. At the limit, the model is waited for no longer, and neither
    /// is a tool that waits or is `blocking`; a synchronous tool runs to its end. The time that a suspended turn is stored
    /// does not count. It needs a tokio runtime with its timer on.
    pub max_duration: Option<Duration>,
    /// What happens when calls are used up; ends the turn by default.
    pub on_limit: OnLimit,
    /// Calls of single tools by name, in place of `max_calls_per_tool`; `None` is no limit.
    pub max_calls_of: BTreeMap<String, Option<usize>>,
}

/// What happens when the calls of a turn are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OnLimit {
    /// The turn ends with [`FinishReason::LimitExceeded`](crate::chat::FinishReason::LimitExceeded).
    #[default]
    EndTurn,
    /// The model reads that the call was refused, and goes on.
    TellModel,
}

impl Default for ToolCallLimits {
    fn default() -> Self {
        Self {
            max_calls_per_tool: 40,
            max_calls: 150,
            max_rounds: 25,
            max_identical_calls: 2,
            max_tokens: None,
            max_duration: None,
            on_limit: OnLimit::EndTurn,
            max_calls_of: BTreeMap::new(),
        }
    }
}

impl ToolCallLimits {
    /// Gives one tool a limit of its own.
    #[must_use]
    pub fn with_max_calls_of(mut self, tool: impl Into<String>, max_calls: usize) -> Self {
        self.max_calls_of.insert(tool.into(), Some(max_calls));
        self
    }

    /// Lets one tool be called without a limit of its own, and as often in a row as the model likes: for tools that are
    /// asked again until something has happened. Its calls still count among all.
    #[must_use]
    pub fn without_max_calls_of(mut self, tool: impl Into<String>) -> Self {
        self.max_calls_of.insert(tool.into(), None);
        self
    }

    /// A tool's own limit, unless these limits name one for it.
    #[must_use]
    pub(crate) fn or_max_calls_of(mut self, tool: &str, max_calls: usize) -> Self {
        self.max_calls_of.entry(tool.to_owned()).or_insert(Some(max_calls));
        self
    }

    pub(super) fn limit_of(&self, tool: &str) -> Option<usize> {
        self.max_calls_of.get(tool).copied().unwrap_or(Some(self.max_calls_per_tool))
    }
}
