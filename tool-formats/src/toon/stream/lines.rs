//! What the lines of fields begin with, kept from one object to the next.
//!
//! Objects at one depth mostly have the same keys: a line feed, the indent, the key as it is spelled and a colon are one
//! text then, which is copied whole. That the keys are distinct has to be found out once, too.

use super::frame::{Fields, Place};
use super::shape::shape_of_key;
use crate::keys::{hash, same_key};
use crate::tape::Key;
use crate::toon::encode::Encoder;
use crate::toon::string::{is_bare_key, push_quoted};

/// The lines of all objects that are open.
#[derive(Debug, Default)]
pub(super) struct Lines {
    levels: Vec<Level>,
    /// Depth of the innermost object.
    depth: usize,
    /// Room for looking through keys.
    hashes: Vec<u64>,
}

/// The lines of an object, or of the last one at this depth.
#[derive(Debug, Default)]
struct Level {
    lines: Vec<Line>,
    text: String,
    /// Keys that have come.
    at: usize,
    /// How much of the first line is there already.
    skip: usize,
    /// No two keys of all lines are equal.
    is_distinct: bool,
    /// What all keys add to the shape of the object, if they are distinct.
    keys_shape: u64,
}

/// Where a line stands in the text of its level.
#[derive(Debug)]
struct Line {
    start: usize,
    end: usize,
    key: usize,
    key_len: usize,
    /// Where the key stood in memory, 0 if it was not static.
    address: usize,
}

impl Lines {
    /// Begins an object.
    pub(super) fn begin(&mut self, fields: &Fields, encoder: &Encoder) {
        let depth = fields.depth;
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        self.depth = depth;
        if let Some(level) = self.levels.get_mut(depth) {
            level.at = 0;
            level.skip = match fields.place {
                Place::Root => encoder.glue(depth),
                // The space behind the hyphen is the last one of the indent.
                Place::Item(_) => encoder.glue(depth) - 1,
                Place::Field(_) => 0,
            };
        }
    }

    /// Goes on with an object that is open at `depth`.
    pub(super) fn resume(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// Keys of the innermost object.
    pub(super) fn len(&self) -> usize {
        self.levels.get(self.depth).map_or(0, |level| level.at)
    }

    /// Writes a key of the innermost object, with what stands before it and a colon and a space behind it.
    #[inline]
    pub(super) fn push(&mut self, key: Key<'_>, encoder: &mut Encoder) {
        let Some(level) = self.levels.get_mut(self.depth) else { return };
        if !level.is_at(key) {
            level.find(key.as_str(), key.address(), self.depth, encoder);
        }
        level.take(encoder);
    }

    /// Whether a key of the innermost object, which ends, came twice.
    pub(super) fn has_twins(&mut self) -> bool {
        let Some(level) = self.levels.get_mut(self.depth) else { return false };
        if level.is_distinct {
            return false;
        }
        let has_twins = level.has_twins(&mut self.hashes);
        if !has_twins && level.at == level.lines.len() {
            level.is_distinct = true;
            level.keys_shape = level.keys_shape();
        }
        has_twins
    }

    /// The shape of the innermost object, which has no twins.
    pub(super) fn shape(&self, fields: &Fields) -> Option<u64> {
        let level = self.levels.get(self.depth).filter(|level| level.at > 0)?;
        let is_known = level.is_distinct && level.at == level.lines.len();
        let keys = if is_known { level.keys_shape } else { level.keys_shape() };
        Some(fields.shape?.wrapping_add(keys))
    }
}

impl Level {
    /// Whether the last object had this very key here: a static text at the same place of the same length is the same.
    #[inline]
    fn is_at(&self, key: Key<'_>) -> bool {
        let address = key.address();
        self.lines.get(self.at).is_some_and(|line| line.address == address && line.key_len == key.as_str().len())
            && address != 0
    }

    /// Sees to it that the next line is that of `key`. In parts, the key stays in registers.
    #[inline(never)]
    fn find(&mut self, key: &str, address: usize, depth: usize, encoder: &mut Encoder) {
        if !self.lines.get(self.at).is_some_and(|line| same_key(line.key(&self.text), key)) {
            self.learn(key, depth, encoder);
        }
        if let (Some(line), true) = (self.lines.get_mut(self.at), address != 0) {
            line.address = address;
        }
    }

    /// Writes the next line.
    #[inline]
    fn take(&mut self, encoder: &mut Encoder) {
        let Some(line) = self.lines.get(self.at) else { return };
        let start = if self.at == 0 { line.start + self.skip } else { line.start };
        encoder.out.push_str(self.text.get(start..line.end).unwrap_or_default());
        self.at += 1;
    }

    fn learn(&mut self, key: &str, depth: usize, encoder: &mut Encoder) {
        self.is_distinct = false;
        self.text.truncate(self.lines.get(self.at).map_or(self.text.len(), |line| line.start));
        self.lines.truncate(self.at);
        let start = self.text.len();
        self.text.push_str(encoder.out_and_glue(depth).1);
        let written = self.text.len();
        let is_bare = is_bare_key(key);
        if is_bare {
            self.text.push_str(key);
        } else {
            push_quoted(&mut self.text, key);
        }
        self.text.push_str(": ");
        let end = self.text.len();
        if !is_bare {
            self.text.push_str(key);
        }
        let place = if is_bare { written } else { end };
        self.lines.push(Line { start, end, key: place, key_len: key.len(), address: 0 });
    }

    /// The keys that have come.
    fn keys(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().take(self.at).map(|line| line.key(&self.text))
    }

    fn keys_shape(&self) -> u64 {
        self.keys().map(shape_of_key).fold(0, u64::wrapping_add)
    }

    fn has_twins(&self, hashes: &mut Vec<u64>) -> bool {
        if self.at < 2 {
            return false;
        }
        hashes.clear();
        hashes.extend(self.keys().map(hash));
        hashes.sort_unstable();
        if hashes.windows(2).all(|pair| pair.first() != pair.last()) {
            return false;
        }
        let mut keys: Vec<&str> = self.keys().collect();
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair.first() == pair.last())
    }
}

impl Line {
    fn key<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.key..self.key + self.key_len).unwrap_or_default()
    }
}
