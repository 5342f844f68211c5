//! Finds the keys that an object has twice.

use std::borrow::Cow;
use std::collections::HashMap;

use super::document::Document;
use super::text;
use super::twins::Step;
use crate::fault::{Fault, Result};

/// Keys up to this many are compared one by one, which is quicker than to hash them.
const MANY: usize = 24;

/// Something with a key.
pub(super) trait Keyed<'de> {
    fn key(&self) -> Cow<'de, str>;
}

/// A key as it stands in the text, perhaps in quotes, whose grammar holds.
impl<'de> Keyed<'de> for &'de str {
    fn key(&self) -> Cow<'de, str> {
        text::key(self).unwrap_or_default()
    }
}

/// Helps to find a key among those before it, in constant time however many they are.
#[derive(Debug, Default)]
pub(super) struct KeyFinder<'de> {
    /// A bit for each key that came, by a cheap hash: most keys are new, and this shows it without a comparison.
    bits: u64,
    many: Option<Box<Places<'de>>>,
}

/// Where each of many keys stands. Few objects need it, so it is kept out of the others' way.
#[derive(Debug, Default)]
struct Places<'de>(HashMap<Cow<'de, str>, usize>);

impl<'de> KeyFinder<'de> {
    /// Where `key` stands in `before`, if it does. `before` is what was asked for so far, without the twins.
    pub(super) fn find<K: Keyed<'de>>(&mut self, key: &str, before: &[K]) -> Option<usize> {
        if self.is_surely_new(key) { None } else { self.find_among(key, before) }
    }

    /// Whether the key's bit is new, which it is not any more.
    #[inline]
    fn is_surely_new(&mut self, key: &str) -> bool {
        let bit = bit_of(key.as_bytes());
        let is_new = self.bits & bit == 0;
        self.bits |= bit;
        is_new
    }

    fn find_among<K: Keyed<'de>>(&mut self, key: &str, before: &[K]) -> Option<usize> {
        if before.len() < MANY {
            return before.iter().position(|other| other.key() == key);
        }
        let Places(places) = &mut **self.many.get_or_insert_default();
        let known = places.len();
        for (at, other) in before.get(known..).unwrap_or_default().iter().enumerate() {
            places.insert(other.key(), known + at);
        }
        places.get(key).copied()
    }
}

#[inline]
fn bit_of(key: &[u8]) -> u64 {
    let first = key.first().copied().unwrap_or_default();
    let last = key.last().copied().unwrap_or_default();
    let hash = key.len().wrapping_mul(7) ^ usize::from(first).wrapping_mul(5) ^ usize::from(last).wrapping_mul(11);
    1 << (hash % 64)
}

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
        let is_new = !document.twins.are_known() && !key.starts_with('"') && self.finder.is_surely_new(key);
        if is_new {
            document.keys.push(key);
        }
        is_new
    }

    /// [`Self::step`] for keys in quotes, keys that may have come before, and the second reading of a text.
    fn rare_step(&mut self, key: &'de str, document: &mut Document<'de>) -> Result<Step> {
        if document.twins.are_known() {
            return Ok(document.twins.step(document.line().start));
        }
        let before = document.keys.get(self.start..).unwrap_or_default();
        let Some(at) = self.finder.find(&text::key(key)?, before) else {
            document.keys.push(key);
            return Ok(Step::Read);
        };
        if document.is_strict() {
            return Err(Fault::at(document.content(), "expected another key, the object has this one already"));
        }
        if let Some(first) = before.get(at) {
            document.twins.note(document.offset_of(first), document.cursor());
        }
        Ok(Step::Read)
    }

    /// Ends the object.
    pub(super) fn forget(&self, document: &mut Document<'de>) {
        document.keys.truncate(self.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_again_among_few_and_among_many() {
        for count in [1, 2, MANY - 1, MANY, MANY + 1, 1000] {
            let mut finder = KeyFinder::default();
            let names: Vec<String> = (0..count).map(|at| format!("key{at}")).collect();
            let mut keys: Vec<&str> = Vec::new();
            for name in &names {
                assert_eq!(finder.find(name, &keys), None, "{count}");
                keys.push(name);
            }

            for (at, key) in keys.iter().enumerate() {
                assert_eq!(finder.find(key, &keys), Some(at), "{count}");
            }
        }
    }
}
