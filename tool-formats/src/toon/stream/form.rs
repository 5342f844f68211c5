//! Chooses the form of an array or object as soon as it is decided.

use super::frame::{Fields, Frame, Inline, Place};
use super::lines::Lines;
use super::reader::Reader;
use super::row::{Rows, Table};
use super::shape::shape_of;
use super::{Mode, Streamer};
use crate::tape::{Event, Key, Node, View};
use crate::toon::encode::Encoder;
use crate::toon::encode::table::Plan;

/// Earlier tables that are kept: more would take longer to look through than they save.
const KEPT_TABLES: usize = 8;

impl Streamer {
    /// A value does not fit into the row, or a key or the end does, after a key that `has_value`; whether the object fits
    /// after all shows at its end.
    pub(super) fn record_row(&mut self, has_value: bool) {
        self.recorder.clear();
        if self.mode == Mode::Row {
            self.table.take_row(has_value, &mut self.recorder, &mut self.encoder);
        } else {
            self.recorder.begin_object();
        }
        self.mode = Mode::Recording;
    }

    pub(super) fn end_recorded(&mut self) {
        self.recorder.end();
        if !self.recorder.is_open() {
            self.mode = Mode::Frame;
            self.recorded();
        }
    }

    /// The object on the recorder is complete.
    fn recorded(&mut self) {
        match self.frames.last() {
            Some(Frame::Inline) => self.begin_table(),
            Some(Frame::Table) if self.table.is_adopted() => self.drop_table(),
            Some(Frame::Table) => {
                let fits = self.table.takes_recorded(self.recorder.root(), &mut self.encoder);
                if !fits {
                    self.write_recorded();
                }
            }
            _ => {}
        }
    }

    /// Hopes that the first object of an array looks like the rows of an earlier table that began with this key.
    pub(super) fn adopt_table(&mut self, key: Key<'_>) -> bool {
        if !self.table.begins_with(key) {
            let Some(kept) = self.tables.iter_mut().find(|table| table.begins_with(key)) else { return false };
            std::mem::swap(kept, &mut self.table);
        }
        if let Some(Frame::Fields) = self.frames.last() {
            self.table_from_fields(self.lines.fields(), 2);
            self.table.begin_entry(self.lines.first_key(), &mut self.encoder);
            self.frames.pop();
            self.frames.push(Frame::Table);
        } else {
            self.table_from_inline();
        }
        self.begin_row();
        self.table.finds_key(key)
    }

    /// The first row does not look like those of the earlier table.
    fn drop_table(&mut self) {
        self.encoder.out.truncate(self.table.length.start);
        self.frames.pop();
        match self.table.rows {
            Rows::Items(start) => {
                self.inline = Inline::begin(start, &mut self.encoder);
                self.frames.push(Frame::Inline);
                self.begin_table();
            }
            Rows::Entries(fields) => {
                let key = self.lines.first_key().to_owned();
                restart(fields, &mut self.lines, &mut self.encoder);
                self.lines.push(Key::Text(&key), &mut self.encoder);
                self.frames.push(Frame::Fields);
                self.write_recorded();
            }
        }
    }

    /// The first object of an array decides whether to hope for a table.
    fn begin_table(&mut self) {
        let Some(plan) = first_plan(self.recorder.root()) else { return self.write_recorded() };
        keep(&mut self.table, &mut self.tables);
        self.table.plan(&plan, shape_of(self.recorder.root()), &mut self.encoder);
        self.table_from_inline();
        self.table.begin_row(&mut self.encoder);
        self.table.takes_recorded(self.recorder.root(), &mut self.encoder);
    }

    /// Begins the table whose columns are known in the place of plain fields, which are cut off.
    fn table_from_fields(&mut self, fields: Fields, len: usize) {
        self.encoder.out.truncate(fields.start);
        let length = self.encoder.length(len, ":");
        self.table.begin(Rows::Entries(fields), length, &mut self.encoder);
    }

    /// Begins the table whose columns are known in the place of a line of scalars that has none.
    fn table_from_inline(&mut self) {
        self.encoder.cut(": ".len());
        self.table.begin(Rows::Items(self.inline.start), self.inline.length, &mut self.encoder);
        self.frames.pop();
        self.frames.push(Frame::Table);
    }

    /// Goes on after an entry of the innermost object that is an object of this shape.
    pub(super) fn end_entry(&mut self, shape: Option<u64>) {
        self.mode = Mode::Fields;
        if self.lines.count_object(shape) {
            self.begin_keyed_table();
        }
    }

    /// The entries of an object are two objects of one shape: hopes that all will be.
    #[inline(never)]
    fn begin_keyed_table(&mut self) {
        let fields = self.lines.fields();
        let mut reader = Reader { encoder: &self.encoder, at: fields.first_key(&self.encoder) };
        self.recorder.clear();
        if reader.object(fields.depth(), &mut self.recorder).is_none() {
            return;
        }
        let recorder = std::mem::take(&mut self.recorder);
        let written = self.encoder.out.split_off(fields.start);
        if self.takes_entries(fields, recorder.root()) {
            self.frames.pop();
            self.frames.push(Frame::Table);
            self.mode = Mode::Table;
            self.lines.set_table(true);
        } else {
            self.encoder.out.truncate(fields.start);
            self.encoder.out.push_str(&written);
        }
        self.recorder = recorder;
    }

    /// Begins a keyed table with the entries of an object. Whether they fit.
    fn takes_entries(&mut self, fields: Fields, node: Node<'_>) -> bool {
        let View::Object(entries) = node.view() else { return false };
        // Keys that came twice are one entry now.
        let first = entries.clone().next().filter(|_| entries.len() > 1);
        let Some(plan) = first.and_then(|(_, first)| first_plan(first)) else { return false };
        keep(&mut self.table, &mut self.tables);
        self.table.plan(&plan, fields.first, &mut self.encoder);
        self.table_from_fields(fields, entries.len());
        entries.into_iter().all(|(key, value)| {
            self.table.begin_entry(key, &mut self.encoder);
            self.table.begin_row(&mut self.encoder);
            self.table.takes_recorded(value, &mut self.encoder)
        })
    }

    /// A line of scalars becomes a list.
    pub(super) fn begin_list(&mut self) {
        let list = self.inline.to_list(&mut self.encoder);
        self.frames.pop();
        self.frames.push(Frame::List(list));
        self.mode = Mode::Frame;
    }

    /// Writes the recorded object where no table may take it.
    fn write_recorded(&mut self) {
        let recorder = std::mem::take(&mut self.recorder);
        let place = self.place();
        self.write_at(place, recorder.root());
        if let Place::Field(_) = place {
            self.end_entry(shape_of(recorder.root()));
        }
        self.recorder = recorder;
    }

    fn write_at(&mut self, place: Place, node: Node<'_>) {
        match place {
            Place::Field(depth) => {
                self.encoder.cut(": ".len());
                self.encoder.field_value(node, depth);
            }
            Place::Item(depth) => self.encoder.item_value(node, depth),
            Place::Root => {}
        }
    }

    /// An array begins inside the recorded object: neither it nor the objects around the array can be rows.
    pub(super) fn stop_recording(&mut self) {
        self.mode = Mode::Frame;
        let recorder = std::mem::take(&mut self.recorder);
        for event in recorder.events() {
            match event {
                Event::Begin => self.begin_fields(),
                Event::Key(key) => self.lines.push(Key::Text(key), &mut self.encoder),
                Event::Value(node) => {
                    let place = self.place();
                    self.write_at(place, node);
                }
            }
        }
        self.recorder = recorder;
    }
}

/// Restarts an object after its text has been truncated to its start.
pub(super) fn restart(fields: Fields, lines: &mut Lines, encoder: &mut Encoder) {
    if let Place::Field(_) = fields.place {
        encoder.out.push(':');
    }
    lines.begin(fields, encoder);
    lines.set_table(false);
}

/// Keeps the last table for its columns.
fn keep(table: &mut Table, tables: &mut Vec<Table>) {
    if table.has_columns() && tables.len() < KEPT_TABLES {
        tables.push(std::mem::take(table));
    }
}

/// The columns of a table whose first row is `node`.
fn first_plan(node: Node<'_>) -> Option<Plan<'_>> {
    match node.view() {
        View::Object(entries) => Plan::of(&entries),
        _ => None,
    }
}
