//! All that code made by `#[tool]` and `#[derive(ToolResult)]` may call. It may change in any release.

pub use std::sync::{Arc, LazyLock};
pub use std::time::Duration;

pub use inventory;
pub use schemars;
pub use serde;

pub use serde::de::MapAccess;
pub use serde_json::{Error as JsonError, Value};
pub use tool_macros::tools;

pub use crate::arguments::{
    ArgumentName, Places, Rest, ToolParam, read_described, read_flattened, read_optional, read_optional_described,
    read_required,
};
pub use crate::callback::{ToolCallback, ToolFuture, ToolIdentity, ToolObject};
pub use crate::context::ToolContext;
pub use crate::definition::ToolDefinition;
pub use crate::error::ToolError;
pub use crate::field::{
    AliasedVariants, Field, FieldDefault, absent_field, describe_field, field_default, is_described_param,
    is_described_result, is_param, is_result, read_field, read_field_or_default,
};
pub use crate::location::SourceLocation;
pub use crate::metadata::ToolMetadata;
pub use crate::object::{ListsPart, ToolObjectPart, object_callback, part_callback, part_callbacks, part_is_listed};
pub use crate::output::{IntoToolOutput, ToolOutput};
pub use crate::probe::{
    AnyNamed, AnyOutput, AnyReturnType, AnyReturned, AnyTwin, AnyType, ErrorKept, HolderKept, NamedTool, NoError,
    NoHolder, NotATool, Output, Param, Reading, Returned, Shown, ToolFailure, ToolReturn, Twin, Type, UnderivedTwin,
    Unread, UnreadableParam, Unwritable,
};
pub use crate::registry::ToolRegistration;
pub use crate::rules::{
    Bound, ListParam, NumberParam, Pattern, Rules, TextParam, check_list, check_number, check_text,
};
pub use crate::schema::Parameter;
pub use crate::{
    __found as found, __json_of as json_of, __output as output, __output_schema as output_schema, __pattern as pattern,
};

/// What is said of types that cannot be read or written.
pub mod hints {
    pub use crate::hints::*;
}

use std::path::{Path, PathBuf};

use crate::error::Reason;
use crate::function::FunctionToolCallback;
use crate::{arguments, schema};

/// The definition of a function whose name the macro has checked.
#[must_use]
pub fn definition(
    name: &'static str,
    description: &'static str,
    location: SourceLocation,
    parameters: &[Parameter],
) -> ToolDefinition {
    let (input_schema, clash) = schema::of_parameters(parameters);
    ToolDefinition::trusted(location, name.into(), description.into(), input_schema).with_fault(clash)
}

/// The definition with a schema of its result, made when it is asked for.
#[must_use]
pub fn with_output_schema(definition: ToolDefinition, output_schema: fn() -> Option<Value>) -> ToolDefinition {
    definition.with_output_schema_of(output_schema)
}

/// The callback of a function.
#[must_use]
pub fn callback(
    definition: &ToolDefinition,
    metadata: ToolMetadata,
    call: for<'a> fn(&'a str, &'a ToolContext) -> ToolFuture<'a>,
) -> Arc<dyn ToolCallback> {
    FunctionToolCallback::from_parts(definition.clone(), metadata, Box::new(call)).into_callback()
}

/// The schema of a value that a module of the user's reads or writes: any, since nothing says what it is.
#[must_use]
pub fn any_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::Schema::default()
}

/// Reads the arguments of one call.
///
/// # Errors
/// [`ToolError`] with a sentence the model can act on.
pub fn read_arguments<P: Places>(
    tool: &ToolDefinition,
    arguments: &str,
    context: &ToolContext,
) -> Result<P, ToolError> {
    arguments::read(tool, arguments, context.argument_mode())
}

/// An argument that is required, and was given: what lacks one is not read.
///
/// # Errors
/// [`ToolError`] with a sentence the model can act on.
pub fn given<T>(tool: &ToolDefinition, name: &str, argument: Option<T>) -> Result<T, ToolError> {
    argument.ok_or_else(|| {
        let detail = format!("argument `{name}` is missing");
        ToolError::new(Reason::InvalidArguments { tool: tool.name().to_owned(), detail })
    })
}

/// Says which argument breaks a limit.
///
/// # Errors
/// [`ToolError`] with a sentence the model can act on.
pub fn argument_fits(
    tool: &ToolDefinition,
    (arguments, context): (&str, &ToolContext),
    name: &str,
    outcome: Result<(), String>,
) -> Result<(), ToolError> {
    outcome.map_err(|detail| arguments::beyond_limits(tool, arguments, context.argument_mode(), name, &detail))
}

/// Hands on what a derive emits, to those who have found this crate.
#[doc(hidden)]
#[macro_export]
macro_rules! __found {
    ($($content:tt)*) => {
        $($content)*
    };
}

/// Makes the pattern of an argument.
#[cfg(feature = "pattern")]
#[doc(hidden)]
#[macro_export]
macro_rules! __pattern {
    ($source:literal) => {
        $crate::__private::Pattern::new($source)
    };
}

/// Refuses the pattern of an argument: one that is told and not checked would be a lie.
#[cfg(not(feature = "pattern"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __pattern {
    ($source:literal) => {
        ::core::compile_error!(
            "`pattern` is checked with the `regex` crate: switch on the feature `pattern` of tool-core"
        )
    };
}

/// The value for a parameter with `#[tool_param(context)]`.
///
/// # Errors
/// [`ToolError`] when the caller gave no value of this type.
pub fn from_context<'a, T: 'static>(tool: &ToolDefinition, context: &'a ToolContext) -> Result<&'a T, ToolError> {
    context.find().ok_or_else(|| {
        ToolError::new(Reason::MissingContext { tool: tool.name().to_owned(), type_name: std::any::type_name::<T>() })
    })
}

/// What a value that is lent to a function is kept as: itself, where it has a size.
pub trait Lent {
    /// The type that is read.
    type Owned;

    /// Hands it over.
    fn lent(owned: &Self::Owned) -> &Self;
}

impl<T> Lent for T {
    type Owned = T;

    fn lent(owned: &T) -> &T {
        owned
    }
}

impl Lent for Path {
    type Owned = PathBuf;

    fn lent(owned: &PathBuf) -> &Path {
        owned
    }
}

/// [`Lent::lent`] for the type that the function asks for.
#[must_use]
pub fn lend<T: Lent + ?Sized>(owned: &T::Owned) -> &T {
    T::lent(owned)
}
