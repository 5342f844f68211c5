//! Ends an array or object in its current form.

use super::frame::{Frame, Place};
use super::lines::NewKeys;
use super::{Mode, Streamer};

impl Streamer {
    #[inline]
    pub(crate) fn end(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        match self.mode {
            Mode::Row if self.table.takes_end() => self.end_row(),
            Mode::Fields => self.end_fields(),
            Mode::Inline => self.end_inline(),
            _ => self.end_elsewhere(),
        }
    }

    #[inline(never)]
    fn end_elsewhere(&mut self) {
        match self.mode {
            Mode::Recording => self.end_recorded(),
            Mode::FirstKey if matches!(self.frames.last(), Some(Frame::Fields)) => {
                self.begin_fields();
                self.end_fields();
            }
            Mode::Row | Mode::FirstKey => {
                self.record_row(true);
                self.end_recorded();
            }
            Mode::Frame | Mode::Fields | Mode::Inline | Mode::Table => self.end_frame(),
        }
    }

    fn end_row(&mut self) {
        if self.table.end_object(&mut self.encoder) {
            self.mode = Mode::Table;
        }
    }

    fn end_frame(&mut self) {
        match self.frames.pop() {
            Some(Frame::Table) => self.end_table(),
            Some(Frame::List(list)) => {
                self.encoder.settle(list.length, list.len);
                self.lines.resume(list.depth.saturating_sub(1));
                self.end_array();
            }
            // Fields and lines of scalars have separate modes.
            Some(Frame::Fields | Frame::Inline) | None => {}
        }
    }

    #[inline(never)]
    fn end_inline(&mut self) {
        self.frames.pop();
        self.inline.end(&mut self.encoder);
        self.end_array();
    }

    /// Goes on after an array. What is around it is not a row, so that no order in it will count again.
    pub(super) fn end_array(&mut self) {
        if let Some(orders) = &mut self.encoder.orders {
            orders.clear();
        }
        let is_field = matches!(self.frames.last(), Some(Frame::Fields));
        self.mode = if is_field { Mode::Fields } else { Mode::Frame };
    }

    #[inline(never)]
    fn end_fields(&mut self) {
        self.frames.pop();
        match self.lines.shape() {
            Ok(shape) => self.end_object(shape),
            Err(NewKeys) => self.end_new_fields(),
        }
    }

    // A separate call, so that an object whose keys are known ends without one.
    #[inline(never)]
    fn end_new_fields(&mut self) {
        let shape =
            if self.lines.has_duplicate_keys() { self.rewrite() } else { self.lines.shape().unwrap_or_default() };
        self.end_object(shape);
    }

    /// Goes on after the innermost object, which is of this shape and has ended.
    pub(super) fn end_object(&mut self, shape: Option<u64>) {
        match self.lines.place() {
            Place::Field(depth) => {
                self.lines.resume(depth);
                self.end_entry(shape);
            }
            Place::Root | Place::Item(_) => self.mode = Mode::Frame,
        }
    }
}
