//! Texts that no YAML reader takes for anything else, of YAML 1.1 or 1.2, by the rules or a bit off them.

use super::needs_escape;

/// Plain keys are shorter than this.
const KEY_LEN: usize = 128;

/// Whether a key is a plain name: ASCII letters, digits, underscores and hyphens.
pub(super) fn is_name(key: &str) -> bool {
    let is_name = match key.as_bytes() {
        [b'A'..=b'Z' | b'a'..=b'z' | b'_', rest @ ..] => {
            rest.len() < KEY_LEN && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        }
        _ => false,
    };
    is_name && !is_word(key) && !is_exponent(key)
}

/// Whether a key needs no quotes.
pub(super) fn is_plain_key(key: &str) -> bool {
    key.len() < KEY_LEN && !key.contains(':') && is_plain(key)
}

/// Whether a text needs no quotes.
pub(super) fn is_plain(text: &str) -> bool {
    begins_plain(text)
        && !text.ends_with(|c: char| c.is_whitespace() || c == ':')
        && !text.contains(": ")
        && !text.contains(" #")
        // Quotes and backslashes mean nothing outside of quotes.
        && !text.contains(|c| needs_escape(c) && !matches!(c, '"' | '\\'))
        && !is_word(text)
        && !is_exponent(text)
        && !may_be_number(text)
}

/// Whether it begins with a letter or digit, perhaps after a mark that means nothing to YAML there.
fn begins_plain(text: &str) -> bool {
    let behind = text.strip_prefix(['-', '+', '.', '/', '(', '$']).unwrap_or(text);
    behind.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn is_word(text: &str) -> bool {
    const WORDS: [&str; 11] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"];
    text.len() <= 5 && WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// `e1` or `E-1`, which the npm package `yaml` takes for a number without digits when it reads YAML 1.1.
fn is_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['e', 'E']).map(|rest| rest.strip_prefix(['-', '+']).unwrap_or(rest));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether it has nothing but what numbers of any base, dates, times, infinities and NaN are made of, and begins with
/// a digit or mark, as they do.
///
/// Readers disagree about which of these are any; `012:30` is 750 to one, and `+_` an error to another.
fn may_be_number(text: &str) -> bool {
    let is_part = |c: char| {
        matches!(c, '0'..='9' | 'a'..='f' | 'A'..='F' | '+' | '-' | '.' | ',' | ':' | '_' | ' ')
            || "xXoObBtTzZiInN".contains(c)
    };
    !text.starts_with(char::is_alphabetic) && !text.starts_with(['_', '/', '(', '$']) && text.chars().all(is_part)
}
