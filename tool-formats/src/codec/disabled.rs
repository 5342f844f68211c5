//! Stand-ins for the formats whose feature is off: each call is an error that names the feature.

use serde::Deserialize;

use super::{Codec, Streaming};
use crate::failure::Failure;
use crate::tape::{Key, Node, Scalar, Tape};
use crate::{Format, FormatError, ReadOptions, WriteOptions};

type Result<T, E = FormatError> = std::result::Result<T, E>;

macro_rules! disabled {
    ($format:ident) => {
        pub(crate) struct $format;

        impl Codec for $format {
            const FORMAT: Format = Format::$format;

            fn write(_: Node<'_>, _: &WriteOptions) -> Result<String> {
                Err(FormatError::FormatDisabled { format: Self::FORMAT })
            }

            fn to_tape<'a>(_: &'a str, _: &ReadOptions, _: bool) -> Result<Tape<'a>> {
                Err(FormatError::FormatDisabled { format: Self::FORMAT })
            }

            fn from_str<'de, T: Deserialize<'de>>(_: &'de str, _: &ReadOptions) -> Result<T> {
                Err(FormatError::FormatDisabled { format: Self::FORMAT })
            }
        }

        impl Streaming for $format {
            type Writer = NoWriter;

            fn writer(_: &WriteOptions) -> Result<NoWriter> {
                Err(FormatError::FormatDisabled { format: Self::FORMAT })
            }
        }
    };
}

#[cfg(not(feature = "csv"))]
disabled!(Csv);
#[cfg(not(feature = "toon"))]
disabled!(Toon);
#[cfg(not(feature = "xml"))]
disabled!(Xml);
#[cfg(not(feature = "yaml"))]
disabled!(Yaml);

/// The writer of a format whose feature is off: there is no value of it.
pub(crate) enum NoWriter {}

impl NoWriter {
    pub(crate) fn scalar<'v>(&mut self, _: impl Into<Scalar<'v>> + Copy) {
        match *self {}
    }

    pub(crate) fn key(&mut self, _: Key<'_>) {
        match *self {}
    }

    pub(crate) fn begin_array(&mut self, _: usize) -> Result<(), Failure> {
        match *self {}
    }

    pub(crate) fn begin_object(&mut self) -> Result<(), Failure> {
        match *self {}
    }

    pub(crate) fn end(&mut self) {
        match *self {}
    }

    pub(crate) fn finish(self) -> Result<String> {
        match self {}
    }
}
