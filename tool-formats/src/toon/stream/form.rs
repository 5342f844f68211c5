//! Which form an array or object takes, once what decides about it has come.

use super::frame::{Frame, List, Place};
use super::row::Rows;
use super::{Mode, Streamer};
use crate::tape::{Event, Key, Node, View};
use crate::toon::encode::table::Plan;

/// Earlier tables that are kept: more would take longer to look through than they save.
const KEPT_TABLES: usize = 8;

impl Streamer {
    /// Begins an object on the recorder.
    pub(super) fn record(&mut self) {
        self.recorder.clear();
        self.recorder.begin_object();
        self.mode = Mode::Recording;
    }

    /// A value does not fit into the row, or a key or the end does, behind a key that `has_value`; whether the object fits
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
        match self.frames.last_mut() {
            Some(Frame::Start(_)) => self.begin_table(),
            Some(Frame::Table) if self.table.is_adopted() => {
                self.drop_table();
                self.begin_table();
            }
            Some(Frame::Table) => {
                let fits = self.table.takes_recorded(self.recorder.root(), &mut self.encoder);
                if !fits {
                    self.write_recorded();
                }
            }
            Some(Frame::Fields(fields)) => {
                fields.waits = first_plan(self.recorder.root()).is_some();
                if !fields.waits {
                    self.write_recorded();
                    self.mode = Mode::Fields;
                }
            }
            _ => {}
        }
    }

    /// Hopes that the first object of an array looks like the rows of an earlier table that began with this key.
    pub(super) fn adopt_table(&mut self, key: Key<'_>) -> bool {
        let Some(Frame::Start(start)) = self.frames.last() else { return false };
        let start = *start;
        if !self.table.begins_with(key) {
            let Some(kept) = self.tables.iter_mut().find(|table| table.begins_with(key)) else { return false };
            std::mem::swap(kept, &mut self.table);
        }
        let length = self.encoder.length(start.len, "");
        self.table.begin(Rows::Items(start), length, &mut self.encoder);
        self.frames.pop();
        self.frames.push(Frame::Table);
        self.begin_row();
        self.table.takes_key(key)
    }

    /// The first row does not look like those of the earlier table.
    fn drop_table(&mut self) {
        let Rows::Items(start) = self.table.rows else { return };
        self.encoder.out.truncate(self.table.length.start);
        self.frames.pop();
        self.frames.push(Frame::Start(start));
    }

    /// Takes the columns of the recorded object for those of a table.
    fn plan_table(&mut self) -> bool {
        let Some(plan) = first_plan(self.recorder.root()) else { return false };
        if self.table.has_columns() && self.tables.len() < KEPT_TABLES {
            self.tables.push(std::mem::take(&mut self.table));
        }
        self.table.plan(&plan, &mut self.encoder);
        true
    }

    /// The first object of an array decides whether to hope for a table.
    fn begin_table(&mut self) {
        let Some(Frame::Start(start)) = self.frames.last() else { return };
        let start = *start;
        if !self.plan_table() {
            return self.write_recorded();
        }
        let length = self.encoder.length(start.len, "");
        self.table.begin(Rows::Items(start), length, &mut self.encoder);
        self.table.begin_row(&mut self.encoder);
        self.table.takes_recorded(self.recorder.root(), &mut self.encoder);
        self.frames.pop();
        self.frames.push(Frame::Table);
    }

    /// The second entry of an object is an object as the first was, which waits on the recorder.
    pub(super) fn begin_keyed_table(&mut self) {
        let Some(Frame::Fields(fields)) = self.frames.pop() else { return };
        self.plan_table();
        let second = self.second_key.take().unwrap_or_default();
        self.encoder.out.truncate(fields.start);
        let length = self.encoder.length(2, ":");
        self.table.begin(Rows::Entries(fields), length, &mut self.encoder);
        self.table.begin_entry(self.lines.first_key(), &mut self.encoder, &mut self.keys);
        self.table.begin_row(&mut self.encoder);
        self.table.takes_recorded(self.recorder.root(), &mut self.encoder);
        self.table.begin_entry(&second, &mut self.encoder, &mut self.keys);
        self.frames.push(Frame::Table);
        self.begin_row();
    }

    pub(super) fn begin_list(&mut self) {
        let list = match self.frames.pop() {
            Some(Frame::Start(start)) => List::begin(start, &mut self.encoder),
            Some(Frame::Inline) => self.inline.to_list(&mut self.encoder),
            _ => return,
        };
        self.mode = Mode::Frame;
        self.frames.push(Frame::List(list));
    }

    /// Writes the recorded object where no table may take it.
    fn write_recorded(&mut self) {
        let recorder = std::mem::take(&mut self.recorder);
        let place = self.place();
        self.write_at(place, recorder.root());
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

    /// The first entry of an object was recorded, and the second one is no object: these are plain fields.
    pub(super) fn settle_first(&mut self) {
        let Some(Frame::Fields(fields)) = self.frames.last_mut() else { return };
        fields.waits = false;
        self.write_recorded();
        self.mode = Mode::Fields;
        if let Some(key) = self.second_key.take() {
            self.lines.push(Key::Text(&key), &mut self.encoder);
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

/// The columns of a table whose first row is `node`.
fn first_plan(node: Node<'_>) -> Option<Plan<'_>> {
    match node.view() {
        View::Object(entries) => Plan::of(&entries),
        _ => None,
    }
}
