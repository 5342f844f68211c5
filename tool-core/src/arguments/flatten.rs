//! Reads a flattened parameter, whose fields are arguments.

use std::borrow::Cow;
use std::cell::Cell;
use std::marker::PhantomData;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Error;
use serde_json::value::RawValue;

use super::checked_deserializer::{Flag, Guard, Names, Watch, is_buffer};
use super::slow_path::type_detail;
use super::tool_param::ToolParam;
use crate::arguments::json_repair;
use crate::schema::raw_json::RawJson;

/// More names than are compared one by one.
const FEW: usize = 16;

/// Arguments that no parameter is named after, with their values as they were written.
#[derive(Debug)]
pub struct RemainingArguments<'a> {
    arguments: Vec<Argument<'a>>,
    names: Names<'static>,
    /// The name whose value comes next.
    name: Cow<'a, str>,
    watch: &'a Watch<'a>,
}

#[derive(Debug)]
struct Argument<'a> {
    name: Cow<'a, str>,
    value: &'a RawValue,
    /// Whether a parameter took it.
    is_taken: Cell<bool>,
}

impl<'a> RemainingArguments<'a> {
    pub(super) fn new(watch: &'a Watch<'a>) -> Self {
        Self { arguments: Vec::new(), names: Names::default(), name: Cow::Borrowed(""), watch }
    }

    /// Keeps the name until its value is there.
    pub(super) fn begin(&mut self, name: Cow<'a, str>) {
        self.name = name;
    }

    pub(super) fn add(&mut self, value: &'a RawValue) -> Result<(), Error> {
        let name = std::mem::take(&mut self.name);
        let mut few = self.arguments.iter().take(FEW);
        if few.any(|argument| argument.name == name) {
            return Err(Error::custom(format!("the name `{name}` is given twice")));
        }
        if self.arguments.len() >= FEW {
            self.names.note::<Error>(Cow::Owned(name.clone().into_owned()))?;
        }
        self.arguments.push(Argument { name, value, is_taken: Cell::new(false) });
        Ok(())
    }

    /// Whether each argument was taken by some parameter, unless one may be passed over.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.arguments.iter().find(|argument| !argument.is_taken.get()) {
            Some(argument) if !self.watch.allows_unknown => {
                Err(Error::custom(format!("unknown argument `{}`", argument.name)))
            }
            Some(_) => {
                self.watch.has_unknown.set(true);
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// Reads the fields of a flattened parameter, and names the one that is wrong.
///
/// # Errors
/// What the type says, after the place of the argument.
pub fn read_flattened<T: ToolParam>(place: &mut Option<T>, rest: &RemainingArguments<'_>) -> Result<(), Error> {
    let at = Cell::new(None);
    let value =
        T::deserialize(FlattenDeserializer { rest, at: &at }).map_err(|error| with_argument(error, at.get()))?;
    *place = Some(value);
    Ok(())
}

/// The error with the argument that it is about, and what the model wrote there.
fn with_argument(error: Error, at: Option<&Argument<'_>>) -> Error {
    let Some(Argument { name, value, .. }) = at else { return error };
    let value = json_repair::value(value.get()).map_or(RawJson::Null, |cleaned| cleaned.value);
    Error::custom(format!("argument `{name}`: {}", type_detail(&error, &value)))
}

/// Arguments of which a type takes those it knows.
#[derive(Clone, Copy)]
struct FlattenDeserializer<'f, 'a> {
    rest: &'f RemainingArguments<'a>,
    /// The argument that is being read.
    at: &'f Cell<Option<&'f Argument<'a>>>,
}

impl<'f, 'a> FlattenDeserializer<'f, 'a> {
    /// Notes that the argument is read now.
    fn reading(self, argument: &'f Argument<'a>) {
        argument.is_taken.set(true);
        self.at.set(Some(argument));
    }

    fn visit<V: Visitor<'a>>(self, visitor: V, known: Option<&'static [&'static str]>) -> Result<V::Value, Error> {
        visitor.visit_map(Fields { flat: self, known, next: 0, value: None })
    }
}

impl<'a> Argument<'a> {
    fn read<S: DeserializeSeed<'a>>(&self, seed: S, watch: &Watch<'_>) -> Result<S::Value, Error> {
        let mut reader = serde_json::Deserializer::from_str(self.value.get());
        // The same reader as everywhere, so that a type's code is not there twice.
        let value = seed.deserialize(Guard { inner: &mut reader, watch })?;
        reader.end()?;
        Ok(value)
    }
}

impl<'de> Deserializer<'de> for FlattenDeserializer<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if !self.rest.watch.allows_buffers && is_buffer(&visitor) {
            return Err(Error::custom("the value is buffered"));
        }
        self.visit(visitor, None)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit(visitor, Some(fields))
    }

    /// The argument that is called as a variant is.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let chosen = self.rest.arguments.iter().find(|argument| variants.contains(&&*argument.name));
        let Some(argument) = chosen else {
            return Err(Error::custom(format!("no variant of enum `{name}` is among the arguments")));
        };
        self.reading(argument);
        visitor.visit_enum(Chosen { argument, watch: self.rest.watch })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

/// The arguments that a type knows, one after the other.
struct Fields<'f, 'a> {
    flat: FlattenDeserializer<'f, 'a>,
    /// The names of its fields; a map knows all.
    known: Option<&'static [&'static str]>,
    next: usize,
    value: Option<&'f Argument<'a>>,
}

impl<'a> MapAccess<'a> for Fields<'_, 'a> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        while let Some(argument) = self.flat.rest.arguments.get(self.next) {
            self.next += 1;
            if self.known.is_none_or(|known| known.contains(&&*argument.name)) {
                self.flat.reading(argument);
                self.value = Some(argument);
                return seed.deserialize(FieldName(&argument.name)).map(Some);
            }
        }
        // What is wrong after the last one is wrong with all.
        self.flat.at.set(None);
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'a>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let Some(argument) = self.value.take() else { return Err(Error::custom("a value has no name")) };
        argument.read(seed, self.flat.rest.watch)
    }
}

/// The name of an argument; maps may have numbers and truth values for names.
struct FieldName<'n>(&'n str);

macro_rules! number_names {
    ($($method:ident $type:ty, $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse::<$type>() {
                // JSON writes an integer in one way.
                Ok(number) if number.to_string() == self.0 => visitor.$visit(number),
                _ => Err(Error::custom("the name must be a number")),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for FieldName<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    number_names! {
        deserialize_i8 i64, visit_i64;
        deserialize_i16 i64, visit_i64;
        deserialize_i32 i64, visit_i64;
        deserialize_i64 i64, visit_i64;
        deserialize_i128 i128, visit_i128;
        deserialize_u8 u64, visit_u64;
        deserialize_u16 u64, visit_u64;
        deserialize_u32 u64, visit_u64;
        deserialize_u64 u64, visit_u64;
        deserialize_u128 u128, visit_u128;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Flag(visitor).visit_str(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(StrDeserializer::new(self.0))
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The variant that an argument is called after, and its content.
struct Chosen<'f, 'a> {
    argument: &'f Argument<'a>,
    watch: &'f Watch<'a>,
}

impl<'a> EnumAccess<'a> for Chosen<'_, 'a> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((seed.deserialize(FieldName(&self.argument.name))?, self))
    }
}

impl<'a> VariantAccess<'a> for Chosen<'_, 'a> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.argument.read(PhantomData, self.watch)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, Error> {
        self.argument.read(seed, self.watch)
    }

    fn tuple_variant<V: Visitor<'a>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.argument.read(Content { fields: None, len, visitor }, self.watch)
    }

    fn struct_variant<V: Visitor<'a>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.argument.read(Content { fields: Some(fields), len: fields.len(), visitor }, self.watch)
    }
}

/// What a variant of several fields holds: by name, or one after the other.
struct Content<V> {
    fields: Option<&'static [&'static str]>,
    len: usize,
    visitor: V,
}

impl<'a, V: Visitor<'a>> DeserializeSeed<'a> for Content<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        match self.fields {
            Some(fields) => deserializer.deserialize_struct("", fields, self.visitor),
            None => deserializer.deserialize_tuple(self.len, self.visitor),
        }
    }
}
