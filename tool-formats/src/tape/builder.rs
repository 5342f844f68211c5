//! Puts slots on a tape, counts the depth, and keeps the keys of each object distinct.

use std::collections::HashMap;
use std::ops::Range;

use super::{Extent, MAX_DEPTH, Slot, Span, Tape, TooDeep};
use crate::{Loss, LossSet};

/// A tape while it is written.
#[derive(Debug, Default)]
pub(crate) struct TapeBuilder<'a> {
    tape: Tape<'a>,
    depth: usize,
    /// For each depth, where the last object is whose keys were found distinct.
    checked: Vec<usize>,
}

/// A container that was opened and is not closed yet.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub(crate) struct Open(usize);

impl Open {
    /// Where its slot is on the tape.
    pub(super) fn position(self) -> usize {
        self.0
    }
}

impl<'a> TapeBuilder<'a> {
    pub(crate) fn finish(self) -> Tape<'a> {
        self.tape
    }

    /// What has been written so far. A container that is still open shows as null.
    pub(super) fn tape(&self) -> &Tape<'a> {
        &self.tape
    }

    /// Clears it and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.tape.slots.clear();
        self.tape.copied.clear();
        self.tape.losses = LossSet::default();
        self.checked.clear();
        self.depth = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, slot: Slot<'a>) {
        self.tape.slots.push(slot);
    }

    pub(crate) fn push_copied_verbatim(&mut self, digits: &str) {
        let span = self.copy(digits);
        self.push(Slot::CopiedVerbatim(span));
    }

    pub(crate) fn push_copied_text(&mut self, text: &str) {
        let span = self.copy(text);
        self.push(Slot::CopiedText(span));
    }

    fn copy(&mut self, text: &str) -> Span {
        let start = self.tape.copied.len();
        self.tape.copied.push_str(text);
        Span { start, len: text.len() }
    }

    /// Begins a text that arrives in pieces, which are pushed to [`TapeBuilder::pieces`].
    pub(crate) fn begin_text(&mut self) -> usize {
        self.tape.copied.len()
    }

    pub(crate) fn pieces(&mut self) -> &mut String {
        &mut self.tape.copied
    }

    /// Ends the text that began at `start`.
    pub(crate) fn end_text(&mut self, start: usize) {
        let len = self.tape.copied.len().saturating_sub(start);
        self.push(Slot::CopiedText(Span { start, len }));
    }

    /// Opens an array or object, unless it would be too deep.
    pub(crate) fn open(&mut self) -> Result<Open, TooDeep> {
        if self.depth == MAX_DEPTH {
            return Err(TooDeep { limit: MAX_DEPTH });
        }
        Ok(self.open_unchecked())
    }

    /// Opens an array or object for a caller who counts the depth.
    pub(super) fn open_unchecked(&mut self) -> Open {
        self.depth += 1;
        self.push(Slot::Null);
        Open(self.tape.slots.len() - 1)
    }

    pub(crate) fn close_array(&mut self, open: Open, len: usize) {
        self.close(open, Slot::Array, len);
    }

    pub(crate) fn close_object(&mut self, open: Open, len: usize) {
        if len > 1 && !self.has_keys_of_last_sibling(open, len) {
            if self.has_duplicate_keys(open) {
                return self.close_without_duplicates(open);
            }
            self.remember(open);
        }
        self.close(open, Slot::Object, len);
    }

    /// Notes something that is not kept.
    pub(crate) fn note(&mut self, loss: Loss) {
        self.tape.note(loss);
    }

    fn close(&mut self, open: Open, slot: fn(Extent) -> Slot<'a>, len: usize) {
        let slots = self.tape.slots.len().saturating_sub(open.0 + 1);
        if let Some(place) = self.tape.slots.get_mut(open.0) {
            *place = slot(Extent { len, slots });
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn remember(&mut self, open: Open) {
        if self.checked.len() <= self.depth {
            self.checked.resize(self.depth + 1, usize::MAX);
        }
        if let Some(place) = self.checked.get_mut(self.depth) {
            *place = open.0;
        }
    }

    /// Rows of a table have the same keys: comparing them with the row before is all their check costs.
    fn has_keys_of_last_sibling(&self, open: Open, len: usize) -> bool {
        let slots = &self.tape.slots;
        let Some(&last) = self.checked.get(self.depth) else {
            return false;
        };
        let (Some(Slot::Object(extent)), Some(old), Some(new)) =
            (slots.get(last), slots.get(last.wrapping_add(1)..), slots.get(open.0 + 1..))
        else {
            return false;
        };
        let copied = &self.tape.copied;
        let mut pairs = keys(old).zip(keys(new));
        extent.len == len && pairs.by_ref().take(len).all(|(old, new)| same_text(*old.slot, *new.slot, copied))
    }

    fn has_duplicate_keys(&self, open: Open) -> bool {
        let slots = self.tape.slots.get(open.0 + 1..).unwrap_or_default();
        let mut texts: Vec<_> = keys(slots).map(|key| key.slot.text(&self.tape.copied)).collect();
        texts.sort_unstable();
        texts.windows(2).any(|pair| pair.first() == pair.last())
    }

    /// The last value of a key wins, and is where the key was first, as in a `serde_json` map.
    fn close_without_duplicates(&mut self, open: Open) {
        self.note(Loss::DuplicateKeys);
        let slots = self.tape.slots.get(open.0 + 1..).unwrap_or_default();
        let mut kept: Vec<(Slot<'a>, Range<usize>)> = Vec::new();
        let mut places = HashMap::new();
        for key in keys(slots) {
            let place = *places.entry(key.slot.text(&self.tape.copied)).or_insert(kept.len());
            match kept.get_mut(place) {
                Some(entry) => entry.1 = key.value,
                None => kept.push((*key.slot, key.value)),
            }
        }
        let mut rebuilt = Vec::with_capacity(slots.len());
        for (key, value) in &kept {
            rebuilt.push(*key);
            rebuilt.extend_from_slice(slots.get(value.clone()).unwrap_or_default());
        }
        self.tape.slots.truncate(open.0 + 1);
        self.tape.slots.append(&mut rebuilt);
        // Slots have moved: the places remembered inside this object hold something else now.
        self.checked.truncate(self.depth);
        self.close(open, Slot::Object, kept.len());
    }
}

struct Key<'s, 'a> {
    slot: &'s Slot<'a>,
    /// Where its value is among the slots given to [`keys`].
    value: Range<usize>,
}

/// The keys that are at the top of an object's slots.
fn keys<'s, 'a>(slots: &'s [Slot<'a>]) -> impl Iterator<Item = Key<'s, 'a>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let slot = slots.get(at)?;
        let start = at + 1;
        at = start + slots.get(start)?.size();
        Some(Key { slot, value: start..at })
    })
}

fn same_text(one: Slot<'_>, other: Slot<'_>, copied: &str) -> bool {
    let (one, other) = (one.text(copied), other.text(copied));
    // Field names of one struct are the same bytes in memory, which is quicker to see than that they are equal.
    one.zip(other).is_some_and(|(one, other)| std::ptr::eq(one, other) || one == other)
}
