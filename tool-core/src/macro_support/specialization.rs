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

pub use self::error_cause::{ErrorKept, HolderKept, NoError, NoHolder};
pub use self::example_json::{Shown, Unwritable};
pub use self::param_type::{Param, Reading, Unread, UnreadableParam};
pub use self::remote_type::{AnyRemoteType, RemoteType, UnderivedRemoteType};
pub use self::return_type::{
    AnyOutput, AnyReturnType, AnyReturned, AnyType, Output, Returned, ToolFailure, ToolReturn, Type,
};
pub use self::tool_path::{AnyNamed, NamedTool, NotATool};
