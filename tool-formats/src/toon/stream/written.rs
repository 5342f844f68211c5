//! Reads back what the stream itself has written: the key of a line, the cells of a row.

use std::borrow::Cow;

use super::frame::Fields;
use crate::keys::{last_of_each, quoted_len};
use crate::tape::{Key, Number, Recorder, Scalar, Tape};
use crate::toon::decode::{from_str, to_tape};
use crate::toon::encode::Encoder;
use crate::toon::encode::table::{Column, Plan};
use crate::toon::options::DecodeOptions;
use crate::toon::options::Delimiter;

/// Records the object that the first cells of a row represent, up to the column `end`.
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

/// Records the object that a whole row represents.
pub(super) fn record_row(
    plan: &Plan<'_>,
    text: &str,
    order: Option<&[usize]>,
    delimiter: Delimiter,
    recorder: &mut Recorder,
) {
    let Some(order) = order else {
        record_cells(plan, text, plan.columns.len(), 0, delimiter, recorder);
        return recorder.end();
    };
    let mut texts = Cells::of(text, delimiter);
    let cells: Vec<&str> =
        plan.columns.iter().map(|column| if column.size > 0 { "" } else { texts.next().unwrap_or_default() }).collect();
    let columns = order.iter().filter_map(|at| Some((plan.columns.get(*at)?, *cells.get(*at)?)));
    record_columns(columns, 0, recorder);
    recorder.end();
}

/// Records columns with their cells; a group is followed by all that is inside it.
fn record_columns<'c>(columns: impl Iterator<Item = (&'c Column<'c>, &'c str)>, open: usize, recorder: &mut Recorder) {
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

/// The fields of an object, whose text ends with them, as a separate document.
pub(super) fn object_text(fields: &Fields, encoder: &mut Encoder) -> String {
    let start = fields.first_key(encoder);
    let (out, glue) = encoder.out_and_glue(fields.depth());
    out.get(start..).unwrap_or_default().replace(glue, "\n")
}

/// Reads a document that we have written. No key may come twice.
pub(super) fn read_back(text: &str, indent: u8) -> Option<Tape<'_>> {
    to_tape(text, DecodeOptions::new().with_indent(indent)).ok()
}

/// The text of an object with the last value of each key only, in the place of the first.
pub(super) fn without_duplicates(text: &str) -> String {
    last_of_each(entries(text), key_of).join("\n")
}

/// The fields of an object, which begin with the lines that are not indented.
fn entries(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.match_indices('\n').map(|(at, _)| at).find(|at| text.as_bytes().get(at + 1) != Some(&b' '));
        rest = end.and_then(|end| text.get(end + 1..));
        text.get(..end.unwrap_or(text.len()))
    })
}

/// The lines of a table's body, without their margins.
pub(super) fn lines(body: &str, glue: usize) -> impl Iterator<Item = &str> {
    body.split('\n').skip(1).map(move |line| line.get(glue - 1..).unwrap_or_default())
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
