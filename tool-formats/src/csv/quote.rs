//! Quotes the texts of cells, and finds cells in written text.

use crate::CsvDelimiter;
use crate::bytes::{any_word, equal_bytes, high_bytes, lower_bytes};
use crate::escape::push_escaped;

/// A longer string is always quoted.
///
/// Source: Jackson's CSV module, which writes the article's tables and does not look through longer ones.
const LOOSE_LEN: usize = 24;

pub(super) fn push_text(out: &mut String, text: &str, delimiter: CsvDelimiter) {
    // A comma and a tab are quoted by the rule; for other delimiters, the text is looked through.
    if !needs_quotes(text) && (is_low(delimiter) || !text.contains(char::from(delimiter.byte()))) {
        return out.push_str(text);
    }
    push_quoted(out, text);
}

const fn is_low(delimiter: CsvDelimiter) -> bool {
    delimiter.byte() < b'-'
}

/// The text in quotes, whether it needs them or not.
pub(super) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    if any_word(text, |word| equal_bytes(word, b'"')) {
        push_escaped(out, text, |c| c == '"', |out, _| out.push_str("\"\""));
    } else {
        out.push_str(text);
    }
    out.push('"');
}

/// Jackson's rule: empty, long, or a character below the hyphen, which takes in every blank, quote and comma.
/// Also the next-line control U+0085, where some readers break a line, and a byte order mark, which
/// readers drop at the start of a text.
fn needs_quotes(text: &str) -> bool {
    if text.is_empty() || any_word(text, |word| lower_bytes(word, b'-')) {
        return true;
    }
    if !any_word(text, high_bytes) {
        return text.len() > LOOSE_LEN;
    }
    text.chars().count() > LOOSE_LEN || text.contains('\u{85}') || text.starts_with('\u{feff}')
}

/// Where each cell of a record ends.
pub(super) fn cell_ends(record: &str, delimiter: CsvDelimiter) -> impl Iterator<Item = usize> {
    bare(record, delimiter.byte()).chain([record.len()])
}

/// Where each record ends except for the last, as its line feed says.
pub(super) fn record_ends(records: &str) -> impl Iterator<Item = usize> {
    bare(records, b'\n')
}

/// Where a byte is outside of quotes. A doubled quote inside them closes and opens them again.
fn bare(text: &str, wanted: u8) -> impl Iterator<Item = usize> {
    let mut is_quoted = false;
    text.bytes().enumerate().filter_map(move |(at, byte)| {
        is_quoted ^= byte == b'"';
        (byte == wanted && !is_quoted).then_some(at)
    })
}
