//! Which keys of a text come twice in their object, for reading that forgives it.

use std::collections::{HashMap, HashSet};

use super::document::Cursor;

/// What is known about keys that come twice.
#[derive(Debug, Default)]
pub(super) struct Twins<'de> {
    /// For the first of equal keys, by its address: where the last one is.
    last: HashMap<usize, Twin<'de>>,
    /// The others, by their addresses.
    others: HashSet<usize>,
    are_known: bool,
}

/// A field as it was met.
#[derive(Debug, Clone, Copy)]
pub(super) struct Twin<'de> {
    /// Its line, or what follows the hyphen.
    pub(super) content: &'de str,
    /// Where reading goes on below it.
    pub(super) cursor: Cursor<'de>,
}

/// What to do with a field.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step<'de> {
    Read,
    /// Read the value of this one, which came later.
    ReadInstead(Twin<'de>),
    Skip,
}

impl<'de> Twins<'de> {
    /// Ends the search. From now on fields are looked up.
    pub(super) fn close(mut self) -> Self {
        self.are_known = true;
        self
    }

    pub(super) fn are_known(&self) -> bool {
        self.are_known
    }

    /// Notes that the key at address `first` came again, as `twin`.
    pub(super) fn note(&mut self, first: usize, twin: Twin<'de>) {
        self.others.insert(twin.content.as_ptr().addr());
        self.last.insert(first, twin);
    }

    pub(super) fn step(&self, content: &str) -> Step<'de> {
        if self.others.is_empty() {
            return Step::Read;
        }
        let address = content.as_ptr().addr();
        if self.others.contains(&address) {
            return Step::Skip;
        }
        self.last.get(&address).map_or(Step::Read, |twin| Step::ReadInstead(*twin))
    }
}
