//! Objects with one field per line.

use serde::de::{DeserializeSeed, MapAccess};

use super::access::{Access, excess, value_before_key};
use super::cursor::Cursor;
use super::document::Document;
use super::duplicate_keys::Step;
use super::map_key::MapKey;
use super::object_keys::ObjectKeys;
use super::place::{self, Place, Value};
use super::text;
use crate::fault::{Fault, Result};

/// The fields of one object.
#[derive(Debug)]
pub(super) struct ObjectAccess<'p, 'de> {
    document: &'p mut Document<'de>,
    depth: usize,
    keys: ObjectKeys<'de>,
    /// The key that was read last.
    key: &'de str,
    /// Its value.
    value: Option<Place<'de>>,
    /// Where to go on after a value that is read in place of its duplicate.
    resume: Option<Box<Cursor>>,
}

impl<'p, 'de> ObjectAccess<'p, 'de> {
    pub(super) fn new(document: &'p mut Document<'de>, depth: usize) -> Self {
        let keys = ObjectKeys::new(document);
        Self { document, depth, keys, key: "", value: None, resume: None }
    }

    /// Reads the next field up to its value, if there is one.
    fn next_field(&mut self) -> Result {
        while let Some(line) = self.document.lines.take_at(self.depth)? {
            if let Some((key, place)) = Place::plain_field(self.document.lines.text(), line)
                && self.keys.is_new(key, self.document)
            {
                self.key = key;
                self.value = Some(place);
                return Ok(());
            }
            if self.odd_field()? {
                return Ok(());
            }
        }
        self.value = None;
        Ok(())
    }

    /// [`Self::next_field`] for any field on the document's line; whether it is to be read.
    #[inline(never)]
    fn odd_field(&mut self) -> Result<bool> {
        let key = place::key(&mut self.document.lines)?;
        match self.keys.step(key, self.document)? {
            Step::Read => {}
            Step::Skip => {
                self.document.lines.skip_deeper(self.depth)?;
                return Ok(false);
            }
            Step::ReadInstead(duplicate) => self.read_instead(duplicate)?,
        }
        self.key = key;
        self.value = Some(Place::of_field(&self.document.lines));
        Ok(true)
    }

    #[cold]
    fn read_instead(&mut self, mut duplicate: Box<Cursor>) -> Result {
        self.document.lines.skip_deeper(self.depth)?;
        self.document.lines.swap_cursor(&mut duplicate);
        self.resume = Some(duplicate);
        Ok(())
    }
}

impl Access for ObjectAccess<'_, '_> {
    fn finish(&mut self) -> Result {
        if self.document.lines.peek()? && self.document.lines.line().depth >= self.depth {
            return Err(excess(self.document.lines.content()));
        }
        self.keys.forget(self.document);
        Ok(())
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'_, 'de> {
    type Error = Fault;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.next_field()?;
        if self.value.is_none() {
            return Ok(None);
        }
        let key = self.key;
        seed.deserialize(MapKey(&text::key(key)?)).map(Some).map_err(|fault| fault.or_at(key))
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let place = self.value.take().ok_or_else(value_before_key)?;
        let start = self.document.lines.line().start;
        let value = seed.deserialize(Value { document: &mut *self.document, place, start })?;
        if let Some(mut cursor) = self.resume.take() {
            self.document.lines.swap_cursor(&mut cursor);
        }
        Ok(value)
    }
}
