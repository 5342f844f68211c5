//! Functions that generated code calls.

use std::path::{Path, PathBuf};

use std::sync::Arc;

use serde_json::Value;

use crate::arguments::decode::ArgumentSlots;
use crate::arguments::read;
use crate::callback::function_callback::FunctionToolCallback;
use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::{ToolCallback, ToolFuture};
use crate::context::tool_context::ToolContext;
use crate::error::source_location::SourceLocation;
use crate::error::tool_error::{Reason, ToolError};
use crate::schema::definition::ToolDefinition;
use crate::schema::normalize::{self, Parameter};

/// The definition of a function whose name the macro has checked.
#[must_use]
pub fn definition(
    name: &'static str,
    description: &'static str,
    location: SourceLocation,
    parameters: &[Parameter],
) -> ToolDefinition {
    let (input_schema, clash) = normalize::of_parameters(parameters);
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
pub fn read_arguments<P: ArgumentSlots>(
    tool: &ToolDefinition,
    arguments: &str,
    context: &ToolContext,
) -> Result<P, ToolError> {
    read::read(tool, arguments, context)
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
    outcome.map_err(|detail| read::beyond_limits(tool, arguments, context.argument_mode(), name, &detail))
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

/// Refuses the pattern of an argument, since it cannot be checked without the feature.
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

/// The owned form of a type that a function takes by reference: the type itself, if it is sized.
pub trait BorrowOwned {
    /// The type that is deserialized.
    type Owned;

    /// The reference to the owned value.
    fn borrow(owned: &Self::Owned) -> &Self;
}

impl<T> BorrowOwned for T {
    type Owned = T;

    fn borrow(owned: &T) -> &T {
        owned
    }
}

impl BorrowOwned for Path {
    type Owned = PathBuf;

    fn borrow(owned: &PathBuf) -> &Path {
        owned
    }
}

/// [`BorrowOwned::borrow`] for the type of the parameter.
#[must_use]
pub fn borrow_owned<T: BorrowOwned + ?Sized>(owned: &T::Owned) -> &T {
    T::borrow(owned)
}
