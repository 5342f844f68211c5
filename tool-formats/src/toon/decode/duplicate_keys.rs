//! The duplicate keys of a text, for lenient reading.

use std::collections::{HashMap, HashSet};

use super::cursor::Cursor;

/// The duplicate keys found in a first pass.
#[derive(Debug, Default)]
pub(super) struct DuplicateKeys {
    /// For the first of equal keys, by the offset of its line: where the last one is.
    last: HashMap<usize, Cursor>,
    /// The others, by the offsets of theirs.
    others: HashSet<usize>,
    are_known: bool,
}

/// What to do with a field.
#[derive(Debug)]
pub(super) enum Step {
    Read,
    /// Read the value on the line here, which came later.
    ReadInstead(Box<Cursor>),
    Skip,
}

impl DuplicateKeys {
    /// Ends the search. From now on fields are looked up.
    pub(super) fn close(mut self) -> Self {
        self.are_known = true;
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.others.is_empty()
    }

    pub(super) fn are_known(&self) -> bool {
        self.are_known
    }

    /// Notes that the key on the line at `first` came again, on the line at `cursor`.
    pub(super) fn note(&mut self, first: usize, cursor: Cursor) {
        self.others.insert(cursor.line.start);
        self.last.insert(first, cursor);
    }

    /// What to do with the field on the line at `start`.
    pub(super) fn step(&self, start: usize) -> Step {
        if self.others.is_empty() {
            return Step::Read;
        }
        if self.others.contains(&start) {
            return Step::Skip;
        }
        self.last.get(&start).map_or(Step::Read, |cursor| Step::ReadInstead(Box::new(*cursor)))
    }
}
