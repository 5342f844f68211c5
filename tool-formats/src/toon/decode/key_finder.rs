//! Finds a key among those before it.

use std::borrow::Cow;
use std::collections::HashMap;

use super::text;

/// Keys up to this many are compared one by one, which is quicker than to hash them.
const MANY: usize = 24;

/// Something with a key.
pub(super) trait Keyed<'de> {
    fn key(&self) -> Cow<'de, str>;
}

/// A key as it is in the text, perhaps in quotes, whose grammar holds.
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

/// Where each of many keys is. Few objects need it, so it is kept out of the others' way.
#[derive(Debug, Default)]
struct Places<'de>(HashMap<Cow<'de, str>, usize>);

impl<'de> KeyFinder<'de> {
    /// Where `key` is in `before`, if it does. `before` is what was asked for so far, without the duplicates.
    pub(super) fn find<K: Keyed<'de>>(&mut self, key: &str, before: &[K]) -> Option<usize> {
        if self.is_surely_new(key) { None } else { self.find_among(key, before) }
    }

    /// Whether the key's bit is new, which it is not any more.
    #[inline]
    pub(super) fn is_surely_new(&mut self, key: &str) -> bool {
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
