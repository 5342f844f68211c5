//! The columns of a table: the union of its rows' keys, in the order they were first seen.

use std::collections::HashMap;

use crate::FormatError;
use crate::keys::same_key;
use crate::tape::Key;

/// Tables of up to this many cells are written however few of them are filled.
const SMALL: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct Columns {
    known: Vec<Column>,
    /// Where each column is. Filled once a row asks for more than the next one.
    places: HashMap<Box<str>, usize>,
}

#[derive(Debug)]
struct Column {
    name: Box<str>,
    /// The address of the name of a field, 0 if it is not static. The fields of a struct have the same addresses in each
    /// row, and comparing addresses is faster than comparing names.
    address: usize,
}

impl Column {
    #[inline]
    fn is(&self, key: Key<'_>) -> bool {
        if let Some(field) = key.fixed()
            && field.as_ptr().addr() == self.address
            && field.len() == self.name.len()
        {
            return true;
        }
        same_key(&self.name, key.as_str())
    }
}

impl Columns {
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(|column| &*column.name)
    }

    #[inline]
    pub(super) fn is_next(&self, at: usize, key: Key<'_>) -> bool {
        self.known.get(at).is_some_and(|column| column.is(key))
    }

    /// The first column from `at` on that is called `key`.
    pub(super) fn find(&self, at: usize, key: Key<'_>) -> Option<usize> {
        let found = self.known.get(at..)?.iter().position(|column| column.is(key))?;
        Some(at + found)
    }

    /// Adds a column that may be called as another one.
    pub(super) fn add(&mut self, key: Key<'_>) {
        let address = key.fixed().map_or(0, |field| field.as_ptr().addr());
        self.known.push(Column { name: key.as_str().into(), address });
    }

    /// Where the column of this name is; a new one is added.
    pub(super) fn place(&mut self, key: Key<'_>) -> usize {
        for (at, column) in self.known.iter().enumerate().skip(self.places.len()) {
            self.places.insert(column.name.clone(), at);
        }
        if let Some(place) = self.places.get(key.as_str()) {
            return *place;
        }
        self.add(key);
        self.known.len() - 1
    }

    /// Whether all columns have different names.
    pub(super) fn are_distinct(&self) -> bool {
        let mut names: Vec<&str> = self.names().collect();
        names.sort_unstable();
        names.windows(2).all(|pair| pair.first() != pair.last())
    }

    /// Merges columns of the same name, and returns the new position of each.
    pub(super) fn unite(&mut self) -> Vec<usize> {
        let all = std::mem::take(&mut self.known);
        all.iter().map(|column| self.place(Key::Text(&column.name))).collect()
    }

    /// JSON pointer to a cell of a list of rows.
    pub(super) fn pointer(&self, row: usize, column: usize) -> String {
        let name = self.known.get(column).map(|column| &*column.name).unwrap_or_default();
        format!("/{row}/{}", name.replace('~', "~0").replace('/', "~1"))
    }

    /// Whether so many rows, with so many values in all, are mostly empty.
    ///
    /// Rows without a common key would make the size of a large table grow with their square.
    pub(super) fn are_sparse(&self, rows: usize, filled: usize) -> bool {
        let cells = rows.saturating_mul(self.len());
        cells > SMALL && filled.saturating_mul(4) < cells
    }

    /// Whether the rows make a table.
    ///
    /// # Errors
    /// [`FormatError::NotTabular`] when no row has a key, [`FormatError::TooSparse`] when it would be mostly empty.
    pub(super) fn check(&self, rows: usize, filled: usize) -> Result<(), FormatError> {
        if self.len() == 0 {
            let found = if rows == 1 { "an object without keys" } else { "objects without keys" };
            return Err(FormatError::NotTabular { path: String::new(), found });
        }
        if self.are_sparse(rows, filled) {
            return Err(FormatError::TooSparse { rows, columns: self.len() });
        }
        Ok(())
    }
}
