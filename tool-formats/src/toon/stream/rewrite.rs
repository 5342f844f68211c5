//! Re-emits speculative output in another layout.
//!
//! What is in the text need not be kept elsewhere: cells hold no line feed, and a delimiter only inside quotes, so lines
//! and cells can be found again. A cell's text is the same in every form.

use super::form::restart;
use super::frame::{Fields, Frame, Inline, List, Place, Start};
use super::lines::Lines;
use super::row::{Rows, Table};
use super::shape::shape_of;
use super::written::{Cells, key_of, lines, object_text, raw_key, read_back, record_row, without_duplicates};
use super::{Mode, Streamer};
use crate::tape::{Key, Recorder};
use crate::toon::encode::Encoder;

impl Streamer {
    /// The next element is not a row: the table becomes a list, or plain fields.
    pub(super) fn break_table(&mut self) {
        let (table, encoder) = (&self.table, &mut self.encoder);
        let torn = encoder.out.split_off(table.complete(encoder));
        let body = encoder.out.split_off(table.body);
        encoder.out.truncate(table.length.start);
        let frame = match table.rows {
            Rows::Items(start) => {
                self.mode = Mode::Frame;
                Frame::List(table.to_list(start, &body, encoder))
            }
            Rows::Entries(fields) => {
                table.to_fields(fields, &body, encoder, &mut self.lines);
                if table.has_line {
                    let key = raw_key(key_of(torn.get(encoder.glue(table.depth)..).unwrap_or_default()));
                    self.lines.push(Key::Text(&key), encoder);
                }
                self.mode = Mode::Fields;
                Frame::Fields
            }
        };
        self.frames.pop();
        self.frames.push(frame);
    }

    /// The table has ended, and its frame is gone.
    pub(super) fn end_table(&mut self) {
        if let Rows::Items(_) = self.table.rows {
            self.encoder.settle(self.table.length, self.table.len);
            return self.end_array();
        }
        let shape = if self.table.len < 2 || self.table.has_duplicate_keys(&self.encoder) {
            self.frames.push(Frame::Table);
            self.break_table();
            self.frames.pop();
            self.rewrite()
        } else {
            self.encoder.settle(self.table.length, self.table.len);
            self.table.shape()
        };
        self.end_object(shape);
    }

    /// Rewrites an ended object with duplicate keys: without the values that do not count, its form
    /// may be another one. Gives its shape.
    #[cold]
    pub(super) fn rewrite(&mut self) -> Option<u64> {
        let fields = self.lines.fields();
        let text = without_duplicates(&object_text(&fields, &mut self.encoder));
        let tape = read_back(&text, self.encoder.indent)?;
        self.encoder.out.truncate(fields.start);
        match fields.place {
            Place::Root => self.encoder.root(tape.root()),
            Place::Field(depth) => self.encoder.field_value(tape.root(), depth),
            Place::Item(depth) => self.encoder.item_value(tape.root(), depth),
        }
        shape_of(tape.root())
    }
}

impl Table {
    fn to_list(&self, start: Start, body: &str, encoder: &mut Encoder) -> List {
        let mut recorder = Recorder::default();
        let mut list = List::begin(start, encoder);
        let orders = encoder.split_orders(self.length.start);
        let mut order = orders.by_row(self.length.start);
        let plan = self.columns();
        for (row, cells) in lines(body, encoder.glue(self.depth)).enumerate() {
            recorder.clear();
            record_row(&plan, cells, order(row), encoder.delimiter, &mut recorder);
            list.begin_item(encoder);
            encoder.item_value(recorder.root(), list.depth);
        }
        list
    }

    fn to_fields(&self, fields: Fields, body: &str, encoder: &mut Encoder, field_lines: &mut Lines) {
        let mut recorder = Recorder::default();
        let orders = encoder.split_orders(self.length.start);
        let mut order = orders.by_row(self.length.start);
        let plan = self.columns();
        restart(Fields { shape: self.rows_shape(), first: None, ..fields }, field_lines, encoder);
        for (row, line) in lines(body, encoder.glue(self.depth)).enumerate() {
            let key = key_of(line);
            let cells = line.get(key.len()..).and_then(|rest| rest.strip_prefix(": ")).unwrap_or_default();
            recorder.clear();
            record_row(&plan, cells, order(row), encoder.delimiter, &mut recorder);
            field_lines.push(Key::Text(&raw_key(key)), encoder);
            encoder.cut(": ".len());
            encoder.field_value(recorder.root(), fields.depth());
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
