//! The field names of a header, which say where each cell of a row belongs.

use std::borrow::Cow;

use super::document::Document;
use super::header::Scanner;
use super::keys::{KeyFinder, Keyed};
use super::scan::{find_unquoted, trim};
use super::text;
use crate::fault::{Fault, Result};

/// The columns of a table.
#[derive(Debug, Default)]
pub(super) struct Fields<'de> {
    /// The text they were read from, both braces included.
    source: &'de str,
    delimiter: u8,
    pub(super) columns: Vec<Column<'de>>,
    /// How many cells a row has.
    pub(super) width: usize,
    /// How many objects stand in one another in a row.
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

impl<'de> Fields<'de> {
    /// Reads field names from the opening brace to behind the closing one.
    ///
    /// Source: TOON specification 4.4, sections 6 and 9.3.
    pub(super) fn parse(scanner: &mut Scanner<'de>, delimiter: u8, document: &Document<'de>) -> Result<Self> {
        let start = scanner.at;
        scanner.at += 1;
        let mut list = FieldList { scanner, delimiter, document, width: 0, height: 0 };
        let columns = list.columns(1)?;
        let (width, height) = (list.width, list.height);
        Ok(Self { source: scanner.slice(start), delimiter, columns, width, height })
    }

    /// Whether `header`, from its opening brace on, gives these names again.
    pub(super) fn are_those_of(&self, header: &str, delimiter: u8) -> bool {
        self.delimiter == delimiter && header.starts_with(self.source)
    }

    pub(super) fn source_len(&self) -> usize {
        self.source.len()
    }
}

struct FieldList<'s, 'de> {
    scanner: &'s mut Scanner<'de>,
    delimiter: u8,
    document: &'s Document<'de>,
    width: usize,
    height: usize,
}

impl<'de> FieldList<'_, 'de> {
    /// One pair of braces, the `level`th around its names.
    fn columns(&mut self, level: usize) -> Result<Vec<Column<'de>>> {
        self.document.check_levels(level).map_err(|fault| fault.or_at(self.scanner.rest()))?;
        self.height = self.height.max(level);
        let mut columns: Vec<Column<'de>> = Vec::new();
        let mut finder = KeyFinder::default();
        loop {
            let start = self.scanner.at;
            let column = self.column(level)?;
            match finder.find(&column.name, &columns) {
                None => columns.push(column),
                Some(_) if self.document.is_strict() => {
                    let place = self.scanner.line.get(start..).unwrap_or_default();
                    return Err(Fault::at(trim(place), "expected another field name, this one was given before"));
                }
                Some(earlier) => {
                    if let Some(earlier) = columns.get_mut(earlier) {
                        earlier.content = column.content;
                    }
                }
            }
            if !self.goes_on()? {
                return Ok(columns);
            }
        }
    }

    /// A name, perhaps with names of its own in braces.
    fn column(&mut self, level: usize) -> Result<Column<'de>> {
        let raw = self.raw_name()?;
        let trimmed = trim(raw);
        if trimmed.is_empty() {
            return Err(Fault::at(raw, "expected a field name"));
        }
        let name = text::key(trimmed)?;
        if !self.scanner.take(b'{') {
            self.width += 1;
            return Ok(Column { name, content: Content::Cell(self.width - 1) });
        }
        if raw.ends_with([' ', '\t']) {
            return Err(Fault::at(raw, "expected `{` right after the field name"));
        }
        let group = self.columns(level + 1)?;
        while self.scanner.take(b' ') {}
        Ok(Column { name, content: Content::Group(group) })
    }

    fn raw_name(&mut self) -> Result<&'de str> {
        let start = self.scanner.at;
        let Some((end, _)) = find_unquoted(self.scanner.line.as_bytes(), start, *b",\t|{}\"") else {
            return Err(self.scanner.fault("expected `}` after the field names"));
        };
        self.scanner.at = end;
        Ok(self.scanner.slice(start))
    }

    /// After a column: whether another one follows.
    fn goes_on(&mut self) -> Result<bool> {
        if self.scanner.take(self.delimiter) {
            return Ok(true);
        }
        self.scanner.expect(
            b'}',
            match self.delimiter {
                b'|' => "expected `|` or `}` after a field name",
                b'\t' => "expected a tab or `}` after a field name",
                _ => "expected `,` or `}` after a field name",
            },
        )?;
        Ok(false)
    }
}
