//! Rows of a table that go straight into the text.

use super::frame::{Fields, Start};
use super::order::Orders;
use super::rewrite::record_cells;
use super::twins::{KeyText, Twins};
use crate::tape::{Key, Node, Recorder};
use crate::toon::encode::table::{Column, Plan};
use crate::toon::encode::{Encoder, Length};

/// A table so far.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) rows: Rows,
    pub(super) length: Length,
    /// Where the first row begins.
    pub(super) body: usize,
    /// Depth of the rows.
    pub(super) depth: usize,
    pub(super) len: usize,
    pub(super) orders: Orders,
    columns: Vec<Expected>,
    /// Top-level columns.
    width: usize,
    keys: String,
    pub(super) is_in_row: bool,
    /// The column whose key or value comes next.
    at: usize,
    /// The key of that column has come.
    has_key: bool,
    /// Where each group ends that is open in the row.
    groups: Vec<usize>,
    /// Where the line of the row begins.
    line: usize,
    /// Where the cells of the row begin.
    cells: usize,
    /// A line has been begun whose row is not complete.
    pub(super) has_line: bool,
}

/// What the rows are, and what they become if the table breaks.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rows {
    Items(Start),
    Entries(Fields),
}

/// A column that each row is expected to have.
#[derive(Debug)]
struct Expected {
    start: usize,
    len: usize,
    /// Where the key of the last row stood in memory, 0 if it was not static.
    address: usize,
    inner: usize,
    size: usize,
}

impl Table {
    /// Writes the header, behind its length.
    pub(super) fn begin(plan: &Plan<'_>, length: Length, rows: Rows, encoder: &mut Encoder) -> Self {
        encoder.columns(plan);
        let mut keys = String::new();
        let columns = plan.columns.iter().map(|column| {
            let start = keys.len();
            keys.push_str(column.key);
            Expected { start, len: column.key.len(), address: 0, inner: column.len, size: column.size }
        });
        let columns = columns.collect();
        let depth = match rows {
            Rows::Items(start) => start.place.below(),
            Rows::Entries(fields) => fields.depth.max(1),
        };
        Self {
            rows,
            length,
            body: encoder.out.len(),
            depth,
            len: 0,
            orders: Orders::default(),
            columns,
            width: plan.len,
            keys,
            is_in_row: false,
            at: 0,
            has_key: false,
            groups: Vec::new(),
            line: 0,
            cells: 0,
            has_line: false,
        }
    }

    /// Begins the line of an entry with its key.
    pub(super) fn begin_entry(&mut self, key: KeyText<'_>, encoder: &mut Encoder, twins: &mut Twins) {
        self.begin_line(encoder);
        twins.add(key, &mut encoder.out);
        encoder.out.push_str(": ");
    }

    fn begin_line(&mut self, encoder: &mut Encoder) {
        self.has_line = true;
        self.line = encoder.out.len();
        encoder.line(self.depth);
    }

    /// Begins a row: an item's line, or the cells behind an entry's key.
    pub(super) fn begin_row(&mut self, encoder: &mut Encoder) {
        if let Rows::Items(_) = self.rows {
            self.begin_line(encoder);
        }
        self.cells = encoder.out.len();
        self.is_in_row = true;
        self.at = 0;
        self.has_key = false;
        self.groups.clear();
    }

    /// Whether `key` is the one the next column has.
    #[inline]
    pub(super) fn takes_key(&mut self, key: Key<'_>) -> bool {
        if self.has_key || self.groups.last() == Some(&self.at) {
            return false;
        }
        let Some(column) = self.columns.get_mut(self.at) else {
            return false;
        };
        self.has_key = match key {
            // A static text at the same place of the same length is the same text.
            Key::Static(key) if key.as_ptr().addr() == column.address && key.len() == column.len => true,
            _ => self.keys.get(column.start..column.start + column.len) == Some(key.as_str()),
        };
        if let (true, Key::Static(key)) = (self.has_key, key) {
            column.address = key.as_ptr().addr();
        }
        self.has_key
    }

    /// Whether a scalar fits here; the caller writes it.
    #[inline]
    pub(super) fn takes_scalar(&mut self) -> bool {
        let fits = self.has_key && self.columns.get(self.at).is_some_and(|column| column.size == 0);
        if fits {
            self.has_key = false;
            self.at += 1;
        }
        fits
    }

    /// Whether an object fits here.
    pub(super) fn takes_group(&mut self) -> bool {
        let size = self.columns.get(self.at).map_or(0, |column| column.size);
        if !self.has_key || size == 0 {
            return false;
        }
        self.has_key = false;
        self.at += 1;
        self.groups.push(self.at + size);
        true
    }

    /// Whether the row, or the group that is open in it, may end here.
    pub(super) fn takes_end(&mut self, encoder: &mut Encoder) -> bool {
        let end = self.groups.last().copied().unwrap_or(self.columns.len());
        if self.has_key || self.at != end {
            return false;
        }
        if self.groups.pop().is_none() {
            self.end_row(encoder);
        }
        true
    }

    fn end_row(&mut self, encoder: &mut Encoder) {
        encoder.out.pop();
        self.is_in_row = false;
        self.has_line = false;
        self.len += 1;
    }

    /// Whether a recorded object fits as the row that has been begun; if not, that line is cut off.
    pub(super) fn takes_recorded(&mut self, node: Node<'_>, encoder: &mut Encoder) -> bool {
        self.is_in_row = false;
        let plan = plan(&self.columns, &self.keys, self.width);
        let fits = encoder.row(&plan, node);
        if fits {
            self.orders.add(self.len, &plan, node);
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

    pub(super) fn plan(&self) -> Plan<'_> {
        plan(&self.columns, &self.keys, self.width)
    }

    /// Takes the row that has been begun out of the text, onto the recorder, as far as it has come.
    pub(super) fn take_row(&mut self, recorder: &mut Recorder, encoder: &mut Encoder) {
        let text = encoder.out.split_off(self.cells);
        let plan = self.plan();
        record_cells(&plan, &text, self.at, self.groups.len(), encoder.delimiter, recorder);
        if let (true, Some(column)) = (self.has_key, plan.columns.get(self.at)) {
            recorder.key(Key::Text(column.key));
        }
        self.is_in_row = false;
    }
}

fn plan<'k>(columns: &[Expected], keys: &'k str, len: usize) -> Plan<'k> {
    let column = |column: &Expected| Column {
        key: keys.get(column.start..column.start + column.len).unwrap_or_default(),
        len: column.inner,
        size: column.size,
    };
    Plan { columns: columns.iter().map(column).collect(), len }
}
