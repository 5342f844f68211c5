//! Text that was written in hope, written anew in another form.
//!
//! What is in the text need not be kept elsewhere: cells hold no line feed, and a delimiter only inside quotes, so lines
//! and cells can be told apart again. A cell's text is the same in every form.

use super::frame::{Fields, Frame, Inline, List, Place, Start};
use super::lines::Lines;
use super::row::{Rows, Table};
use super::written::{Cells, key_of, raw_key, record_cells, record_columns};
use super::{Mode, Streamer};
use crate::tape::{Key, Recorder};
use crate::toon::Delimiter;
use crate::toon::encode::Encoder;
use crate::toon::encode::table::Plan;

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
                table.to_fields(fields, &body, encoder, &mut self.lines);
                if table.has_line {
                    let key = raw_key(key_of(torn.get(encoder.glue(table.depth)..).unwrap_or_default()));
                    self.lines.push(Key::Text(&key), encoder);
                }
                self.keys.forget(0);
                self.mode = Mode::Fields;
                Frame::Fields(Fields { waits: false, ..fields })
            }
        };
        self.frames.pop();
        self.frames.push(frame);
    }

    /// The table has ended, and its frame is gone.
    pub(super) fn end_table(&mut self) {
        let Rows::Entries(_) = self.table.rows else {
            return self.encoder.settle(self.table.length, self.table.len);
        };
        let (out, glue) = self.encoder.out_and_glue(self.table.depth);
        let len = self.keys.resolve(0, out, glue, key_of);
        if len < 2 {
            self.frames.push(Frame::Table);
            self.break_table();
            self.frames.pop();
        } else {
            self.encoder.settle(self.table.length, len);
        }
        self.keys.forget(0);
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

    fn to_fields(&self, fields: Fields, body: &str, encoder: &mut Encoder, field_lines: &mut Lines) {
        let mut recorder = Recorder::default();
        let mut order = self.orders.by_row();
        let plan = self.columns();
        if let Place::Field(_) = fields.place {
            encoder.out.push(':');
        }
        field_lines.begin(&fields, encoder);
        for (row, line) in lines(body, encoder.glue(self.depth)).enumerate() {
            let key = key_of(line);
            let cells = line.get(key.len()..).and_then(|rest| rest.strip_prefix(": ")).unwrap_or_default();
            record_row(&plan, cells, order(row), encoder.delimiter, &mut recorder);
            field_lines.push(Key::Text(&raw_key(key)), encoder);
            encoder.cut(": ".len());
            encoder.field_value(recorder.root(), fields.depth);
        }
    }
}

impl Inline {
    pub(super) fn to_list(self, encoder: &mut Encoder) -> List {
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
