//! Describes and reads a parameter, if its type is deserializable.

use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use crate::arguments::read::read_example;
use crate::arguments::tool_param::ToolParam;
use crate::schema::normalize::Parameter;

/// A parameter whose type is looked at: [`Param::describe`] if it can be read, [`ParamFallback::describe`] if not, so
/// that an unreadable type is reported once, where it is read.
#[derive(Debug)]
pub struct Param<T>(PhantomData<T>);

impl<T> Param<T> {
    /// The parameter, to be described.
    pub const TYPE: Self = Self(PhantomData);
}

impl<T: ToolParam> Param<T> {
    /// The parameter; an empty description means none. An `Option` under another name is known by its type, so it is not
    /// required although the macro takes it to be.
    #[must_use]
    pub fn describe(self, name: &'static str, description: &'static str, required: bool) -> Parameter {
        Parameter::new::<T>(name, description, required && !may_be_absent::<T>()).read_by(read_example::<T>)
    }
}

/// Whether serde can make a value of nothing, as of an `Option`.
fn may_be_absent<T: DeserializeOwned>() -> bool {
    T::deserialize(MissingValue).is_ok()
}

/// A value that is not there: what serde's derive reads a missing field from.
struct MissingValue;

impl<'de> Deserializer<'de> for MissingValue {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(Self::Error::custom("nothing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Found for parameters that cannot be read.
pub trait ParamFallback: Sized {
    /// Something of the right type; the program does not compile.
    #[must_use]
    fn describe(self, name: &'static str, description: &'static str, required: bool) -> Parameter {
        Parameter::new::<()>(name, description, required)
    }
}

impl<T> ParamFallback for Param<T> {}

/// The place for an argument whose type is looked at: read if it can be, else left alone, since another line says why.
#[derive(Debug)]
pub struct ArgumentSlot<'p, T>(pub &'p mut Option<T>);

impl<T: ToolParam> ArgumentSlot<'_, T> {
    /// Reads a required argument.
    ///
    /// # Errors
    /// What the value's type says.
    #[inline]
    pub fn required<'de, A: MapAccess<'de>>(self, map: &mut A) -> Result<(), A::Error> {
        crate::arguments::decode::read_required(self.0, map)
    }

    /// Reads an optional argument.
    ///
    /// # Errors
    /// What the value's type says.
    #[inline]
    pub fn optional<'de, A: MapAccess<'de>>(self, map: &mut A) -> Result<(), A::Error> {
        crate::arguments::decode::read_optional(self.0, map)
    }
}

/// Found for types that cannot be read; the program does not compile.
pub trait UnreadableArgument: Sized {
    /// # Errors
    /// None.
    fn required<'de, A: MapAccess<'de>>(self, _: &mut A) -> Result<(), A::Error> {
        Ok(())
    }

    /// # Errors
    /// None.
    fn optional<'de, A: MapAccess<'de>>(self, _: &mut A) -> Result<(), A::Error> {
        Ok(())
    }
}

impl<T> UnreadableArgument for ArgumentSlot<'_, T> {}
