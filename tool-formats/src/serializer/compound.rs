//! An array or object whose children arrive one by one: what may come next, and how it ends.

use crate::FormatError;
use crate::events::Events;
use crate::failure::Failure;

type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// An array or object that is open.
pub(crate) struct Compound<'s, E> {
    sink: &'s mut E,
    wrappers: u16,
    shape: Shape,
    /// The key of a map's entry was received, its value was not.
    has_key: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Plain,
    /// It is inside the object of one key that represents a variant with content.
    Variant,
    /// Its only field holds JSON text, and has not come yet.
    JsonText,
    /// That field was received.
    JsonDone,
}

impl<'s, E: Events> Compound<'s, E> {
    #[inline]
    pub(super) fn new(sink: &'s mut E, wrappers: u16, shape: Shape) -> Self {
        Self { sink, wrappers, shape, has_key: false }
    }

    #[inline]
    pub(super) fn in_variant(self) -> Self {
        Self { shape: Shape::Variant, ..self }
    }

    #[inline]
    pub(super) fn sink(&mut self) -> &mut E {
        self.sink
    }

    #[inline]
    pub(super) fn wrappers(&self) -> u16 {
        self.wrappers
    }

    /// Notes how a child was written, for a `Serialize` that drops the error.
    #[inline]
    pub(super) fn note(&mut self, written: Result) -> Result {
        if written.is_err() {
            self.sink.spoil();
        }
        written
    }

    /// Begins a field; whether its value is JSON text.
    #[inline]
    pub(super) fn begin_field(&mut self, key: &'static str) -> Result<bool> {
        match self.shape {
            Shape::Plain | Shape::Variant => {
                self.sink.field(key);
                Ok(false)
            }
            Shape::JsonText => {
                self.shape = Shape::JsonDone;
                Ok(true)
            }
            Shape::JsonDone => self.fail("JSON text has one field"),
        }
    }

    /// Begins the key of a map's entry.
    #[inline]
    pub(super) fn begin_key(&mut self) -> Result {
        if self.has_key {
            return self.fail("a map has a key without a value");
        }
        self.has_key = true;
        Ok(())
    }

    /// Begins the value of a map's entry.
    #[inline]
    pub(super) fn begin_value(&mut self) -> Result {
        if !self.has_key {
            return self.fail("a map has a value without a key");
        }
        self.has_key = false;
        Ok(())
    }

    #[inline]
    pub(super) fn end_array(self) {
        self.sink.end_array();
        self.end_variant();
    }

    #[inline]
    pub(super) fn end_object(mut self) -> Result {
        if self.has_key {
            return self.fail("a map has a key without a value");
        }
        match self.shape {
            Shape::JsonDone => return Ok(()),
            Shape::JsonText => return self.fail("JSON text has one field"),
            Shape::Plain | Shape::Variant => self.sink.end_object(),
        }
        self.end_variant();
        Ok(())
    }

    #[inline]
    fn end_variant(self) {
        if self.shape == Shape::Variant {
            self.sink.end_object();
        }
    }

    /// What came cannot be written, and no `Serialize` that keeps to serde's rules sends it.
    #[cold]
    fn fail<T>(&mut self, message: &str) -> Result<T> {
        self.sink.spoil();
        Err(FormatError::Serialize { message: message.to_owned() }.into())
    }
}
