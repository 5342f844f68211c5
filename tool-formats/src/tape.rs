//! A value as a flat list of slots in reading order, which all writers can walk.
//!
//! A tree of boxes would cost an allocation a value. Here a whole value lives in two buffers: the slots, and the text
//! that could not be borrowed. A container's slot knows how many slots it holds, so a reader can step over it.

mod any;
mod builder;
mod recorder;

use std::fmt;

use crate::{FormatError, Loss, LossSet};

pub(crate) use any::AnySeed;
pub(crate) use builder::{Open, TapeBuilder};
pub(crate) use recorder::{Event, Key, Recorder};

/// The deepest nesting of arrays and objects that is written or read, as in `serde_json`.
///
/// It bounds the recursion of every writer, so that no input can exhaust the stack.
pub(crate) const MAX_DEPTH: usize = 128;

/// An array or object would be nested more deeply than the limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TooDeep {
    pub(crate) limit: usize,
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FormatError::from(*self).fmt(f)
    }
}

impl From<TooDeep> for FormatError {
    fn from(TooDeep { limit }: TooDeep) -> Self {
        Self::TooDeep { limit }
    }
}

/// A value as slots. A container is followed by its children, an object's child by child after its key.
#[derive(Debug, Default)]
pub(crate) struct Tape<'a> {
    slots: Vec<Slot<'a>>,
    copied: String,
    /// What the value had that is not here: of its text, such as a name that came twice, or of its Rust type, such as
    /// NaN.
    losses: LossSet,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Slot<'a> {
    Null,
    Bool(bool),
    I64(i64),
    U64(u64),
    /// Finite: what is not a number has become `Null`.
    F64(f64),
    /// Kept apart from `F64`, since its shortest digits are fewer.
    F32(f32),
    /// What is the same in every format: the digits of an integer, perhaps past 64 bits; or a finished cell of TOON.
    Verbatim(&'a str),
    CopiedVerbatim(Span),
    /// A number of a JSON text with a fraction or an exponent, within the range of a double.
    Decimal(&'a str),
    Text(&'a str),
    CopiedText(Span),
    Array(Extent),
    Object(Extent),
}

/// Where a text is among the copied ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    start: usize,
    len: usize,
}

/// How many children a container has, and how many slots they take.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Extent {
    len: usize,
    slots: usize,
}

impl<'a> Slot<'a> {
    /// Slots of this value, its own included.
    fn size(self) -> usize {
        match self {
            Self::Array(extent) | Self::Object(extent) => extent.slots + 1,
            _ => 1,
        }
    }

    fn text<'t>(self, copied: &'t str) -> Option<&'t str>
    where
        'a: 't,
    {
        match self {
            Self::Text(text) => Some(text),
            Self::CopiedText(span) => copied.get(span.start..span.start + span.len),
            _ => None,
        }
    }
}

impl<'a> Tape<'a> {
    /// Notes something that the value had and the tape does not hold.
    pub(crate) fn note(&mut self, loss: Loss) {
        self.losses.insert(loss);
    }

    /// The whole value.
    pub(crate) fn root(&'a self) -> Node<'a> {
        Node { slots: &self.slots, tape: self }
    }
}

/// One value on the tape.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<'t> {
    slots: &'t [Slot<'t>],
    tape: &'t Tape<'t>,
}

/// What a value is.
#[derive(Debug, Clone)]
pub(crate) enum View<'t> {
    Scalar(Scalar<'t>),
    Array(Items<'t>),
    Object(Entries<'t>),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Scalar<'t> {
    Null,
    Bool(bool),
    Number(Number<'t>),
    Text(&'t str),
}

impl From<()> for Scalar<'_> {
    fn from((): ()) -> Self {
        Self::Null
    }
}

impl From<bool> for Scalar<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Scalar<'_> {
    fn from(value: i64) -> Self {
        Self::Number(Number::I64(value))
    }
}

impl From<u64> for Scalar<'_> {
    fn from(value: u64) -> Self {
        Self::Number(Number::U64(value))
    }
}

impl<'t> From<Number<'t>> for Scalar<'t> {
    fn from(number: Number<'t>) -> Self {
        Self::Number(number)
    }
}

impl<'t> From<&'t str> for Scalar<'t> {
    fn from(text: &'t str) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Scalar<'_> {
    fn from(value: f64) -> Self {
        if value.is_finite() { Self::Number(Number::F64(value)) } else { Self::Null }
    }
}

impl From<f32> for Scalar<'_> {
    fn from(value: f32) -> Self {
        if value.is_finite() { Self::Number(Number::F32(value)) } else { Self::Null }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Number<'t> {
    I64(i64),
    U64(u64),
    F64(f64),
    F32(f32),
    Verbatim(&'t str),
    Decimal(&'t str),
}

impl<'t> Node<'t> {
    #[inline]
    pub(crate) fn view(self) -> View<'t> {
        let Some((first, rest)) = self.slots.split_first() else {
            return View::Scalar(Scalar::Null);
        };
        let number = |number| View::Scalar(Scalar::Number(number));
        match *first {
            Slot::Null => View::Scalar(Scalar::Null),
            Slot::Bool(value) => View::Scalar(Scalar::Bool(value)),
            Slot::I64(value) => number(Number::I64(value)),
            Slot::U64(value) => number(Number::U64(value)),
            Slot::F64(value) => number(Number::F64(value)),
            Slot::F32(value) => number(Number::F32(value)),
            Slot::Verbatim(digits) => number(Number::Verbatim(digits)),
            Slot::Decimal(token) => number(Number::Decimal(token)),
            Slot::CopiedVerbatim(span) => number(Number::Verbatim(self.copied(span))),
            Slot::Text(text) => View::Scalar(Scalar::Text(text)),
            Slot::CopiedText(span) => View::Scalar(Scalar::Text(self.copied(span))),
            Slot::Array(extent) => View::Array(Items { rest, tape: self.tape, left: extent.len }),
            Slot::Object(extent) => View::Object(Entries { rest, tape: self.tape, left: extent.len }),
        }
    }

    /// Slots of the whole value: equal for values of one shape.
    pub(crate) fn size(self) -> usize {
        self.slots.len()
    }

    /// What was lost before the value was on its tape.
    pub(crate) fn losses(self) -> LossSet {
        self.tape.losses
    }

    fn copied(self, span: Span) -> &'t str {
        self.tape.copied.get(span.start..span.start + span.len).unwrap_or_default()
    }
}

/// The children of an array.
#[derive(Debug, Clone)]
pub(crate) struct Items<'t> {
    rest: &'t [Slot<'t>],
    tape: &'t Tape<'t>,
    left: usize,
}

impl<'t> Iterator for Items<'t> {
    type Item = Node<'t>;

    #[inline]
    fn next(&mut self) -> Option<Node<'t>> {
        self.left = self.left.checked_sub(1)?;
        let (slots, rest) = self.rest.split_at_checked(self.rest.first()?.size())?;
        self.rest = rest;
        Some(Node { slots, tape: self.tape })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Items<'_> {}

/// The keys of an object with their values, in the order they came; no key twice.
#[derive(Debug, Clone)]
pub(crate) struct Entries<'t> {
    rest: &'t [Slot<'t>],
    tape: &'t Tape<'t>,
    left: usize,
}

impl<'t> Iterator for Entries<'t> {
    type Item = (&'t str, Node<'t>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (key, values) = self.rest.split_first()?;
        let (slots, rest) = values.split_at_checked(values.first()?.size())?;
        self.rest = rest;
        Some((key.text(&self.tape.copied)?, Node { slots, tape: self.tape }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Entries<'_> {}
