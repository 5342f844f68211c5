//! Rows that do not have the columns of the first row, until all columns are known.

use std::ops::Range;

use super::quote::cell_ends;
use crate::{CsvDelimiter, CsvOptions};

/// Rows as cells that are finished, each with its column.
#[derive(Debug, Default)]
pub(super) struct Ragged {
    cells: String,
    filled: Vec<Cell>,
    /// For each row, how many cells are before its end.
    ends: Vec<usize>,
}

#[derive(Debug)]
struct Cell {
    column: usize,
    start: usize,
    end: usize,
}

impl Ragged {
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Takes the cells of a record, which are in `columns`.
    pub(super) fn add(&mut self, record: &str, columns: impl IntoIterator<Item = usize>, delimiter: CsvDelimiter) {
        let (base, mut start) = (self.cells.len(), 0);
        for (end, column) in cell_ends(record, delimiter).zip(columns) {
            self.filled.push(Cell { column, start: base + start, end: base + end });
            start = end + 1;
        }
        self.cells.push_str(record);
        self.ends.push(self.filled.len());
    }

    /// Appends all rows as records of so many cells. Of two values for a column the last one counts.
    pub(super) fn write(&self, out: &mut String, width: usize, options: CsvOptions) {
        let mut record: Vec<Range<usize>> = Vec::new();
        let mut first = 0;
        for end in &self.ends {
            record.clear();
            record.resize(width, 0..0);
            for cell in self.filled.get(first..*end).unwrap_or_default() {
                if let Some(place) = record.get_mut(cell.column) {
                    *place = cell.start..cell.end;
                }
            }
            first = *end;
            out.push_str(options.record_end.as_str());
            self.write_record(out, &record, options.delimiter);
        }
    }

    fn write_record(&self, out: &mut String, record: &[Range<usize>], delimiter: CsvDelimiter) {
        let start = out.len();
        for (at, cell) in record.iter().enumerate() {
            if at > 0 {
                out.push(char::from(delimiter.byte()));
            }
            out.push_str(self.cells.get(cell.clone()).unwrap_or_default());
        }
        // A reader skips an empty line, so a record of one empty cell would be lost.
        if out.len() == start {
            out.push_str("\"\"");
        }
    }

    /// Clears it and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.filled.clear();
        self.ends.clear();
    }
}
