//! Keys of the objects being written, with duplicates: the last value wins, in the place of the first.
//!
//! Duplicates are rare (`flatten` can make them), so looking for them has to cost next to nothing. The objects of a list
//! mostly have the same keys: comparing a key with that of the previous object at its place is enough then, and gives its
//! quoted form, too.

use std::collections::HashMap;

/// The keys of all objects that are open. `S` is what a writer makes of a key.
///
/// Objects in different places of a value mostly have different keys, those in one place the same ones: each place is
/// has its shape, a number that no two open objects share.
#[derive(Debug)]
pub(crate) struct OpenKeys<S> {
    noted: Vec<Noted>,
    shapes: Vec<Shape<S>>,
}

/// A key whose entry is in the text.
#[derive(Debug, Clone, Copy)]
struct Noted {
    /// Equal for equal keys.
    hash: u64,
    /// Where the entry begins.
    start: usize,
}

/// The keys of the last objects.
#[derive(Debug)]
struct Shape<S> {
    keys: Vec<Known<S>>,
    /// So many of the first ones were found to be distinct.
    distinct: usize,
}

#[derive(Debug, Default)]
struct Known<S> {
    key: String,
    hash: u64,
    quoted: S,
}

/// An object with more keys than this is a map, and its keys are not worth remembering: the last place is for all of
/// them.
const MANY: usize = 64;

/// The shape for what is so many levels deep in its `place`: after that key of its object, by number, or in an array
/// of that shape.
#[inline]
pub(crate) fn shape_of(depth: usize, place: usize) -> usize {
    const PLACES: usize = 4;
    PLACES * depth + place % PLACES
}

impl<S> Default for OpenKeys<S> {
    fn default() -> Self {
        Self { noted: Vec::new(), shapes: Vec::new() }
    }
}

impl<S> Default for Shape<S> {
    fn default() -> Self {
        Self { keys: Vec::new(), distinct: 0 }
    }
}

impl<S: Default> OpenKeys<S> {
    pub(crate) fn len(&self) -> usize {
        self.noted.len()
    }

    /// Drops the keys of an object that has ended or is restarted.
    pub(crate) fn forget(&mut self, from: usize) {
        self.noted.truncate(from);
    }

    /// Notes the key that comes as number `at` of an object, whose entry begins at `start` of the text.
    ///
    /// Gives what `quote` has made of it.
    #[inline]
    pub(crate) fn note(
        &mut self,
        key: &str,
        at: usize,
        shape: usize,
        start: usize,
        quote: fn(&str, &mut S),
    ) -> Option<&S> {
        if self.shapes.len() <= shape {
            self.shapes.resize_with(shape + 1, Shape::default);
        }
        let known = self.shapes.get_mut(shape)?.look_up(key, at.min(MANY), quote)?;
        self.noted.push(Noted { hash: known.hash, start });
        Some(&known.quoted)
    }

    /// The key that came as number `at` of an object that is open, and what was made of it.
    #[inline]
    pub(crate) fn field(&self, at: usize, shape: usize) -> Option<(&str, &S)> {
        let known = self.shapes.get(shape)?.keys.get(at.min(MANY))?;
        Some((&known.key, &known.quoted))
    }

    /// Rewrites the end of the text, from the entry of key `from` on, if a key of the object has two entries there.
    ///
    /// Entries are joined by `glue`; `key_of` finds the key in one.
    pub(crate) fn resolve(
        &mut self,
        from: usize,
        shape: usize,
        out: &mut String,
        glue: &str,
        key_of: fn(&str) -> &str,
    ) {
        let len = self.noted.len().saturating_sub(from);
        if len < 2 || self.shapes.get(shape).is_some_and(|shape| len <= shape.distinct) {
            return;
        }
        let kept = self.unite(from, out, glue, key_of);
        if let Some(shape) = self.shapes.get_mut(shape).filter(|_| kept == len && len <= MANY) {
            shape.distinct = len;
        }
    }

    /// Gives the number of entries that are left.
    fn unite(&self, from: usize, out: &mut String, glue: &str, key_of: fn(&str) -> &str) -> usize {
        let keys = self.noted.get(from..).unwrap_or_default();
        let Some(first) = keys.first().filter(|_| may_have_duplicates(keys)) else {
            return keys.len();
        };
        let text = out.split_off(first.start);
        let ends = keys.iter().skip(1).map(|next| next.start - first.start - glue.len()).chain([text.len()]);
        let entries = keys.iter().zip(ends).filter_map(|(key, end)| text.get(key.start - first.start..end));
        let kept = last_of_each(entries, key_of);
        for (at, entry) in kept.iter().enumerate() {
            out.push_str(if at > 0 { glue } else { "" });
            out.push_str(entry);
        }
        kept.len()
    }
}

impl<S: Default> Shape<S> {
    #[inline]
    fn look_up(&mut self, key: &str, at: usize, quote: fn(&str, &mut S)) -> Option<&Known<S>> {
        if !self.keys.get(at).is_some_and(|known| same_key(&known.key, key)) {
            self.learn(key, at, quote);
        }
        self.keys.get(at)
    }

    /// Overwrites the key at this place and keeps its memory; the keys after it are still good guesses.
    #[inline(never)]
    fn learn(&mut self, key: &str, at: usize, quote: fn(&str, &mut S)) {
        self.distinct = self.distinct.min(at);
        if self.keys.len() <= at {
            self.keys.resize_with(at + 1, Known::default);
        }
        let Some(known) = self.keys.get_mut(at) else { return };
        known.key.clear();
        known.key.push_str(key);
        known.hash = hash(key);
        quote(key, &mut known.quoted);
    }
}

fn may_have_duplicates(keys: &[Noted]) -> bool {
    if keys.len() > 16 {
        let mut hashes: Vec<u64> = keys.iter().map(|key| key.hash).collect();
        hashes.sort_unstable();
        return hashes.windows(2).any(|pair| pair.first() == pair.last());
    }
    let mut rest = keys;
    while let Some((key, after)) = rest.split_first() {
        if after.iter().any(|other| other.hash == key.hash) {
            return true;
        }
        rest = after;
    }
    false
}

pub(crate) fn last_of_each<'t>(entries: impl Iterator<Item = &'t str>, key_of: fn(&str) -> &str) -> Vec<&'t str> {
    let mut kept: Vec<&str> = Vec::new();
    let mut places = HashMap::new();
    for entry in entries {
        let place = *places.entry(key_of(entry)).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(earlier) => *earlier = entry,
            None => kept.push(entry),
        }
    }
    kept
}

/// The length and the bytes at both ends: cheap, and different for nearly all keys of one object.
pub(crate) fn hash(key: &str) -> u64 {
    let key = key.as_bytes();
    let ends = match (key.first_chunk::<8>(), key.last_chunk::<8>()) {
        (Some(first), Some(last)) => u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(23),
        _ => match (key.first_chunk::<4>(), key.last_chunk::<4>(), key) {
            (Some(first), Some(last), _) => {
                u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
            }
            (_, _, [first, .., last]) => u64::from(*first) | u64::from(*last) << 32,
            (_, _, [only]) => u64::from(*only),
            _ => 0,
        },
    };
    ends ^ (key.len() as u64) << 56
}

/// Whether two keys are equal, which for short ones shows in two words; a comparison of any length is a call.
#[inline]
pub(crate) fn same_key(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    match one.len() {
        8..=16 => one.first_chunk::<8>() == other.first_chunk() && one.last_chunk::<8>() == other.last_chunk(),
        4..8 => one.first_chunk::<4>() == other.first_chunk() && one.last_chunk::<4>() == other.last_chunk(),
        2..4 => one.first_chunk::<2>() == other.first_chunk() && one.last_chunk::<2>() == other.last_chunk(),
        _ => one == other,
    }
}

/// Length of the text in double quotes at the beginning, where a backslash escapes the character after it.
pub(crate) fn quoted_len(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_of(entry: &str) -> &str {
        entry.split_once('=').map_or(entry, |(key, _)| key)
    }

    /// Writes entries as lines, and resolves them.
    fn written(keys: &mut OpenKeys<()>, entries: &[&str]) -> String {
        let mut out = String::from("object: ");
        let from = keys.len();
        for (at, entry) in entries.iter().enumerate() {
            out.push_str(if at > 0 { "; " } else { "" });
            keys.note(key_of(entry), at, 3, out.len(), |_, ()| ());
            out.push_str(entry);
        }
        keys.resolve(from, 3, &mut out, "; ", key_of);
        keys.forget(from);
        out
    }

    #[test]
    fn the_last_entry_of_a_key_takes_the_place_of_the_first() {
        let mut keys = OpenKeys::default();

        assert_eq!(written(&mut keys, &["a=1", "b=2", "a=3", "c=4", "b=5"]), "object: a=3; b=5; c=4");
        assert_eq!(written(&mut keys, &["a=1", "b=2", "a=3"]), "object: a=3; b=2");
        assert_eq!(written(&mut keys, &["a=1", "b=2"]), "object: a=1; b=2");
        assert_eq!(written(&mut keys, &["a=1", "b=2"]), "object: a=1; b=2");
        assert_eq!(written(&mut keys, &["a=1", "a=2"]), "object: a=2");
    }

    #[test]
    fn a_key_at_the_same_place_is_quoted_once() {
        let mut keys = OpenKeys::<String>::default();
        let louder = |key: &str, quoted: &mut String| *quoted = format!("{quoted}{key}!");

        assert_eq!(keys.note("name", 0, 0, 0, louder).unwrap(), "name!");
        assert_eq!(keys.note("name", 0, 0, 0, louder).unwrap(), "name!");
        assert_eq!(keys.note("other", 0, 0, 0, louder).unwrap(), "name!other!");
        assert_eq!(keys.field(0, 0).unwrap(), ("other", &"name!other!".to_owned()));
    }

    #[test]
    fn duplicates_among_many_keys_are_found_each_time() {
        let mut keys = OpenKeys::default();
        let entries: Vec<String> = (0..100).map(|at| format!("{}={at}", at % 99)).collect();
        let entries: Vec<&str> = entries.iter().map(String::as_str).collect();

        for _ in 0..2 {
            assert!(written(&mut keys, &entries).starts_with("object: 0=99; 1=1; "));
            assert!(written(&mut keys, &entries[1..]).ends_with("98=98; 0=99"));
        }
    }

    #[test]
    fn keys_of_any_length_are_compared_whole() {
        for len in 0..40 {
            let key = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN".get(..len).unwrap();
            assert!(same_key(key, key));
            for at in 0..len {
                let mut other = key.to_owned();
                other.replace_range(at..=at, "#");
                assert!(!same_key(key, &other), "{other}");
            }
        }
    }

    #[test]
    fn quotes_end_at_the_first_that_is_not_escaped() {
        assert_eq!(quoted_len(r#""a": 1"#), 3);
        assert_eq!(quoted_len(r#""a\"b\\": 1"#), 8);
        assert_eq!(quoted_len(r#""open"#), 5);
    }
}
