//! Reads back what the stream itself has written: the key of a line, the cells of a row.

use std::borrow::Cow;

use crate::keys::quoted_len;
use crate::tape::{Key, Number, Recorder, Scalar};
use crate::toon::encode::table::{Column, Plan};
use crate::toon::{Delimiter, from_str};

/// Records the object that the first cells of a row stand for, up to the column `end`.
///
/// The object stays open, and so do the innermost `open` groups that are not complete.
pub(super) fn record_cells(
    plan: &Plan<'_>,
    text: &str,
    end: usize,
    open: usize,
    delimiter: Delimiter,
    recorder: &mut Recorder,
) {
    let mut cells = Cells::of(text, delimiter);
    let columns = plan.columns.iter().take(end);
    let columns = columns.map(|column| (column, if column.size > 0 { "" } else { cells.next().unwrap_or_default() }));
    record_columns(columns, open, recorder);
}

/// Records columns with their cells; a group is followed by all that is inside it.
pub(super) fn record_columns<'c>(
    columns: impl Iterator<Item = (&'c Column<'c>, &'c str)>,
    open: usize,
    recorder: &mut Recorder,
) {
    let mut groups: Vec<usize> = Vec::new();
    recorder.begin_object();
    for (at, (column, cell)) in columns.enumerate() {
        while groups.pop_if(|end| *end == at).is_some() {
            recorder.end();
        }
        recorder.key(Key::Text(column.key));
        if column.size > 0 {
            recorder.begin_object();
            groups.push(at + 1 + column.size);
        } else {
            recorder.scalar(Scalar::Number(Number::Verbatim(cell)));
        }
    }
    for _ in open..groups.len() {
        recorder.end();
    }
}

/// The key at the beginning of a line, as it is written.
pub(super) fn key_of(line: &str) -> &str {
    let end = if line.starts_with('"') { quoted_len(line) } else { line.find([':', '[']).unwrap_or(line.len()) };
    line.get(..end).unwrap_or(line)
}

/// The key that is written so.
pub(super) fn raw_key(written: &str) -> Cow<'_, str> {
    if !written.starts_with('"') {
        return Cow::Borrowed(written);
    }
    // As a document of one string; we have written it ourselves, so it can be read.
    from_str(written).map_or(Cow::Borrowed(written), Cow::Owned)
}

/// The cells of a line.
pub(super) struct Cells<'t> {
    rest: &'t str,
    delimiter: &'static str,
}

impl<'t> Cells<'t> {
    pub(super) fn of(rest: &'t str, delimiter: Delimiter) -> Self {
        Self { rest, delimiter: delimiter.as_str() }
    }
}

impl<'t> Iterator for Cells<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = if self.rest.starts_with('"') {
            quoted_len(self.rest)
        } else {
            self.rest.find(self.delimiter).unwrap_or(self.rest.len())
        };
        let (cell, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest.strip_prefix(self.delimiter).unwrap_or(rest);
        Some(cell)
    }
}
