//! Each format as an implementation of one trait, whether its feature is on or off.
//!
//! A new format is a module with an implementation of [`Codec`], a line of each kind here, and a row of the table of
//! formats.

#[cfg(not(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv")))]
mod disabled;

use std::borrow::Cow;

use serde::Deserialize;

#[cfg(feature = "csv")]
pub(crate) use crate::csv::Csv;
use crate::fault;
pub(crate) use crate::json::Json;
use crate::tape::{Node, Tape};
#[cfg(feature = "toon")]
pub(crate) use crate::toon::Toon;
#[cfg(feature = "xml")]
pub(crate) use crate::xml::Xml;
#[cfg(feature = "yaml")]
pub(crate) use crate::yaml::Yaml;
use crate::{Format, FormatError, ReadOptions, WriteOptions};
#[cfg(not(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv")))]
pub(crate) use disabled::*;

type Result<T, E = FormatError> = std::result::Result<T, E>;

/// How one format is written and read.
pub(crate) trait Codec {
    const FORMAT: Format;

    /// Writes a value that is already on a tape.
    fn write(root: Node<'_>, options: &WriteOptions) -> Result<String>;

    /// Reads any value; what is lost of the text is looked for only on demand.
    fn to_tape<'a>(text: &'a str, options: &ReadOptions, with_losses: bool) -> Result<Tape<'a>>;

    /// Reads a value of a type.
    fn from_str<'de, T: Deserialize<'de>>(text: &'de str, options: &ReadOptions) -> Result<T>;

    /// The text of bytes that have no byte order mark.
    fn decode(bytes: &[u8]) -> Result<Cow<'_, str>> {
        Self::utf_8(bytes).map(Cow::Borrowed)
    }

    /// The text of bytes that should be UTF-8.
    fn utf_8(bytes: &[u8]) -> Result<&str> {
        fault::utf_8(bytes, Self::FORMAT)
    }
}

/// Calls a function of the codec of `$format`.
macro_rules! with_codec {
    ($format:expr, $codec:ident => $call:expr) => {
        match $format {
            Format::Json => {
                type $codec = Json;
                $call
            }
            Format::Toon => {
                type $codec = Toon;
                $call
            }
            Format::Yaml => {
                type $codec = Yaml;
                $call
            }
            Format::Xml => {
                type $codec = Xml;
                $call
            }
            Format::Csv => {
                type $codec = Csv;
                $call
            }
        }
    };
}

/// Writes a value that is already on a tape.
pub(crate) fn write(root: Node<'_>, format: Format, options: &WriteOptions) -> Result<String> {
    with_codec!(format, C => C::write(root, options))
}

/// Reads any value.
pub(crate) fn to_tape<'a>(text: &'a str, format: Format, options: &ReadOptions, with_losses: bool) -> Result<Tape<'a>> {
    with_codec!(format, C => C::to_tape(text, options, with_losses))
}

/// Reads a value of a type.
pub(crate) fn from_str<'de, T: Deserialize<'de>>(text: &'de str, format: Format, options: &ReadOptions) -> Result<T> {
    with_codec!(format, C => C::from_str(text, options))
}

/// The text of bytes that have no byte order mark.
pub(crate) fn decode(bytes: &[u8], format: Format) -> Result<Cow<'_, str>> {
    with_codec!(format, C => C::decode(bytes))
}

/// The text of bytes that should be UTF-8.
pub(crate) fn utf_8(bytes: &[u8], format: Format) -> Result<&str> {
    with_codec!(format, C => C::utf_8(bytes))
}

/// A format that is written while the value is serialized. JSON has a serializer for itself.
pub(crate) trait Streaming: Codec {
    /// Takes the events of one value.
    type Writer;

    fn writer(options: &WriteOptions) -> Result<Self::Writer>;
}

/// The writer of any format but JSON.
#[allow(clippy::large_enum_variant, reason = "there is one for each text, and it never moves")]
pub(crate) enum Writer {
    Toon(<Toon as Streaming>::Writer),
    Yaml(<Yaml as Streaming>::Writer),
    Xml(<Xml as Streaming>::Writer),
    Csv(<Csv as Streaming>::Writer),
}

impl Writer {
    /// `None` for JSON.
    pub(crate) fn of(format: Format, options: &WriteOptions) -> Result<Option<Self>> {
        Ok(Some(match format {
            Format::Json => return Ok(None),
            Format::Toon => Self::Toon(Toon::writer(options)?),
            Format::Yaml => Self::Yaml(Yaml::writer(options)?),
            Format::Xml => Self::Xml(Xml::writer(options)?),
            Format::Csv => Self::Csv(Csv::writer(options)?),
        }))
    }
}

/// The same call to whichever writer it is.
macro_rules! each_writer {
    ($writer:expr, $each:ident => $call:expr) => {
        match $writer {
            crate::codec::Writer::Toon($each) => $call,
            crate::codec::Writer::Yaml($each) => $call,
            crate::codec::Writer::Xml($each) => $call,
            crate::codec::Writer::Csv($each) => $call,
        }
    };
}
pub(crate) use each_writer;
