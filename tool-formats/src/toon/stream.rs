//! From the events of a value to TOON text, while the value is being serialized.
//!
//! The form of an array or object can depend on its last element, and a value cannot be asked twice. So each form is
//! begun in hope: the rows of a table go straight into the text as long as they fit, and the region is written anew as
//! a list at the first one that does not. Only what decides a form is recorded: the first object of an array, unless it
//! looks like the rows of an earlier table, and the first entry of an object when it is an object itself.

mod form;
mod frame;
mod order;
mod rewrite;
mod row;
mod written;

use super::EncodeOptions;
use super::encode::Encoder;
use crate::FormatError;
use crate::keys::OpenKeys;
use crate::tape::{Key, MAX_DEPTH, Recorder, Scalar};
use frame::{Fields, First, Frame, Inline, Place, Start};
use row::Table;

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

/// Takes the events of one value.
#[derive(Debug)]
pub(crate) struct Streamer {
    encoder: Encoder,
    mode: Mode,
    /// Arrays and objects that are open, but for those inside a row or on the recorder.
    frames: Vec<Frame>,
    /// The table that is open, or the last one. A row holds no array, so there is only one at a time.
    table: Table,
    /// Earlier tables of other columns: in a list of orders, each has lines like those of the last.
    tables: Vec<Table>,
    /// The object that decides about the last frame's form.
    recorder: Recorder,
    /// The second key of an object whose first entry waits on the recorder.
    second_key: Option<String>,
    keys: OpenKeys,
    depth: usize,
}

/// What the next event belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The last frame.
    Frame,
    /// A row of the table.
    Row,
    /// An object on the recorder.
    Recording,
    /// The first object of an array, which has no key yet.
    FirstKey,
}

impl Streamer {
    pub(crate) fn new(options: EncodeOptions) -> Self {
        Self {
            encoder: Encoder::new(options),
            mode: Mode::Frame,
            frames: Vec::new(),
            table: Table::default(),
            tables: Vec::new(),
            recorder: Recorder::default(),
            second_key: None,
            keys: OpenKeys::default(),
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

    #[allow(clippy::inline_always, reason = "into one function for each kind of scalar, where the match falls away")]
    #[inline(always)]
    pub(crate) fn scalar(&mut self, scalar: Scalar<'_>) {
        if self.mode == Mode::Row && self.table.takes_scalar() {
            return self.encoder.cell(scalar);
        }
        self.scalar_elsewhere(scalar);
    }

    #[inline(never)]
    fn scalar_elsewhere(&mut self, scalar: Scalar<'_>) {
        match self.mode {
            Mode::Frame => self.scalar_in_frame(scalar),
            Mode::Recording => self.recorder.scalar(scalar),
            Mode::Row | Mode::FirstKey => {
                self.record_row();
                self.recorder.scalar(scalar);
            }
        }
    }

    fn scalar_in_frame(&mut self, scalar: Scalar<'_>) {
        match self.frames.last_mut() {
            Some(Frame::Inline(inline)) => {
                inline.len += 1;
                return self.encoder.cell(scalar);
            }
            Some(Frame::Start(start)) => {
                let inline = Inline::begin(*start, scalar, &mut self.encoder);
                self.frames.pop();
                return self.frames.push(Frame::Inline(inline));
            }
            _ => {}
        }
        match self.place() {
            Place::Root => return self.encoder.root_scalar(scalar),
            Place::Field(_) => self.encoder.out.push_str(": "),
            Place::Item(_) => self.encoder.out.push(' '),
        }
        self.encoder.scalar(scalar);
    }

    pub(crate) fn begin_array(&mut self, len: usize) -> Result {
        self.deepen()?;
        if let Mode::Row | Mode::FirstKey = self.mode {
            self.record_row();
        }
        if self.mode == Mode::Recording {
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
        match self.mode {
            Mode::Row if self.table.takes_group() => {}
            Mode::Row | Mode::FirstKey => {
                self.record_row();
                self.recorder.begin_object();
            }
            Mode::Recording => self.recorder.begin_object(),
            Mode::Frame => self.object_in_frame(),
        }
        Ok(())
    }

    fn object_in_frame(&mut self) {
        match self.frames.last_mut() {
            Some(Frame::Table) => self.begin_row(),
            Some(Frame::Start(Start { place: Place::Root | Place::Field(_), .. })) => self.mode = Mode::FirstKey,
            Some(Frame::Fields(fields)) if fields.may_begin_keyed_table() => self.record(),
            Some(Frame::Fields(fields)) if fields.first == First::Recorded => self.begin_keyed_table(),
            _ => {
                let place = self.place();
                self.push_fields(place, First::Unknown);
            }
        }
    }

    #[inline]
    pub(crate) fn key(&mut self, key: Key<'_>) {
        if self.mode == Mode::Row && self.table.takes_key(key) {
            return;
        }
        self.key_elsewhere(key.as_str(), key.fixed());
    }

    // A key given in parts stays in registers.
    #[inline(never)]
    fn key_elsewhere(&mut self, text: &str, fixed: Option<&'static str>) {
        let key = Key::of(text, fixed);
        match self.mode {
            Mode::Frame => self.key_in_frame(text),
            Mode::FirstKey => self.first_key(key),
            Mode::Recording => self.recorder.key(key),
            Mode::Row => {
                self.record_row();
                self.recorder.key(key);
            }
        }
    }

    fn first_key(&mut self, key: Key<'_>) {
        if !self.adopt_table(key) {
            self.record_row();
            self.recorder.key(key);
        }
    }

    #[inline]
    fn key_in_frame(&mut self, key: &str) {
        match self.frames.last_mut() {
            Some(Frame::Table) => self.table.begin_entry(key, &mut self.encoder, &mut self.keys),
            Some(Frame::Fields(fields)) if fields.first == First::Recorded => {
                self.second_key = Some(key.to_owned());
            }
            Some(Frame::Fields(fields)) => fields.begin_field(key, &mut self.encoder, &mut self.keys),
            _ => {}
        }
    }

    pub(crate) fn end(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        match self.mode {
            Mode::Row if self.table.takes_end() => self.end_row(),
            Mode::Row | Mode::FirstKey => {
                self.record_row();
                self.end_recorded();
            }
            Mode::Recording => self.end_recorded(),
            Mode::Frame => self.end_frame(),
        }
    }

    fn deepen(&mut self) -> Result {
        if self.depth == MAX_DEPTH {
            return Err(FormatError::TooDeep { limit: MAX_DEPTH });
        }
        self.depth += 1;
        Ok(())
    }

    /// Where the next value goes, with all written that stands before it. The frame's form is final from here on,
    /// unless it is a table, which becomes a list.
    fn place(&mut self) -> Place {
        match self.frames.last() {
            Some(Frame::Start(_) | Frame::Inline(_)) => self.begin_list(),
            Some(Frame::Table) => self.break_table(),
            Some(Frame::Fields(fields)) if fields.first == First::Recorded => self.settle_first(),
            _ => {}
        }
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
        self.frames.push(Frame::Fields(Fields::new(place, first, &self.keys, self.encoder.out.len())));
    }

    fn begin_row(&mut self) {
        self.table.begin_row(&mut self.encoder);
        self.mode = Mode::Row;
    }

    fn end_row(&mut self) {
        if self.table.end_object(&mut self.encoder) {
            self.mode = Mode::Frame;
        }
    }

    fn end_frame(&mut self) {
        if matches!(self.frames.last(), Some(Frame::Fields(fields)) if fields.first == First::Recorded) {
            self.settle_first();
        }
        match self.frames.pop() {
            Some(Frame::Start(start)) => start.end(&mut self.encoder),
            Some(Frame::Inline(inline)) => inline.end(&mut self.encoder),
            Some(Frame::List(list)) => self.encoder.settle(list.length, list.len),
            Some(Frame::Fields(fields)) => fields.end(&mut self.encoder, &mut self.keys),
            Some(Frame::Table) => self.end_table(),
            None => {}
        }
    }
}
