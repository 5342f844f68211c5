//! What remains of TOON when its feature is off: the options, since those of all formats are in every build.

pub(crate) mod options;

pub use options::{DecodeOptions, Delimiter, EncodeOptions};
