//! The columns of a table: the union of its rows' keys.

use std::collections::HashMap;

use crate::FormatError;
use crate::keys::same_key;
use crate::tape::{Entries, Node};

/// Tables of up to this many cells are written however few of them are filled.
const SMALL: usize = 10_000;

/// Column names in the order they were first seen.
pub(super) struct Columns<'t> {
    names: Vec<&'t str>,
    places: HashMap<&'t str, usize>,
    is_uniform: bool,
}

impl<'t> Columns<'t> {
    /// Collects the keys of all rows.
    ///
    /// # Errors
    /// [`FormatError::NotTabular`] when no row has a key; [`FormatError::TooSparse`] when a large table would be mostly
    /// empty: rows without a common key would make its size grow with their square.
    pub(super) fn of(rows: &[Entries<'t>]) -> Result<Self, FormatError> {
        let mut columns = Self { names: Vec::new(), places: HashMap::new(), is_uniform: true };
        let first = rows.first().cloned();
        first.into_iter().flatten().for_each(|(key, _)| columns.add(key));
        let mut filled = 0;
        for row in rows {
            filled += row.len();
            columns.add_row(row);
        }
        columns.check(rows.len(), filled)?;
        Ok(columns)
    }

    fn check(&self, rows: usize, filled: usize) -> Result<(), FormatError> {
        let columns = self.names.len();
        if columns == 0 {
            let found = if rows == 1 { "an object without keys" } else { "objects without keys" };
            return Err(FormatError::NotTabular { path: String::new(), found });
        }
        let cells = rows.saturating_mul(columns);
        if cells > SMALL && filled.saturating_mul(4) < cells {
            return Err(FormatError::TooSparse { rows, columns });
        }
        Ok(())
    }

    fn add(&mut self, key: &'t str) {
        self.places.insert(key, self.names.len());
        self.names.push(key);
    }

    fn add_row(&mut self, row: &Entries<'t>) {
        let mut pairs = row.clone().zip(&self.names);
        if self.is_uniform && row.len() == self.names.len() && pairs.all(|((key, _), name)| same_key(key, name)) {
            return;
        }
        self.is_uniform = false;
        for (key, _) in row.clone() {
            if !self.places.contains_key(key) {
                self.add(key);
            }
        }
    }

    pub(super) fn names(&self) -> &[&'t str] {
        &self.names
    }

    /// JSON pointer to a cell of a list of rows.
    pub(super) fn pointer(&self, row: usize, column: usize) -> String {
        let name = self.names.get(column).copied().unwrap_or_default();
        format!("/{row}/{}", name.replace('~', "~0").replace('/', "~1"))
    }

    /// Whether every row has all keys in the same order.
    pub(super) fn are_uniform(&self) -> bool {
        self.is_uniform
    }

    /// The cells of a row in the order of the columns.
    pub(super) fn place(&self, row: Entries<'t>) -> Vec<Option<Node<'t>>> {
        let mut cells = vec![None; self.names.len()];
        for (key, value) in row {
            if let Some(cell) = self.places.get(key).and_then(|place| cells.get_mut(*place)) {
                *cell = Some(value);
            }
        }
        cells
    }
}
