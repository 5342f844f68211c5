//! Strings and keys: when they need quotes, and how they are quoted.
//!
//! Since specification 4.1 the rule is the same in every position, because every header names the delimiter. So a
//! string is looked at once, whatever form its surroundings take later.

use super::options::Delimiter;
use crate::bytes::{self, any_word, classes_of, equal_bytes, lower_bytes};
use crate::escape::{push_escaped, push_hex};

/// Whether a text holds structure, the delimiter, or what needs an escape.
#[inline]
fn has_structure(text: &[u8], delimiter: u8) -> bool {
    if text.len() > 16 {
        return has_structure_in_blocks(text, delimiter);
    }
    let (first, last) = halves(text);
    has_structure_in_block(u128::from(first) | u128::from(last) << 64, delimiter)
}

/// The same for a text that is longer than a block.
#[inline(never)]
fn has_structure_in_blocks(text: &[u8], delimiter: u8) -> bool {
    // What is left after whole blocks is the end of a last one.
    let mut blocks = text.as_chunks().0.iter().chain(text.last_chunk());
    blocks.any(|block| has_structure_in_block(u128::from_le_bytes(*block), delimiter))
}

/// The same for sixteen bytes, without a branch for each, which the compiler does for all of them at once, but only in
/// a separate function.
#[inline(never)]
fn has_structure_in_block(block: u128, delimiter: u8) -> bool {
    block.to_le_bytes().into_iter().fold(false, |found, byte| {
        // Brackets and braces differ in this bit alone.
        let brace = byte | 0x20;
        let control = byte >> 5;
        let escaped = control.min(byte ^ b'"').min(byte ^ b'\\');
        let structure = (brace ^ b'{').min(brace ^ b'}').min(byte ^ b':').min(byte ^ delimiter);
        found | (escaped.min(structure) == 0)
    })
}

/// Eight bytes from both ends of a text of at most sixteen, which hold all its bytes, and letters if it has fewer.
#[inline]
fn halves(text: &[u8]) -> (u64, u64) {
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        return (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
    }
    let block = match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32,
        _ => text.iter().fold(u64::from_le_bytes(*b"xxxxxxxx"), |block, byte| block << 8 | u64::from(*byte)),
    };
    (block, block)
}

/// Appends a string value, with quotes where the specification demands them and nowhere else.
///
/// Source: TOON specification 4.4, section 7.2.
#[inline]
pub(super) fn push_string(out: &mut String, text: &str, delimiter: Delimiter) {
    if has_structure(text.as_bytes(), delimiter.as_byte()) || is_ambiguous(text) {
        push_quoted(out, text);
    } else {
        out.push_str(text);
    }
}

/// Whether a text without structural characters could be taken for something else.
#[inline]
fn is_ambiguous(text: &str) -> bool {
    match text.as_bytes() {
        [] | [b'-' | b'#' | b' ', ..] | [.., b' '] => true,
        [b'+' | b'0'..=b'9', .., b'0'..=b'9'] | [b'0'..=b'9'] => is_numeric(text.as_bytes()),
        [b't' | b'f' | b'n', ..] => matches!(text, "true" | "false" | "null"),
        _ => false,
    }
}

/// Numbers in a wider sense than JSON's: with a plus sign, with leading zeros.
fn is_numeric(text: &[u8]) -> bool {
    if text.first_chunk().is_some_and(|first| has_two_dots(u64::from_le_bytes(*first))) {
        return false;
    }
    let Some(mut rest) = digits(text.strip_prefix(b"+").unwrap_or(text)) else {
        return false;
    };
    if let Some(fraction) = rest.strip_prefix(b".") {
        let Some(after) = digits(fraction) else {
            return false;
        };
        rest = after;
    }
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => digits(exponent) == Some(&[]),
        _ => false,
    }
}

/// Whether two of eight bytes are dots, which distinguishes addresses, versions and dates from numbers. A slash after
/// a dot may count as one, but is in no number either.
#[inline]
fn has_two_dots(word: u64) -> bool {
    let dots = equal_bytes(word, b'.');
    dots & dots.wrapping_sub(1) != 0
}

/// What follows the digits at the start; `None` when there is no digit.
fn digits(text: &[u8]) -> Option<&[u8]> {
    let [b'0'..=b'9', rest @ ..] = text else { return None };
    let mut rest = rest;
    while let [b'0'..=b'9', after @ ..] = rest {
        rest = after;
    }
    Some(rest)
}

/// Appends a key, bare if it is a plain ASCII name.
///
/// Source: TOON specification 4.4, section 7.3.
pub(super) fn push_key(out: &mut String, key: &str) {
    if is_bare_key(key) {
        out.push_str(key);
    } else {
        push_quoted(out, key);
    }
}

fn is_bare_key(key: &str) -> bool {
    let is_name = classes_of(key) & bytes::NO_NAME == 0;
    is_name && !matches!(key.as_bytes(), [] | [b'0'..=b'9' | b'.', ..])
}

/// Appends text in double quotes.
///
/// Source: TOON specification 4.4, section 7.1.
pub(super) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    if any_word(text, |word| lower_bytes(word, b' ') | equal_bytes(word, b'"') | equal_bytes(word, b'\\')) {
        push_escaped(out, text, |c| c < ' ' || c == '"' || c == '\\', push_escape);
    } else {
        out.push_str(text);
    }
    out.push('"');
}

fn push_escape(out: &mut String, c: char) {
    out.push('\\');
    match c {
        '\n' => out.push('n'),
        '\r' => out.push('r'),
        '\t' => out.push('t'),
        '"' | '\\' => out.push(c),
        _ => {
            out.push('u');
            push_hex(out, c.into(), 4);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str, delimiter: Delimiter) -> String {
        let mut out = String::new();
        push_string(&mut out, text, delimiter);
        out
    }

    #[track_caller]
    fn bare(texts: &[&str]) {
        for text in texts {
            assert_eq!(string(text, Delimiter::Comma), *text);
        }
    }

    #[track_caller]
    fn quoted(texts: &[&str]) {
        for text in texts {
            assert_eq!(string(text, Delimiter::Comma), format!("\"{text}\""));
        }
    }

    #[test]
    fn words_that_mean_a_value_are_quoted_in_exactly_that_case() {
        quoted(&["true", "false", "null"]);
        bare(&["True", "FALSE", "Null", "truer", "nul", "NaN", "Infinity", "nil", "~", "undefined"]);
    }

    #[test]
    fn text_that_looks_like_a_number_is_quoted() {
        quoted(&["0", "42", "007", "+5", "-5", "-05", "+08.50", "3.14", "1e5", "1E+5", "1e-05", "00.5e0", "-1.5E9"]);
        quoted(&["12345678", "1234.5678", "+1234567.8", "12.5e+1000"]);
    }

    #[test]
    fn text_that_only_starts_like_a_number_is_bare() {
        bare(&[
            ".5",
            "1.",
            "1.e5",
            "1e",
            "1e+",
            "+",
            "+.5",
            "1.5.2",
            "10.0.3.41",
            "192.168.100.1",
            "1./23456",
            "1 2",
            "12a",
            "0x10",
            "1_000",
            "1e5x",
            "2024-05-01",
            "+-1",
        ]);
        bare(&["٤٢", "1٤", "½"]);
    }

    #[test]
    fn structural_characters_are_quoted_anywhere() {
        quoted(&["a:b", ":", "[", "a]", "x{y", "}", "a,b", ","]);
    }

    #[test]
    fn other_punctuation_is_bare() {
        bare(&[
            "(x)", "@x", "$x", "a|b", "a;b", "it's", "a=b", "<b>", "50%", "a#b", "a-b", "\u{7f}", "?", "*", "&x", "!x",
        ]);
    }

    #[test]
    fn only_a_leading_hyphen_or_hash_is_quoted() {
        quoted(&["-", "- x", "-x", "--", "#", "#x", "# x"]);
        bare(&["x-", "x - y", "x #y"]);
    }

    #[test]
    fn edges_of_spaces_and_tabs_are_quoted_but_no_other_blank() {
        quoted(&["", " ", " x", "x "]);
        assert_eq!(string("\tx", Delimiter::Comma), "\"\\tx\"");
        bare(&["\u{a0}x\u{a0}", "\u{3000}", "x  y", "\u{feff}x", "\u{85}"]);
    }

    #[test]
    fn only_the_delimiter_of_the_document_is_quoted() {
        assert_eq!(string("a,b|c", Delimiter::Comma), "\"a,b|c\"");
        assert_eq!(string("a,b", Delimiter::Pipe), "a,b");
        assert_eq!(string("a|b", Delimiter::Pipe), "\"a|b\"");
        assert_eq!(string("a,b|c", Delimiter::Tab), "a,b|c");
        assert_eq!(string("a\tb", Delimiter::Comma), "\"a\\tb\"");
    }

    #[test]
    fn five_escapes_are_short_and_other_controls_are_numbers() {
        assert_eq!(string("\\ \" \n \r \t", Delimiter::Comma), r#""\\ \" \n \r \t""#);
        assert_eq!(string("\u{0}\u{8}\u{c}\u{1f}", Delimiter::Comma), r#""\u0000\u0008\u000c\u001f""#);
    }

    #[test]
    fn text_beyond_ascii_stays_as_it_is_inside_quotes_too() {
        bare(&["café", "👋 hi", "\u{2028}", "\u{fffe}", "\u{80}"]);
        quoted(&["é:👋", "\u{2028},"]);
    }

    #[test]
    fn keys_are_bare_only_as_ascii_names() {
        let key = |text: &str| {
            let mut out = String::new();
            push_key(&mut out, text);
            out
        };

        for name in ["a", "_", "A1", "a.b", "a..", "true", "null", "__proto__", "e1"] {
            assert_eq!(key(name), name);
        }
        for name in ["", "1a", ".a", "a-b", "a b", "é", "a,b", "a:b", "#a", "@x", "$x", "-", "[0]", "42"] {
            assert_eq!(key(name), format!("\"{name}\""));
        }
        assert_eq!(key("a\"\n\u{1}"), r#""a\"\n\u0001""#);
    }
}
