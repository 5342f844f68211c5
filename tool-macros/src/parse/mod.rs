//! Reads tokens: attributes, doc comments, functions, parameters.

pub(crate) mod attr_value;
pub(crate) mod attr;
pub(crate) mod doc_comment;
pub(crate) mod runner_attrs;
pub(crate) mod function;
pub(crate) mod parsed_param;
pub(crate) mod strip_bodies;
pub(crate) mod strip_attrs;
pub(crate) mod serde_attrs;
pub(crate) mod replace_self;
