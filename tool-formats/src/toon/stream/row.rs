//! Rows of a table that go straight into the text.

use super::frame::{Fields, Place, Start};
use super::shape::mix;
use super::written::{key_of, lines, record_cells};
use crate::keys::{hash, same_key};
use crate::tape::{Key, Node, Recorder};
use crate::toon::encode::table::{Column, Plan};
use crate::toon::encode::{Encoder, Length};
use crate::toon::string::push_key;

/// A table so far; or one that has ended, kept for its columns.
#[derive(Debug, Default)]
pub(super) struct Table {
    columns: Vec<Expected>,
    /// Top-level columns.
    width: usize,
    /// The shape of the rows.
    shape: Option<u64>,
    /// The columns as a header shows them.
    header: String,
    pub(super) rows: Rows,
    pub(super) length: Length,
    /// Where the first row begins.
    pub(super) body: usize,
    /// Depth of the rows.
    pub(super) depth: usize,
    pub(super) len: usize,
    /// A hash of each entry's key.
    entries: Vec<u64>,
    /// A line has been begun whose row is not complete.
    pub(super) has_line: bool,
    /// Where that line begins.
    line: usize,
    /// Where its cells begin.
    cells: usize,
    /// Columns whose key was received.
    at: usize,
    /// Columns inside the last of them: 0 where a scalar is due.
    group: usize,
    /// Where the innermost group ends that is open in the row, else the row.
    end: usize,
    /// Where each group ends that is open in the row.
    groups: Vec<usize>,
}

/// What the rows are, and what they become if the table breaks.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rows {
    Items(Start),
    Entries(Fields),
}

impl Default for Rows {
    fn default() -> Self {
        Self::Items(Start { place: Place::Root, len: 0 })
    }
}

/// A column that each row is expected to have.
#[derive(Debug)]
struct Expected {
    key: String,
    /// The address of the key of an earlier row, 0 if it was not static.
    address: usize,
    inner: usize,
    size: usize,
}

impl Table {
    /// Takes over the columns.
    pub(super) fn plan(&mut self, plan: &Plan<'_>, shape: Option<u64>, encoder: &mut Encoder) {
        self.shape = shape;
        self.columns.clear();
        self.columns.extend(plan.columns.iter().map(|column| Expected {
            key: column.key.to_owned(),
            address: 0,
            inner: column.len,
            size: column.size,
        }));
        self.width = plan.len;
        let start = encoder.out.len();
        encoder.columns(plan);
        self.header = encoder.out.split_off(start);
    }

    pub(super) fn has_columns(&self) -> bool {
        !self.columns.is_empty()
    }

    /// Whether `key` is that of the first column.
    pub(super) fn begins_with(&self, key: Key<'_>) -> bool {
        self.columns.first().is_some_and(|column| same_key(&column.key, key.as_str()))
    }

    /// Writes the header, after its length.
    pub(super) fn begin(&mut self, rows: Rows, length: Length, encoder: &mut Encoder) {
        encoder.out.push_str(&self.header);
        self.rows = rows;
        self.length = length;
        self.body = encoder.out.len();
        self.depth = match rows {
            Rows::Items(start) => start.place.below(),
            Rows::Entries(fields) => fields.depth().max(1),
        };
        self.len = 0;
        encoder.split_orders(length.start);
        self.entries.clear();
        self.has_line = false;
    }

    /// Whether the columns are those of an earlier table, and no row has confirmed them.
    pub(super) fn is_adopted(&self) -> bool {
        self.len == 0
    }

    /// Begins the line of an entry with its key.
    pub(super) fn begin_entry(&mut self, key: &str, encoder: &mut Encoder) {
        self.begin_line(encoder);
        self.entries.push(hash(key));
        push_key(&mut encoder.out, key);
        encoder.out.push_str(": ");
    }

    fn begin_line(&mut self, encoder: &mut Encoder) {
        self.has_line = true;
        self.line = encoder.out.len();
        encoder.line(self.depth);
    }

    /// Begins a row: an item's line, or the cells after an entry's key.
    pub(super) fn begin_row(&mut self, encoder: &mut Encoder) {
        if let Rows::Items(_) = self.rows {
            self.begin_line(encoder);
        }
        self.cells = encoder.out.len();
        self.at = 0;
        self.end = self.columns.len();
        self.groups.clear();
    }

    /// Whether `key` is the one the next column has, comparing pointer and length only: a static text at the same place
    /// of the same length is the same text.
    #[allow(clippy::inline_always, reason = "its callers know what kind of key it is")]
    #[inline(always)]
    pub(super) fn takes_key(&mut self, key: Key<'_>) -> bool {
        let Some(column) = self.columns.get(self.at).filter(|_| self.at < self.end) else {
            return false;
        };
        let is_same = match key {
            Key::Text(key) => same_key(&column.key, key),
            Key::Static(key) => key.as_ptr().addr() == column.address && key.len() == column.key.len(),
        };
        if is_same {
            self.at += 1;
            self.group = column.size;
        }
        is_same
    }

    /// The same for a key that may have another address than that of the last row.
    pub(super) fn finds_key(&mut self, key: Key<'_>) -> bool {
        if let (Some(column), Key::Static(key)) = (self.columns.get_mut(self.at), key)
            && same_key(&column.key, key)
        {
            column.address = key.as_ptr().addr();
        }
        self.takes_key(key)
    }

    /// Whether a scalar fits after the key that was received; the caller writes it.
    #[inline]
    pub(super) fn takes_scalar(&self) -> bool {
        self.group == 0
    }

    /// Whether an object fits after the key that was received.
    #[inline(never)]
    pub(super) fn takes_group(&mut self) -> bool {
        if self.group == 0 {
            return false;
        }
        self.end = self.at + self.group;
        self.groups.push(self.end);
        true
    }

    /// Whether the row, or the group that is open in it, may end here.
    pub(super) fn takes_end(&self) -> bool {
        self.at == self.end
    }

    /// Ends the group that is open, else the row. Whether it was the row.
    pub(super) fn end_object(&mut self, encoder: &mut Encoder) -> bool {
        if self.groups.pop().is_some() {
            self.end = self.groups.last().copied().unwrap_or(self.columns.len());
            return false;
        }
        encoder.cut(1);
        self.has_line = false;
        self.len += 1;
        true
    }

    /// Whether a recorded object fits as the row that has been begun; if not, its cells are cut off.
    pub(super) fn takes_recorded(&mut self, node: Node<'_>, encoder: &mut Encoder) -> bool {
        let plan = plan(&self.columns, self.width);
        let fits = encoder.row(&plan, node);
        if fits {
            // The first row gives the header its order.
            if self.len > 0 {
                encoder.note_order(self.length.start, self.len, &plan, node);
            }
            self.has_line = false;
            self.len += 1;
        } else {
            encoder.out.truncate(self.cells);
        }
        fits
    }

    /// Where the text ends that holds complete rows only.
    pub(super) fn complete(&self, encoder: &Encoder) -> usize {
        if self.has_line { self.line } else { encoder.out.len() }
    }

    /// Whether a key of an entry came twice.
    pub(super) fn has_duplicate_keys(&mut self, encoder: &Encoder) -> bool {
        self.entries.sort_unstable();
        if self.entries.windows(2).all(|pair| pair.first() != pair.last()) {
            return false;
        }
        let body = encoder.out.get(self.body..).unwrap_or_default();
        let mut keys: Vec<&str> = lines(body, encoder.glue(self.depth)).map(key_of).collect();
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair.first() == pair.last())
    }

    /// What complete rows add to the shape of the object whose entries they are.
    pub(super) fn rows_shape(&self) -> Option<u64> {
        Some(mix(self.shape?).wrapping_mul(self.len as u64))
    }

    /// The shape of the object whose entries the rows are.
    pub(super) fn shape(&self) -> Option<u64> {
        let keys = self.entries.iter().map(|key| mix(*key)).fold(0, u64::wrapping_add);
        Some(self.rows_shape()?.wrapping_add(keys))
    }

    pub(super) fn columns(&self) -> Plan<'_> {
        plan(&self.columns, self.width)
    }

    /// Takes the row that has been begun out of the text, onto the recorder, as far as it is complete: up to a value
    /// or, if the last key `has_value`, up to a key.
    pub(super) fn take_row(&mut self, has_value: bool, recorder: &mut Recorder, encoder: &mut Encoder) {
        let text = encoder.out.split_off(self.cells);
        let plan = self.columns();
        let whole = if has_value { self.at } else { self.at.saturating_sub(1) };
        record_cells(&plan, &text, whole, self.groups.len(), encoder.delimiter, recorder);
        if let (false, Some(column)) = (has_value, plan.columns.get(whole)) {
            recorder.key(Key::Text(column.key));
        }
    }
}

fn plan(columns: &[Expected], len: usize) -> Plan<'_> {
    let columns = columns.iter().map(|column| Column { key: &column.key, len: column.inner, size: column.size });
    Plan { columns: columns.collect(), len }
}
