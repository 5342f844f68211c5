//! The text under reading, a line at a time.

use memchr::memchr;

use super::cursor::{Cursor, Line};
use super::scan::{Shape, end_and_mark, find_unquoted, from, leading_spaces, trim_line};
use crate::fault::{Fault, Result};
use crate::toon::options::DecodeOptions;

/// The lines of a text that have content.
#[derive(Debug)]
pub(super) struct Lines<'de> {
    text: &'de str,
    cursor: Cursor,
    /// Spaces per level.
    indent: usize,
    is_strict: bool,
    /// Depth of the elements of the outermost array that has some, where blank lines are forbidden.
    array_floor: Option<usize>,
}

impl<'de> Lines<'de> {
    pub(super) fn new(text: &'de str, options: DecodeOptions) -> Self {
        let indent = usize::from(options.indent.max(1));
        Self { text, cursor: Cursor::default(), indent, is_strict: options.strict, array_floor: None }
    }

    #[inline]
    pub(super) fn text(&self) -> &'de str {
        self.text
    }

    pub(super) fn is_strict(&self) -> bool {
        self.is_strict
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

    /// Where a part of the text is in it.
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

    /// Takes the next line if it is at `depth`, where the value that goes on there has nothing deeper left.
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
                Err(Fault::at(self.content(), "unexpected indentation: the value above is complete"))
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

    /// The depth of the children of what is at `parent`, when the next line is one.
    ///
    /// Source: TOON specification 4.4, sections 8 and 14.4: children are one level deeper; without strictness the
    /// first of them says where.
    pub(super) fn child_depth(&mut self, parent: usize) -> Result<Option<usize>> {
        if !self.peek()? || self.cursor.line.depth <= parent {
            return Ok(None);
        }
        let depth = self.cursor.line.depth;
        if self.is_strict && depth > parent + 1 {
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

    /// Looks at the next line with content, if there is one. Nearly all lines are plain: they have a fast path.
    ///
    /// Source: TOON specification 4.4, sections 5.1 and 12.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call costs as much as the rest for a short line")]
    fn read_line(&mut self) -> Result<Option<Line>> {
        let Some(line) = self.plain_line() else {
            self.read_odd_line()?;
            return Ok(self.cursor.is_ahead.then_some(self.cursor.line));
        };
        self.look_at(line, line.end);
        Ok(Some(line))
    }

    /// The next line, if it is at a depth, and begins and ends with neither a blank nor what belongs to a comment.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "to hand a line on costs as much as to read it")]
    fn plain_line(&self) -> Option<Line> {
        let begin = self.cursor.next;
        let rest = self.text.as_bytes().get(begin..)?;
        let spaces = leading_spaces(rest);
        let content = rest.get(spaces..)?;
        let (start, (len, mark)) = (begin + spaces, end_and_mark(content));
        let depth = self.depth_of(spaces);
        let (first, last) = (*content.first()?, *content.get(len.checked_sub(1)?)?);
        if first <= b' ' || first == b'#' || last <= b' ' || depth * self.indent != spaces {
            return None;
        }
        Some(Line { depth, start, end: start + len, mark: start + mark })
    }

    #[inline]
    fn look_at(&mut self, line: Line, feed: usize) {
        self.cursor = Cursor { line, is_ahead: true, next: feed + 1 };
    }

    /// [`Self::read_line`] for any line: also comments, blank lines, and misplaced spaces and tabs.
    #[cold]
    fn read_odd_line(&mut self) -> Result {
        let mut blank = None;
        loop {
            let begin = self.cursor.next;
            let rest = self.text.as_bytes().get(begin..).unwrap_or_default();
            let spaces = leading_spaces(rest);
            let rest = rest.get(spaces..).unwrap_or_default();
            let Some(&first) = rest.first() else {
                return Ok(());
            };
            let (start, len) = (begin + spaces, memchr(b'\n', rest).unwrap_or(rest.len()));
            self.cursor.next = start + len + 1;
            let end = start + trim_line(rest.get(..len).unwrap_or_default()).len();
            let line = match first {
                b'#' => continue,
                b'\t' => self.tabbed_line(begin, start, end)?,
                _ if start == end => Line::default(),
                _ => Line { depth: self.checked_depth(spaces, start)?, start, end, mark: start },
            };
            if line.start == line.end {
                blank = Some(begin);
                continue;
            }
            if let Some(blank) = blank {
                self.check_blank(blank, line)?;
            }
            self.look_at(line, start + len);
            return Ok(());
        }
    }

    #[inline]
    fn depth_of(&self, spaces: usize) -> usize {
        let indent = self.indent;
        // A division by a number the compiler knows is a shift.
        if indent == 2 { spaces / 2 } else { spaces / indent }
    }

    fn checked_depth(&self, spaces: usize, start: usize) -> Result<usize> {
        let (depth, indent) = (self.depth_of(spaces), self.indent);
        if self.is_strict && depth * indent != spaces {
            return Err(Fault::at(
                self.place(start),
                format!("expected a multiple of {indent} spaces before this, found {spaces}"),
            ));
        }
        Ok(depth)
    }

    /// A line with a tab in its indentation: a mistake, or a level a tab.
    fn tabbed_line(&self, begin: usize, tab: usize, end: usize) -> Result<Line> {
        if self.is_strict {
            return Err(Fault::at(self.place(tab), "expected spaces as indentation, found a tab"));
        }
        let raw = self.slice(begin, end);
        let content = raw.trim_start_matches([' ', '\t']);
        let indentation = raw.get(..raw.len() - content.len()).unwrap_or_default();
        let tabs = indentation.bytes().filter(|byte| *byte == b'\t').count();
        let depth = tabs + (indentation.len() - tabs) / self.indent;
        let start = end - content.len();
        Ok(Line { depth, start, end, mark: start })
    }

    /// Source: TOON specification 4.4, section 14.2.
    fn check_blank(&self, blank: usize, line: Line) -> Result {
        let is_inside = self.array_floor.is_some_and(|floor| line.depth >= floor);
        if is_inside && self.is_strict {
            return Err(Fault::at(self.place(blank), "expected no blank line inside an array"));
        }
        Ok(())
    }
}
