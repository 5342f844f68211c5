//! From the events of a value to TOON text, while the value is being serialized.
//!
//! The form of an array or object can depend on its last element, and a value cannot be asked twice. So each form is
//! begun in hope: the rows of a table go straight into the text as long as they fit, and the region is written anew as
//! a list at the first one that does not. Only what decides a form is recorded: the first object of an array, and the
//! first entry of an object when it is an object itself.

mod frame;
mod order;
mod rewrite;
mod row;
mod twins;

use super::EncodeOptions;
use super::encode::Encoder;
use super::encode::table::Plan;
use crate::FormatError;
use crate::tape::{Event, Key, MAX_DEPTH, Node, Recorder, Scalar, View};
use frame::{Fields, First, Frame, Inline, List, Place, Start};
use row::{Rows, Table};
use twins::{KeyText, Twins};

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

/// Takes the events of one value.
#[derive(Debug)]
pub(crate) struct Streamer {
    encoder: Encoder,
    /// Arrays and objects that are open, but for those inside a table's row or on the recorder.
    frames: Vec<Frame>,
    /// The object that decides about the last frame's form.
    recorder: Recorder,
    is_recording: bool,
    /// The second key of an object whose first entry waits on the recorder.
    second_key: Option<String>,
    twins: Twins,
    depth: usize,
}

impl Streamer {
    pub(crate) fn new(options: EncodeOptions) -> Self {
        Self {
            encoder: Encoder::new(options),
            frames: Vec::new(),
            recorder: Recorder::default(),
            is_recording: false,
            second_key: None,
            twins: Twins::default(),
            depth: 0,
        }
    }

    /// The text.
    ///
    /// # Errors
    /// [`FormatError::Serialize`] when an array or object was never ended.
    pub(crate) fn finish(self) -> Result<String> {
        if self.depth > 0 { Err(FormatError::unbalanced()) } else { Ok(self.encoder.out) }
    }

    pub(crate) fn scalar(&mut self, scalar: Scalar<'_>) {
        if self.is_recording {
            return self.recorder.scalar(scalar);
        }
        match self.frames.last_mut() {
            Some(Frame::Table(table)) if table.is_in_row => {
                if table.takes_scalar() {
                    self.encoder.cell(scalar);
                } else {
                    self.record_row();
                    self.recorder.scalar(scalar);
                }
            }
            Some(Frame::Inline(inline)) => {
                inline.len += 1;
                self.encoder.cell(scalar);
            }
            Some(Frame::Start(_)) => self.begin_inline(scalar),
            _ => self.placed_scalar(scalar),
        }
    }

    fn placed_scalar(&mut self, scalar: Scalar<'_>) {
        match self.place() {
            Place::Root => return self.encoder.root_scalar(scalar),
            Place::Field(_) => self.encoder.out.push_str(": "),
            Place::Item(_) => self.encoder.out.push(' '),
        }
        self.encoder.scalar(scalar);
    }

    pub(crate) fn begin_array(&mut self, len: usize) -> Result {
        self.deepen()?;
        if matches!(self.frames.last(), Some(Frame::Table(table)) if table.is_in_row) {
            self.record_row();
        }
        if self.is_recording {
            // No row of a table holds an array, at any depth.
            self.stop_recording();
        }
        let place = self.place();
        if let Place::Item(_) = place {
            self.encoder.out.push(' ');
        }
        self.frames.push(Frame::Start(Start { place, len }));
        Ok(())
    }

    pub(crate) fn begin_object(&mut self) -> Result {
        self.deepen()?;
        if self.is_recording {
            self.recorder.begin_object();
            return Ok(());
        }
        match self.frames.last_mut() {
            Some(Frame::Table(table)) if table.is_in_row => {
                if !table.takes_group() {
                    self.record_row();
                    self.recorder.begin_object();
                }
            }
            Some(Frame::Table(table)) => table.begin_row(&mut self.encoder),
            Some(Frame::Start(Start { place: Place::Root | Place::Field(_), .. })) => self.record(),
            Some(Frame::Fields(fields)) if fields.may_begin_keyed_table() => self.record(),
            Some(Frame::Fields(fields)) if fields.first == First::Recorded => self.begin_keyed_table(),
            _ => {
                let place = self.place();
                self.push_fields(place, First::Unknown);
            }
        }
        Ok(())
    }

    pub(crate) fn key(&mut self, key: Key<'_>) {
        if self.is_recording {
            return self.recorder.key(key);
        }
        match self.frames.last_mut() {
            Some(Frame::Table(table)) if table.is_in_row => {
                let fits = table.takes_key(key);
                if !fits {
                    self.record_row();
                    self.recorder.key(key);
                }
            }
            Some(Frame::Table(table)) => {
                table.begin_entry(KeyText::Raw(key.as_str()), &mut self.encoder, &mut self.twins);
            }
            Some(Frame::Fields(fields)) if fields.first == First::Recorded => {
                self.second_key = Some(key.as_str().to_owned());
            }
            Some(Frame::Fields(fields)) => fields.begin_field(key.as_str(), &mut self.encoder, &mut self.twins),
            _ => {}
        }
    }

    pub(crate) fn end(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if let Some(Frame::Table(table)) = self.frames.last_mut()
            && table.is_in_row
            && !self.is_recording
        {
            if table.takes_end(&mut self.encoder) {
                return;
            }
            self.record_row();
        }
        if self.is_recording {
            self.recorder.end();
            if !self.recorder.is_open() {
                self.is_recording = false;
                self.recorded();
            }
            return;
        }
        self.end_frame();
    }

    fn deepen(&mut self) -> Result {
        if self.depth == MAX_DEPTH {
            return Err(FormatError::TooDeep { limit: MAX_DEPTH });
        }
        self.depth += 1;
        Ok(())
    }

    /// Where the next value goes, with all written that stands before it. The frame's form is final from here on,
    /// unless it is a table, which begins a list then.
    fn place(&mut self) -> Place {
        if let Some(Frame::Start(_) | Frame::Inline(_)) = self.frames.last() {
            self.begin_list();
        }
        if let Some(Frame::Table(_)) = self.frames.last() {
            self.break_table();
        }
        self.settle_first();
        match self.frames.last_mut() {
            Some(Frame::Fields(fields)) => {
                fields.first = First::Plain;
                Place::Field(fields.depth)
            }
            Some(Frame::List(list)) => {
                list.begin_item(&mut self.encoder);
                Place::Item(list.depth)
            }
            _ => Place::Root,
        }
    }

    fn push_fields(&mut self, place: Place, first: First) {
        self.frames.push(Frame::Fields(Fields::new(place, first, &self.twins, self.encoder.out.len())));
    }

    fn begin_inline(&mut self, scalar: Scalar<'_>) {
        let Some(Frame::Start(start)) = self.frames.pop() else { return };
        let length = self.encoder.length(start.len, "");
        self.encoder.out.push_str(": ");
        let cells = self.encoder.out.len();
        self.encoder.cell(scalar);
        self.frames.push(Frame::Inline(Inline { start, length, cells, len: 1 }));
    }

    fn record(&mut self) {
        self.recorder.clear();
        self.is_recording = true;
        self.recorder.begin_object();
    }

    /// The object on the recorder is complete.
    fn recorded(&mut self) {
        match self.frames.last_mut() {
            Some(Frame::Start(_)) => self.begin_table(),
            Some(Frame::Fields(fields)) => {
                if first_plan(self.recorder.root()).is_some() {
                    fields.first = First::Recorded;
                    return;
                }
                fields.first = First::Plain;
                self.encoder.field_value(self.recorder.root(), fields.depth);
            }
            Some(Frame::Table(table)) => {
                let fits = table.takes_recorded(self.recorder.root(), &mut self.encoder);
                if !fits {
                    self.write_recorded();
                }
            }
            _ => {}
        }
    }

    /// The first object of an array decides whether to hope for a table.
    fn begin_table(&mut self) {
        let Some(Frame::Start(start)) = self.frames.last() else { return };
        let start = *start;
        let Some(plan) = first_plan(self.recorder.root()) else {
            return self.write_recorded();
        };
        let length = self.encoder.length(start.len, "");
        let mut table = Table::begin(&plan, length, Rows::Items(start), &mut self.encoder);
        table.begin_row(&mut self.encoder);
        table.takes_recorded(self.recorder.root(), &mut self.encoder);
        self.frames.pop();
        self.frames.push(Frame::Table(Box::new(table)));
    }

    /// The second entry of an object is an object as the first was, which waits on the recorder.
    fn begin_keyed_table(&mut self) {
        let (Some(Frame::Fields(fields)), Some(plan)) = (self.frames.pop(), first_plan(self.recorder.root())) else {
            return;
        };
        let second = self.second_key.take().unwrap_or_default();
        let first = self.encoder.out.split_off(fields.start);
        let length = self.encoder.length(2, ":");
        self.twins.forget(fields.twins);
        let mut table = Table::begin(&plan, length, Rows::Entries(fields), &mut self.encoder);
        table.begin_entry(
            KeyText::Written(fields.written_key(&first, &self.encoder)),
            &mut self.encoder,
            &mut self.twins,
        );
        table.begin_row(&mut self.encoder);
        table.takes_recorded(self.recorder.root(), &mut self.encoder);
        table.begin_entry(KeyText::Raw(&second), &mut self.encoder, &mut self.twins);
        table.begin_row(&mut self.encoder);
        self.frames.push(Frame::Table(Box::new(table)));
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
            Place::Field(depth) => self.encoder.field_value(node, depth),
            Place::Item(depth) => self.encoder.item_value(node, depth),
            Place::Root => {}
        }
    }

    /// The first entry of an object was recorded, and the second one is no object: these are plain fields.
    fn settle_first(&mut self) {
        let Some(Frame::Fields(fields)) = self.frames.last_mut() else { return };
        if fields.first != First::Recorded {
            return;
        }
        fields.first = First::Plain;
        self.encoder.field_value(self.recorder.root(), fields.depth);
        if let Some(key) = self.second_key.take() {
            fields.begin_field(&key, &mut self.encoder, &mut self.twins);
        }
    }

    /// An array begins inside the recorded object: neither it nor the objects around the array can be rows.
    fn stop_recording(&mut self) {
        self.is_recording = false;
        let recorder = std::mem::take(&mut self.recorder);
        for event in recorder.events() {
            match event {
                Event::Begin => {
                    let place = self.place();
                    self.push_fields(place, First::Plain);
                }
                Event::Key(key) => {
                    if let Some(Frame::Fields(fields)) = self.frames.last_mut() {
                        fields.begin_field(key, &mut self.encoder, &mut self.twins);
                    }
                }
                Event::Value(node) => {
                    let place = self.place();
                    self.write_at(place, node);
                }
            }
        }
        self.recorder = recorder;
    }

    fn begin_list(&mut self) {
        match self.frames.pop() {
            Some(Frame::Start(start)) => {
                let list = List::begin(start, &mut self.encoder);
                self.frames.push(Frame::List(list));
            }
            Some(Frame::Inline(inline)) => {
                let list = inline.into_list(&mut self.encoder);
                self.frames.push(Frame::List(list));
            }
            _ => {}
        }
    }

    fn end_frame(&mut self) {
        self.settle_first();
        match self.frames.pop() {
            Some(Frame::Start(start)) => start.end(&mut self.encoder),
            Some(Frame::Inline(inline)) => inline.end(&mut self.encoder),
            Some(Frame::List(list)) => self.encoder.settle(list.length, list.len),
            Some(Frame::Fields(fields)) => fields.end(&mut self.encoder, &mut self.twins),
            Some(Frame::Table(table)) => self.end_table(table),
            None => {}
        }
    }
}

/// The columns of a table whose first row is `node`.
fn first_plan(node: Node<'_>) -> Option<Plan<'_>> {
    match node.view() {
        View::Object(entries) => Plan::of(&entries),
        _ => None,
    }
}
