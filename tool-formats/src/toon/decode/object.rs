//! Objects whose fields stand a line each.

use serde::de::{DeserializeSeed, MapAccess};

use super::document::{Cursor, Document};
use super::fault::{Fault, Result};
use super::keys::ObjectKeys;
use super::map_key::MapKey;
use super::place::Field;
use super::twins::{Step, Twin};
use super::value::{Access, Value, excess, value_before_key};

/// The fields of one object.
#[derive(Debug)]
pub(super) struct ObjectAccess<'p, 'de> {
    document: &'p mut Document<'de>,
    depth: usize,
    /// What follows the hyphen, for an object that is a list item.
    first: Option<&'de str>,
    keys: ObjectKeys<'de>,
    /// The field under reading. It stays here: to hand it on by value costs more than to read it.
    field: Option<Field<'de>>,
    /// Where to go on after a value that is read in place of its twin.
    resume: Option<Box<Cursor<'de>>>,
}

impl<'p, 'de> ObjectAccess<'p, 'de> {
    pub(super) fn new(document: &'p mut Document<'de>, depth: usize, first: Option<&'de str>) -> Self {
        let keys = ObjectKeys::new(document);
        Self { document, depth, first, keys, field: None, resume: None }
    }

    #[allow(clippy::inline_always, reason = "its result would be handed over through memory, once a line")]
    #[inline(always)]
    fn next_content(&mut self) -> Result<Option<&'de str>> {
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        let Some(line) = self.document.peek()?.filter(|line| line.depth >= self.depth) else {
            return Ok(None);
        };
        if line.depth > self.depth {
            return Err(Fault::at(line.content, "expected no deeper line, the value above is complete"));
        }
        self.document.take();
        Ok(Some(line.content))
    }

    /// Reads the next field up to its value.
    fn read_field(&mut self) -> Result {
        while let Some(content) = self.next_content()? {
            let field = self.field.insert(Field::parse(content, self.depth)?);
            match self.keys.step(&field.key, content, self.document)? {
                Step::Read => return Ok(()),
                Step::Skip => self.document.skip_deeper(self.depth)?,
                Step::ReadInstead(twin) => return self.read_instead(twin),
            }
        }
        self.field = None;
        Ok(())
    }

    #[cold]
    fn read_instead(&mut self, twin: Twin<'de>) -> Result {
        self.document.skip_deeper(self.depth)?;
        self.resume = Some(Box::new(self.document.cursor()));
        self.document.go_to(twin.cursor);
        self.field = Some(Field::parse(twin.content, self.depth)?);
        Ok(())
    }
}

impl Access for ObjectAccess<'_, '_> {
    fn finish(&mut self) -> Result {
        let line = self.document.peek()?.filter(|line| line.depth >= self.depth);
        if let Some(content) = self.first.or(line.map(|line| line.content)) {
            return Err(excess(content));
        }
        self.keys.forget(self.document);
        Ok(())
    }
}

impl<'de> MapAccess<'de> for ObjectAccess<'_, 'de> {
    type Error = Fault;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.read_field()?;
        match &self.field {
            Some(field) => seed.deserialize(MapKey(&field.key)).map(Some).map_err(|fault| fault.or_at(field.content)),
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let Some(&Field { content: line, place, .. }) = self.field.as_ref() else {
            return Err(value_before_key());
        };
        let value = seed.deserialize(Value { document: &mut *self.document, place, line })?;
        if let Some(cursor) = self.resume.take() {
            self.document.go_to(*cursor);
        }
        Ok(value)
    }
}
