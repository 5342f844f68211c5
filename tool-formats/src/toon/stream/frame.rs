//! Arrays and objects that are open, in the forms they may have.

use super::written::{key_of, raw_key};
use crate::keys::OpenKeys;
use crate::tape::Scalar;
use crate::toon::encode::{Encoder, Length};
use crate::toon::string::{is_bare_key, push_key_as};
use std::borrow::Cow;

#[derive(Debug)]
pub(super) enum Frame {
    Start(Start),
    Inline(Inline),
    List(List),
    Fields(Fields),
    /// The table that is open.
    Table,
}

/// Where a value stands, with the depth of its line.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Root,
    /// Behind a key.
    Field(usize),
    /// Behind a hyphen.
    Item(usize),
}

impl Place {
    /// Depth of the rows or items below a header that stands here.
    pub(super) fn below(self) -> usize {
        match self {
            Self::Root => 1,
            Self::Field(depth) | Self::Item(depth) => depth + 1,
        }
    }
}

/// An array without an element so far; of its text, nothing is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    pub(super) place: Place,
    /// The length that was announced.
    pub(super) len: usize,
}

impl Start {
    pub(super) fn end(self, encoder: &mut Encoder) {
        encoder.out.push_str(match self.place {
            Place::Root => "[]",
            Place::Field(_) => ": []",
            Place::Item(_) => "",
        });
        if let Place::Item(_) = self.place {
            encoder.length(0, "");
            encoder.out.push(':');
        }
    }
}

/// An array of scalars so far, on the line of its header.
#[derive(Debug)]
pub(super) struct Inline {
    pub(super) start: Start,
    pub(super) length: Length,
    /// Where the first cell begins.
    pub(super) cells: usize,
    pub(super) len: usize,
}

impl Inline {
    /// Writes the header and the first cell.
    pub(super) fn begin(start: Start, first: Scalar<'_>, encoder: &mut Encoder) -> Self {
        let length = encoder.length(start.len, "");
        encoder.out.push_str(": ");
        let cells = encoder.out.len();
        encoder.cell(first);
        Self { start, length, cells, len: 1 }
    }

    pub(super) fn end(self, encoder: &mut Encoder) {
        encoder.out.pop();
        encoder.settle(self.length, self.len);
    }
}

/// An array with an item a hyphen.
#[derive(Debug)]
pub(super) struct List {
    pub(super) length: Length,
    pub(super) len: usize,
    /// Depth of the hyphens.
    pub(super) depth: usize,
}

impl List {
    pub(super) fn begin(start: Start, encoder: &mut Encoder) -> Self {
        let length = encoder.length(start.len, "");
        encoder.out.push(':');
        Self { length, len: 0, depth: start.place.below() }
    }

    /// Writes what stands before an item.
    pub(super) fn begin_item(&mut self, encoder: &mut Encoder) {
        self.len += 1;
        encoder.line(self.depth);
        encoder.out.push('-');
    }
}

/// An object with a field a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    place: Place,
    /// Depth of the fields.
    pub(super) depth: usize,
    /// Where the text of the object begins, behind its key or hyphen.
    pub(super) start: usize,
    len: usize,
    pub(super) first: First,
    /// Where its keys begin among all open ones.
    pub(super) keys: usize,
}

/// What is known of the first entry, which decides whether the object may be a keyed table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    Unknown,
    /// It is an object fit for a row, and waits on the recorder.
    Recorded,
    /// It is written, and the object has plain fields.
    Plain,
}

impl Fields {
    pub(super) fn new(place: Place, first: First, keys: &OpenKeys, start: usize) -> Self {
        let depth = match place {
            Place::Root => 0,
            Place::Field(depth) | Place::Item(depth) => depth + 1,
        };
        Self { place, depth, start, len: 0, first, keys: keys.len() }
    }

    /// Whether the value that comes is the first one, of an object that may be a keyed table: a list item never is.
    pub(super) fn may_begin_keyed_table(&self) -> bool {
        self.first == First::Unknown && !matches!(self.place, Place::Item(_))
    }

    /// Writes a field's key, and what stands before it.
    pub(super) fn begin_field(&mut self, key: &str, encoder: &mut Encoder, keys: &mut OpenKeys) {
        match (self.len, self.place) {
            (0, Place::Root) => {}
            (0, Place::Item(_)) => encoder.out.push(' '),
            (0, Place::Field(_)) => {
                encoder.out.push(':');
                encoder.line(self.depth);
            }
            _ => encoder.line(self.depth),
        }
        let start = encoder.out.len();
        let is_bare = keys.note_field(key, self.len, self.depth, start, |key, is_bare| *is_bare = is_bare_key(key));
        push_key_as(&mut encoder.out, key, is_bare.copied().unwrap_or_default());
        self.len += 1;
    }

    /// The first key, read out of the text of the object.
    pub(super) fn first_key<'t>(&self, text: &'t str, encoder: &Encoder) -> Cow<'t, str> {
        let before = match self.place {
            Place::Root => 0,
            Place::Item(_) => 1,
            Place::Field(_) => 1 + encoder.glue(self.depth),
        };
        raw_key(key_of(text.get(before..).unwrap_or_default()))
    }

    /// Begins anew, after the text has been cut off at the start of the object.
    pub(super) fn restart(&mut self, keys: &mut OpenKeys) {
        self.len = 0;
        self.first = First::Plain;
        keys.forget(self.keys);
    }

    pub(super) fn end(self, encoder: &mut Encoder, keys: &mut OpenKeys) {
        if self.len == 0 && matches!(self.place, Place::Field(_)) {
            encoder.out.push(':');
        }
        let (out, glue) = encoder.out_and_glue(self.depth);
        keys.resolve_fields(self.keys, self.depth, out, glue, key_of);
        keys.forget(self.keys);
    }
}
