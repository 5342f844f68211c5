//! `Usage`: the tokens of exchanges with a model.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Tokens of one exchange with a model, or of several added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens of the prompt.
    pub prompt_tokens: u64,
    /// Tokens that the model wrote.
    pub completion_tokens: u64,
    /// Tokens of the prompt that were read from the provider's cache.
    #[serde(default)]
    pub cache_read_tokens: u64,
    /// Tokens of the prompt that were written to the provider's cache.
    #[serde(default)]
    pub cache_write_tokens: u64,
}

impl Usage {
    /// The tokens of one exchange.
    #[must_use]
    pub const fn new(prompt_tokens: u64, completion_tokens: u64) -> Self {
        Self { prompt_tokens, completion_tokens, cache_read_tokens: 0, cache_write_tokens: 0 }
    }

    /// Sets the tokens that were read from and written to the provider's cache; they are part of the prompt's.
    #[must_use]
    pub const fn with_cache(self, read: u64, write: u64) -> Self {
        Self { cache_read_tokens: read, cache_write_tokens: write, ..self }
    }

    /// How much more `self` has than `other`, for each kind of token.
    pub(crate) const fn beyond(self, other: Self) -> Self {
        Self {
            prompt_tokens: self.prompt_tokens.saturating_sub(other.prompt_tokens),
            completion_tokens: self.completion_tokens.saturating_sub(other.completion_tokens),
            cache_read_tokens: self.cache_read_tokens.saturating_sub(other.cache_read_tokens),
            cache_write_tokens: self.cache_write_tokens.saturating_sub(other.cache_write_tokens),
        }
    }

    /// The greater of each kind of token: a provider that reports usage several times in one response reports the sum so far.
    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            prompt_tokens: self.prompt_tokens.max(other.prompt_tokens),
            completion_tokens: self.completion_tokens.max(other.completion_tokens),
            cache_read_tokens: self.cache_read_tokens.max(other.cache_read_tokens),
            cache_write_tokens: self.cache_write_tokens.max(other.cache_write_tokens),
        }
    }

    /// Prompt and completion together.
    #[must_use]
    pub const fn total_tokens(self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

/// Adds tokens to the round at `place`, or as a last round when there is none.
pub(crate) fn add_usage(rounds: &mut Vec<Usage>, place: usize, usage: Usage) {
    match rounds.get_mut(place) {
        _ if usage == Usage::default() => {}
        Some(round) => *round += usage,
        None => rounds.push(usage),
    }
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self.completion_tokens.saturating_add(other.completion_tokens),
            cache_read_tokens: self.cache_read_tokens.saturating_add(other.cache_read_tokens),
            cache_write_tokens: self.cache_write_tokens.saturating_add(other.cache_write_tokens),
        }
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(usages: I) -> Self {
        usages.fold(Self::default(), Add::add)
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
