//! The text under reading, a line at a time.

mod lines;

use super::DecodeOptions;
use super::fields::Fields;
use super::scan::{Shape, find_unquoted, from};
use super::twins::Twins;
use crate::fault::{Fault, Result};
use crate::tape::TooDeep;

/// What all readers of one text share.
#[derive(Debug)]
pub(super) struct Document<'de> {
    text: &'de str,
    cursor: Cursor,
    options: DecodeOptions,
    /// Spaces a level.
    indent: usize,
    /// Arrays and objects that are open.
    depth: usize,
    /// Depth of the elements of the outermost array that has some, where blank lines are forbidden.
    array_floor: Option<usize>,
    /// The keys of all open objects: one buffer, so that an object costs no allocation.
    pub(super) keys: Vec<&'de str>,
    pub(super) twins: Twins,
    /// The columns of the last header, and the cell buffer of the last table: small tables in many items would allocate
    /// them anew each time.
    pub(super) spare_fields: Option<Fields<'de>>,
    pub(super) spare_cells: Vec<&'de str>,
}

/// Where reading stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    /// The line that was read last.
    pub(super) line: Line,
    /// Whether that line was only looked at: it is the next one to be taken.
    is_ahead: bool,
    /// Offset of the line after it.
    next: usize,
}

/// A line with content, by offsets in the text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Line {
    pub(super) depth: usize,
    /// Where the content starts: behind the indentation.
    pub(super) start: usize,
    /// Where it ends: before trailing spaces. Never at its start.
    pub(super) end: usize,
    /// The first colon, bracket or quote, or where to look for it; [`Document::shape`] moves it behind what is in quotes.
    pub(super) mark: usize,
}

impl<'de> Document<'de> {
    pub(super) fn new(text: &'de str, options: DecodeOptions, twins: Twins) -> Self {
        Self {
            text,
            cursor: Cursor::default(),
            options,
            indent: usize::from(options.indent.max(1)),
            depth: 0,
            array_floor: None,
            keys: Vec::new(),
            twins,
            spare_fields: None,
            spare_cells: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn text(&self) -> &'de str {
        self.text
    }

    pub(super) fn is_strict(&self) -> bool {
        self.options.strict
    }

    /// Opens an array or object.
    #[inline]
    pub(super) fn enter(&mut self) -> Result {
        self.check_levels(1)?;
        self.depth += 1;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Whether `levels` more arrays and objects may be opened in one another.
    #[inline]
    pub(super) fn check_levels(&self, levels: usize) -> Result {
        let limit = usize::from(self.options.max_depth);
        if self.depth + levels > limit { Err(TooDeep { limit }.into()) } else { Ok(()) }
    }

    pub(super) fn into_twins(self) -> Twins {
        self.twins
    }

    /// The line that was taken or looked at last.
    #[inline]
    pub(super) fn line(&self) -> Line {
        self.cursor.line
    }

    #[inline]
    pub(super) fn content(&self) -> &'de str {
        self.slice(self.cursor.line.start, self.cursor.line.end)
    }

    #[inline]
    pub(super) fn slice(&self, start: usize, end: usize) -> &'de str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The byte at an offset; zero past the end.
    #[inline]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or_default()
    }

    /// Where a part of the text stands in it.
    pub(super) fn offset_of(&self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr())
    }

    /// The place of an offset, for an error.
    pub(super) fn place(&self, offset: usize) -> &'de str {
        from(self.text, offset)
    }

    /// What the line is, by its first colon or bracket outside quotes, which becomes its mark.
    ///
    /// Source: TOON specification 4.4, section 5.2.
    #[inline]
    pub(super) fn shape(&mut self) -> Shape {
        let line = self.cursor.line;
        match self.byte(line.mark) {
            b':' => Shape::Field,
            _ => self.odd_shape(),
        }
    }

    /// [`Self::shape`] where the colon is not the first mark.
    fn odd_shape(&mut self) -> Shape {
        let line = &mut self.cursor.line;
        let bytes = self.text.as_bytes().get(..line.end).unwrap_or_default();
        let (mark, byte) = match bytes.get(line.mark) {
            Some(b'[') => (line.mark, b'['),
            _ => match find_unquoted(bytes, line.mark, *b":[\"") {
                Some(found) => found,
                None => return Shape::Scalar,
            },
        };
        line.mark = mark;
        match byte {
            b':' => Shape::Field,
            _ if find_unquoted(bytes, mark, *b":\"").is_some() => Shape::Header,
            _ => Shape::Scalar,
        }
    }

    /// Looks at the next line with content, which stays the next one until it is taken.
    pub(super) fn peek(&mut self) -> Result<bool> {
        if !self.cursor.is_ahead {
            self.read_line()?;
        }
        Ok(self.cursor.is_ahead)
    }

    pub(super) fn take(&mut self) {
        self.cursor.is_ahead = false;
    }

    /// Takes the next line if it stands at `depth`, where the value that goes on there has nothing deeper left.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call costs as much as the rest for a short line")]
    pub(super) fn take_at(&mut self, depth: usize) -> Result<Option<Line>> {
        let next = if self.cursor.is_ahead { Some(self.cursor.line) } else { self.read_line()? };
        match next {
            Some(line) if line.depth == depth => {
                self.take();
                Ok(Some(line))
            }
            Some(line) if line.depth > depth => {
                Err(Fault::at(self.content(), "expected no deeper line, the value above is complete"))
            }
            _ => Ok(None),
        }
    }

    /// Makes what follows the hyphen of a list item, from `start` on, the next line, one level deeper.
    pub(super) fn put_back(&mut self, start: usize) {
        self.cursor.line.start = start;
        self.cursor.line.depth += 1;
        self.cursor.is_ahead = true;
    }

    pub(super) fn cursor(&self) -> Cursor {
        self.cursor
    }

    pub(super) fn swap_cursor(&mut self, other: &mut Cursor) {
        std::mem::swap(&mut self.cursor, other);
    }

    /// Takes all lines deeper than `depth`.
    pub(super) fn skip_deeper(&mut self, depth: usize) -> Result {
        while self.peek()? && self.cursor.line.depth > depth {
            self.take();
        }
        Ok(())
    }

    /// The depth of the children of what stands at `parent`, when the next line is one.
    ///
    /// Source: TOON specification 4.4, sections 8 and 14.4: children stand one level deeper; without strictness the
    /// first of them says where.
    pub(super) fn child_depth(&mut self, parent: usize) -> Result<Option<usize>> {
        if !self.peek()? || self.cursor.line.depth <= parent {
            return Ok(None);
        }
        let depth = self.cursor.line.depth;
        if self.is_strict() && depth > parent + 1 {
            let (expected, found) = ((parent + 1) * self.indent, depth * self.indent);
            return Err(Fault::at(
                self.content(),
                format!("expected at most {expected} spaces before this, found {found}"),
            ));
        }
        Ok(Some(depth))
    }

    /// How many lines at `depth` the rest of the text has room for at most, each with a character and a line feed.
    pub(super) fn room_for_lines(&self, depth: usize) -> usize {
        self.text.len().saturating_sub(self.cursor.next) / (self.indent * depth + 2) + 1
    }

    /// Says that an array's elements begin at `depth`, and whether it is the outermost such array.
    pub(super) fn begin_elements(&mut self, depth: usize) -> bool {
        let is_outermost = self.array_floor.is_none();
        self.array_floor.get_or_insert(depth);
        is_outermost
    }

    pub(super) fn end_elements(&mut self, was_outermost: bool) {
        if was_outermost {
            self.array_floor = None;
        }
    }
}
