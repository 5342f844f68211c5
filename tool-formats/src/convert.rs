//! From a value or a text to the text of a format.

use serde::Serialize;

use crate::tape::{Node, Tape};
use crate::{Format, FormatError, json};

/// Writes `value` in `format`, without a final newline.
///
/// The shapes are those of `serde_json` in every format: `None` and `()` are null, bytes are an array of numbers, a
/// variant with content is an object of one key, NaN and the infinities are null.
///
/// # Errors
/// [`FormatError::Serialize`] when the value's own `Serialize` fails, [`FormatError::KeyNotString`] for a map key that
/// is no text, [`FormatError::TooDeep`] past 128 nested arrays and objects; and for what the format cannot hold,
/// [`FormatError::NotTabular`] and [`FormatError::TooSparse`] (CSV), [`FormatError::IllegalCharacter`] (XML).
///
/// # Example
/// ```
/// use tool_formats::{Format, to_string};
/// assert_eq!(to_string(&["a", "b"], Format::Json)?, r#"["a","b"]"#);
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T, format: Format) -> Result<String, FormatError> {
    match format {
        Format::Json => json::to_string(value),
        #[cfg(any(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
        _ => match crate::sink::Sink::of(format) {
            Some(sink) => crate::serializer::to_string(value, sink),
            None => json::to_string(value),
        },
    }
}

/// Rewrites a text of one format in another.
///
/// Texts of XML and CSV, which have no types, become numbers and booleans where those would be written with the very same
/// characters, as in [`from_str`](crate::from_str). Keys keep their order. Of two equal keys of a JSON object the last value counts, in the place of the first. Integers
/// keep all their digits, but for those of YAML past 64 bits.
///
/// # Errors
/// As [`from_str`](crate::from_str) when the text is not in that format; else as [`to_string`].
///
/// # Example
/// ```
/// use tool_formats::{Format, convert};
/// assert_eq!(convert("{ \"a\": [1, 2] }", Format::Json, Format::Json)?, r#"{"a":[1,2]}"#);
/// # #[cfg(feature = "toon")]
/// assert_eq!(convert("a[2]: 1,2", Format::Toon, Format::Json)?, r#"{"a":[1,2]}"#);
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn convert(text: &str, from: Format, to: Format) -> Result<String, FormatError> {
    let tape = match from {
        Format::Json => Tape::from_json(text)?,
        #[cfg(feature = "toon")]
        Format::Toon => crate::toon::to_tape(text)?,
        #[cfg(feature = "yaml")]
        Format::Yaml => crate::yaml::to_tape(text)?,
        #[cfg(feature = "xml")]
        Format::Xml => crate::xml::to_tape(text)?,
        #[cfg(feature = "csv")]
        Format::Csv => crate::csv::to_tape(text)?,
    };
    write(tape.root(), to)
}

/// Writes a value that is already on a tape.
#[cfg_attr(
    not(any(feature = "yaml", feature = "xml", feature = "csv")),
    allow(clippy::unnecessary_wraps, reason = "the formats left out are those that refuse some values")
)]
fn write(root: Node<'_>, format: Format) -> Result<String, FormatError> {
    match format {
        Format::Json => Ok(json::node_to_string(root)),
        // These two look at a value twice, which a tape lets them do.
        #[cfg(feature = "toon")]
        Format::Toon => Ok(crate::toon::node_to_string(root)),
        #[cfg(feature = "csv")]
        Format::Csv => crate::csv::node_to_string(root),
        #[cfg(any(feature = "yaml", feature = "xml"))]
        _ => match crate::sink::Sink::of(format) {
            Some(mut sink) => sink.play(root).and_then(|()| sink.finish()),
            None => Ok(json::node_to_string(root)),
        },
    }
}
