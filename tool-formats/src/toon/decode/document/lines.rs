//! Finding the next line of the text.

use memchr::memchr;

use super::super::scan::{end_and_mark, leading_spaces, trim_line};
use super::{Cursor, Document, Line};
use crate::fault::{Fault, Result};

impl Document<'_> {
    /// Looks at the next line with content, if there is one. Nearly all lines are plain: they have one straight road.
    ///
    /// Source: TOON specification 4.4, sections 5.1 and 12.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call costs as much as the rest for a short line")]
    pub(super) fn read_line(&mut self) -> Result<Option<Line>> {
        let Some(line) = self.plain_line() else {
            self.read_odd_line()?;
            return Ok(self.cursor.is_ahead.then_some(self.cursor.line));
        };
        self.look_at(line, line.end);
        Ok(Some(line))
    }

    /// The next line, if it stands at a depth, and begins and ends with neither a blank nor what belongs to a comment.
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

    /// [`Self::read_line`] for whatever stands there: comments and blank lines, spaces and tabs where they do not belong.
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
        if self.is_strict() && depth * indent != spaces {
            return Err(Fault::at(
                self.place(start),
                format!("expected a multiple of {indent} spaces before this, found {spaces}"),
            ));
        }
        Ok(depth)
    }

    /// A line with a tab in its indentation: a mistake, or a level a tab.
    fn tabbed_line(&self, begin: usize, tab: usize, end: usize) -> Result<Line> {
        if self.options.strict {
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
        if is_inside && self.options.strict {
            return Err(Fault::at(self.place(blank), "expected no blank line inside an array"));
        }
        Ok(())
    }
}
