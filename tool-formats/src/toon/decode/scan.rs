//! Finding what structures a line: characters outside quotes.

use memchr::{memchr, memchr2};

/// What a line is, by its characters outside quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// No colon.
    Scalar,
    /// A colon stands here, no bracket before it.
    Field(usize),
    /// A bracket stands here, a colon somewhere after it.
    Header(usize),
}

/// Source: TOON specification 4.4, section 5.2.
#[inline]
pub(super) fn shape(content: &str) -> Shape {
    let bytes = content.as_bytes();
    match find_unquoted(bytes, 0, [b':', b'[']) {
        Some((at, b':')) => Shape::Field(at),
        Some((at, _)) if find_unquoted(bytes, at, [b':']).is_some() => Shape::Header(at),
        _ => Shape::Scalar,
    }
}

/// The first of the `wanted` bytes from `at` on outside quotes. A quote that never closes hides all after it.
#[inline]
pub(super) fn find_unquoted<const N: usize>(bytes: &[u8], mut at: usize, wanted: [u8; N]) -> Option<(usize, u8)> {
    loop {
        let (found, byte) = find(bytes, at, wanted)?;
        if byte != b'"' {
            return Some((found, byte));
        }
        at = after_quoted(bytes, found)?;
    }
}

/// The first quote or `wanted` byte from `at` on.
///
/// Keys and cells are short: eight bytes at a time beat both a loop over bytes and the set-up of `memchr`.
#[inline]
fn find<const N: usize>(bytes: &[u8], mut at: usize, wanted: [u8; N]) -> Option<(usize, u8)> {
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*word);
        let hits = wanted.iter().fold(hits(word, b'"'), |all, byte| all | hits(word, *byte));
        if hits != 0 {
            at += hits.trailing_zeros() as usize / 8;
            return Some((at, *bytes.get(at)?));
        }
        at += 8;
    }
    loop {
        let byte = *bytes.get(at)?;
        if byte == b'"' || wanted.contains(&byte) {
            return Some((at, byte));
        }
        at += 1;
    }
}

/// Where the line at the start of `bytes` ends. Most fields are shorter than what `memchr` needs to be the quicker one.
#[inline]
pub(super) fn line_end(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>)
        && at < 32
    {
        let hits = hits(u64::from_le_bytes(*word), b'\n');
        if hits != 0 {
            return at + hits.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + memchr(b'\n', rest).unwrap_or(rest.len())
}

/// The top bit of each byte of `word` that is `byte`; above the lowest hit there may be false ones.
#[inline]
fn hits(word: u64, byte: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let zero_at_hit = word ^ (ONES * u64::from(byte));
    zero_at_hit.wrapping_sub(ONES) & !zero_at_hit & (ONES << 7)
}

/// Where the text goes on after the quoted span that opens at `open`.
pub(super) fn after_quoted(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            // What follows a backslash is escaped, whatever it is.
            _ => at += 2,
        }
    }
}

/// Splits text at ASCII characters that were found in it.
#[inline]
pub(super) fn split(text: &str, at: usize) -> (&str, &str) {
    (text.get(..at).unwrap_or_default(), from(text, at + 1))
}

/// What follows; at the very end an empty text that still knows its place.
#[inline]
pub(super) fn from(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_else(|| text.get(text.len()..).unwrap_or_default())
}

/// Without spaces at both ends; all other blanks are content.
///
/// Source: TOON specification 4.4, section 12.
#[inline]
pub(super) fn trim(text: &str) -> &str {
    trim_end(trim_start(text))
}

#[inline]
pub(super) fn trim_start(text: &str) -> &str {
    match text.as_bytes() {
        [b' ', b' ', ..] => text.get(leading_spaces(text.as_bytes())..).unwrap_or_default(),
        [b' ', ..] => text.get(1..).unwrap_or_default(),
        _ => text,
    }
}

/// Eight at a time without a branch: how deep the next line is cannot be foretold.
#[inline]
pub(super) fn leading_spaces(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let others = u64::from_le_bytes(*word) ^ u64::from_le_bytes([b' '; 8]);
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + bytes.iter().skip(at).take_while(|byte| **byte == b' ').count()
}

#[inline]
pub(super) fn trim_end(text: &str) -> &str {
    if !text.ends_with(' ') {
        return text;
    }
    let spaces = text.bytes().rev().take_while(|byte| *byte == b' ').count();
    text.get(..text.len() - spaces).unwrap_or_default()
}

/// Appends the cells that stand in `text` from `start` on.
#[inline]
pub(super) fn split_cells<'de>(text: &'de str, mut start: usize, delimiter: u8, cells: &mut Vec<&'de str>) {
    while let Some((end, _)) = find_unquoted(text.as_bytes(), start, [delimiter]) {
        cells.push(trim(text.get(start..end).unwrap_or_default()));
        start = end + 1;
    }
    cells.push(trim(from(text, start)));
}

/// The cells of an array on one line, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Cells<'de> {
    rest: Option<&'de str>,
    delimiter: u8,
}

impl<'de> Cells<'de> {
    pub(super) fn new(text: &'de str, delimiter: u8) -> Self {
        Self { rest: Some(text), delimiter }
    }
}

impl<'de> Iterator for Cells<'de> {
    type Item = &'de str;

    #[inline]
    fn next(&mut self) -> Option<&'de str> {
        let text = self.rest?;
        let Some((at, _)) = find_unquoted(text.as_bytes(), 0, [self.delimiter]) else {
            self.rest = None;
            return Some(trim(text));
        };
        let (cell, rest) = split(text, at);
        self.rest = Some(rest);
        Some(trim(cell))
    }
}
