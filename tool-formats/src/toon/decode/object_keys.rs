//! Finds the keys that an object has twice.

use super::document::Document;
use super::duplicate_keys::Step;
use super::key_finder::KeyFinder;
use super::text;
use crate::fault::{Fault, Result};

/// The keys an object has had so far.
#[derive(Debug)]
pub(super) struct ObjectKeys<'de> {
    /// Where they begin in the document's buffer.
    start: usize,
    finder: KeyFinder<'de>,
}

impl<'de> ObjectKeys<'de> {
    pub(super) fn new(document: &Document<'de>) -> Self {
        Self { start: document.keys.len(), finder: KeyFinder::default() }
    }

    /// What to do with the field on the document's line, which has this key.
    ///
    /// Source: TOON specification 4.4, sections 14.3 and 14.4.
    #[inline]
    pub(super) fn step(&mut self, key: &'de str, document: &mut Document<'de>) -> Result<Step> {
        if self.is_new(key, document) { Ok(Step::Read) } else { self.rare_step(key, document) }
    }

    /// Whether a key without quotes is surely the first such, on the first reading of a text. It is noted then.
    #[inline]
    pub(super) fn is_new(&mut self, key: &'de str, document: &mut Document<'de>) -> bool {
        let is_new = !document.duplicates.are_known() && !key.starts_with('"') && self.finder.is_surely_new(key);
        if is_new {
            document.keys.push(key);
        }
        is_new
    }

    /// [`Self::step`] for keys in quotes, keys that may have come before, and the second reading of a text.
    fn rare_step(&mut self, key: &'de str, document: &mut Document<'de>) -> Result<Step> {
        if document.duplicates.are_known() {
            return Ok(document.duplicates.step(document.lines.line().start));
        }
        let before = document.keys.get(self.start..).unwrap_or_default();
        let Some(at) = self.finder.find(&text::key(key)?, before) else {
            document.keys.push(key);
            return Ok(Step::Read);
        };
        if document.lines.is_strict() {
            return Err(Fault::at(document.lines.content(), "duplicate key"));
        }
        if let Some(first) = before.get(at) {
            document.duplicates.note(document.lines.offset_of(first), document.lines.cursor());
        }
        Ok(Step::Read)
    }

    /// Ends the object.
    pub(super) fn forget(&self, document: &mut Document<'de>) {
        document.keys.truncate(self.start);
    }
}
