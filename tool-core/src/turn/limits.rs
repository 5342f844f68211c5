//! How much one turn may use, and what happens at a limit.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How much one turn may use. A turn is everything that follows one user message.
///
/// Calls of unknown tools and refused calls count too. A call beyond a limit does not run; the other calls of its response do.
///
/// ```
/// use tool_core::turn::{OnLimit, ToolCallLimits};
///
/// let limits = ToolCallLimits::new()
///     .with_max_rounds(10)
///     .with_on_limit(OnLimit::ReportToModel)
///     .with_max_calls_of("send_mail", 1)
///     .without_max_calls_of("poll_status");
/// ```
///
/// Source: the two call limits, overrides and exclusions are those of Spring AI 2.0.1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ToolCallLimits {
    /// Calls of one tool; 40 by default.
    pub max_calls_per_tool: usize,
    /// Calls of all tools; 150 by default.
    pub max_calls: usize,
    /// Exchanges with the model; 25 by default. This limit always ends the turn.
    pub max_rounds: usize,
    /// How often in a row the same call (tool and arguments) is run; 2 by default. The next one is answered with a hint,
    /// the one after that ends the turn.
    pub max_identical_calls: usize,
    /// Tokens of all exchanges together; no limit by default.
    pub max_tokens: Option<u64>,
    /// Time from the first exchange on; no limit by default. At the limit, the request to the model and async or `blocking`
    /// tools are cancelled; a synchronous tool runs to its end. The time in which a suspended turn is stored does not count.
    /// It needs a tokio runtime with its timer enabled.
    pub max_duration: Option<Duration>,
    /// What happens when a call limit is reached; ends the turn by default.
    pub on_limit: OnLimit,
    /// Calls of single tools by name, in place of `max_calls_per_tool`; `None` is no limit.
    pub max_calls_of: BTreeMap<String, Option<usize>>,
}

/// What happens when a call limit of a turn is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OnLimit {
    /// The turn ends with [`TurnEnd::LimitExceeded`](crate::turn::TurnEnd::LimitExceeded).
    #[default]
    EndTurn,
    /// The model reads that the call was refused, and the turn continues.
    ReportToModel,
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
    /// The default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the calls of one tool; 40 by default.
    #[must_use]
    pub fn with_max_calls_per_tool(self, max_calls_per_tool: usize) -> Self {
        Self { max_calls_per_tool, ..self }
    }

    /// Sets the calls of all tools; 150 by default.
    #[must_use]
    pub fn with_max_calls(self, max_calls: usize) -> Self {
        Self { max_calls, ..self }
    }

    /// Sets the exchanges with the model; 25 by default.
    #[must_use]
    pub fn with_max_rounds(self, max_rounds: usize) -> Self {
        Self { max_rounds, ..self }
    }

    /// Sets how often in a row the same call is run; 2 by default.
    #[must_use]
    pub fn with_max_identical_calls(self, max_identical_calls: usize) -> Self {
        Self { max_identical_calls, ..self }
    }

    /// Sets the tokens of all exchanges together; no limit by default.
    #[must_use]
    pub fn with_max_tokens(self, max_tokens: u64) -> Self {
        Self { max_tokens: Some(max_tokens), ..self }
    }

    /// Sets the time from the first exchange on; no limit by default.
    #[must_use]
    pub fn with_max_duration(self, max_duration: Duration) -> Self {
        Self { max_duration: Some(max_duration), ..self }
    }

    /// Sets what happens when a call limit is reached; ends the turn by default.
    #[must_use]
    pub fn with_on_limit(self, on_limit: OnLimit) -> Self {
        Self { on_limit, ..self }
    }

    /// Sets the limit of one tool.
    #[must_use]
    pub fn with_max_calls_of(mut self, tool: impl Into<String>, max_calls: usize) -> Self {
        self.max_calls_of.insert(tool.into(), Some(max_calls));
        self
    }

    /// Removes the limit of one tool, also for identical calls in a row: for tools that are polled until something has
    /// happened. Its calls still count for `max_calls`.
    #[must_use]
    pub fn without_max_calls_of(mut self, tool: impl Into<String>) -> Self {
        self.max_calls_of.insert(tool.into(), None);
        self
    }

    /// The limit that a tool sets itself, unless these limits name one for it.
    #[must_use]
    pub(crate) fn or_max_calls_of(mut self, tool: &str, max_calls: usize) -> Self {
        self.max_calls_of.entry(tool.to_owned()).or_insert(Some(max_calls));
        self
    }

    pub(super) fn limit_of(&self, tool: &str) -> Option<usize> {
        self.max_calls_of.get(tool).copied().unwrap_or(Some(self.max_calls_per_tool))
    }
}
