//! Tables: a header with the keys, and a line of cells for each object.

use std::collections::HashMap;

use super::Encoder;
use crate::tape::{Entries, Items, Node, View};
use crate::toon::string::push_key;

/// From this many keys on, an object whose keys come in another order is searched by hash.
const MANY_KEYS: usize = 16;

/// A column, followed in its list by the columns inside it.
#[derive(Debug)]
pub(in crate::toon) struct Column<'t> {
    pub(in crate::toon) key: &'t str,
    /// How many columns are directly inside; 0 for a column of scalars.
    pub(in crate::toon) len: usize,
    /// How many columns are inside at any depth.
    pub(in crate::toon) size: usize,
}

/// The columns as the first object of a table has them.
#[derive(Debug)]
pub(in crate::toon) struct Plan<'t> {
    pub(in crate::toon) columns: Vec<Column<'t>>,
    pub(in crate::toon) len: usize,
}

impl<'t> Plan<'t> {
    /// `None` when an object of this shape cannot be a row: it is empty, or holds an array or an empty object.
    pub(in crate::toon) fn of(first: &Entries<'t>) -> Option<Self> {
        let mut plan = Self { columns: Vec::with_capacity(first.len()), len: first.len() };
        plan.add(first.clone())?;
        Some(plan)
    }

    fn add(&mut self, entries: Entries<'t>) -> Option<()> {
        if entries.len() == 0 {
            return None;
        }
        for (key, value) in entries {
            let at = self.columns.len();
            self.columns.push(Column { key, len: 0, size: 0 });
            match value.view() {
                View::Scalar(_) => {}
                View::Array(_) => return None,
                View::Object(inner) => {
                    let len = inner.len();
                    self.add(inner)?;
                    let size = self.columns.len() - at - 1;
                    if let Some(column) = self.columns.get_mut(at) {
                        (column.len, column.size) = (len, size);
                    }
                }
            }
        }
        Some(())
    }
}

impl Encoder {
    /// An array of objects from its columns on. False, and nothing written, when it is not a table.
    pub(super) fn table(&mut self, items: &Items<'_>, depth: usize) -> bool {
        let start = self.out.len();
        let Some(View::Object(first)) = items.clone().next().map(Node::view) else {
            return false;
        };
        let Some(plan) = Plan::of(&first) else {
            return false;
        };
        self.columns(&plan);
        for item in items.clone() {
            self.line(depth);
            if !self.row(&plan, item) {
                self.out.truncate(start);
                return false;
            }
        }
        true
    }

    /// An object of objects from its length on. False, and nothing written, when it is not a table.
    pub(super) fn keyed_table(&mut self, entries: &Entries<'_>, depth: usize) -> bool {
        if entries.len() < 2 {
            return false;
        }
        let start = self.out.len();
        let Some((_, first)) = entries.clone().next() else {
            return false;
        };
        // Rows of one shape take as many slots. Without this, every object around a deep one would be written as a
        // table first, down to its last level, to find that the entry next to it is none.
        if entries.clone().any(|(_, value)| value.size() != first.size()) {
            return false;
        }
        let View::Object(first) = first.view() else {
            return false;
        };
        let Some(plan) = Plan::of(&first) else {
            return false;
        };
        self.length(entries.len(), ":");
        self.columns(&plan);
        for (row, (key, value)) in entries.clone().enumerate() {
            self.line(depth + 1);
            push_key(&mut self.out, key);
            self.out.push_str(": ");
            if !self.row(&plan, value) {
                self.out.truncate(start);
                self.split_orders(start);
                return false;
            }
            self.note_order(start, row, &plan, value);
        }
        true
    }

    /// Remembers the order of keys in the row that has been written, if it is not that of the header.
    pub(in crate::toon) fn note_order(&mut self, table: usize, row: usize, plan: &Plan<'_>, item: Node<'_>) {
        if let (true, Some(orders)) = (self.is_reordered, &mut self.orders) {
            orders.add(table, row, plan, item);
        }
    }

    pub(in crate::toon) fn columns(&mut self, plan: &Plan<'_>) {
        self.column_list(&plan.columns);
        self.out.push(':');
    }

    fn column_list(&mut self, mut columns: &[Column<'_>]) {
        self.out.push('{');
        while let Some((column, rest)) = columns.split_first() {
            push_key(&mut self.out, column.key);
            let (inner, after) = rest.split_at_checked(column.size).unwrap_or_default();
            if !inner.is_empty() {
                self.column_list(inner);
            }
            if !after.is_empty() {
                self.out.push_str(self.delimiter.as_str());
            }
            columns = after;
        }
        self.out.push('}');
    }

    /// The cells of one object, without a delimiter after the last. False, with a torn line, when it does not fit.
    pub(in crate::toon) fn row(&mut self, plan: &Plan<'_>, item: Node<'_>) -> bool {
        self.is_reordered = false;
        let View::Object(entries) = item.view() else {
            return false;
        };
        let fits = self.cells(&plan.columns, plan.len, entries);
        self.cut(1);
        fits
    }

    /// The cells of one object, each with a delimiter after it. False at the first thing that does not fit.
    fn cells(&mut self, mut columns: &[Column<'_>], len: usize, mut entries: Entries<'_>) -> bool {
        if entries.len() != len {
            return false;
        }
        while let Some((column, rest)) = columns.split_first() {
            let before = entries.clone();
            let Some((key, value)) = entries.next() else {
                return false;
            };
            if key != column.key {
                return self.cells_by_key(columns, &before);
            }
            let (inner, after) = rest.split_at_checked(column.size).unwrap_or_default();
            if !self.cells_of(column, inner, value) {
                return false;
            }
            columns = after;
        }
        true
    }

    fn cells_of(&mut self, column: &Column<'_>, inner: &[Column<'_>], value: Node<'_>) -> bool {
        match value.view() {
            View::Scalar(scalar) if column.size == 0 => {
                self.cell(scalar);
                true
            }
            View::Object(entries) if column.size > 0 => self.cells(inner, column.len, entries),
            _ => false,
        }
    }

    /// The same for an object whose keys come in another order. As many keys as columns are left, and all are distinct.
    fn cells_by_key<'t>(&mut self, mut columns: &[Column<'_>], entries: &Entries<'t>) -> bool {
        self.is_reordered = true;
        let by_key: HashMap<&str, Node<'t>> =
            if entries.len() < MANY_KEYS { HashMap::new() } else { entries.clone().collect() };
        while let Some((column, rest)) = columns.split_first() {
            let value = if by_key.is_empty() {
                entries.clone().find(|(key, _)| *key == column.key).map(|(_, value)| value)
            } else {
                by_key.get(column.key).copied()
            };
            let (inner, after) = rest.split_at_checked(column.size).unwrap_or_default();
            if !value.is_some_and(|value| self.cells_of(column, inner, value)) {
                return false;
            }
            columns = after;
        }
        true
    }
}
