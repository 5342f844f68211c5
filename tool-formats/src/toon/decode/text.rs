//! Strings in quotes.

use std::borrow::Cow;

use super::scan::{from, quote_or_backslash};
use crate::fault::{Fault, Result};

/// A key or field name: what is in quotes, or the text as it is.
///
/// Source: TOON specification 4.4, section 7.4.
#[inline]
pub(super) fn key(token: &str) -> Result<Cow<'_, str>> {
    if token.starts_with('"') { unquote(token) } else { Ok(Cow::Borrowed(token)) }
}

/// The text of a token that starts with a quote and must end with the closing one.
///
/// Source: TOON specification 4.4, sections 7.1 and 7.4.
pub(super) fn unquote(token: &str) -> Result<Cow<'_, str>> {
    let Some(end) = quote_or_backslash(token.as_bytes(), 1) else {
        return Err(unterminated(token));
    };
    if token.as_bytes().get(end) == Some(&b'\\') {
        return unescape(token, end).map(Cow::Owned);
    }
    check_end(token, end)?;
    Ok(Cow::Borrowed(token.get(1..end).unwrap_or_default()))
}

fn check_end(token: &str, closing: usize) -> Result {
    match from(token, closing + 1) {
        "" => Ok(()),
        after => Err(Fault::at(after, "expected nothing after the closing `\"`")),
    }
}

/// Points after `token`, where the closing quote is missing.
fn unterminated(token: &str) -> Fault {
    Fault::at(from(token, token.len()), "expected `\"` at the end of a string")
}

/// [`unquote`] for a token whose first backslash is at `backslash`.
fn unescape(token: &str, mut backslash: usize) -> Result<String> {
    let mut text = String::with_capacity(token.len());
    let mut clean = 1;
    loop {
        text.push_str(token.get(clean..backslash).unwrap_or_default());
        let (c, len) = escape(from(token, backslash))?;
        text.push(c);
        clean = backslash + len;
        let Some(found) = quote_or_backslash(token.as_bytes(), clean) else {
            return Err(unterminated(token));
        };
        if token.as_bytes().get(found) == Some(&b'"') {
            text.push_str(token.get(clean..found).unwrap_or_default());
            check_end(token, found)?;
            return Ok(text);
        }
        backslash = found;
    }
}

/// The character an escape at the start of `text` represents, and the length of the escape.
fn escape(text: &str) -> Result<(char, usize)> {
    Ok(match text.as_bytes().get(1) {
        Some(b'n') => ('\n', 2),
        Some(b'r') => ('\r', 2),
        Some(b't') => ('\t', 2),
        Some(b'"') => ('"', 2),
        Some(b'\\') => ('\\', 2),
        Some(b'u') => (unicode_escape(text)?, 6),
        Some(_) => return Err(Fault::at(text, "expected an escape: `\\\\`, `\\\"`, `\\n`, `\\r`, `\\t` or `\\u`")),
        None => return Err(unterminated(text)),
    })
}

fn unicode_escape(text: &str) -> Result<char> {
    let digits = text.get(2..6).unwrap_or_default();
    // `from_str_radix` alone would take a sign.
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) || digits.is_empty() {
        return Err(Fault::at(text, "expected four hexadecimal digits after `\\u`"));
    }
    let code = u32::from_str_radix(digits, 16).ok();
    code.and_then(char::from_u32).ok_or_else(|| Fault::at(text, "unpaired surrogate escape"))
}
