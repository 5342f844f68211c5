//! Text that was written in hope, written anew in another form.
//!
//! What is in the text need not be kept elsewhere: cells hold no line feed, and a delimiter only inside quotes, so lines
//! and cells can be told apart again. A cell's text is the same in every form.

use std::borrow::Cow;

use super::Streamer;
use super::frame::{Fields, Frame, Inline, List, Start};
use super::row::{Rows, Table};
use crate::keys::{OpenKeys, quoted_len};
use crate::tape::{Key, Number, Recorder, Scalar};
use crate::toon::encode::Encoder;
use crate::toon::encode::table::{Column, Plan};
use crate::toon::{Delimiter, from_str};

impl Streamer {
    /// What comes next is no row: the table becomes a list, or plain fields.
    pub(super) fn break_table(&mut self) {
        let (table, encoder) = (&self.table, &mut self.encoder);
        let torn = encoder.out.split_off(table.complete(encoder));
        let body = encoder.out.split_off(table.body);
        encoder.out.truncate(table.length.start);
        let frame = match table.rows {
            Rows::Items(start) => Frame::List(table.to_list(start, &body, encoder)),
            Rows::Entries(fields) => {
                let mut fields = table.to_fields(fields, &body, encoder, &mut self.keys);
                if table.has_line {
                    let key = raw_key(key_of(torn.get(encoder.glue(table.depth)..).unwrap_or_default()));
                    fields.begin_field(&key, encoder, &mut self.keys);
                }
                Frame::Fields(fields)
            }
        };
        self.frames.pop();
        self.frames.push(frame);
    }

    /// The table has ended, and its frame is gone.
    pub(super) fn end_table(&mut self) {
        let Rows::Entries(fields) = self.table.rows else {
            return self.encoder.settle(self.table.length, self.table.len);
        };
        let (out, glue) = self.encoder.out_and_glue(self.table.depth);
        let len = self.keys.resolve(fields.keys, out, glue, key_of);
        if len < 2 {
            self.frames.push(Frame::Table);
            self.break_table();
            self.frames.pop();
        } else {
            self.encoder.settle(self.table.length, len);
        }
        self.keys.forget(fields.keys);
    }
}

impl Table {
    fn to_list(&self, start: Start, body: &str, encoder: &mut Encoder) -> List {
        let mut recorder = Recorder::default();
        let mut list = List::begin(start, encoder);
        let mut order = self.orders.by_row();
        let plan = self.columns();
        for (row, cells) in lines(body, encoder.glue(self.depth)).enumerate() {
            record_row(&plan, cells, order(row), encoder.delimiter, &mut recorder);
            list.begin_item(encoder);
            encoder.item_value(recorder.root(), list.depth);
        }
        list
    }

    fn to_fields(&self, mut fields: Fields, body: &str, encoder: &mut Encoder, keys: &mut OpenKeys) -> Fields {
        let mut recorder = Recorder::default();
        let mut order = self.orders.by_row();
        let plan = self.columns();
        fields.restart(keys);
        for (row, line) in lines(body, encoder.glue(self.depth)).enumerate() {
            let key = key_of(line);
            let cells = line.get(key.len()..).and_then(|rest| rest.strip_prefix(": ")).unwrap_or_default();
            record_row(&plan, cells, order(row), encoder.delimiter, &mut recorder);
            fields.begin_field(&raw_key(key), encoder, keys);
            encoder.field_value(recorder.root(), fields.depth);
        }
        fields
    }
}

impl Inline {
    pub(super) fn into_list(self, encoder: &mut Encoder) -> List {
        let text = encoder.out.split_off(self.cells);
        encoder.out.truncate(self.length.start);
        let mut list = List::begin(self.start, encoder);
        for cell in Cells::of(&text, encoder.delimiter) {
            list.begin_item(encoder);
            encoder.out.push(' ');
            encoder.out.push_str(cell);
        }
        list
    }
}

/// The lines of a table's body, without their margins.
fn lines(body: &str, glue: usize) -> impl Iterator<Item = &str> {
    body.split('\n').skip(1).map(move |line| line.get(glue - 1..).unwrap_or_default())
}

/// Records the object that a whole row stands for.
fn record_row(plan: &Plan<'_>, text: &str, order: Option<&[usize]>, delimiter: Delimiter, recorder: &mut Recorder) {
    recorder.clear();
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
struct Cells<'t> {
    rest: &'t str,
    delimiter: &'static str,
}

impl<'t> Cells<'t> {
    fn of(rest: &'t str, delimiter: Delimiter) -> Self {
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
