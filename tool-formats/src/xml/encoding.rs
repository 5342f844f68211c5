//! The encoding of an XML text, by its first bytes and its declaration. Source: XML 1.0, appendix F.

use std::borrow::Cow;

use crate::decode::{decode_as, utf_16};
use crate::fault::utf_8;
use crate::{Format, FormatError};

/// The text of bytes without a byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, FormatError> {
    match bytes {
        [b'<', 0, ..] => utf_16(bytes, u16::from_le_bytes, Format::Xml),
        [0, b'<', ..] => utf_16(bytes, u16::from_be_bytes, Format::Xml),
        // UTF-16 would have shown by now.
        _ => match declared(bytes).filter(|label| !label.to_ascii_lowercase().starts_with("utf-16")) {
            Some(label) => decode_as(bytes, label, Format::Xml),
            None => utf_8(bytes, Format::Xml).map(Cow::Borrowed),
        },
    }
}

/// Whether an XML declaration names an encoding whose bytes are not those of UTF-8.
pub(super) fn declares_other_encoding(bytes: &[u8]) -> bool {
    let encoding = declared(bytes).and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
    encoding.is_some_and(|encoding| encoding != encoding_rs::UTF_8)
}

/// The encoding that an XML declaration names; it is all ASCII up to there.
fn declared(bytes: &[u8]) -> Option<&str> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let end = declaration.windows(2).position(|pair| pair == b"?>")?;
    let declaration = str::from_utf8(declaration.get(..end)?).ok()?;
    let (_, behind) = declaration.split_once("encoding")?;
    let behind = behind.trim_start().strip_prefix('=')?.trim_start();
    let quote = behind.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    behind.get(1..)?.split(quote).next()
}
