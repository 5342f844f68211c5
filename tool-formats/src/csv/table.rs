//! The records of a CSV text, cell by cell, with the header that names them.

use std::borrow::Cow;
use std::fmt;

use csv::{ReaderBuilder, StringRecord};

use super::names_delimiter;
use crate::CsvOptions;
use crate::cell::{Cell, Kind};
use crate::fault::{Fault, Result};

/// A text of records, read one after the other.
pub(super) struct Table<'de> {
    text: &'de str,
    reader: csv::Reader<&'de [u8]>,
    record: StringRecord,
    header: Vec<Cell<'de>>,
    /// Where the records begin: after the line that names the delimiter.
    start: usize,
    delimiter: u8,
}

/// The cells of one record, and its place.
#[derive(Debug)]
pub(super) struct Record<'de> {
    pub(super) cells: Vec<Cell<'de>>,
    pub(super) offset: usize,
}

impl<'de> Table<'de> {
    /// Reads the header.
    ///
    /// # Errors
    /// A fault when there is none, or when it names a column twice.
    pub(super) fn of(text: &'de str, options: CsvOptions) -> Result<Self> {
        let (delimiter, start) = said_delimiter(text).unwrap_or((options.delimiter.byte(), 0));
        let records = text.get(start..).unwrap_or_default();
        // Ragged records are detected here, with their place.
        let mut builder = ReaderBuilder::new();
        let reader = builder.has_headers(false).flexible(true).delimiter(delimiter).from_reader(records.as_bytes());
        let mut table = Self { text, reader, record: StringRecord::new(), header: Vec::new(), start, delimiter };
        let Some(header) = table.next_cells()? else {
            return Err(Fault::at(text.len(), "expected a header"));
        };
        check_names(&header.cells)?;
        table.header = header.cells.into_iter().map(|cell| Cell::key(cell.text, cell.offset)).collect();
        Ok(table)
    }

    pub(super) fn header(&self) -> &[Cell<'de>] {
        &self.header
    }

    /// The next record, with as many cells as the header.
    pub(super) fn next(&mut self) -> Result<Option<Record<'de>>> {
        let Some(record) = self.next_cells()? else {
            return Ok(None);
        };
        let (expected, found) = (self.header.len(), record.cells.len());
        if expected != found {
            let what = format!("expected {} as in the header, found {found}", Count(expected, "cell"));
            return Err(Fault::at(record.offset, what));
        }
        Ok(Some(record))
    }

    fn next_cells(&mut self) -> Result<Option<Record<'de>>> {
        let start = self.offset();
        match self.reader.read_record(&mut self.record) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => return Err(Fault::at(start, error.to_string())),
        }
        let raw = self.text.get(start..).unwrap_or_default();
        // Lines without any content are skipped by the reader.
        let start = start + raw.len() - raw.trim_start_matches(['\n', '\r']).len();
        let mut cells = Cells { text: self.text, at: start, delimiter: self.delimiter };
        let cells = self.record.iter().map(|field| cells.next(field)).collect::<Result<_>>()?;
        Ok(Some(Record { cells, offset: start }))
    }

    fn offset(&self) -> usize {
        usize::try_from(self.reader.position().byte()).map_or(usize::MAX, |byte| byte.saturating_add(self.start))
    }
}

/// The delimiter that the first line names, as spreadsheets write it, and where the next line begins.
fn said_delimiter(text: &str) -> Option<(u8, usize)> {
    let line = text.split_inclusive('\n').next()?;
    let said = line.trim_end_matches(['\n', '\r']);
    match said.as_bytes() {
        [.., delimiter] if said.len() == 5 && names_delimiter(said) && is_delimiter(*delimiter) => {
            Some((*delimiter, line.len()))
        }
        _ => None,
    }
}

fn is_delimiter(byte: u8) -> bool {
    byte == b'\t' || (byte.is_ascii_punctuation() && !matches!(byte, b'"' | b'-' | b'.'))
}

fn check_names(header: &[Cell<'_>]) -> Result {
    let mut names: Vec<_> = header.iter().map(|cell| (&cell.text, cell.offset)).collect();
    names.sort_unstable();
    let duplicate = names.windows(2).find_map(|pair| match pair {
        [(one, _), (other, offset)] if one == other => Some(*offset),
        _ => None,
    });
    match duplicate {
        Some(offset) => Err(Fault::at(offset, "duplicate column name")),
        None => Ok(()),
    }
}

/// Finds the cells of a record in the text: what a field was written with tells how far it reaches.
struct Cells<'de> {
    text: &'de str,
    at: usize,
    delimiter: u8,
}

impl<'de> Cells<'de> {
    /// The cell that `field` was read from.
    fn next(&mut self, field: &str) -> Result<Cell<'de>> {
        let start = self.at;
        if self.byte(start) == Some(b'"') {
            return self.quoted(field, start);
        }
        let end = start + field.len();
        self.at = end + 1;
        let kind = if field.is_empty() { Kind::Null } else { Kind::Json };
        Ok(Cell { text: self.slice(start, end), kind, offset: start })
    }

    /// Inside of quotes, a quote is doubled; after the last one, the cell ends.
    fn quoted(&mut self, field: &str, start: usize) -> Result<Cell<'de>> {
        let quotes = field.bytes().filter(|byte| *byte == b'"').count();
        let end = start + 1 + field.len() + quotes;
        if self.byte(end) != Some(b'"') {
            return Err(Fault::at(start, "a quoted cell is not closed, or has text after its closing quote"));
        }
        let behind = self.byte(end + 1);
        if behind != Some(self.delimiter) && !matches!(behind, None | Some(b'\n' | b'\r')) {
            return Err(Fault::at(end + 1, "expected a comma or the end of the line after the closing quote"));
        }
        self.at = end + 2;
        let text = if quotes == 0 { self.slice(start + 1, end) } else { Cow::Owned(field.to_owned()) };
        Ok(Cell { text, kind: Kind::Quoted, offset: start })
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn slice(&self, start: usize, end: usize) -> Cow<'de, str> {
        Cow::Borrowed(self.text.get(start..end).unwrap_or_default())
    }
}

/// How many there are, in words.
struct Count(usize, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.0, self.1, if self.0 == 1 { "" } else { "s" })
    }
}
