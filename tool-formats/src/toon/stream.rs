//! From the events of a value to TOON text, while the value is being serialized.
//!
//! The form of an array or object can depend on its last element, and a value cannot be asked twice. So each form is
//! speculative: the rows of a table go straight into the text as long as they fit, and the region is rewritten as
//! a list at the first one that does not. Only what decides a form is recorded: the first object of an array, unless it
//! looks like the rows of an earlier table. That the first entries of an object are alike shows at the end of the second
//! one, and they are read back from the text, unless the last object at this depth was a table with the same columns.

mod end;
mod form;
mod frame;
mod lines;
mod reader;
mod rewrite;
mod row;
mod shape;
mod written;

use super::encode::{Encoder, Orders};
use super::options::EncodeOptions;
use crate::FormatError;
use crate::failure::Failure;
use crate::tape::{Key, MAX_DEPTH, Recorder, Scalar};
use frame::{Fields, Frame, Inline, Place, Start};
use lines::Lines;
use row::Table;

type Result<T = (), E = FormatError> = std::result::Result<T, E>;

/// Takes the events of one value.
#[derive(Debug)]
pub(crate) struct Streamer {
    encoder: Encoder,
    mode: Mode,
    /// Arrays and objects that are open, except for those inside a row or on the recorder.
    frames: Vec<Frame>,
    /// The line of scalars that is open, or the last one.
    inline: Inline,
    /// The table that is open, or the last one. A row holds no array, so there is only one at a time.
    table: Table,
    /// Earlier tables of other columns: in a list of orders, each has lines like those of the last.
    tables: Vec<Table>,
    /// The object that decides about the last frame's form.
    recorder: Recorder,
    /// What the fields of open objects begin with.
    lines: Lines,
    depth: usize,
}

/// What the next event belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The last frame.
    Frame,
    /// The last frame, which is an object whose last key is written, with a colon and a space.
    Fields,
    /// The last frame, which is a line of scalars.
    Inline,
    /// The last frame, which is a table of which a row has ended.
    Table,
    /// A row of the table.
    Row,
    /// An object on the recorder.
    Recording,
    /// The first object of an array or of an object, which has no key yet.
    FirstKey,
}

impl Streamer {
    pub(crate) fn new(options: EncodeOptions) -> Self {
        let mut encoder = Encoder::new(options);
        encoder.orders = Some(Orders::default());
        Self {
            encoder,
            mode: Mode::Frame,
            frames: Vec::new(),
            inline: Inline::default(),
            table: Table::default(),
            tables: Vec::new(),
            recorder: Recorder::default(),
            lines: Lines::default(),
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
    pub(crate) fn scalar<'v>(&mut self, value: impl Into<Scalar<'v>> + Copy) {
        match self.mode {
            Mode::Fields => return self.encoder.scalar(value.into()),
            Mode::Inline => self.inline.len += 1,
            Mode::Row if self.table.takes_scalar() => {}
            _ => return self.scalar_elsewhere(value.into()),
        }
        self.encoder.cell(value.into());
    }

    #[inline(never)]
    fn scalar_elsewhere(&mut self, scalar: Scalar<'_>) {
        match self.mode {
            Mode::Recording => self.recorder.scalar(scalar),
            Mode::Row | Mode::FirstKey => {
                self.record_row(false);
                self.recorder.scalar(scalar);
            }
            Mode::Frame | Mode::Fields | Mode::Inline | Mode::Table => self.scalar_in_frame(scalar),
        }
    }

    fn scalar_in_frame(&mut self, scalar: Scalar<'_>) {
        match self.place() {
            Place::Root => return self.encoder.root_scalar(scalar),
            Place::Field(_) => {}
            Place::Item(_) => self.encoder.out.push(' '),
        }
        self.encoder.scalar(scalar);
    }

    pub(crate) fn begin_array(&mut self, len: usize) -> Result<(), Failure> {
        self.deepen()?;
        let place = if self.mode == Mode::Fields { Place::Field(self.lines.depth()) } else { self.place_of_array() };
        match place {
            Place::Root => {}
            Place::Field(_) => {
                self.lines.count_array();
                self.encoder.cut(": ".len());
            }
            Place::Item(_) => self.encoder.out.push(' '),
        }
        self.inline = Inline::begin(Start { place, len }, &mut self.encoder);
        self.frames.push(Frame::Inline);
        self.mode = Mode::Inline;
        Ok(())
    }

    #[inline(never)]
    fn place_of_array(&mut self) -> Place {
        if let Mode::Row | Mode::FirstKey = self.mode {
            self.record_row(false);
        }
        if self.mode == Mode::Recording {
            // No row of a table holds an array, at any depth.
            self.stop_recording();
        }
        self.place()
    }

    #[inline]
    pub(crate) fn begin_object(&mut self) -> Result<(), Failure> {
        self.deepen()?;
        match self.mode {
            Mode::Fields if self.lines.may_be_table() => self.mode = Mode::FirstKey,
            Mode::Fields => self.begin_field_fields(),
            Mode::Table => self.begin_row(),
            Mode::Row if self.table.takes_group() => {}
            _ => self.object_elsewhere(),
        }
        Ok(())
    }

    #[inline(never)]
    fn object_elsewhere(&mut self) {
        match self.mode {
            Mode::Recording => self.recorder.begin_object(),
            Mode::Row | Mode::FirstKey => {
                self.record_row(false);
                self.recorder.begin_object();
            }
            Mode::Frame | Mode::Fields | Mode::Inline | Mode::Table => self.object_in_frame(),
        }
    }

    fn object_in_frame(&mut self) {
        match self.frames.last() {
            Some(Frame::Table) => self.begin_row(),
            Some(Frame::Inline) if self.inline.may_be_table() => self.mode = Mode::FirstKey,
            _ => self.begin_fields(),
        }
    }

    #[allow(clippy::inline_always, reason = "as for scalars: static keys are compared by address")]
    #[inline(always)]
    pub(crate) fn key(&mut self, key: Key<'_>) {
        match self.mode {
            Mode::Fields if self.lines.takes(key, &mut self.encoder.out) => {}
            Mode::Row if self.table.takes_key(key) => {}
            _ => self.key_elsewhere(key.as_str(), key.fixed()),
        }
    }

    // A key given in parts stays in registers.
    #[inline(never)]
    fn key_elsewhere(&mut self, text: &str, fixed: Option<&'static str>) {
        let key = Key::of(text, fixed);
        match self.mode {
            Mode::FirstKey => self.first_key(key),
            Mode::Recording => self.recorder.key(key),
            Mode::Row if self.table.finds_key(key) => {}
            Mode::Row => {
                self.record_row(true);
                self.recorder.key(key);
            }
            Mode::Fields => self.lines.push(key, &mut self.encoder),
            Mode::Frame | Mode::Inline | Mode::Table => self.table.begin_entry(text, &mut self.encoder),
        }
    }

    fn first_key(&mut self, key: Key<'_>) {
        if self.adopt_table(key) {
            return;
        }
        if let Some(Frame::Fields) = self.frames.last() {
            self.begin_fields();
            return self.lines.push(key, &mut self.encoder);
        }
        self.record_row(true);
        self.recorder.key(key);
    }

    #[inline]
    fn deepen(&mut self) -> Result<(), Failure> {
        if self.depth == MAX_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        Ok(())
    }

    /// Where the next value goes, with all written that is before it: a field's colon and space, an item's hyphen.
    /// The frame's form is final from here on, unless it is a table, which becomes a list.
    fn place(&mut self) -> Place {
        match self.frames.last() {
            Some(Frame::Inline) => self.begin_list(),
            Some(Frame::Table) => self.break_table(),
            _ => {}
        }
        match self.frames.last_mut() {
            Some(Frame::Fields) => Place::Field(self.lines.depth()),
            Some(Frame::List(list)) => {
                list.begin_item(&mut self.encoder);
                Place::Item(list.depth)
            }
            _ => Place::Root,
        }
    }

    /// Begins an object with a field a line.
    #[inline(never)]
    fn begin_fields(&mut self) {
        let place = self.place();
        self.begin_fields_in(place);
    }

    /// The same after a key, as most objects are.
    #[inline(never)]
    fn begin_field_fields(&mut self) {
        self.begin_fields_in(Place::Field(self.lines.depth()));
    }

    #[allow(clippy::inline_always, reason = "most of it falls away where the place is known")]
    #[inline(always)]
    fn begin_fields_in(&mut self, place: Place) {
        if let Place::Field(_) = place {
            self.encoder.cut(" ".len());
        }
        let fields = Fields::new(place, &self.encoder);
        self.lines.begin(fields, &self.encoder);
        self.frames.push(Frame::Fields);
        self.mode = Mode::Fields;
    }

    #[inline(never)]
    fn begin_row(&mut self) {
        self.table.begin_row(&mut self.encoder);
        self.mode = Mode::Row;
    }
}

/// Apart, so that nothing makes room for the error where there is none.
#[cold]
#[inline(never)]
fn too_deep() -> Failure {
    FormatError::TooDeep { limit: MAX_DEPTH }.into()
}
