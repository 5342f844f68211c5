//! Rows: lines whose cells are an object's values.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::access::{Access, excess, value_before_key, visit_map};
use super::document::Document;
use super::fields::{Column, Content, Fields};
use super::map_key::MapKey;
use super::scalar::{NUMBER, Scalar};
use super::scan::{Cells, find_unquoted, from, trim};
use super::variant::EnumVisitor;
use crate::fault::{Fault, Result};

/// The cells of one row; the buffer serves all rows of a table.
#[derive(Debug)]
pub(super) struct RowCells<'de> {
    pub(super) fields: Fields<'de>,
    delimiter: u8,
    cells: Vec<&'de str>,
}

impl<'de> RowCells<'de> {
    /// For the rows below the header that was read last.
    pub(super) fn new(delimiter: u8, document: &mut Document<'de>) -> Self {
        let fields = document.spare_fields.take().unwrap_or_default();
        Self { fields, delimiter, cells: std::mem::take(&mut document.spare_cells) }
    }

    /// Leaves what it holds to the next table.
    pub(super) fn give_back(&mut self, document: &mut Document<'de>) {
        document.spare_fields = Some(std::mem::take(&mut self.fields));
        document.spare_cells = std::mem::take(&mut self.cells);
    }

    /// Splits a row of an array. A colon before the first delimiter would make the line something else.
    ///
    /// Source: TOON specification 4.4, section 9.3.
    #[inline]
    pub(super) fn split_row(&mut self, line: &'de str) -> Result<Row<'_, 'de>> {
        let delimiter = self.delimiter;
        self.cells.clear();
        match find_unquoted(line.as_bytes(), 0, [delimiter, b':', b'"']) {
            Some((_, b':')) => {
                return Err(Fault::at(line, format!("expected a row of {}, found a key with `:`", self.width())));
            }
            Some((at, _)) => {
                self.cells.push(trim(line.get(..at).unwrap_or_default()));
                self.split(line, at + 1);
            }
            None => self.cells.push(line),
        }
        self.row(line)
    }

    /// Splits what follows the key of an entry.
    ///
    /// Source: TOON specification 4.4, section 9.5.
    pub(super) fn split_entry(&mut self, rest: &'de str) -> Result<Row<'_, 'de>> {
        self.cells.clear();
        if !trim(rest).is_empty() {
            self.split(rest, 0);
        }
        self.row(rest)
    }

    /// Not by `extend`, which asks for room cell by cell.
    #[inline]
    fn split(&mut self, text: &'de str, start: usize) {
        for cell in Cells::new(text, start, self.delimiter) {
            self.cells.push(cell);
        }
    }

    #[inline]
    fn row(&self, line: &'de str) -> Result<Row<'_, 'de>> {
        if self.cells.len() == self.fields.width {
            return Ok(Row { columns: &self.fields.columns, cells: &self.cells, line });
        }
        let place = self.cells.get(self.fields.width).copied().unwrap_or(from(line, line.len()));
        Err(Fault::at(place, format!("expected a row of {}, found {}", self.width(), self.cells.len())))
    }

    /// In words.
    pub(super) fn width(&self) -> String {
        let width = self.fields.width;
        format!("{width} {}", if width == 1 { "cell" } else { "cells" })
    }
}

/// A row, or a group of fields in one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'t, 'de> {
    pub(super) columns: &'t [Column<'de>],
    /// All cells of the line: a column knows which are its own.
    pub(super) cells: &'t [&'de str],
    pub(super) line: &'de str,
}

impl<'de> Deserializer<'de> for Row<'_, 'de> {
    type Error = Fault;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_map(visitor, &mut RowAccess { row: self, at: 0 }).map_err(|fault| fault.or_at(self.line))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == NUMBER { self.deserialize_any(visitor) } else { visitor.visit_newtype_struct(self) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_any(EnumVisitor(visitor))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The fields of a row, in the order of the header.
#[derive(Debug)]
struct RowAccess<'t, 'de> {
    row: Row<'t, 'de>,
    /// How many keys were read.
    at: usize,
}

impl<'de> MapAccess<'de> for RowAccess<'_, 'de> {
    type Error = Fault;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(column) = self.row.columns.get(self.at) else {
            return Ok(None);
        };
        self.at += 1;
        seed.deserialize(MapKey(&column.name)).map(Some)
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let Row { columns, cells, line } = self.row;
        let column = self.at.checked_sub(1).and_then(|at| columns.get(at)).ok_or_else(value_before_key)?;
        match &column.content {
            Content::Cell(at) => seed.deserialize(Scalar(cells.get(*at).copied().unwrap_or_default())),
            Content::Group(columns) => seed.deserialize(Row { columns, cells, line }),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.row.columns.len().saturating_sub(self.at))
    }
}

impl Access for RowAccess<'_, '_> {
    fn finish(&mut self) -> Result {
        if self.at < self.row.columns.len() { Err(excess(self.row.line)) } else { Ok(()) }
    }
}
