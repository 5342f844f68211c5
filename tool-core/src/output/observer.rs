//! `ConversionObserver`: reports the size of each conversion.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tool_formats::{LossSet, TokenCounter};

/// One conversion of a tool result, in sizes only: the result itself is never shown.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConversionRecord<'a> {
    /// The tool that returned the result.
    pub tool: &'a str,
    /// The name of the converter that was asked, such as `toon`.
    pub format: Cow<'a, str>,
    /// Why the result was sent as JSON after all; `None` when it was not.
    pub fallback: Option<String>,
    /// The size of the result as compact JSON.
    pub json_bytes: usize,
    /// The size of the text the model reads.
    pub response_bytes: usize,
    /// What the text does not keep of the result, in its format; of a converter whose
    /// [`format`](crate::ToolCallResultConverter::format) is not known, what JSON does not keep, such as NaN.
    pub losses: LossSet,
    /// The two sizes in tokens, when the observer has a counter.
    pub tokens: Option<TokenCounts>,
}

/// Tokens of one result as JSON, and as the model reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct TokenCounts {
    /// As compact JSON.
    pub json: usize,
    /// As the text the model reads.
    pub response: usize,
}

impl<'a> ConversionRecord<'a> {
    /// A conversion without fallback, losses and token counts, such as for the test of an observer.
    #[must_use]
    pub fn new(tool: &'a str, format: impl Into<Cow<'a, str>>, json_bytes: usize, response_bytes: usize) -> Self {
        Self {
            tool,
            format: format.into(),
            fallback: None,
            json_bytes,
            response_bytes,
            losses: LossSet::default(),
            tokens: None,
        }
    }
}

impl TokenCounts {
    /// The tokens of a result as compact JSON and as the text the model reads.
    #[must_use]
    pub fn new(json: usize, response: usize) -> Self {
        Self { json, response }
    }
}

/// Receives a record of each conversion of a tool result. Text is not converted, so it has no record.
///
/// Each result is written as JSON once more to be compared with, so an observer has a price.
pub trait ConversionObserver: Send + Sync {
    /// Takes note of one conversion.
    fn observe(&self, record: &ConversionRecord<'_>);

    /// Counts the tokens of each record; none are counted by default.
    fn token_counter(&self) -> Option<&dyn TokenCounter> {
        None
    }
}

impl<O: ConversionObserver + ?Sized> ConversionObserver for Arc<O> {
    fn observe(&self, record: &ConversionRecord<'_>) {
        (**self).observe(record);
    }

    fn token_counter(&self) -> Option<&dyn TokenCounter> {
        (**self).token_counter()
    }
}

/// An observer that adds up, per format, what was converted.
///
/// ```
/// use tool_core::output::{ConversionObserver, ConversionRecord, ConversionSnapshot};
///
/// let snapshot = ConversionSnapshot::new();
/// snapshot.observe(&ConversionRecord::new("passengers", "toon", 400, 250));
///
/// assert_eq!(snapshot.totals()["toon"].json_bytes, 400);
/// assert_eq!(snapshot.totals()["toon"].response_bytes, 250);
/// ```
#[derive(Debug, Default)]
pub struct ConversionSnapshot {
    totals: Mutex<BTreeMap<String, ConversionTotals>>,
}

/// What the conversions to one format came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ConversionTotals {
    /// Results, those that fell back to JSON included.
    pub results: usize,
    /// Results that were sent as JSON because this format could not hold them.
    pub fallbacks: usize,
    /// The size of all results as compact JSON.
    pub json_bytes: usize,
    /// The size of all texts the model read.
    pub response_bytes: usize,
}

impl ConversionSnapshot {
    /// An observer that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The totals so far, by format name.
    #[must_use]
    pub fn totals(&self) -> BTreeMap<String, ConversionTotals> {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ConversionObserver for ConversionSnapshot {
    fn observe(&self, record: &ConversionRecord<'_>) {
        let mut totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        let total = totals.entry(record.format.clone().into_owned()).or_default();
        total.results += 1;
        total.fallbacks += usize::from(record.fallback.is_some());
        total.json_bytes += record.json_bytes;
        total.response_bytes += record.response_bytes;
    }
}
