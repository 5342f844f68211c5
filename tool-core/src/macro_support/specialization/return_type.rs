//! The kind of a return type: `Result` or not, text or value, with or without schema.

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::error::tool_error::ToolError;
use crate::output::tool_output::{IntoToolOutput, ToolOutput};
use crate::schema::normalize;

/// The schema of a return type as a function, by type: `Result` or not, then with or without a schema.
#[doc(hidden)]
#[macro_export]
macro_rules! __output_schema {
    ($returned:ty) => {
        || {
            #[allow(unused_imports)]
            use $crate::__private::{ReturnTypeFallback as _, TypeFallback as _};
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
pub trait ReturnTypeFallback: Sized {
    /// The type as it is.
    #[must_use]
    fn __tool_success(self) -> Self {
        self
    }
}

impl<T> ReturnTypeFallback for Type<T> {}

impl<T: JsonSchema> Type<T> {
    /// The schema of the type.
    #[must_use]
    pub fn __tool_schema(self) -> Option<Value> {
        normalize::of_output::<T>()
    }
}

/// Found for all types without a schema.
pub trait TypeFallback: Sized {
    /// None.
    #[must_use]
    fn __tool_schema(self) -> Option<Value> {
        None
    }
}

impl<T> TypeFallback for Type<T> {}

/// Turns what a tool function returned into its output, by type: `Result` or not, then text or value.
#[doc(hidden)]
#[macro_export]
macro_rules! __output {
    ($tool:expr, $returned:expr, $any:path) => {{
        #[allow(unused_imports)]
        use $any as _;
        #[allow(unused_imports)]
        use $crate::__private::{ReturnedFallback as _, WithoutErrorCause as _, WithoutInnerErrorCause as _};
        let __tool_returned = $crate::__private::WithErrorCause($returned).__tool_with_error();
        let __tool_returned = $crate::__private::WithInnerErrorCause(__tool_returned).__tool_with_holder();
        match $crate::__private::Returned(__tool_returned).__tool_result() {
            ::core::result::Result::Ok(__tool_output) => $crate::__private::Output(__tool_output).__tool_output(),
            ::core::result::Result::Err(__tool_error) => ::core::result::Result::Err(__tool_error),
        }
    }};
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
        self.0.map_err(crate::output::tool_output::failure)
    }
}

/// Found for all that is no `Result`.
pub trait ReturnedFallback<T> {
    /// # Errors
    /// None.
    fn __tool_result(self) -> Result<T, ToolError>;
}

impl<T> ReturnedFallback<T> for Returned<T> {
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
pub trait OutputFallback<T> {
    /// # Errors
    /// None.
    fn __tool_output(self) -> Result<ToolOutput, ToolError>
    where
        T: ToolReturn;
}

impl<T> OutputFallback<T> for Output<T> {
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
