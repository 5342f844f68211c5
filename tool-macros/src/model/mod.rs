//! What the macros know about a tool once it is validated.

pub(crate) mod pass_by;
pub(crate) mod constraints;
pub(crate) mod tool;
