//! Types distinguished where generated code knows them, so that what is refused is refused in our words.
//!
//! An inherent method, which only some types have, is found before the method of a trait that all types have. So a
//! `Result` is found in every alias, and what is refused is refused by a trait of ours. Names are prefixed, since a constant
//! of the user's may bear any other.

mod remote_type;
mod error_cause;
mod tool_path;
mod param_type;
mod return_type;
mod example_json;

pub use self::error_cause::{WithErrorCause, WithInnerErrorCause, WithoutErrorCause, WithoutInnerErrorCause};
pub use self::example_json::{ExampleValue, NotSerialize};
pub use self::param_type::{ArgumentSlot, Param, ParamFallback, UnreadableArgument};
pub use self::remote_type::{RemoteDeriveFallback, RemoteType, RemoteTypeFallback};
pub use self::return_type::{
    Output, OutputFallback, ReturnTypeFallback, Returned, ReturnedFallback, ToolFailure, ToolReturn, Type, TypeFallback,
};
pub use self::tool_path::{NamedTool, NamedToolFallback, NotATool};
