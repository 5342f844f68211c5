//! Finds the keys that an object has twice.

use std::borrow::Cow;
use std::collections::HashMap;

use super::document::Document;
use super::fault::{Fault, Result};
use super::twins::{Step, Twin};

/// Keys up to this many are compared one by one, which is quicker than to hash them.
const MANY: usize = 24;

/// Something with a key.
pub(super) trait Keyed<'de> {
    fn key(&self) -> &Cow<'de, str>;
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
    #[inline]
    pub(super) fn find<K: Keyed<'de>>(&mut self, key: &str, before: &[K]) -> Option<usize> {
        let bit = bit_of(key.as_bytes());
        let may_be_there = self.bits & bit != 0;
        self.bits |= bit;
        if !may_be_there {
            return None;
        }
        if before.len() < MANY {
            return before.iter().position(|other| other.key().as_ref() == key);
        }
        self.look_up(key, before)
    }

    fn look_up<K: Keyed<'de>>(&mut self, key: &str, before: &[K]) -> Option<usize> {
        let Places(places) = &mut **self.many.get_or_insert_default();
        let known = places.len();
        for (at, other) in before.get(known..).unwrap_or_default().iter().enumerate() {
            places.insert(other.key().clone(), known + at);
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

/// A key of an open object.
#[derive(Debug)]
pub(super) struct FormerKey<'de> {
    name: Cow<'de, str>,
    address: usize,
}

impl<'de> Keyed<'de> for FormerKey<'de> {
    fn key(&self) -> &Cow<'de, str> {
        &self.name
    }
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

    /// What to do with the field on `content`, which was just taken.
    ///
    /// Source: TOON specification 4.4, sections 14.3 and 14.4.
    #[inline]
    #[allow(clippy::ptr_arg, reason = "a new key is kept as it is")]
    pub(super) fn step(
        &mut self,
        key: &Cow<'de, str>,
        content: &'de str,
        document: &mut Document<'de>,
    ) -> Result<Step<'de>> {
        if document.twins.are_known() {
            return Ok(document.twins.step(content));
        }
        let before = document.keys.get(self.start..).unwrap_or_default();
        let Some(at) = self.finder.find(key, before) else {
            document.keys.push(FormerKey { name: key.clone(), address: content.as_ptr().addr() });
            return Ok(Step::Read);
        };
        if document.is_strict() {
            return Err(Fault::at(content, "expected another key, the object has this one already"));
        }
        let first = before.get(at).map(|key| key.address).unwrap_or_default();
        let cursor = document.cursor();
        document.twins.note(first, Twin { content, cursor });
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

    impl<'de> Keyed<'de> for Cow<'de, str> {
        fn key(&self) -> &Cow<'de, str> {
            self
        }
    }

    #[test]
    fn a_key_is_found_again_among_few_and_among_many() {
        for count in [1, 2, MANY - 1, MANY, MANY + 1, 1000] {
            let mut finder = KeyFinder::default();
            let mut keys: Vec<Cow<'_, str>> = Vec::new();
            for at in 0..count {
                let key = Cow::Owned(format!("key{at}"));
                assert_eq!(finder.find(&key, &keys), None, "{count}");
                keys.push(key);
            }

            for (at, key) in keys.iter().enumerate() {
                assert_eq!(finder.find(key, &keys), Some(at), "{count}");
            }
        }
    }
}
