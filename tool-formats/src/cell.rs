//! A text without a type, as serde asks for it: CSV cells and the text of XML elements.

use std::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, CowStrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

use crate::fault::{Fault, Result};
use crate::json;
use crate::number::push_number;
use crate::tape::{Node, Number, Scalar, Slot, Tape, TapeBuilder, View};
use crate::wrap::{OwnKeys, Wrapped};

/// One text, and what is known about it.
#[derive(Debug, Clone)]
pub(crate) struct Cell<'de> {
    pub(crate) text: Cow<'de, str>,
    pub(crate) kind: Kind,
    /// Its place, for errors.
    pub(crate) offset: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    Null,
    /// Anything that has no structure.
    Scalar,
    /// Anything; what has a structure is JSON.
    Json,
    /// It was quoted, which no number, boolean or null is; but JSON of what has a structure may be.
    Quoted,
    /// A key of the header, which is read as such.
    Text,
}

/// What a text is if the type does not say it.
///
/// Only what we would write with the very same characters is taken for more than text: `7` and `0.5` are numbers, `007`,
/// `1e3` and `+1` are text.
enum Guess {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    /// An integer past 64 bits, which only a tape can keep.
    Digits,
    Float(f64),
    Json,
    Text,
}

impl<'de> Cell<'de> {
    pub(crate) fn key(text: Cow<'de, str>, offset: usize) -> Self {
        Self { text, kind: Kind::Text, offset }
    }

    fn guess(&self) -> Guess {
        let text = &*self.text;
        match (self.kind, text.as_bytes().first()) {
            (Kind::Null, _) => Guess::Null,
            (Kind::Json | Kind::Quoted, Some(b'[' | b'{')) if is_compact_json(text) => Guess::Json,
            (Kind::Scalar | Kind::Json, Some(b'-' | b'0'..=b'9')) => guess_number(text),
            (Kind::Scalar | Kind::Json, Some(b't')) if text == "true" => Guess::Bool(true),
            (Kind::Scalar | Kind::Json, Some(b'f')) if text == "false" => Guess::Bool(false),
            _ => Guess::Text,
        }
    }

    /// The text as a number or boolean, with blanks around it forgiven.
    fn trimmed(&self) -> &str {
        self.text.trim_matches([' ', '\t', '\n', '\r'])
    }

    /// Puts what the text is taken for on a tape.
    pub(crate) fn record(self, builder: &mut TapeBuilder<'de>) -> Result {
        let slot = match (self.guess(), self.text) {
            (Guess::Null, _) => Slot::Null,
            (Guess::Bool(value), _) => Slot::Bool(value),
            (Guess::Signed(value), _) => Slot::I64(value),
            (Guess::Unsigned(value), _) => Slot::U64(value),
            (Guess::Float(value), _) => Slot::F64(value),
            (Guess::Digits, Cow::Borrowed(digits)) => Slot::Verbatim(digits),
            (Guess::Digits, Cow::Owned(digits)) => {
                builder.push_copied_verbatim(&digits);
                return Ok(());
            }
            (Guess::Json, text) => {
                let tape = Tape::from_json(&text).map_err(Fault::custom)?;
                return copy(tape.root(), builder).map_err(|fault| fault.or_at(self.offset));
            }
            (Guess::Text, Cow::Borrowed(text)) => Slot::Text(text),
            (Guess::Text, Cow::Owned(text)) => {
                builder.push_copied_text(&text);
                return Ok(());
            }
        };
        builder.push(slot);
        Ok(())
    }

    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.guess() {
            Guess::Null => visitor.visit_unit(),
            Guess::Bool(value) => visitor.visit_bool(value),
            Guess::Signed(value) => visitor.visit_i64(value),
            Guess::Unsigned(value) => visitor.visit_u64(value),
            Guess::Float(value) => visitor.visit_f64(value),
            Guess::Json => self.visit_json(AnyVisitor(visitor)),
            Guess::Digits | Guess::Text => self.visit_text(visitor),
        }
    }

    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.text {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    /// Text that does not fit the type: the visitor makes the error.
    #[cold]
    fn visit_misfit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.text.is_empty() { visitor.visit_unit() } else { self.visit_text(visitor) }
    }

    /// Whether the type may ask for what is here as JSON.
    fn is_json(&self) -> bool {
        matches!(self.kind, Kind::Json | Kind::Quoted) && self.text.starts_with(['[', '{'])
    }

    fn visit_json<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        let value = match self.text {
            Cow::Borrowed(text) => read_json(&mut serde_json::Deserializer::from_str(text), seed),
            Cow::Owned(text) => {
                // The text is not the caller's, so nothing can be borrowed from it.
                read_json(&mut serde_json::Deserializer::from_reader(text.as_bytes()), seed)
            }
        };
        // A place inside the cell would be taken for one in the text.
        value.map_err(|error| match json::too_deep(&error) {
            Some(too_deep) => too_deep.into(),
            None => Fault::custom(json::message_of(&error)),
        })
    }
}

fn read_json<'de, R: serde_json::de::Read<'de>, S: DeserializeSeed<'de>>(
    reader: &mut serde_json::Deserializer<R>,
    seed: S,
) -> Result<S::Value, serde_json::Error> {
    let value = seed.deserialize(Wrapped::<_, OwnKeys>::new(&mut *reader))?;
    reader.end()?;
    Ok(value)
}

/// Copies a value from a tape that does not last.
fn copy(node: Node<'_>, builder: &mut TapeBuilder<'_>) -> Result {
    match node.view() {
        View::Array(items) => {
            let (open, len) = (builder.open()?, items.len());
            items.into_iter().try_for_each(|item| copy(item, builder))?;
            builder.close_array(open, len);
        }
        View::Object(entries) => {
            let (open, len) = (builder.open()?, entries.len());
            for (key, value) in entries {
                builder.push_copied_text(key);
                copy(value, builder)?;
            }
            builder.close_object(open, len);
        }
        View::Scalar(Scalar::Null) => builder.push(Slot::Null),
        View::Scalar(Scalar::Bool(value)) => builder.push(Slot::Bool(value)),
        View::Scalar(Scalar::Text(text)) => builder.push_copied_text(text),
        View::Scalar(Scalar::Number(Number::Decimal(token))) => {
            builder.push(Slot::F64(token.parse().unwrap_or_default()));
        }
        View::Scalar(Scalar::Number(number)) => {
            let mut digits = String::new();
            push_number(&mut digits, number);
            builder.push_copied_verbatim(&digits);
        }
    }
    Ok(())
}

fn guess_number(text: &str) -> Guess {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_integer = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_integer && (digits.starts_with('0') || digits.is_empty()) {
        return if text == "0" { Guess::Unsigned(0) } else { Guess::Text };
    }
    if is_integer {
        let unsigned = text.parse().map(Guess::Unsigned);
        let long = || if finite(text).is_some() { Guess::Digits } else { Guess::Text };
        return unsigned.or_else(|_| text.parse().map(Guess::Signed)).unwrap_or_else(|_| long());
    }
    match finite(text) {
        Some(value) if is_written_as(value, text) => Guess::Float(value),
        _ => Guess::Text,
    }
}

/// The digits of a JSON number as a float; never an infinity, whatever its digits.
fn finite(text: &str) -> Option<f64> {
    let is_numeric = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    if is_numeric { text.parse().ok().filter(|value: &f64| value.is_finite()) } else { None }
}

fn is_written_as(value: f64, text: &str) -> bool {
    let mut written = String::with_capacity(24);
    push_number(&mut written, Number::F64(value));
    written == text
}

fn is_compact_json(text: &str) -> bool {
    Tape::from_json(text).is_ok_and(|tape| json::node_to_string(tape.root()) == text)
}

/// Reads any JSON.
struct AnyVisitor<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for AnyVisitor<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

/// Reads JSON as an enum.
struct EnumSeed<V>(&'static str, &'static [&'static str], V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for EnumSeed<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_enum(self.0, self.1, self.2)
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let offset = self.offset;
            let value = match self.trimmed().parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => self.visit_misfit(visitor),
            };
            value.map_err(|fault: Fault| fault.or_at(offset))
        }
    )*};
}

macro_rules! texts {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let offset = self.offset;
            self.visit_text(visitor).map_err(|fault| fault.or_at(offset))
        }
    )*};
}

macro_rules! containers {
    ($($method:ident($($argument:ident: $type:ty),*)),*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value> {
            $(let _ = $argument;)*
            let offset = self.offset;
            let value = if self.is_json() { self.visit_json(AnyVisitor(visitor)) } else { self.visit_misfit(visitor) };
            value.map_err(|fault| fault.or_at(offset))
        }
    )*};
}

impl<'de> Deserializer<'de> for Cell<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let offset = self.offset;
        self.visit(visitor).map_err(|fault| fault.or_at(offset))
    }

    numbers!(
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32, deserialize_i64 visit_i64,
        deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32, deserialize_u64 visit_u64,
        deserialize_i128 visit_i128, deserialize_u128 visit_u128, deserialize_bool visit_bool
    );

    texts!(deserialize_char deserialize_str deserialize_string deserialize_identifier);

    containers!(
        deserialize_seq(), deserialize_tuple(len: usize), deserialize_tuple_struct(name: &'static str, len: usize),
        deserialize_map(), deserialize_struct(name: &'static str, fields: &'static [&'static str]),
        deserialize_bytes(), deserialize_byte_buf()
    );

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let offset = self.offset;
        // Straight from the digits: by way of a double some would be rounded twice.
        let value = finite(self.trimmed()).and_then(|_| self.trimmed().parse::<f32>().ok());
        match value {
            Some(value) if value.is_finite() => visitor.visit_f32(value),
            Some(_) => Err(Fault::custom("invalid value: number out of range, expected f32").or_at(offset)),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match finite(self.trimmed()) {
            Some(value) => visitor.visit_f64(value),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.kind == Kind::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let offset = self.offset;
        let value = match self.text {
            _ if self.is_json() => self.visit_json(EnumSeed(name, variants, visitor)),
            Cow::Borrowed(variant) => visitor.visit_enum(BorrowedStrDeserializer::new(variant)),
            Cow::Owned(variant) => visitor.visit_enum(CowStrDeserializer::new(Cow::Owned(variant))),
        };
        value.map_err(|fault| fault.or_at(offset))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { unit unit_struct }
}

/// An error that a value was asked for before its key.
#[cold]
pub(crate) fn value_before_key() -> Fault {
    Fault::custom("a `Deserialize` implementation asked for a value before its key")
}
