//! Keeps the error that a tool function returned as the cause.

use std::any::Any;
use std::error::Error;
use std::fmt;

use crate::error::cause::Cause;
use crate::error::tool_error::{self, ToolError};

/// What a tool function returned, whose error is kept as the cause of its failure.
#[derive(Debug)]
pub struct WithErrorCause<T>(pub T);

impl<T, E: Error + Send + Sync + 'static> WithErrorCause<Result<T, E>> {
    /// # Errors
    /// The failure with the error as its cause; a [`ToolError`] itself.
    pub fn __tool_with_error(self) -> Result<T, ToolError> {
        self.0.map_err(|error| {
            let mut error = Some(error);
            if let Some(error) = (&mut error as &mut dyn Any).downcast_mut::<Option<ToolError>>().and_then(Option::take)
            {
                return error;
            }
            let failure = ToolError::execution(error.as_ref().map(tool_error::shown).unwrap_or_default());
            match error {
                Some(error) => failure.with_cause(Cause::returned(error)),
                None => failure,
            }
        })
    }
}

/// Found for all but a `Result` with an error.
pub trait WithoutErrorCause<T> {
    /// What was returned, as it is.
    fn __tool_with_error(self) -> T;
}

impl<T> WithoutErrorCause<T> for WithErrorCause<T> {
    fn __tool_with_error(self) -> T {
        self.0
    }
}

/// What a tool function returned, for types that hold an error and are none: `anyhow::Error` and boxed errors.
#[derive(Debug)]
pub struct WithInnerErrorCause<T>(pub T);

impl<T, E: AsRef<dyn Error + Send + Sync> + fmt::Display + Send + Sync + 'static> WithInnerErrorCause<Result<T, E>> {
    /// # Errors
    /// The failure with the error inside as its cause.
    pub fn __tool_with_holder(self) -> Result<T, ToolError> {
        self.0.map_err(|error| ToolError::execution(tool_error::shown(&error)).with_cause(Cause::returned_in(error)))
    }
}

/// Found for all but a `Result` with such a type.
pub trait WithoutInnerErrorCause<T> {
    /// What was returned, as it is.
    fn __tool_with_holder(self) -> T;
}

impl<T> WithoutInnerErrorCause<T> for WithInnerErrorCause<T> {
    fn __tool_with_holder(self) -> T {
        self.0
    }
}
