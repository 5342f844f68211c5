//! Reads CSV rows as the types that serde asks for.

use std::slice;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::table::{Record, Table};
use crate::cell::{Cell, value_before_key};
use crate::fault::{Fault, Result, read_text};
use crate::map_key::MapKey;
use crate::tape::{Slot, Tape, TapeBuilder};
use crate::{CsvOptions, Format, FormatError};

/// Reads a table as a sequence of rows, or its only row if the type is not a sequence.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str, options: CsvOptions) -> Result<T, FormatError> {
    read_text(text, Format::Csv, |text| read(text, options))
}

/// Reads a table onto a tape, as an array of objects. What we would write alike is read as what it looks like.
pub(crate) fn to_tape(text: &str, options: CsvOptions) -> Result<Tape<'_>, FormatError> {
    read_text(text, Format::Csv, |text| record(text, options))
}

fn read<'de, T: Deserialize<'de>>(text: &'de str, options: CsvOptions) -> Result<T> {
    let mut table = Table::of(text, options)?;
    let value = T::deserialize(Rows(&mut table))?;
    match table.next()? {
        None => Ok(value),
        Some(row) => Err(excess(row.offset)),
    }
}

fn excess(offset: usize) -> Fault {
    <Fault as serde::de::Error>::custom("expected no more rows").or_at(offset)
}

fn record(text: &str, options: CsvOptions) -> Result<Tape<'_>> {
    let mut table = Table::of(text, options)?;
    let mut builder = TapeBuilder::default();
    let (open, mut len) = (builder.open()?, 0);
    while let Some(row) = table.next()? {
        let (open, width) = (builder.open()?, row.cells.len());
        for (name, cell) in table.header().iter().zip(row.cells) {
            match &name.text {
                std::borrow::Cow::Borrowed(name) => builder.push(Slot::Text(name)),
                std::borrow::Cow::Owned(name) => builder.push_copied_text(name),
            }
            cell.record(&mut builder)?;
        }
        builder.close_object(open, width);
        len += 1;
    }
    builder.close_array(open, len);
    Ok(builder.finish())
}

/// All rows.
struct Rows<'t, 'de>(&'t mut Table<'de>);

impl<'de> Rows<'_, 'de> {
    /// The first row, for a type that is not a sequence.
    fn first<V>(self, read: impl FnOnce(Row<'_, 'de>) -> Result<V>) -> Result<V> {
        match self.0.next()? {
            Some(record) => read(Row { header: self.0.header(), record }),
            None => Err(<Fault as serde::de::Error>::custom("expected a row below the header")),
        }
    }
}

impl<'de> SeqAccess<'de> for Rows<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        match self.0.next()? {
            Some(record) => seed.deserialize(Row { header: self.0.header(), record }).map(Some),
            None => Ok(None),
        }
    }
}

impl<'de> Deserializer<'de> for Rows<'_, 'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_seq(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.first(|row| row.deserialize_map(visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.first(|row| row.deserialize_struct(name, fields, visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.first(|row| row.deserialize_enum(name, variants, visitor))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct identifier ignored_any
    }
}

/// One row: a map from the header's names, or a sequence of cells.
struct Row<'h, 'de> {
    header: &'h [Cell<'de>],
    record: Record<'de>,
}

impl<'h, 'de> Row<'h, 'de> {
    fn entries(self) -> Entries<'h, 'de> {
        Entries { names: self.header.iter(), cells: self.record.cells.into_iter() }
    }

    fn visit_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let offset = self.record.offset;
        let mut cells = Cells(self.record.cells.into_iter());
        let value = visitor.visit_seq(&mut cells).map_err(|fault| fault.or_at(offset))?;
        match cells.0.next() {
            None => Ok(value),
            Some(cell) => Err(<Fault as serde::de::Error>::custom("expected no more cells").or_at(cell.offset)),
        }
    }
}

impl<'de> Deserializer<'de> for Row<'_, 'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let offset = self.record.offset;
        visitor.visit_map(self.entries()).map_err(|fault| fault.or_at(offset))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.visit_seq(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value> {
        self.visit_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.visit_seq(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let offset = self.record.offset;
        visitor.visit_enum(MapAccessDeserializer::new(self.entries())).map_err(|fault| fault.or_at(offset))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct map struct
        identifier ignored_any
    }
}

struct Entries<'h, 'de> {
    names: slice::Iter<'h, Cell<'de>>,
    cells: std::vec::IntoIter<Cell<'de>>,
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(name) = self.names.next() else { return Ok(None) };
        let key = MapKey::<Fault>::new(name.text.clone());
        seed.deserialize(key).map(Some).map_err(|fault| fault.or_at(name.offset))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        seed.deserialize(self.cells.next().ok_or_else(value_before_key)?)
    }
}

struct Cells<'de>(std::vec::IntoIter<Cell<'de>>);

impl<'de> SeqAccess<'de> for Cells<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.0.next().map(|cell| seed.deserialize(cell)).transpose()
    }
}
