//! The compiled regular expressions of a schema written by hand.

#[cfg(feature = "pattern")]
use std::collections::BTreeMap;
#[cfg(not(feature = "pattern"))]
use std::collections::BTreeSet;

use serde_json::Value;

/// The patterns of one schema, compiled. Without the feature `pattern`, and where the engine does not know a pattern, none
/// is checked.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    #[cfg(feature = "pattern")]
    compiled: BTreeMap<String, Option<regex::Regex>>,
    #[cfg(not(feature = "pattern"))]
    compiled: BTreeSet<String>,
}

impl Patterns {
    pub(crate) fn of(schema: &Value) -> Self {
        let mut patterns = Self::default();
        patterns.gather(schema);
        patterns
    }

    /// Values that are not schemas are collected too, without effect.
    fn gather(&mut self, value: &Value) {
        match value {
            Value::Object(object) => {
                if let Some(pattern) = object.get("pattern").and_then(Value::as_str) {
                    self.add(pattern);
                }
                let names = object.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
                names.for_each(|(pattern, _)| self.add(pattern));
                object.values().for_each(|inside| self.gather(inside));
            }
            Value::Array(all) => all.iter().for_each(|inside| self.gather(inside)),
            _ => {}
        }
    }

    #[cfg(feature = "pattern")]
    fn add(&mut self, pattern: &str) {
        if !self.compiled.contains_key(pattern) {
            self.compiled.insert(pattern.to_owned(), regex::Regex::new(pattern).ok());
        }
    }

    #[cfg(not(feature = "pattern"))]
    fn add(&mut self, pattern: &str) {
        self.compiled.insert(pattern.to_owned());
    }

    /// Whether the text matches; `None` when that is not known.
    #[cfg(feature = "pattern")]
    pub(crate) fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
        Some(self.compiled.get(pattern)?.as_ref()?.is_match(text))
    }

    /// Whether the text matches; `None` when that is not known.
    #[cfg(not(feature = "pattern"))]
    pub(crate) fn matches(&self, pattern: &str, _text: &str) -> Option<bool> {
        self.compiled.get(pattern).and(None)
    }
}
