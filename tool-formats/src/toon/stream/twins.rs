//! Keys of objects that are open; and those that an object has twice: the last value wins, in the place of the first.
//!
//! It takes a value with two equal keys for this to matter, as `flatten` can make one, so it has to cost next to nothing
//! when there is none. Objects of one list mostly have the same keys: comparing a key with that of the last object in
//! its place is all that has to be done then.

use std::collections::HashMap;

use crate::toon::encode::Encoder;
use crate::toon::string::{is_bare_key, push_key, push_quoted};

/// The keys of all objects that are open.
#[derive(Debug, Default)]
pub(super) struct Twins {
    written: Vec<Written>,
    /// For each depth, the keys of the last object.
    shapes: Vec<Shape>,
}

/// A key in the text.
#[derive(Debug, Clone, Copy)]
struct Written {
    /// Equal for equal keys.
    hash: u64,
    start: usize,
}

/// The keys of an object.
#[derive(Debug, Default)]
struct Shape {
    keys: Vec<Known>,
    text: String,
    /// No two of them are equal.
    is_distinct: bool,
}

#[derive(Debug)]
struct Known {
    start: usize,
    len: usize,
    hash: u64,
    is_bare: bool,
}

/// A key that is to be written.
#[derive(Debug, Clone, Copy)]
pub(super) enum KeyText<'k> {
    Raw(&'k str),
    /// Taken out of a text, with its quotes.
    Written(&'k str),
}

impl<'k> KeyText<'k> {
    pub(super) fn as_str(self) -> &'k str {
        let (Self::Raw(key) | Self::Written(key)) = self;
        key
    }
}

impl Twins {
    pub(super) fn len(&self) -> usize {
        self.written.len()
    }

    /// Drops the keys of an object that has ended or begins anew.
    pub(super) fn forget(&mut self, from: usize) {
        self.written.truncate(from);
    }

    /// Writes a key.
    pub(super) fn add(&mut self, key: KeyText<'_>, out: &mut String) {
        let start = out.len();
        match key {
            KeyText::Raw(key) => push_key(out, key),
            KeyText::Written(key) => out.push_str(key),
        }
        self.written.push(Written { hash: hash(out, start), start });
    }

    /// Writes the key that comes as number `at` of an object whose fields are at `depth`.
    pub(super) fn add_field(&mut self, key: KeyText<'_>, at: usize, depth: usize, out: &mut String) {
        let KeyText::Raw(raw) = key else {
            return self.add(key, out);
        };
        if self.shapes.len() <= depth {
            self.shapes.resize_with(depth + 1, Shape::default);
        }
        if let Some(shape) = self.shapes.get_mut(depth) {
            let start = out.len();
            let hash = shape.write(raw, at, out);
            self.written.push(Written { hash, start });
        }
    }

    /// As [`Twins::resolve`], for an object whose keys were written as fields.
    pub(super) fn resolve_fields(&mut self, from: usize, encoder: &mut Encoder, depth: usize) {
        let len = self.written.len() - from;
        let is_distinct = |shape: &&mut Shape| len <= shape.keys.len() && shape.is_distinct;
        if len < 2 || self.shapes.get_mut(depth).as_ref().is_some_and(is_distinct) {
            return;
        }
        let kept = self.resolve(from, encoder, depth);
        if let Some(shape) = self.shapes.get_mut(depth) {
            shape.is_distinct = kept == len && shape.keys.len() == len;
        }
    }

    /// Rewrites the end of the text, from the key at `from` on, if a key stands there twice. Its lines are at `depth`.
    ///
    /// Gives the number of keys that are left.
    pub(super) fn resolve(&mut self, from: usize, encoder: &mut Encoder, depth: usize) -> usize {
        let keys = self.written.get(from..).unwrap_or_default();
        let Some(first) = keys.first().filter(|_| may_have_twins(keys)) else {
            return keys.len();
        };
        let start = first.start;
        let text = encoder.out.split_off(start);
        let kept = last_of_each(&blocks(keys, &text, start, encoder.glue(depth)));
        for (at, block) in kept.iter().enumerate() {
            if at > 0 {
                encoder.line(depth);
            }
            encoder.out.push_str(block);
        }
        kept.len()
    }
}

impl Shape {
    /// Writes a key, and gives its hash.
    fn write(&mut self, key: &str, at: usize, out: &mut String) -> u64 {
        if let Some(known) = self.keys.get(at)
            && same_key(self.text.get(known.start..known.start + known.len).unwrap_or_default(), key)
        {
            if known.is_bare {
                out.push_str(key);
            } else {
                push_quoted(out, key);
            }
            return known.hash;
        }
        self.learn(key, at, out)
    }

    fn learn(&mut self, key: &str, at: usize, out: &mut String) -> u64 {
        let before = out.len();
        let is_bare = is_bare_key(key);
        push_key(out, key);
        let hash = hash(out, before);
        self.is_distinct = false;
        self.keys.truncate(at);
        let start = self.keys.last().map_or(0, |last| last.start + last.len);
        self.text.truncate(start);
        // A key before this one may be unknown, if it was taken out of a text.
        if self.keys.len() == at {
            self.text.push_str(key);
            self.keys.push(Known { start, len: key.len(), hash, is_bare });
        }
        hash
    }
}

/// Whether two keys are equal, which for short ones shows in two words; a comparison of any length is a call.
#[inline]
pub(super) fn same_key(one: &str, other: &str) -> bool {
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

fn may_have_twins(keys: &[Written]) -> bool {
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

/// Of the key at the end of a text, the length and the bytes at both ends: cheap, and different for nearly all keys of one object.
fn hash(out: &str, start: usize) -> u64 {
    let key = out.as_bytes().get(start..).unwrap_or_default();
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

/// Each key with its value, as they are written.
fn blocks<'t>(keys: &[Written], text: &'t str, start: usize, glue: usize) -> Vec<&'t str> {
    let ends = keys.iter().skip(1).map(|next| next.start - start - glue).chain([text.len()]);
    keys.iter().zip(ends).filter_map(|(key, end)| text.get(key.start - start..end)).collect()
}

fn last_of_each<'t>(blocks: &[&'t str]) -> Vec<&'t str> {
    let mut kept: Vec<&str> = Vec::new();
    let mut places = HashMap::new();
    for block in blocks {
        let place = *places.entry(key_of(block)).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(earlier) => *earlier = block,
            None => kept.push(block),
        }
    }
    kept
}

/// The key at the beginning of a line.
pub(super) fn key_of(line: &str) -> &str {
    let end = if line.starts_with('"') { quoted_len(line) } else { line.find([':', '[']).unwrap_or(line.len()) };
    line.get(..end).unwrap_or(line)
}

/// Length of the quoted text at the beginning.
pub(super) fn quoted_len(text: &str) -> usize {
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
