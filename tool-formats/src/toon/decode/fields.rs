//! The field names of a header, which say where each cell of a row belongs.

use std::borrow::Cow;

use super::key_finder::Keyed;

/// The columns of a table.
#[derive(Debug, Default)]
pub(super) struct Fields<'de> {
    /// The text they were read from, both braces included.
    pub(super) source: &'de str,
    pub(super) delimiter: u8,
    pub(super) columns: Vec<Column<'de>>,
    /// How many cells a row has.
    pub(super) width: usize,
    /// The depth of nested objects in a row.
    pub(super) height: usize,
}

/// A field of each row.
#[derive(Debug)]
pub(super) struct Column<'de> {
    pub(super) name: Cow<'de, str>,
    pub(super) content: Content<'de>,
}

#[derive(Debug)]
pub(super) enum Content<'de> {
    /// The number of its cell in the row.
    Cell(usize),
    /// An object in each row.
    Group(Vec<Column<'de>>),
}

impl<'de> Keyed<'de> for Column<'de> {
    fn key(&self) -> Cow<'de, str> {
        self.name.clone()
    }
}

impl Fields<'_> {
    /// Whether `header`, from its opening brace on, gives these names again.
    pub(super) fn are_those_of(&self, header: &str, delimiter: u8) -> bool {
        self.delimiter == delimiter && header.starts_with(self.source)
    }
}
