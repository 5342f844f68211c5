//! Counts what a turn has used, and refuses calls beyond a limit.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::limits::{OnLimit, ToolCallLimits};
use crate::arguments::json_repair::canonical;
use crate::chat::tool_call::ToolCall;
use crate::chat::usage::Usage;
use crate::error::tool_error::{Reason, ToolError};

/// What a turn has used so far.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct LimitTracker {
    calls: usize,
    calls_per_tool: BTreeMap<String, usize>,
    repeated: Option<Repeated>,
    elapsed: Duration,
}

/// The last call, and how often it was made in a row.
#[derive(Clone, Serialize, Deserialize)]
struct Repeated {
    tool: String,
    arguments: Compared,
    count: usize,
}

/// Arguments to compare with those of the next call. They may be long, so they are parsed only when the next call is one of
/// the same tool with other text.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Compared {
    Written(String),
    Canonical(String),
}

impl Compared {
    /// Whether `arguments` are equal to these, which they replace.
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

/// Why a call does not run, and whether the turn ends with it.
#[derive(Debug)]
pub(crate) struct LimitViolation {
    pub(crate) error: ToolError,
    pub(crate) ends_turn: bool,
}

impl LimitTracker {
    /// Sets how long the turn has lasted.
    pub(crate) fn set_elapsed(&mut self, elapsed: Duration) {
        self.elapsed = elapsed;
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Counts a call, and refuses it when a limit is reached.
    pub(crate) fn try_acquire(
        &mut self,
        call: &ToolCall,
        limits: &ToolCallLimits,
        rounds: usize,
        usage: Usage,
    ) -> Option<LimitViolation> {
        // Saturating: a stored turn may contain any numbers.
        self.calls = self.calls.saturating_add(1);
        let calls_of_tool = self.calls_per_tool.entry(call.name.clone()).or_default();
        *calls_of_tool = calls_of_tool.saturating_add(1);
        let calls_of_tool = *calls_of_tool;
        let in_a_row = self.in_a_row(call);
        let refuse = |limit: String, ends_turn: bool| {
            let error = ToolError::new(Reason::LimitExceeded { tool: call.name.clone(), limit });
            Some(LimitViolation { error, ends_turn })
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
                "the same call was answered {} times in a row; use the response above, change the arguments, or continue \
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

    /// Counts how often this call was made in a row.
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

// Arguments do not appear in any `Debug`.
impl fmt::Debug for LimitTracker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LimitTracker")
            .field("calls", &self.calls)
            .field("calls_per_tool", &self.calls_per_tool)
            .field("elapsed", &self.elapsed)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::LimitTracker;
    use crate::chat::tool_call::ToolCall;
    use crate::chat::usage::Usage;
    use crate::turn::limits::{OnLimit, ToolCallLimits};
    use std::time::Duration;

    /// The refusals of these calls, one after the other: whether each is refused, and whether the turn ends.
    fn refusals(limits: &ToolCallLimits, calls: &[(&str, &str)]) -> Vec<Option<bool>> {
        let mut tracker = LimitTracker::default();
        calls
            .iter()
            .map(|(name, arguments)| {
                let call = ToolCall::new("id", *name, *arguments);
                tracker.try_acquire(&call, limits, 1, Usage::default()).map(|refusal| refusal.ends_turn)
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
        let limits = ToolCallLimits { max_calls: 1, on_limit: OnLimit::ReportToModel, ..ToolCallLimits::default() };

        assert_eq!(refusals(&limits, &[("a", "1"), ("a", "2")]), [None, Some(false)]);
    }

    #[test]
    fn tokens_and_time_end_the_turn() {
        let call = ToolCall::new("id", "a", "");
        let tokens = ToolCallLimits { max_tokens: Some(100), ..ToolCallLimits::default() };
        let time = ToolCallLimits { max_duration: Some(Duration::from_secs(5)), ..ToolCallLimits::default() };
        let mut late = LimitTracker::default();
        late.set_elapsed(Duration::from_secs(5));

        let by_tokens = LimitTracker::default().try_acquire(&call, &tokens, 1, Usage::new(90, 10)).unwrap();
        let by_time = late.try_acquire(&call, &time, 1, Usage::default()).unwrap();

        assert_eq!(by_tokens.error.to_string(), "tool `a` was not run: the turn has used its 100 tokens");
        assert_eq!(by_time.error.to_string(), "tool `a` was not run: the turn has used its 5s");
        assert!(by_tokens.ends_turn && by_time.ends_turn);
    }
}
