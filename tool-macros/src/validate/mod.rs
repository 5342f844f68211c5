//! Checks what was parsed, reports every mistake, and builds the model.

pub(crate) mod return_types;
pub(crate) mod param_types;
pub(crate) mod signature;
pub(crate) mod params;
pub(crate) mod metadata;
pub(crate) mod tool;
pub(crate) mod object_methods;
pub(crate) mod object;
