//! JSON of a typed value, event by event.

use super::{Records, push_text};
use crate::FormatError;
use crate::events::Events;
use crate::failure::Failure;
use crate::number::Line;
use crate::tape::{MAX_DEPTH, Tape};

type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// The text so far.
#[derive(Debug)]
pub(super) struct Writer {
    out: String,
    depth: usize,
    /// A comma is needed before the next key or value.
    follows: bool,
    /// A part of the value failed.
    is_spoiled: bool,
    /// A float was not finite.
    has_non_finite: bool,
    /// Where a root array may be cut.
    records: Cuts,
}

/// The commas between the items of the root.
#[derive(Debug, Clone, Copy, Default)]
struct Cuts {
    /// How far the text may reach.
    limit: usize,
    commas: usize,
    /// Items before the last comma within the limit, and where that is.
    kept: usize,
    end: usize,
    /// The root is JSON that was handed over, whose items were not counted.
    is_uncounted: bool,
}

impl Writer {
    #[inline]
    pub(super) fn new() -> Self {
        Self::within(0)
    }

    /// One that notes where an array can be cut to have at most so many bytes.
    #[inline]
    pub(super) fn within(limit: usize) -> Self {
        let out = String::with_capacity(128);
        let records = Cuts { limit, ..Cuts::default() };
        Self { out, depth: 0, follows: false, is_spoiled: false, has_non_finite: false, records }
    }

    /// Where the finished text can be cut, if it is an array that was written item by item.
    pub(super) fn records(&self) -> Option<Records> {
        let Cuts { limit, commas, kept, end, is_uncounted } = self.records;
        if is_uncounted {
            return None;
        }
        let text = self.out.as_bytes();
        let total = match text {
            [b'[', b']'] => return Some(Records { total: 0, within: 0, end: 1 }),
            [b'[', .., b']'] => commas + 1,
            _ => return None,
        };
        let close = text.len() - 1;
        let (within, end) = if close < limit { (total, close) } else { (kept, end.max(1)) };
        Some(Records { total, within, end })
    }

    fn mark(&mut self) {
        self.records.commas += 1;
        if self.out.len() < self.records.limit {
            (self.records.kept, self.records.end) = (self.records.commas, self.out.len());
        }
    }

    /// Whether `null` represents a NaN or an infinity.
    pub(super) fn has_non_finite(&self) -> bool {
        self.has_non_finite
    }

    #[cold]
    fn non_finite(&mut self) {
        self.has_non_finite = true;
        self.scalar("null");
    }

    #[inline]
    fn part(&mut self) {
        if self.follows {
            if self.depth == 1 {
                self.mark();
            }
            self.out.push(',');
        }
        self.follows = true;
    }

    #[inline]
    fn scalar(&mut self, text: &str) {
        self.part();
        self.out.push_str(text);
    }

    #[inline]
    fn key(&mut self, key: &str) {
        self.part();
        push_text(&mut self.out, key);
        self.out.push(':');
        self.follows = false;
    }

    #[allow(clippy::inline_always, reason = "a character known to the compiler is stored, any other is encoded first")]
    #[inline(always)]
    fn begin(&mut self, bracket: char) -> Result {
        if self.depth == MAX_DEPTH {
            return Err(FormatError::TooDeep { limit: MAX_DEPTH }.into());
        }
        self.part();
        self.depth += 1;
        self.out.push(bracket);
        self.follows = false;
        Ok(())
    }

    #[allow(clippy::inline_always, reason = "a character known to the compiler is stored, any other is encoded first")]
    #[inline(always)]
    fn end(&mut self, bracket: char) {
        self.depth = self.depth.saturating_sub(1);
        self.out.push(bracket);
        self.follows = true;
    }
}

impl Events for Writer {
    #[inline]
    fn null(&mut self) {
        self.scalar("null");
    }

    #[inline]
    fn bool(&mut self, value: bool) {
        self.scalar(if value { "true" } else { "false" });
    }

    #[inline]
    fn signed(&mut self, value: i64) {
        self.part();
        self.out.push_str(itoa::Buffer::new().format(value));
    }

    #[inline]
    fn unsigned(&mut self, value: u64) {
        self.part();
        self.out.push_str(itoa::Buffer::new().format(value));
    }

    #[inline]
    fn verbatim(&mut self, digits: &str) {
        self.scalar(digits);
    }

    #[inline]
    fn float(&mut self, value: f64) {
        if value.is_finite() {
            self.part();
            self.out.push_str(Line::default().0.format_finite(value));
        } else {
            self.non_finite();
        }
    }

    fn short_float(&mut self, value: f32) {
        if value.is_finite() { self.scalar(zmij::Buffer::new().format_finite(value)) } else { self.non_finite() }
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.part();
        push_text(&mut self.out, text);
    }

    /// JSON text is written with its very characters, but it may not be valid.
    #[cold]
    fn json(&mut self, json: &str) -> Result {
        Tape::from_json(json)?;
        self.records.is_uncounted = self.depth == 0;
        self.verbatim(json);
        Ok(())
    }

    #[inline]
    fn field(&mut self, name: &'static str) {
        self.key(name);
    }

    #[inline]
    fn text_key(&mut self, text: &str) {
        self.key(text);
    }

    #[inline]
    fn begin_array(&mut self, _: usize) -> Result {
        self.begin('[')
    }

    #[inline]
    fn begin_object(&mut self) -> Result {
        self.begin('{')
    }

    #[inline]
    fn end_array(&mut self) {
        self.end(']');
    }

    #[inline]
    fn end_object(&mut self) {
        self.end('}');
    }

    fn spoil(&mut self) {
        self.is_spoiled = true;
    }

    #[inline]
    fn finish(self) -> Result<String, FormatError> {
        if self.is_spoiled { Err(FormatError::unbalanced()) } else { Ok(self.out) }
    }
}
