//! Arrays whose items are below the header after hyphens, or after the header's colon.

use serde::de::{DeserializeSeed, SeqAccess};

use super::access::{Access, excess};
use super::document::Document;
use super::elements::Elements;
use super::header::Header;
use super::place::{Place, Value};
use super::scalar::Scalar;
use super::scan::Cells;
use crate::fault::{Fault, Result};

/// Items after hyphens.
#[derive(Debug)]
pub(super) struct ListAccess<'p, 'de>(Elements<'p, 'de>);

impl<'p, 'de> ListAccess<'p, 'de> {
    pub(super) fn new(document: &'p mut Document<'de>, header: Header<'de>, depth: usize) -> Self {
        Self(Elements::new(document, header, depth, ["item", "items"]))
    }
}

impl<'de> SeqAccess<'de> for ListAccess<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.0.next_line()? {
            return Ok(None);
        }
        let document = &mut *self.0.document;
        let start = document.lines.line().start;
        let place = Place::of_item(&mut document.lines)?;
        seed.deserialize(Value { document, place, start }).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl Access for ListAccess<'_, '_> {
    fn finish(&mut self) -> Result {
        if self.0.next_line()? { Err(excess(self.0.document.lines.content())) } else { Ok(()) }
    }
}

/// Scalars after the colon.
#[derive(Debug)]
pub(super) struct InlineAccess<'p, 'de> {
    document: &'p Document<'de>,
    cells: Cells<'de>,
    header: Header<'de>,
    count: usize,
}

impl<'p, 'de> InlineAccess<'p, 'de> {
    pub(super) fn new(document: &'p Document<'de>, header: Header<'de>) -> Self {
        Self { document, cells: Cells::new(header.rest, 0, header.delimiter), header, count: 0 }
    }

    /// Checks the count after the last cell.
    fn end(&self) -> Result {
        if self.document.lines.is_strict() { self.header.check_count(self.count, ["value", "values"]) } else { Ok(()) }
    }
}

impl<'de> SeqAccess<'de> for InlineAccess<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(cell) = self.cells.next() else {
            return self.end().map(|()| None);
        };
        self.count += 1;
        seed.deserialize(Scalar(cell)).map(Some)
    }

    /// As of elements on lines: no more than there is text for.
    fn size_hint(&self) -> Option<usize> {
        let count = self.header.count.saturating_sub(self.count);
        self.document.lines.is_strict().then(|| count.min(self.header.rest.len() / 2 + 1))
    }
}

impl Access for InlineAccess<'_, '_> {
    fn finish(&mut self) -> Result {
        match self.cells.next() {
            Some(cell) => Err(excess(cell)),
            None => self.end(),
        }
    }
}
