//! All that code made by `#[tool]` and `#[derive(ToolResult)]` may call. It may change in any release.

pub use std::sync::{Arc, LazyLock};

pub use inventory;
pub use schemars;
pub use serde;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use crate::arguments::{ToolParam, read_optional, read_required};
pub use crate::callback::{ToolCallback, ToolFuture, ToolMetadata};
pub use crate::context::ToolContext;
pub use crate::definition::ToolDefinition;
pub use crate::error::ToolError;
pub use crate::location::SourceLocation;
pub use crate::output::{IntoToolOutput, ToolOutput};
pub use crate::registry::ToolRegistration;
pub use crate::schema::Parameter;
pub use crate::{__default_value as default_value, __output as output};

use crate::error::Reason;
use crate::function::FunctionToolCallback;
use crate::{arguments, schema};

/// A parameter of type `T`; an empty description means none.
#[must_use]
pub fn param<T: ToolParam>(name: &'static str, description: &'static str, required: bool) -> Parameter {
    Parameter::new::<T>(name, description, required)
}

/// The definition of a function whose name the macro has checked.
#[must_use]
pub fn definition(
    name: &'static str,
    description: &'static str,
    location: SourceLocation,
    parameters: &[Parameter],
) -> ToolDefinition {
    ToolDefinition::trusted(location, name.into(), description.into(), schema::of_parameters(parameters))
}

/// The callback of a function.
#[must_use]
pub fn callback(
    definition: &ToolDefinition,
    metadata: ToolMetadata,
    call: for<'a> fn(&'a str, &'a ToolContext) -> ToolFuture<'a>,
) -> Arc<dyn ToolCallback> {
    Arc::new(FunctionToolCallback::from_parts(definition.clone(), metadata, Arc::new(call)))
}

/// The future of a call that has already run.
#[must_use]
pub fn ready<'a>(output: Result<ToolOutput, ToolError>) -> ToolFuture<'a> {
    Box::pin(std::future::ready(output))
}

/// Reads the arguments of one call.
///
/// # Errors
/// [`ToolError`] with a sentence the model can act on.
pub fn read_arguments<T: DeserializeOwned>(tool: &ToolDefinition, arguments: &str) -> Result<T, ToolError> {
    arguments::read(tool, arguments)
}

/// The value for a parameter with `#[tool_param(context)]`.
///
/// # Errors
/// [`ToolError`] when the caller gave no value of this type.
pub fn from_context<'a, T: Send + Sync + 'static>(
    tool: &ToolDefinition,
    context: &'a ToolContext,
) -> Result<&'a T, ToolError> {
    context.get().ok_or_else(|| {
        Reason::MissingContext { tool: tool.name().to_owned(), type_name: std::any::type_name::<T>() }.into()
    })
}

/// Turns what a tool function returned into its output, by type: `Result` or not, then text or value.
///
/// A method called on `&value` finds the trait implemented for the value's type before the one implemented for any
/// reference, so `Result` is found in every alias and no type needs to be told apart by its spelling.
#[doc(hidden)]
#[macro_export]
macro_rules! __output {
    ($tool:expr, $returned:expr) => {{
        #[allow(unused_imports)]
        use $crate::__private::{AnyOutcome as _, AnyOutput as _, FallibleOutcome as _, KnownOutput as _};
        let returned = $returned;
        match (&returned).__tool_outcome().split(returned) {
            ::core::result::Result::Ok(output) => (&output).__tool_output().make(output),
            ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
        }
    }};
}

/// The default of a parameter as JSON, if its type can be written.
#[doc(hidden)]
#[macro_export]
macro_rules! __default_value {
    ($default:expr) => {{
        #[allow(unused_imports)]
        use $crate::__private::{AnyDefault as _, WritableDefault as _};
        let default = $default;
        (&default).__tool_default().make(&default)
    }};
}

/// What a `Result` is taken apart with.
#[derive(Debug)]
pub struct Fallible;

impl Fallible {
    /// # Errors
    /// The tool's error, as the model reads it.
    pub fn split<T, E: std::fmt::Display + 'static>(self, returned: Result<T, E>) -> Result<T, ToolError> {
        returned.map_err(crate::output::failure)
    }
}

/// What anything but a `Result` is passed through with.
#[derive(Debug)]
pub struct Infallible;

impl Infallible {
    /// # Errors
    /// None.
    pub fn split<T>(self, returned: T) -> Result<T, ToolError> {
        Ok(returned)
    }
}

/// Found first, for `Result`.
pub trait FallibleOutcome {
    /// How to take the value apart.
    fn __tool_outcome(&self) -> Fallible {
        Fallible
    }
}

impl<T, E> FallibleOutcome for Result<T, E> {}

/// Found second, for all types.
pub trait AnyOutcome {
    /// How to take the value apart.
    fn __tool_outcome(&self) -> Infallible {
        Infallible
    }
}

impl<T> AnyOutcome for &T {}

/// Makes the output of a type that says itself what it is: text, `()`, a `ToolOutput`.
#[derive(Debug)]
pub struct Known;

impl Known {
    /// # Errors
    /// What the type says.
    pub fn make<T: IntoToolOutput>(self, output: T) -> Result<ToolOutput, ToolError> {
        output.into_tool_output()
    }
}

/// Makes the output of any other type.
#[derive(Debug)]
pub struct Serialized;

impl Serialized {
    /// # Errors
    /// None.
    pub fn make<T: ToolReturn>(self, output: T) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::value(output))
    }
}

/// Found first, for types that implement [`IntoToolOutput`].
pub trait KnownOutput {
    /// How to make the output.
    fn __tool_output(&self) -> Known {
        Known
    }
}

impl<T: IntoToolOutput> KnownOutput for T {}

/// Found second, for all types.
pub trait AnyOutput {
    /// How to make the output.
    fn __tool_output(&self) -> Serialized {
        Serialized
    }
}

impl<T> AnyOutput for &T {}

/// What a `#[tool]` function may return besides text and `()`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "not a tool result",
    note = "derive `ToolResult` for the type (or `serde::Serialize`); it also has to be `Send`, `Sync` and `'static`"
)]
pub trait ToolReturn: Serialize + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + Send + Sync + 'static> ToolReturn for T {}

/// Writes the default of a parameter.
#[derive(Debug)]
pub struct Writable;

impl Writable {
    /// The default as JSON.
    #[must_use]
    pub fn make<T: Serialize>(self, default: &T) -> Option<Value> {
        serde_json::to_value(default).ok()
    }
}

/// Leaves a default out that cannot be written.
#[derive(Debug)]
pub struct Unwritable;

impl Unwritable {
    /// Nothing.
    #[must_use]
    pub fn make<T>(self, _default: &T) -> Option<Value> {
        None
    }
}

/// Found first, for types that can be written.
pub trait WritableDefault {
    /// How to write the default.
    fn __tool_default(&self) -> Writable {
        Writable
    }
}

impl<T: Serialize> WritableDefault for T {}

/// Found second, for all types.
pub trait AnyDefault {
    /// How to write the default.
    fn __tool_default(&self) -> Unwritable {
        Unwritable
    }
}

impl<T> AnyDefault for &T {}
