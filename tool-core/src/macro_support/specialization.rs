//! Types distinguished where generated code knows them, so that what is refused is refused in our words.
//!
//! An inherent method, which only some types have, is found before the method of a trait that all types have. So a
//! `Result` is found in every alias, and what is refused is refused by a trait of ours. Names are prefixed, since a constant
//! of the user's may bear any other.

mod derived;
mod kept;
mod listed;
mod params;
mod returned;
mod shown;

pub use self::derived::{AnyTwin, Twin, UnderivedTwin};
pub use self::kept::{ErrorKept, HolderKept, NoError, NoHolder};
pub use self::listed::{AnyNamed, NamedTool, NotATool};
pub use self::params::{Param, Reading, Unread, UnreadableParam};
pub use self::returned::{
    AnyOutput, AnyReturnType, AnyReturned, AnyType, Output, Returned, ToolFailure, ToolReturn, Type,
};
pub use self::shown::{Shown, Unwritable};
