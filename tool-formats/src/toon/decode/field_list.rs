//! Field names in braces, as a header lists them.

use super::document::Document;
use super::fields::{Column, Content, Fields};
use super::key_finder::KeyFinder;
use super::scan::{Scanner, find_unquoted, trim};
use super::text;
use crate::fault::{Fault, Result};

/// Reads field names from the opening brace to after the closing one.
///
/// Source: TOON specification 4.4, sections 6 and 9.3.
pub(super) fn parse<'de>(scanner: &mut Scanner<'de>, delimiter: u8, document: &Document<'de>) -> Result<Fields<'de>> {
    let start = scanner.at;
    scanner.at += 1;
    let mut list = FieldList { scanner, delimiter, document, width: 0, height: 0 };
    let columns = list.columns(1)?;
    let (width, height) = (list.width, list.height);
    Ok(Fields { source: scanner.slice(start), delimiter, columns, width, height })
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
                Some(_) if self.document.lines.is_strict() => {
                    let place = self.scanner.line.get(start..).unwrap_or_default();
                    return Err(Fault::at(trim(place), "duplicate field name"));
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

    /// A name, perhaps with nested names in braces.
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
