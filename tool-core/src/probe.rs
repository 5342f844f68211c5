//! Beside the road: types told apart where generated code knows them, so that what is refused is refused in our words.
//!
//! An inherent method, which only some types have, is found before the method of a trait that all types have. So a
//! `Result` is found in every alias, and what is refused is refused by a trait of ours. Names are prefixed, since a constant
//! of the user's may bear any other.

use std::any::Any;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, Visitor};
use serde::{Serialize, Serializer, forward_to_deserialize_any};
use serde_json::Value;

use crate::arguments::{ToolParam, read_example};
use crate::callback::ToolCallback;
use crate::cause::Cause;
use crate::error::{self, ToolError};
use crate::output::{IntoToolOutput, ToolOutput};
use crate::schema::{self, Parameter};

/// A parameter whose type is looked at: [`Param::describe`] if it can be read, [`UnreadableParam::describe`] if not, so
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
    T::deserialize(Nothing).is_ok()
}

/// A value that is not there: what serde's derive reads a missing field from.
struct Nothing;

impl<'de> Deserializer<'de> for Nothing {
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
pub trait UnreadableParam: Sized {
    /// Something of the right type; the program does not compile.
    #[must_use]
    fn describe(self, name: &'static str, description: &'static str, required: bool) -> Parameter {
        Parameter::new::<()>(name, description, required)
    }
}

impl<T> UnreadableParam for Param<T> {}

/// The place for an argument whose type is looked at: read if it can be, else left alone, since another line says why.
#[derive(Debug)]
pub struct Reading<'p, T>(pub &'p mut Option<T>);

impl<T: ToolParam> Reading<'_, T> {
    /// Reads a required argument.
    ///
    /// # Errors
    /// What the value's type says.
    #[inline]
    pub fn required<'de, A: MapAccess<'de>>(self, map: &mut A) -> Result<(), A::Error> {
        crate::arguments::read_required(self.0, map)
    }

    /// Reads an optional argument.
    ///
    /// # Errors
    /// What the value's type says.
    #[inline]
    pub fn optional<'de, A: MapAccess<'de>>(self, map: &mut A) -> Result<(), A::Error> {
        crate::arguments::read_optional(self.0, map)
    }
}

/// Found for types that cannot be read; the program does not compile.
pub trait Unread: Sized {
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

impl<T> Unread for Reading<'_, T> {}

/// A value of the user's as JSON, if its type can be written.
#[doc(hidden)]
#[macro_export]
macro_rules! __json_of {
    ($value:expr) => {{
        #[allow(unused_imports)]
        use $crate::__private::Unwritable as _;
        $crate::__private::Shown(&$value).__tool_json()
    }};
}

/// A value that the schema is to show.
#[derive(Debug)]
pub struct Shown<'a, T>(pub &'a T);

impl<T: Serialize> Shown<'_, T> {
    /// The value as JSON.
    #[must_use]
    pub fn __tool_json(self) -> Option<Value> {
        serde_json::to_value(self.0).ok()
    }
}

/// Found for values that cannot be written.
pub trait Unwritable: Sized {
    /// Nothing: the value is not in the schema.
    #[must_use]
    fn __tool_json(self) -> Option<Value> {
        None
    }
}

impl<T> Unwritable for Shown<'_, T> {}

/// The schema of a return type as a function, by type: `Result` or not, then with or without a schema.
#[doc(hidden)]
#[macro_export]
macro_rules! __output_schema {
    ($returned:ty) => {
        || {
            #[allow(unused_imports)]
            use $crate::__private::{AnyReturnType as _, AnyType as _};
            $crate::__private::Type::<$returned>::NEW.__tool_success().__tool_schema()
        }
    };
}

/// A type that is looked at.
#[derive(Debug)]
pub struct Type<T>(PhantomData<fn() -> T>);

impl<T> Type<T> {
    /// The type, to be looked at.
    pub const NEW: Self = Self(PhantomData);
}

impl<T, E> Type<Result<T, E>> {
    /// The type without its error.
    #[must_use]
    pub fn __tool_success(self) -> Type<T> {
        Type::NEW
    }
}

/// Found for all that is no `Result`.
pub trait AnyReturnType: Sized {
    /// The type as it is.
    #[must_use]
    fn __tool_success(self) -> Self {
        self
    }
}

impl<T> AnyReturnType for Type<T> {}

impl<T: JsonSchema> Type<T> {
    /// The schema of the type.
    #[must_use]
    pub fn __tool_schema(self) -> Option<Value> {
        schema::of_output::<T>()
    }
}

/// Found for all types without a schema.
pub trait AnyType: Sized {
    /// None.
    #[must_use]
    fn __tool_schema(self) -> Option<Value> {
        None
    }
}

impl<T> AnyType for Type<T> {}

/// Turns what a tool function returned into its output, by type: `Result` or not, then text or value.
#[doc(hidden)]
#[macro_export]
macro_rules! __output {
    ($tool:expr, $returned:expr, $any:path) => {{
        #[allow(unused_imports)]
        use $any as _;
        #[allow(unused_imports)]
        use $crate::__private::{AnyReturned as _, NoError as _, NoHolder as _};
        let __tool_returned = $crate::__private::ErrorKept($returned).__tool_with_error();
        let __tool_returned = $crate::__private::HolderKept(__tool_returned).__tool_with_holder();
        match $crate::__private::Returned(__tool_returned).__tool_result() {
            ::core::result::Result::Ok(__tool_output) => $crate::__private::Output(__tool_output).__tool_output(),
            ::core::result::Result::Err(__tool_error) => ::core::result::Result::Err(__tool_error),
        }
    }};
}

/// What a tool function returned, whose error is kept as the cause of its failure.
#[derive(Debug)]
pub struct ErrorKept<T>(pub T);

impl<T, E: Error + Send + Sync + 'static> ErrorKept<Result<T, E>> {
    /// # Errors
    /// The failure with the error as its cause; a [`ToolError`] itself.
    pub fn __tool_with_error(self) -> Result<T, ToolError> {
        self.0.map_err(|error| {
            let mut error = Some(error);
            if let Some(error) = (&mut error as &mut dyn Any).downcast_mut::<Option<ToolError>>().and_then(Option::take)
            {
                return error;
            }
            let failure = ToolError::execution(error.as_ref().map(error::shown).unwrap_or_default());
            match error {
                Some(error) => failure.with_cause(Cause::returned(error)),
                None => failure,
            }
        })
    }
}

/// Found for all but a `Result` with an error.
pub trait NoError<T> {
    /// What was returned, as it is.
    fn __tool_with_error(self) -> T;
}

impl<T> NoError<T> for ErrorKept<T> {
    fn __tool_with_error(self) -> T {
        self.0
    }
}

/// What a tool function returned, for types that hold an error and are none: `anyhow::Error` and boxed errors.
#[derive(Debug)]
pub struct HolderKept<T>(pub T);

impl<T, E: AsRef<dyn Error + Send + Sync> + fmt::Display + Send + Sync + 'static> HolderKept<Result<T, E>> {
    /// # Errors
    /// The failure with the error inside as its cause.
    pub fn __tool_with_holder(self) -> Result<T, ToolError> {
        self.0.map_err(|error| ToolError::execution(error::shown(&error)).with_cause(Cause::returned_in(error)))
    }
}

/// Found for all but a `Result` with such a type.
pub trait NoHolder<T> {
    /// What was returned, as it is.
    fn __tool_with_holder(self) -> T;
}

impl<T> NoHolder<T> for HolderKept<T> {
    fn __tool_with_holder(self) -> T {
        self.0
    }
}

/// What a tool function returned.
#[derive(Debug)]
pub struct Returned<T>(pub T);

impl<T, E> Returned<Result<T, E>> {
    /// # Errors
    /// The tool's error, as the model reads it.
    pub fn __tool_result(self) -> Result<T, ToolError>
    where
        E: ToolFailure,
    {
        self.0.map_err(crate::output::failure)
    }
}

/// Found for all that is no `Result`.
pub trait AnyReturned<T> {
    /// # Errors
    /// None.
    fn __tool_result(self) -> Result<T, ToolError>;
}

impl<T> AnyReturned<T> for Returned<T> {
    fn __tool_result(self) -> Result<T, ToolError> {
        Ok(self.0)
    }
}

/// What a tool function returned besides an error.
#[derive(Debug)]
pub struct Output<T>(pub T);

impl<T: IntoToolOutput> Output<T> {
    /// # Errors
    /// What the type says.
    pub fn __tool_output(self) -> Result<ToolOutput, ToolError> {
        self.0.into_tool_output()
    }
}

/// Found for all types that do not say themselves what they are as output.
pub trait AnyOutput<T> {
    /// # Errors
    /// None.
    fn __tool_output(self) -> Result<ToolOutput, ToolError>
    where
        T: ToolReturn;
}

impl<T> AnyOutput<T> for Output<T> {
    fn __tool_output(self) -> Result<ToolOutput, ToolError>
    where
        T: ToolReturn,
    {
        Ok(ToolOutput::value(self.0))
    }
}

/// What a `#[tool]` function may return besides text and `()`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not a tool result",
    note = "derive `ToolResult` for the type (or `serde::Serialize`); it also has to be `Send`, `Sync` and `'static`"
)]
pub trait ToolReturn: Serialize + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + Send + Sync + 'static> ToolReturn for T {}

/// What a `#[tool]` function may fail with.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "not an error that a model can read",
    note = "implement `std::fmt::Display` for the error, or return a `ToolError`; it also has to be `'static`"
)]
pub trait ToolFailure: fmt::Display + 'static {}

#[diagnostic::do_not_recommend]
impl<E: fmt::Display + 'static> ToolFailure for E {}

/// The twin of a derived type, by which the type is described.
#[derive(Debug)]
pub struct Twin<T>(PhantomData<fn() -> T>);

/// What schemars may be asked about a type; for a twin without its impls, the program does not compile and the answers
/// are empty.
macro_rules! described_twin {
    ($($(#[$doc:meta])* $name:ident($($generator:ident: $of:ty)?) -> $value:ty;)+) => {
        impl<T: JsonSchema> Twin<T> {$(
            $(#[$doc])*
            #[must_use]
            pub fn $name($($generator: $of)?) -> $value {
                T::$name($($generator)?)
            }
        )+}

        /// Found for twins that schemars has refused, so that its own error is the only one.
        pub trait AnyTwin {$(
            $(#[$doc])*
            #[must_use]
            fn $name($(_: $of)?) -> $value {
                Default::default()
            }
        )+}
    };
}

described_twin! {
    /// Whether the schema stands where the type is used.
    inline_schema() -> bool;
    /// The type's name.
    schema_name() -> Cow<'static, str>;
    /// What no other type has.
    schema_id() -> Cow<'static, str>;
    /// The schema.
    json_schema(generator: &mut SchemaGenerator) -> Schema;
}

impl<T> AnyTwin for Twin<T> {}

/// Found for twins that serde has refused, so that its own error is the only one.
pub trait UnderivedTwin: Sized {
    /// # Errors
    /// Always; the program does not compile.
    fn deserialize<'de, T, D: Deserializer<'de>>(_: D) -> Result<T, D::Error> {
        Err(D::Error::custom("no twin"))
    }

    /// # Errors
    /// Always; the program does not compile.
    fn serialize<T, S: Serializer>(_: &T, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no twin"))
    }
}

impl<T> UnderivedTwin for T {}

/// What `tools!` finds for a name that has no type beside it.
#[derive(Debug)]
pub struct NotATool;

/// Found for all types that no `#[tool]` function stands beside.
pub trait AnyNamed: Sized {
    /// A callback; the program does not compile.
    #[must_use]
    fn callback() -> Arc<dyn ToolCallback>
    where
        Self: NamedTool,
    {
        Self::named()
    }
}

impl<T> AnyNamed for T {}

/// What `tools!` takes.
#[diagnostic::on_unimplemented(
    message = "this is not a tool",
    label = "not a function with `#[tool]`",
    note = "put `#[tool]` on the function; a tool with `companion = Name` is listed as `Name`",
    note = "the methods of an object are given to the request as `Arc::new(object)`, with `#[tool_object]` on their `impl` \
            block; a closure tool and any other provider without `tools!`"
)]
pub trait NamedTool {
    /// The callback.
    fn named() -> Arc<dyn ToolCallback>;
}
