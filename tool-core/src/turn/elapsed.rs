//! The duration of a turn, which its driver measures.

use std::time::Duration;

use super::state_machine::{Turn, TurnStep};
use super::turn_end::TurnEnd;
use crate::chat::usage::{Usage, add_usage};

impl Turn {
    /// How long the turn has lasted, as set by [`Turn::set_elapsed`].
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.tracker.elapsed()
    }

    /// Sets how long the turn has lasted, for the limit of time: a turn has no clock.
    pub fn set_elapsed(&mut self, elapsed: Duration) {
        self.tracker.set_elapsed(elapsed);
    }

    /// How long the turn may still last; `None` without a limit of time.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        Some(self.limits.max_duration?.saturating_sub(self.elapsed()))
    }

    /// Ends the turn at its limit of time. Calls that have no response get one that says so.
    pub fn on_deadline(&mut self) -> TurnStep {
        if !self.pending.is_empty() {
            self.answer_calls();
        }
        self.finish(TurnEnd::LimitExceeded, String::new())
    }

    /// Counts the tokens of exchanges that led to no response.
    pub fn count_usage(&mut self, usage: Usage) {
        if usage != Usage::default() {
            self.rounds.push(usage);
        }
    }

    /// Adds tokens that the rounds do not include, from round `place` on.
    pub(crate) fn add_usage(&mut self, place: usize, usage: Usage) {
        add_usage(&mut self.rounds, place, usage);
    }

    pub(crate) fn max_duration(&self) -> Option<Duration> {
        self.limits.max_duration
    }

    pub(super) fn has_time(&self) -> bool {
        self.time_left().is_none_or(|left| !left.is_zero())
    }
}
