//! Stage 5 of the road: how much one turn may use, and what happens at the limit.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clean::{self, Cleaned};
use crate::error::{Reason, ToolError};
use crate::message::ToolCall;
use crate::usage::Usage;

/// How much one turn may use. A turn is all that follows one user message.
///
/// Calls of unknown tools and refused calls count too. A call beyond a limit is not run; the others of its answer are.
///
/// ```
/// use tool_core::{OnLimit, ToolCallLimits};
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
    /// The turn ends with [`FinishReason::LimitExceeded`](crate::FinishReason::LimitExceeded).
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

    fn limit_of(&self, tool: &str) -> Option<usize> {
        self.max_calls_of.get(tool).copied().unwrap_or(Some(self.max_calls_per_tool))
    }
}

/// What a turn has used so far.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Ledger {
    calls: usize,
    calls_per_tool: BTreeMap<String, usize>,
    repeated: Option<Repeated>,
    elapsed: Duration,
}

/// The newest call, and how often it was made in a row.
#[derive(Clone, Serialize, Deserialize)]
struct Repeated {
    tool: String,
    arguments: Compared,
    count: usize,
}

/// Arguments to compare others with. Most calls have no like, and their arguments may be long: they are read only when
/// the next call is one of the same tool.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Compared {
    Written(String),
    Canonical(String),
}

impl Compared {
    /// Whether `arguments` are the same; these become the ones to compare with.
    fn replace_by(&mut self, arguments: &str) -> bool {
        let own = match self {
            Self::Written(own) if own == arguments => return true,
            Self::Written(own) => canonical(own),
            Self::Canonical(own) => std::mem::take(own),
        };
        let arguments = canonical(arguments);
        let is_same = own == arguments;
        *self = Self::Canonical(arguments);
        is_same
    }
}

/// Why a call is not run, and whether the turn ends with it.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) error: ToolError,
    pub(crate) ends_turn: bool,
}

impl Ledger {
    /// Notes how long the turn has lasted.
    pub(crate) fn set_elapsed(&mut self, elapsed: Duration) {
        self.elapsed = elapsed;
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Counts a call, and refuses it when a limit is used up.
    pub(crate) fn admit(
        &mut self,
        call: &ToolCall,
        limits: &ToolCallLimits,
        rounds: usize,
        usage: Usage,
    ) -> Option<Refusal> {
        // Saturating: a stored turn may come back with any numbers.
        self.calls = self.calls.saturating_add(1);
        let calls_of_tool = self.calls_per_tool.entry(call.name.clone()).or_default();
        *calls_of_tool = calls_of_tool.saturating_add(1);
        let calls_of_tool = *calls_of_tool;
        let in_a_row = self.in_a_row(call);
        let refuse = |limit: String, ends_turn: bool| {
            let error = ToolError::new(Reason::LimitExceeded { tool: call.name.clone(), limit });
            Some(Refusal { error, ends_turn })
        };

        if let Some(limit) = self.budget_used_up(limits, rounds, usage) {
            return refuse(limit, true);
        }
        let max_calls = limits.limit_of(&call.name);
        let ends_turn = limits.on_limit == OnLimit::EndTurn;
        if let Some(max_calls) = max_calls
            && calls_of_tool > max_calls
        {
            return refuse(format!("the turn has used its {max_calls} calls of this tool"), ends_turn);
        }
        if self.calls > limits.max_calls {
            return refuse(format!("the turn has used its {} tool calls", limits.max_calls), ends_turn);
        }
        if max_calls.is_some() && in_a_row > limits.max_identical_calls {
            let hint = format!(
                "the same call was answered {} times in a row; use the answer above, change the arguments, or go on \
                 without this tool",
                limits.max_identical_calls
            );
            return refuse(hint, in_a_row > limits.max_identical_calls.saturating_add(1));
        }
        None
    }

    fn budget_used_up(&self, limits: &ToolCallLimits, rounds: usize, usage: Usage) -> Option<String> {
        if rounds >= limits.max_rounds {
            return Some(format!("the turn has used its {} rounds", limits.max_rounds));
        }
        if let Some(max_tokens) = limits.max_tokens.filter(|max| usage.total_tokens() >= *max) {
            return Some(format!("the turn has used its {max_tokens} tokens"));
        }
        let max_duration = limits.max_duration.filter(|max| self.elapsed >= *max)?;
        Some(format!("the turn has used its {max_duration:?}"))
    }

    /// How often this call has now been made in a row.
    fn in_a_row(&mut self, call: &ToolCall) -> usize {
        if let Some(last) = self.repeated.as_mut().filter(|last| last.tool == call.name) {
            last.count = if last.arguments.replace_by(&call.arguments) { last.count.saturating_add(1) } else { 1 };
            return last.count;
        }
        let (tool, arguments) = (call.name.clone(), Compared::Written(call.arguments.clone()));
        self.repeated = Some(Repeated { tool, arguments, count: 1 });
        1
    }
}

// The newest call has its arguments, which appear in no `Debug`.
impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger")
            .field("calls", &self.calls)
            .field("calls_per_tool", &self.calls_per_tool)
            .field("elapsed", &self.elapsed)
            .finish_non_exhaustive()
    }
}

/// Arguments in a form that does not depend on blanks and the order of names; text that is no JSON stays as it is.
///
/// Numbers stay as they were written, and an object that gives a name twice is not one that gives it once: two calls that
/// a tool could tell apart must not be one.
pub(crate) fn canonical(arguments: &str) -> String {
    match clean::value(arguments) {
        Ok(Cleaned { mut value, repairs, .. }) if repairs.is_empty() => {
            value.sort_names();
            value.to_text()
        }
        _ => arguments.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Ledger, OnLimit, ToolCallLimits, canonical};
    use crate::message::ToolCall;
    use crate::usage::Usage;
    use std::time::Duration;

    /// The refusals of these calls, one after the other: whether each is refused, and whether the turn ends.
    fn refusals(limits: &ToolCallLimits, calls: &[(&str, &str)]) -> Vec<Option<bool>> {
        let mut ledger = Ledger::default();
        calls
            .iter()
            .map(|(name, arguments)| {
                let call = ToolCall::new("id", *name, *arguments);
                ledger.admit(&call, limits, 1, Usage::default()).map(|refusal| refusal.ends_turn)
            })
            .collect()
    }

    #[test]
    fn the_third_identical_call_in_a_row_is_hinted_at_and_the_fourth_ends_the_turn() {
        let same = ("a", r#"{"x":1}"#);

        assert_eq!(refusals(&ToolCallLimits::default(), &[same; 4]), [None, None, Some(false), Some(true)]);
    }

    #[test]
    fn calls_are_identical_whatever_the_blanks_and_the_order_of_keys() {
        let calls = [("a", r#"{"x":1,"y":2}"#), ("a", r#"{ "y": 2, "x": 1 }"#), ("a", r#"{"x":1,"y":2}"#)];

        assert_eq!(refusals(&ToolCallLimits::default(), &calls), [None, None, Some(false)]);
    }

    #[test]
    fn calls_with_different_long_numbers_or_repeated_names_are_not_identical() {
        let long = [r#"{"x":12345678901234567890123}"#, r#"{"x":12345678901234567890124}"#].map(canonical);
        let repeated = [r#"{"x":1,"x":2}"#, r#"{"x":2}"#].map(canonical);

        assert_ne!(long[0], long[1]);
        assert_ne!(repeated[0], repeated[1]);
    }

    #[test]
    fn another_call_between_breaks_the_row() {
        let calls = [("a", "1"), ("a", "1"), ("b", "1"), ("a", "1"), ("a", "2"), ("a", "1")];

        assert_eq!(refusals(&ToolCallLimits::default(), &calls), [None; 6]);
    }

    #[test]
    fn a_tool_without_a_limit_may_be_asked_again_and_again_but_counts_among_all() {
        let limits = ToolCallLimits { max_calls: 5, ..ToolCallLimits::default() }.without_max_calls_of("poll");

        let refused = refusals(&limits, &[("poll", "{}"); 6]);

        assert_eq!(refused, [None, None, None, None, None, Some(true)]);
    }

    #[test]
    fn a_limit_of_its_own_holds_for_one_tool() {
        let limits = ToolCallLimits::default().with_max_calls_of("a", 1);

        assert_eq!(
            refusals(&limits, &[("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")]),
            [None, Some(true), None, None]
        );
    }

    #[test]
    fn the_callers_limit_comes_before_the_tools_own() {
        let limits =
            ToolCallLimits::default().with_max_calls_of("a", 2).or_max_calls_of("a", 1).or_max_calls_of("b", 1);

        assert_eq!(
            refusals(&limits, &[("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")]),
            [None, None, None, Some(true)]
        );
    }

    #[test]
    fn the_model_may_be_told_instead() {
        let limits = ToolCallLimits { max_calls: 1, on_limit: OnLimit::TellModel, ..ToolCallLimits::default() };

        assert_eq!(refusals(&limits, &[("a", "1"), ("a", "2")]), [None, Some(false)]);
    }

    #[test]
    fn tokens_and_time_end_the_turn() {
        let call = ToolCall::new("id", "a", "");
        let tokens = ToolCallLimits { max_tokens: Some(100), ..ToolCallLimits::default() };
        let time = ToolCallLimits { max_duration: Some(Duration::from_secs(5)), ..ToolCallLimits::default() };
        let mut late = Ledger::default();
        late.set_elapsed(Duration::from_secs(5));

        let by_tokens = Ledger::default().admit(&call, &tokens, 1, Usage::new(90, 10)).unwrap();
        let by_time = late.admit(&call, &time, 1, Usage::default()).unwrap();

        assert_eq!(by_tokens.error.to_string(), "tool `a` was not run: the turn has used its 100 tokens");
        assert_eq!(by_time.error.to_string(), "tool `a` was not run: the turn has used its 5s");
        assert!(by_tokens.ends_turn && by_time.ends_turn);
    }

    #[test]
    fn text_that_is_no_json_is_its_own_canonical_form() {
        assert_eq!(canonical(" {oops "), "{oops");
    }
}
