//! The order of keys in rows that differ from the header, which counts again if the table becomes a list.

use std::collections::HashMap;

use crate::tape::{Entries, Node, View};
use crate::toon::encode::table::{Column, Plan};

/// Orders of single rows.
#[derive(Debug, Default)]
pub(super) struct Orders(Vec<(usize, Vec<usize>)>);

impl Orders {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Remembers in which order the keys of a row came, unless it is that of the header.
    pub(super) fn add(&mut self, row: usize, plan: &Plan<'_>, node: Node<'_>) {
        let View::Object(entries) = node.view() else { return };
        let mut order = Vec::with_capacity(plan.columns.len());
        follow(&plan.columns, 0, entries, &mut order);
        if !order.is_sorted() {
            self.0.push((row, order));
        }
    }

    /// The columns in the order of each row; rows are asked for in sequence.
    pub(super) fn by_row<'o>(&'o self) -> impl FnMut(usize) -> Option<&'o [usize]> {
        let mut rest = self.0.iter().peekable();
        move |row| rest.next_if(|(at, _)| *at == row).map(|(_, order)| order.as_slice())
    }
}

/// Appends the columns that the keys stand for, each group followed by what is inside it.
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
