//! Counts the tokens of a request, also of exchanges whose response an advisor discards.

use std::sync::{Mutex, PoisonError};

use crate::chat::usage::Usage;

/// A sum of tokens.
#[derive(Default)]
pub(crate) struct UsageCounter(Mutex<Usage>);

impl UsageCounter {
    fn add(&self, usage: Usage) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += usage;
    }

    pub(crate) fn total(&self) -> Usage {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tokens of one round. Each exchange is counted when it is over, whatever advisors do with its response.
pub(crate) struct RoundUsage<'a> {
    round: UsageCounter,
    /// All rounds of a request, including those of turns that an advisor ran again.
    request: &'a UsageCounter,
}

impl<'a> RoundUsage<'a> {
    pub(crate) fn new(request: &'a UsageCounter) -> Self {
        Self { round: UsageCounter::default(), request }
    }

    pub(crate) fn add(&self, usage: Usage) {
        self.round.add(usage);
        self.request.add(usage);
    }

    /// The tokens so far.
    pub(crate) fn total(&self) -> Usage {
        self.round.total()
    }

    /// The tokens of the round, at least those of its response: an advisor may have called another model.
    pub(crate) fn total_with(&self, said: Usage) -> Usage {
        self.add(said.beyond(self.total()));
        self.total()
    }
}
