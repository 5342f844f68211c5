//! Rows of a table, each written as it comes under the columns of the first one.

use super::columns::Columns;
use super::names_delimiter;
use super::quote::{push_quoted, push_text, record_ends};
use super::ragged::Ragged;
use crate::json;
use crate::number::push_number;
use crate::tape::{Key, Node, Scalar};
use crate::{CsvDelimiter, CsvOptions, FormatError, Nested};

/// A table so far.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Records of `width` cells each. After the first of them its columns are known, and put before it as the header.
    out: String,
    /// Columns of the first row.
    width: usize,
    columns: Columns,
    /// Rows that have other columns, and all after them that have to wait for them.
    ragged: Ragged,
    row: Row,
    /// Rows, the current one included.
    len: usize,
    /// Values in all of them.
    filled: usize,
    options: CsvOptions,
    /// JSON of a nested value, before it is quoted.
    scratch: String,
    /// Row and column of the first value that is nested and must not be.
    nested: Option<(usize, usize)>,
}

/// The current row.
#[derive(Debug, Default)]
struct Row {
    /// Where its record begins, and with it the record end before it.
    start: usize,
    /// The column whose cell comes next.
    next: usize,
    /// The column of each of its cells, if these are not the first ones in their order.
    order: Option<Vec<usize>>,
}

impl Rows {
    pub(super) fn new(options: CsvOptions) -> Self {
        Self { out: String::with_capacity(128), options, ..Self::default() }
    }

    /// Rows, the current one included.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn delimiter(&self) -> char {
        char::from(self.options.delimiter.byte())
    }

    pub(super) fn begin(&mut self) {
        self.len += 1;
        let order = if self.ragged.is_empty() { None } else { Some(Vec::new()) };
        self.row = Row { start: self.out.len(), next: 0, order };
        self.out.push_str(self.options.record_end.as_str());
    }

    #[inline]
    pub(super) fn key(&mut self, key: Key<'_>) {
        self.filled += 1;
        if self.row.next > 0 {
            self.out.push(self.delimiter());
        }
        if self.row.order.is_some() || !self.columns.is_next(self.row.next, key) {
            self.other_key(key);
        }
        self.row.next += 1;
    }

    /// A key that is not that of the next column.
    fn other_key(&mut self, key: Key<'_>) {
        if self.len == 1 {
            return self.columns.add(key);
        }
        let next = self.row.next;
        let may_skip = self.row.order.is_none() && !self.columns.are_sparse(self.len, self.filled);
        if may_skip && let Some(found) = self.columns.find(next, key) {
            // The cells between are empty.
            let delimiter = self.delimiter();
            (next..found).for_each(|_| self.out.push(delimiter));
            self.row.next = found;
            return;
        }
        let column = self.columns.place(key);
        self.row.order.get_or_insert_with(|| (0..next).collect()).push(column);
    }

    #[inline]
    pub(super) fn scalar(&mut self, scalar: Scalar<'_>) {
        match scalar {
            Scalar::Null => {}
            Scalar::Bool(true) => self.out.push_str("true"),
            Scalar::Bool(false) => self.out.push_str("false"),
            Scalar::Number(number) => push_number(&mut self.out, number),
            Scalar::Text(text) if self.options.guard_formulas && is_formula(text) => {
                self.scratch.clear();
                self.scratch.push('\'');
                self.scratch.push_str(text);
                push_text(&mut self.out, &self.scratch, self.options.delimiter);
            }
            Scalar::Text(text) => push_text(&mut self.out, text, self.options.delimiter),
        }
    }

    /// A cell whose value is an array or object.
    pub(super) fn nested(&mut self, value: Node<'_>) {
        if self.options.nested == Nested::Refuse {
            return self.refuse();
        }
        self.scratch.clear();
        json::push_node(&mut self.scratch, value);
        push_text(&mut self.out, &self.scratch, self.options.delimiter);
    }

    #[cold]
    fn refuse(&mut self) {
        let last = self.row.next.saturating_sub(1);
        let column = self.row.order.as_ref().map_or(Some(&last), |order| order.last()).copied().unwrap_or(last);
        let place = (self.len - 1, column);
        self.nested = Some(self.nested.map_or(place, |first| first.min(place)));
    }

    #[inline]
    pub(super) fn end(&mut self) {
        if self.len == 1 {
            return self.end_first();
        }
        let is_written = self.row.order.is_none() && self.width > 0 && self.complete();
        if !is_written {
            self.set_aside();
        }
    }

    /// Fills the record up to the last column.
    #[inline]
    fn complete(&mut self) -> bool {
        if self.row.next < self.width {
            if self.columns.are_sparse(self.len, self.filled) {
                return false;
            }
            // A delimiter for each cell, except for the first one.
            let delimiter = self.delimiter();
            (self.row.next.max(1)..self.width).for_each(|_| self.out.push(delimiter));
        }
        !self.is_empty_line()
    }

    fn is_empty_line(&self) -> bool {
        self.out.len() == self.row.start + self.options.record_end.as_str().len()
    }

    fn end_first(&mut self) {
        if !self.columns.are_distinct() {
            self.row.order = Some(self.columns.unite());
        }
        if self.row.order.is_some() || self.is_empty_line() {
            return self.set_aside();
        }
        self.width = self.columns.len();
        let mut header = String::with_capacity(128);
        push_header(&mut header, &self.columns, self.options.delimiter);
        self.out.insert_str(0, &header);
    }

    /// Puts the record where it can wait for its columns.
    fn set_aside(&mut self) {
        let record_end = self.options.record_end.as_str();
        let record = self.out.get(self.row.start + record_end.len()..).unwrap_or_default();
        match self.row.order.take() {
            Some(order) => self.ragged.add(record, order, self.options.delimiter),
            None => self.ragged.add(record, 0..self.row.next, self.options.delimiter),
        }
        self.out.truncate(self.row.start);
        // As long as no column was added, it need not wait. But the `""` for an empty line of one column is not a cell.
        let has_all_columns = self.width > 1 && self.width == self.columns.len();
        if has_all_columns && !self.columns.are_sparse(self.len, self.filled) {
            self.ragged.write(&mut self.out, self.width, self.options);
            self.ragged.clear();
        }
    }

    /// The text.
    ///
    /// # Errors
    /// [`FormatError::NotTabular`], [`FormatError::TooSparse`] or [`FormatError::NestedRefused`].
    pub(super) fn finish(mut self) -> Result<String, FormatError> {
        self.columns.check(self.len, self.filled)?;
        if let Some((row, column)) = self.nested {
            return Err(FormatError::NestedRefused { path: self.columns.pointer(row, column) });
        }
        if self.ragged.is_empty() {
            return Ok(self.out);
        }
        let width = self.columns.len();
        if width > self.width {
            self.out = self.widened(width - self.width);
        }
        self.ragged.write(&mut self.out, width, self.options);
        Ok(self.out)
    }

    /// The records under a header of all columns, with empty cells in those that were added.
    fn widened(&self, added: usize) -> String {
        let mut out = String::with_capacity(self.out.len() + self.out.len() / 4);
        push_header(&mut out, &self.columns, self.options.delimiter);
        let Some(header) = record_ends(&self.out).next() else { return out };
        let record_end = self.options.record_end.as_str();
        let records = self.out.get(header + 1..).unwrap_or_default();
        let mut start = 0;
        for end in record_ends(records).chain([records.len()]) {
            let record = records.get(start..end).unwrap_or_default();
            out.push_str(record_end);
            out.push_str(record.strip_suffix('\r').unwrap_or(record));
            (0..added).for_each(|_| out.push(self.delimiter()));
            start = end + 1;
        }
        out
    }
}

fn push_header(out: &mut String, columns: &Columns, delimiter: CsvDelimiter) {
    for (at, name) in columns.names().enumerate() {
        if at > 0 {
            out.push(char::from(delimiter.byte()));
        }
        // Unquoted, it would be taken for the line that names the delimiter.
        if at == 0 && names_delimiter(name) {
            push_quoted(out, name);
        } else {
            push_text(out, name, delimiter);
        }
    }
}

/// Source: OWASP, CSV Injection.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}
