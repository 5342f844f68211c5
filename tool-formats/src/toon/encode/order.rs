//! The order of keys in rows that differ from the header, which counts again if the table becomes something else.

use std::collections::HashMap;

use super::table::{Column, Plan};
use crate::tape::{Entries, Node, View};

/// Orders of single rows of the tables in a text.
#[derive(Debug, Default)]
pub(in crate::toon) struct Orders(Vec<Order>);

#[derive(Debug)]
struct Order {
    /// Where the header of the table begins.
    table: usize,
    row: usize,
    columns: Vec<usize>,
}

impl Orders {
    #[inline]
    pub(in crate::toon) fn clear(&mut self) {
        if !self.0.is_empty() {
            self.drop_all();
        }
    }

    #[cold]
    fn drop_all(&mut self) {
        self.0.clear();
    }

    /// Takes out the orders of all tables from `start` of the text on.
    pub(in crate::toon) fn split_off(&mut self, start: usize) -> Self {
        Self(self.0.split_off(self.0.partition_point(|order| order.table < start)))
    }

    /// Remembers in which order the keys of a row came, unless it is that of the header.
    pub(in crate::toon) fn add(&mut self, table: usize, row: usize, plan: &Plan<'_>, node: Node<'_>) {
        let View::Object(entries) = node.view() else { return };
        let mut columns = Vec::with_capacity(plan.columns.len());
        follow(&plan.columns, 0, entries, &mut columns);
        if !columns.is_sorted() {
            self.0.push(Order { table, row, columns });
        }
    }

    /// The columns in the order of each row of a table; rows are asked for in sequence.
    pub(in crate::toon) fn by_row<'o>(&'o self, table: usize) -> impl FnMut(usize) -> Option<&'o [usize]> {
        let start = self.0.partition_point(|order| order.table < table);
        let mut rest = self.0.iter().skip(start).peekable();
        move |row| rest.next_if(|next| next.table == table && next.row == row).map(|order| order.columns.as_slice())
    }
}

/// Appends the columns that the keys represent, each group followed by what is inside it.
fn follow(columns: &[Column<'_>], base: usize, entries: Entries<'_>, order: &mut Vec<usize>) {
    let mut places = HashMap::new();
    let mut at = 0;
    while let Some(column) = columns.get(at) {
        places.insert(column.key, at);
        at += 1 + column.size;
    }
    for (key, value) in entries {
        let Some(at) = places.get(key).copied() else { continue };
        order.push(base + at);
        if let (View::Object(inner), Some(column)) = (value.view(), columns.get(at)) {
            let columns = columns.get(at + 1..at + 1 + column.size).unwrap_or_default();
            follow(columns, base + at + 1, inner, order);
        }
    }
}
