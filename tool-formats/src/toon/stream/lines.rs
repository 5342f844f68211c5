//! What the lines of fields begin with, kept from one object to the next.
//!
//! Objects at one depth mostly have the same keys: a line feed, the indent, the quoted key and a colon are one
//! text then, which is copied whole. That the keys are distinct has to be found out once, too.

use super::frame::{Fields, Place};
use super::shape::shape_of_key;
use crate::keys::{hash, same_key};
use crate::tape::Key;
use crate::toon::encode::Encoder;
use crate::toon::string::push_key;

/// The lines of all objects that are open.
#[derive(Debug, Default)]
pub(super) struct Lines {
    levels: Vec<Level>,
    /// Depth of the innermost object.
    depth: usize,
    /// Room for looking through keys.
    hashes: Vec<u64>,
}

/// The lines of an object, and after them those of the last ones at this depth.
#[derive(Debug, Default)]
struct Level {
    fields: Fields,
    lines: Vec<Line>,
    /// Keys that have come.
    at: usize,
    /// How much of the next line is there already.
    skip: usize,
    /// So many keys are known to be distinct.
    distinct: usize,
    /// What so many keys add to the shape of their object.
    shape: (usize, u64),
    /// The last object was a keyed table.
    is_table: bool,
}

#[derive(Debug, Default)]
struct Line {
    /// The line as it is written.
    text: String,
    key: String,
    /// The address of the key, 0 if it was not static.
    address: usize,
}

impl Lines {
    /// Begins an object.
    pub(super) fn begin(&mut self, fields: Fields, encoder: &Encoder) {
        let depth = fields.depth();
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        self.depth = depth;
        if let Some(level) = self.levels.get_mut(depth) {
            level.fields = fields;
            level.at = 0;
            level.skip = match fields.place {
                Place::Root => encoder.glue(depth),
                // The space after the hyphen is the last one of the indent.
                Place::Item(_) => encoder.glue(depth) - 1,
                Place::Field(_) => 0,
            };
        }
    }

    /// Goes on with an object that is open at `depth`.
    pub(super) fn resume(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// The innermost object.
    pub(super) fn fields(&self) -> Fields {
        self.levels.get(self.depth).map(|level| level.fields).unwrap_or_default()
    }

    /// Where the innermost object is.
    pub(super) fn place(&self) -> Place {
        self.levels.get(self.depth).map(|level| level.fields.place).unwrap_or_default()
    }

    /// The innermost object holds an array.
    pub(super) fn count_array(&mut self) {
        if let Some(level) = self.levels.get_mut(self.depth) {
            level.fields.shape = None;
        }
    }

    /// The innermost object holds an object of this shape after its last key. Whether the two entries it has are alike.
    pub(super) fn count_object(&mut self, shape: Option<u64>) -> bool {
        self.levels.get_mut(self.depth).is_some_and(|level| level.fields.counts(shape, level.at))
    }

    /// Writes a key of the innermost object, with what is before it and a colon and a space after it, if it is the
    /// one that was in this place in the last object. Whether it was.
    #[allow(clippy::inline_always, reason = "its callers know what kind of key it is")]
    #[inline(always)]
    pub(super) fn takes(&mut self, key: Key<'_>, out: &mut String) -> bool {
        let Some(level) = self.levels.get_mut(self.depth) else { return false };
        match level.lines.get(level.at) {
            Some(line) if line.has(key) && level.skip == 0 => {
                level.at += 1;
                out.push_str(&line.text);
            }
            Some(line) if line.has(key) => level.take(out),
            _ => return false,
        }
        true
    }

    /// Writes any key of the innermost object.
    pub(super) fn push(&mut self, key: Key<'_>, encoder: &mut Encoder) {
        let Some(level) = self.levels.get_mut(self.depth) else { return };
        level.find(key, encoder.out_and_glue(self.depth).1);
        level.take(&mut encoder.out);
    }

    /// The first key of the innermost object.
    pub(super) fn first_key(&self) -> &str {
        let level = self.levels.get(self.depth);
        level.and_then(|level| level.lines.first()).map_or("", |line| line.key.as_str())
    }

    /// Whether the innermost object has one key, and may become a keyed table as the last one did.
    pub(super) fn may_be_table(&self) -> bool {
        let may_be_table = |level: &Level| level.is_table && level.at == 1 && !level.fields.is_item();
        self.levels.get(self.depth).is_some_and(may_be_table)
    }

    /// Remembers what became of the innermost object.
    pub(super) fn set_table(&mut self, is_table: bool) {
        if let Some(level) = self.levels.get_mut(self.depth) {
            level.is_table = is_table;
        }
    }

    /// Depth of the innermost object.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// The shape of the innermost object, which ends.
    #[inline]
    pub(super) fn shape(&self) -> Result<Option<u64>, NewKeys> {
        let Some(level) = self.levels.get(self.depth).filter(|level| level.at > 0) else { return Ok(None) };
        match level.fields.shape {
            _ if level.at > level.distinct => Err(NewKeys),
            Some(_) if level.shape.0 != level.at => Err(NewKeys),
            inner => Ok(inner.map(|inner| inner.wrapping_add(level.shape.1))),
        }
    }

    /// Looks through the keys of the innermost object, which ends: whether one came twice. If not, it has a shape.
    pub(super) fn has_duplicate_keys(&mut self) -> bool {
        let Some(level) = self.levels.get_mut(self.depth) else { return false };
        if level.at > level.distinct && level.has_duplicate_keys(&mut self.hashes) {
            return true;
        }
        level.distinct = level.distinct.max(level.at);
        level.shape = (level.at, level.keys().map(shape_of_key).fold(0, u64::wrapping_add));
        false
    }
}

/// The keys of an object are not known from an earlier one, and have to be looked through.
pub(super) struct NewKeys;

impl Level {
    /// Sees to it that the next line is that of `key`.
    fn find(&mut self, key: Key<'_>, glue: &str) {
        if !self.lines.get(self.at).is_some_and(|line| same_key(&line.key, key.as_str())) {
            self.learn(key.as_str(), glue);
        }
        if let (Some(line), Some(key)) = (self.lines.get_mut(self.at), key.fixed()) {
            line.address = key.as_ptr().addr();
        }
    }

    /// Writes the next line, of which a part may be there already.
    #[inline(never)]
    fn take(&mut self, out: &mut String) {
        let Some(line) = self.lines.get(self.at) else { return };
        out.push_str(line.text.get(self.skip..).unwrap_or_default());
        self.skip = 0;
        self.at += 1;
    }

    /// Overwrites the line at this place and keeps its memory; the lines after it are still good guesses.
    fn learn(&mut self, key: &str, glue: &str) {
        self.distinct = self.distinct.min(self.at);
        if self.shape.0 > self.at {
            self.shape.0 = 0;
        }
        if self.lines.len() <= self.at {
            self.lines.resize_with(self.at + 1, Line::default);
        }
        if let Some(line) = self.lines.get_mut(self.at) {
            line.set(key, glue);
        }
    }

    /// The keys that have come.
    fn keys(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().take(self.at).map(|line| line.key.as_str())
    }

    fn has_duplicate_keys(&self, hashes: &mut Vec<u64>) -> bool {
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
    /// Whether it is the line of `key`, comparing pointer and length only: a static text at the same place of the same
    /// length is the same text.
    #[allow(clippy::inline_always, reason = "its callers know what kind of key it is")]
    #[inline(always)]
    fn has(&self, key: Key<'_>) -> bool {
        match key {
            Key::Static(key) => self.address == key.as_ptr().addr() && self.key.len() == key.len(),
            Key::Text(key) => same_key(&self.key, key),
        }
    }

    fn set(&mut self, key: &str, glue: &str) {
        self.text.clear();
        self.text.push_str(glue);
        push_key(&mut self.text, key);
        self.text.push_str(": ");
        self.key.clear();
        self.key.push_str(key);
        self.address = 0;
    }
}
