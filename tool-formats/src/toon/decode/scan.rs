//! Finding what structures a line: characters outside quotes.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use super::block;
use crate::fault::{Fault, Result};

/// What a line is, by its characters outside quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// No colon.
    Scalar,
    /// A colon, no bracket before it.
    Field,
    /// A bracket, a colon somewhere after it.
    Header,
}

/// The first of the `wanted` bytes from `at` on outside quotes, where the quote is one of them. One that never closes
/// hides all after it.
#[inline]
pub(super) fn find_unquoted<const N: usize>(bytes: &[u8], mut at: usize, wanted: [u8; N]) -> Option<(usize, u8)> {
    loop {
        at = find(bytes, at, wanted)?;
        match bytes.get(at) {
            Some(b'"') => at = after_quoted(bytes, at)?,
            byte => return byte.map(|byte| (at, *byte)),
        }
    }
}

/// The first of the `wanted` bytes from `at` on.
///
/// Keys and cells are short: eight bytes at a time beat both a loop over bytes and the set-up of `memchr`.
#[inline]
fn find<const N: usize>(bytes: &[u8], mut at: usize, wanted: [u8; N]) -> Option<usize> {
    let (words, _) = bytes.get(at..)?.as_chunks();
    for word in words {
        let hits = hits(u64::from_le_bytes(*word), wanted);
        if hits != 0 {
            return Some(at + first_byte(hits));
        }
        at += 8;
    }
    let hits = hits(last_word(bytes, at), wanted);
    if hits == 0 { None } else { Some(at + first_byte(hits)) }
}

/// The fewer than eight bytes from `at` on, and zeros.
#[inline]
fn last_word(bytes: &[u8], at: usize) -> u64 {
    let left = bytes.len() - at;
    match bytes.last_chunk() {
        Some(word) if left > 0 => u64::from_le_bytes(*word) >> (64 - 8 * left),
        Some(_) => 0,
        None => bytes.iter().skip(at).rev().fold(0, |word, byte| (word << 8) | u64::from(*byte)),
    }
}

/// Where the line at the start of `bytes` ends, and where its first colon, bracket or quote is; at the end when there
/// is none.
#[inline]
pub(super) fn end_and_mark(bytes: &[u8]) -> (usize, usize) {
    let Some(first) = bytes.first_chunk() else { return far_end_and_mark(bytes) };
    let Some(mark) = block::find(first, *b":[\"") else { return far_end_and_mark(bytes) };
    match block::find(first, *b"\n") {
        Some(end) => (end, mark.min(end)),
        None => (end(bytes, block::LEN), mark),
    }
}

/// [`end_and_mark`] of the few lines that have no mark early on, or the text's end soon.
#[inline(never)]
fn far_end_and_mark(bytes: &[u8]) -> (usize, usize) {
    let mark = find(bytes, 0, *b":[\"\n").unwrap_or(bytes.len());
    (end(bytes, mark), mark)
}

/// Where the line ends that goes on at `at`. Most lines are shorter than what `memchr` needs to be the quicker one.
#[inline]
fn end(bytes: &[u8], mut at: usize) -> usize {
    let (blocks, _) = bytes.get(at..).unwrap_or_default().as_chunks();
    for block in blocks.iter().take(4) {
        if let Some(found) = block::find(block, *b"\n") {
            return at + found;
        }
        at += block::LEN;
    }
    far_end(bytes, at)
}

/// Apart, so that the common case has no call in it.
#[inline(never)]
fn far_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + memchr(b'\n', rest).unwrap_or(rest.len())
}

/// The top bit of each byte of `word` that is one of the `wanted` ones, which are ASCII; above the lowest hit there may
/// be false ones.
#[inline]
fn hits<const N: usize>(word: u64, wanted: [u8; N]) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let zero_below = |byte: u8| (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES);
    wanted.iter().fold(0, |all, byte| all | zero_below(*byte)) & !word & (ONES << 7)
}

/// Which byte of a word its lowest bit is in.
#[inline]
fn first_byte(bits: u64) -> usize {
    bits.trailing_zeros() as usize / 8
}

/// Where the text goes on after the quoted span that opens at `open`.
pub(super) fn after_quoted(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at = quote_or_backslash(bytes, at)?;
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            // What follows a backslash is escaped, whatever it is.
            _ => at += 2,
        }
    }
}

/// The first quote or backslash from `at` on. Most strings end within a few words, in the others `memchr` is the quicker.
#[inline]
pub(super) fn quote_or_backslash(bytes: &[u8], at: usize) -> Option<usize> {
    let near = bytes.get(..at + 32).unwrap_or(bytes);
    find(near, at, *b"\"\\").or_else(|| far_quote_or_backslash(bytes, near.len()))
}

#[inline(never)]
fn far_quote_or_backslash(bytes: &[u8], at: usize) -> Option<usize> {
    memchr2(b'"', b'\\', bytes.get(at..)?).map(|found| at + found)
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
    match text.strip_prefix(' ') {
        None => text,
        // Mostly it is one.
        Some(rest) if !rest.starts_with(' ') => rest,
        Some(rest) => from(rest, leading_spaces(rest.as_bytes())),
    }
}

/// How many spaces `bytes` begin with.
#[inline]
pub(super) fn leading_spaces(bytes: &[u8]) -> usize {
    let (blocks, rest) = bytes.as_chunks();
    let mut at = 0;
    for block in blocks {
        if *block != [b' '; block::LEN] {
            let others = u128::from_le_bytes(*block) ^ u128::from_le_bytes([b' '; block::LEN]);
            return at + others.trailing_zeros() as usize / 8;
        }
        at += block::LEN;
    }
    at + rest.iter().take_while(|byte| **byte == b' ').count()
}

#[inline]
pub(super) fn trim_end(text: &str) -> &str {
    if !text.ends_with(' ') {
        return text;
    }
    let spaces = text.bytes().rev().take_while(|byte| *byte == b' ').count();
    text.get(..text.len() - spaces).unwrap_or_default()
}

/// A line without a carriage return at its end and the spaces before that.
#[inline]
pub(super) fn trim_line(line: &[u8]) -> &[u8] {
    match line {
        [.., b' ' | b'\r'] => {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let spaces = line.iter().rev().take_while(|byte| **byte == b' ').count();
            line.get(..line.len() - spaces).unwrap_or_default()
        }
        _ => line,
    }
}

/// Cells, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Cells<'de> {
    text: &'de str,
    /// Where the next one starts; past the end of the text when there is none.
    start: usize,
    delimiter: u8,
}

impl<'de> Cells<'de> {
    /// The cells that are in `text` from `start` on.
    #[inline]
    pub(super) fn new(text: &'de str, start: usize, delimiter: u8) -> Self {
        Self { text, start, delimiter }
    }
}

impl<'de> Iterator for Cells<'de> {
    type Item = &'de str;

    #[inline]
    fn next(&mut self) -> Option<&'de str> {
        let (start, len) = (self.start, self.text.len());
        if start > len {
            return None;
        }
        let end = find_unquoted(self.text.as_bytes(), start, [self.delimiter, b'"']).map_or(len, |(at, _)| at);
        self.start = end + 1;
        self.text.get(start..end).map(trim)
    }
}

/// A line while its parts are taken.
#[derive(Debug)]
pub(super) struct Scanner<'de> {
    pub(super) line: &'de str,
    pub(super) at: usize,
}

impl<'de> Scanner<'de> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    /// Steps over `byte` if it is here.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    pub(super) fn expect(&mut self, byte: u8, what: &'static str) -> Result {
        if self.take(byte) { Ok(()) } else { Err(self.fault(what)) }
    }

    pub(super) fn rest(&self) -> &'de str {
        from(self.line, self.at)
    }

    pub(super) fn slice(&self, start: usize) -> &'de str {
        self.line.get(start..self.at).unwrap_or_default()
    }

    pub(super) fn fault(&self, what: impl Into<Cow<'static, str>>) -> Fault {
        Fault::at(self.rest(), what)
    }
}
