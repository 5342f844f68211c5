//! Stages 1 and 5 of the road: the regular expression that an argument matches.

use std::sync::OnceLock;

use regex::Regex;

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

    pub(crate) fn source(&self) -> &'static str {
        self.source
    }

    pub(crate) fn check(&self, text: &str) -> Result<(), String> {
        match self.compiled.get_or_init(|| Regex::new(self.source).map_err(|error| error.to_string())) {
            Ok(pattern) if pattern.is_match(text) => Ok(()),
            Ok(_) => Err(format!("expected text that matches `{}`, found {}", self.source, shown(text))),
            // Accepting what nobody checked would be worse.
            Err(error) => Err(format!("the tool's own pattern is no regular expression: {error}")),
        }
    }
}

/// A model pays for each character it reads back.
fn shown(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}..", text.get(..end).unwrap_or_default()),
        None => format!("{text:?}"),
    }
}
