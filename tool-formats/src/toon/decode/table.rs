//! Tables: arrays of objects as rows, and objects of objects as entries.

use serde::de::{DeserializeSeed, MapAccess, SeqAccess};

use super::access::{Access, excess, value_before_key};
use super::document::Document;
use super::duplicate_keys::Step;
use super::elements::Elements;
use super::header::Header;
use super::map_key::MapKey;
use super::object_keys::ObjectKeys;
use super::row::RowCells;
use super::scan::{find_unquoted, split, trim_end};
use super::text;
use crate::fault::{Fault, Result};

/// An array whose objects are rows.
#[derive(Debug)]
pub(super) struct TableAccess<'p, 'de> {
    rows: Elements<'p, 'de>,
    cells: RowCells<'de>,
}

impl<'p, 'de> TableAccess<'p, 'de> {
    pub(super) fn new(document: &'p mut Document<'de>, header: Header<'de>, depth: usize) -> Self {
        let cells = RowCells::new(header.delimiter, document);
        Self { rows: Elements::new(document, header, depth, ["row", "rows"]), cells }
    }
}

impl<'de> SeqAccess<'de> for TableAccess<'_, 'de> {
    type Error = Fault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.rows.next_line()? {
            return Ok(None);
        }
        seed.deserialize(self.cells.split_row(self.rows.document.lines.content())?).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        self.rows.size_hint()
    }
}

impl Access for TableAccess<'_, '_> {
    fn finish(&mut self) -> Result {
        if self.rows.next_line()? {
            return Err(excess(self.rows.document.lines.content()));
        }
        self.cells.give_back(self.rows.document);
        Ok(())
    }
}

/// An object whose values are objects in rows, each after its key.
#[derive(Debug)]
pub(super) struct KeyedAccess<'p, 'de> {
    entries: Elements<'p, 'de>,
    cells: RowCells<'de>,
    keys: ObjectKeys<'de>,
    /// The cells of the entry whose key was read.
    rest: Option<&'de str>,
}

impl<'p, 'de> KeyedAccess<'p, 'de> {
    pub(super) fn new(document: &'p mut Document<'de>, header: Header<'de>, depth: usize) -> Self {
        let cells = RowCells::new(header.delimiter, document);
        let keys = ObjectKeys::new(document);
        Self { entries: Elements::new(document, header, depth, ["entry", "entries"]), cells, keys, rest: None }
    }

    /// The key of an entry, and its cells.
    ///
    /// Source: TOON specification 4.4, section 9.5: the first unquoted colon divides them, whatever else is there.
    fn split(&self, line: &'de str) -> Result<(&'de str, &'de str)> {
        let Some((colon, _)) = find_unquoted(line.as_bytes(), 0, *b":\"") else {
            return Err(Fault::at(line, format!("expected an entry: a key, `:` and {}", self.cells.width())));
        };
        let (key, rest) = split(line, colon);
        Ok((trim_end(key), rest))
    }
}

impl<'de> MapAccess<'de> for KeyedAccess<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        while self.entries.next_line()? {
            let line = self.entries.document.lines.content();
            let (key, mut rest) = self.split(line)?;
            match self.keys.step(key, self.entries.document)? {
                Step::Read => {}
                Step::Skip => continue,
                Step::ReadInstead(duplicate) => {
                    (_, rest) =
                        self.split(self.entries.document.lines.slice(duplicate.line.start, duplicate.line.end))?;
                }
            }
            self.rest = Some(rest);
            return seed.deserialize(MapKey(&text::key(key)?)).map(Some).map_err(|fault| fault.or_at(line));
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let rest = self.rest.take().ok_or_else(value_before_key)?;
        seed.deserialize(self.cells.split_entry(rest)?)
    }

    fn size_hint(&self) -> Option<usize> {
        self.entries.size_hint()
    }
}

impl Access for KeyedAccess<'_, '_> {
    fn finish(&mut self) -> Result {
        if self.entries.next_line()? {
            return Err(excess(self.entries.document.lines.content()));
        }
        self.keys.forget(self.entries.document);
        self.cells.give_back(self.entries.document);
        Ok(())
    }
}
