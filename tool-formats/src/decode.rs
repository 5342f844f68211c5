//! Decodes bytes as text, by a byte order mark or a declaration.

use std::borrow::Cow;

use crate::codec;
use crate::fault::{line_and_column, utf_8};
use crate::{Format, FormatError};

/// The text of bytes in `format`: UTF-8, or the encoding that they declare.
///
/// A byte order mark tells UTF-8 and UTF-16; an XML declaration may name any encoding of the WHATWG's list, such as
/// `ISO-8859-1` (which is `windows-1252` there) or `Shift_JIS`. The text has no byte order mark any more.
///
/// # Errors
/// [`FormatError::Malformed`] where the bytes are not in that encoding, or the encoding is unknown.
///
/// # Example
/// ```
/// # #[cfg(feature = "xml")] {
/// use tool_formats::{Format, convert, decode};
///
/// let bytes = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><city>Z\xfcrich</city>";
/// let text = decode(bytes, Format::Xml)?;
/// assert_eq!(convert(&text, Format::Xml, Format::Json)?, "\"Zürich\"");
/// # }
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
pub fn decode(bytes: &[u8], format: Format) -> Result<Cow<'_, str>, FormatError> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf_8(rest, format).map(Cow::Borrowed),
        [0xFF, 0xFE, rest @ ..] => utf_16(rest, u16::from_le_bytes, format),
        [0xFE, 0xFF, rest @ ..] => utf_16(rest, u16::from_be_bytes, format),
        _ => codec::decode(bytes, format),
    }
}

/// The text of bytes in a known encoding, given as a label of the WHATWG's list. A byte order mark takes precedence.
///
/// # Errors
/// As [`decode`].
///
/// # Example
/// ```
/// use tool_formats::{Format, decode_as};
/// assert_eq!(decode_as(b"price\n5 \x80", "windows-1252", Format::Csv)?, "price\n5 €");
/// # Ok::<(), tool_formats::FormatError>(())
/// ```
#[cfg(feature = "xml")]
pub fn decode_as<'b>(bytes: &'b [u8], label: &str, format: Format) -> Result<Cow<'b, str>, FormatError> {
    if let [0xEF, 0xBB, 0xBF, ..] | [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = bytes {
        return decode(bytes, format);
    }
    let Some(encoding) = encoding_rs::Encoding::for_label(label.as_bytes()) else {
        let what = "expected the name of a known encoding, such as `UTF-8`";
        return Err(FormatError::malformed(format, 1, 1, what));
    };
    if encoding == encoding_rs::UTF_8 {
        return utf_8(bytes, format).map(Cow::Borrowed);
    }
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return Ok(text);
    }
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Err(misfit(&text, format, "expected a text in the given encoding"))
}

pub(crate) fn utf_16<'b>(bytes: &[u8], unit: fn([u8; 2]) -> u16, format: Format) -> Result<Cow<'b, str>, FormatError> {
    let pairs = bytes.chunks_exact(2);
    let rest = pairs.remainder();
    let units: Vec<u16> = pairs.filter_map(|pair| <[u8; 2]>::try_from(pair).ok()).map(unit).collect();
    match String::from_utf16(&units) {
        Ok(text) if rest.is_empty() => Ok(Cow::Owned(text)),
        Ok(text) => Err(misfit(&(text + "\u{fffd}"), format, "expected UTF-16")),
        Err(_) => Err(misfit(&String::from_utf16_lossy(&units), format, "expected UTF-16")),
    }
}

/// The place of the first character that was none.
fn misfit(text: &str, format: Format, what: &'static str) -> FormatError {
    let (line, column) = line_and_column(text, text.find('\u{fffd}').unwrap_or_default());
    FormatError::malformed(format, line, column, what)
}
