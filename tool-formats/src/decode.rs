//! Bytes as text, by what stands at their start.

use std::borrow::Cow;

use crate::fault::{NO_UTF_8, line_and_column, text_of};
use crate::{Format, FormatError};

/// The text that bytes of `format` are: UTF-8, or what they say themselves.
///
/// A byte order mark tells UTF-8 and UTF-16; an XML declaration may name any encoding of the WHATWG's list, such as
/// `ISO-8859-1` (which is `windows-1252` there) or `Shift_JIS`. The text has no byte order mark any more.
///
/// # Errors
/// [`FormatError::NotJson`] and its like where the bytes are not in that encoding, or the encoding is unknown.
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
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf_8(rest, format),
        [0xFF, 0xFE, rest @ ..] => utf_16(rest, u16::from_le_bytes, format),
        [0xFE, 0xFF, rest @ ..] => utf_16(rest, u16::from_be_bytes, format),
        #[cfg(feature = "xml")]
        _ if format == Format::Xml => xml(bytes),
        _ => utf_8(bytes, format),
    }
}

/// The text that bytes are in an encoding that somebody knows, by a label of the WHATWG's list; a byte order mark knows
/// better.
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
        return Err(FormatError::malformed(format, 1, 1, UNKNOWN));
    };
    if encoding == encoding_rs::UTF_8 {
        return utf_8(bytes, format);
    }
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return Ok(text);
    }
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    Err(misfit(&text, format, "expected the encoding that was said"))
}

#[cfg(feature = "xml")]
const UNKNOWN: &str = "expected the name of a known encoding, such as `UTF-8`";

fn utf_8(bytes: &[u8], format: Format) -> Result<Cow<'_, str>, FormatError> {
    text_of(bytes, |line, column| FormatError::malformed(format, line, column, NO_UTF_8)).map(Cow::Borrowed)
}

fn utf_16<'b>(bytes: &[u8], unit: fn([u8; 2]) -> u16, format: Format) -> Result<Cow<'b, str>, FormatError> {
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

/// Source: XML 1.0, appendix F.
#[cfg(feature = "xml")]
fn xml(bytes: &[u8]) -> Result<Cow<'_, str>, FormatError> {
    match bytes {
        [b'<', 0, ..] => utf_16(bytes, u16::from_le_bytes, Format::Xml),
        [0, b'<', ..] => utf_16(bytes, u16::from_be_bytes, Format::Xml),
        // UTF-16 would have shown by now.
        _ => match declared(bytes).filter(|label| !label.to_ascii_lowercase().starts_with("utf-16")) {
            Some(label) => decode_as(bytes, label, Format::Xml),
            None => utf_8(bytes, Format::Xml),
        },
    }
}

/// Whether an XML declaration names an encoding whose bytes are not those of UTF-8.
#[cfg(feature = "xml")]
pub(crate) fn declares_other_encoding(bytes: &[u8]) -> bool {
    let encoding = declared(bytes).and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
    encoding.is_some_and(|encoding| encoding != encoding_rs::UTF_8)
}

/// The encoding that an XML declaration names; it is all ASCII up to there.
#[cfg(feature = "xml")]
fn declared(bytes: &[u8]) -> Option<&str> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|pair| pair == b"?>")?;
    let declaration = str::from_utf8(declaration.get(..end)?).ok()?;
    let (_, behind) = declaration.split_once("encoding")?;
    let behind = behind.trim_start().strip_prefix('=')?.trim_start();
    let quote = behind.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    behind.get(1..)?.split(quote).next()
}
