//! The `pattern` constraint, checked with the `regex` crate.

use std::sync::OnceLock;

use regex::Regex;
use serde_json::{Value, json};

/// A regular expression, compiled when it is used first.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Result<Regex, String>>,
}

impl Pattern {
    /// The pattern of this text. As in JSON Schema, it matches anywhere unless `^` and `$` say otherwise.
    #[must_use]
    pub const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    /// The value of the keyword: the text, or an object when it is no pattern, which `normalize::fault` finds.
    pub(crate) fn keyword(&self) -> Value {
        match self.compiled() {
            Ok(_) => self.source.into(),
            Err(error) => json!({ "text": self.source, "error": error }),
        }
    }

    fn compiled(&self) -> &Result<Regex, String> {
        // The first lines draw where the mistake is.
        let reason = |error: String| error.lines().last().map(|line| line.trim_start_matches("error: ").to_owned());
        self.compiled
            .get_or_init(|| Regex::new(self.source).map_err(|error| reason(error.to_string()).unwrap_or_default()))
    }

    pub(crate) fn check(&self, text: &str) -> Result<(), String> {
        match self.compiled() {
            Ok(pattern) if pattern.is_match(text) => Ok(()),
            Ok(_) => Err(mismatch(self.source, text)),
            // An unchecked value must not be accepted.
            Err(error) => Err(format!("the pattern of the tool is not a valid regular expression: {error}")),
        }
    }
}

/// What is wrong with a text that the pattern of a schema does not match. A pattern of another dialect of regular
/// expressions says nothing here.
pub(crate) fn breaks(pattern: &str, text: &str) -> Option<String> {
    let is_match = Regex::new(pattern).ok()?.is_match(text);
    (!is_match).then(|| mismatch(pattern, text))
}

fn mismatch(pattern: &str, text: &str) -> String {
    format!("expected a string that matches `{pattern}`, found {}", shown(text))
}

/// A model pays for each character it reads back.
fn shown(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}..", text.get(..end).unwrap_or_default()),
        None => format!("{text:?}"),
    }
}
