//! Arrays and objects that are open, in the forms they may have.

use super::shape::mix;
use crate::toon::encode::{Encoder, Length};

#[derive(Debug)]
pub(super) enum Frame {
    /// The line of scalars that is open, perhaps with none so far.
    Inline,
    List(List),
    /// The innermost object with a field a line.
    Fields,
    /// The table that is open.
    Table,
}

/// Where a value is, with the depth of its line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Place {
    #[default]
    Root,
    /// After a key.
    Field(usize),
    /// After a hyphen.
    Item(usize),
}

impl Place {
    /// Depth of the rows or items below a header that is here.
    pub(super) fn below(self) -> usize {
        match self {
            Self::Root => 1,
            Self::Field(depth) | Self::Item(depth) => depth + 1,
        }
    }
}

/// Where an array is, and the length that was announced.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Start {
    pub(super) place: Place,
    pub(super) len: usize,
}

/// An array of scalars so far, on the line of its header.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Inline {
    pub(super) start: Start,
    pub(super) length: Length,
    /// Where the first cell begins.
    pub(super) cells: usize,
    pub(super) len: usize,
}

impl Inline {
    /// Writes the header.
    #[inline]
    pub(super) fn begin(start: Start, encoder: &mut Encoder) -> Self {
        let length = encoder.length(start.len, "");
        encoder.out.push_str(": ");
        Self { start, length, cells: encoder.out.len(), len: 0 }
    }

    /// Whether an object that comes may be the first row of a table, which an item never is.
    pub(super) fn may_be_table(&self) -> bool {
        self.len == 0 && !matches!(self.start.place, Place::Item(_))
    }

    #[inline]
    pub(super) fn end(&self, encoder: &mut Encoder) {
        if self.len == 0 {
            return self.end_empty(encoder);
        }
        encoder.cut(1);
        encoder.settle(self.length, self.len);
    }

    #[inline(never)]
    fn end_empty(&self, encoder: &mut Encoder) {
        encoder.out.truncate(self.length.start);
        encoder.out.push_str(match self.start.place {
            Place::Root => "[]",
            Place::Field(_) => ": []",
            Place::Item(_) => "",
        });
        if let Place::Item(_) = self.start.place {
            encoder.length(0, "");
            encoder.out.push(':');
        }
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

    /// Writes what is before an item.
    pub(super) fn begin_item(&mut self, encoder: &mut Encoder) {
        self.len += 1;
        encoder.line(self.depth);
        encoder.out.push('-');
    }
}

/// An object with a field a line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fields {
    pub(super) place: Place,
    /// Where the text of the object begins, after its key or hyphen.
    pub(super) start: usize,
    /// The shape of its entries so far, unless it cannot be a row or a group: it holds an array or an empty object.
    pub(super) shape: Option<u64>,
    /// The shape of the only entry so far, if that is an object fit for a row; the shape of all rows of a keyed table.
    pub(super) first: Option<u64>,
}

impl Fields {
    /// For a place where all is written that is before the object, a field's colon included.
    pub(super) fn new(place: Place, encoder: &Encoder) -> Self {
        let colon = usize::from(matches!(place, Place::Field(_)));
        let start = encoder.out.len() - colon;
        Self { place, start, shape: Some(0), first: None }
    }

    /// Depth of the fields.
    pub(super) fn depth(&self) -> usize {
        match self.place {
            Place::Root => 0,
            Place::Field(depth) | Place::Item(depth) => depth + 1,
        }
    }

    /// Counts an entry that is an object, the last of so many entries. Whether these are two of one shape, in an object
    /// that may be a keyed table: a list item never is.
    pub(super) fn counts(&mut self, shape: Option<u64>, len: usize) -> bool {
        self.shape = self.shape.zip(shape).map(|(sum, shape)| sum.wrapping_add(mix(shape)));
        let is_like = len == 2 && shape.is_some() && shape == self.first;
        if len == 1 && !self.is_item() {
            self.first = shape;
        }
        is_like
    }

    /// Whether it is a list item, which is never a table.
    pub(super) fn is_item(&self) -> bool {
        matches!(self.place, Place::Item(_))
    }

    /// Where the first key is.
    pub(super) fn first_key(&self, encoder: &Encoder) -> usize {
        self.start
            + match self.place {
                Place::Root => 0,
                Place::Item(_) => 1,
                Place::Field(_) => 1 + encoder.glue(self.depth()),
            }
    }
}
