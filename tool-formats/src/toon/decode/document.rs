//! The text under reading, a line at a time.

use super::DecodeOptions;
use super::fault::{Fault, Result};
use super::fields::Fields;
use super::keys::FormerKey;
use super::scan::{from, leading_spaces, line_end, trim_end};
use super::twins::Twins;

/// What all readers of one text share.
#[derive(Debug)]
pub(super) struct Document<'de> {
    text: &'de str,
    cursor: Cursor<'de>,
    options: DecodeOptions,
    /// Arrays and objects that are open.
    depth: usize,
    /// Depth of the elements of the outermost array that has some, where blank lines are forbidden.
    array_floor: Option<usize>,
    /// The keys of all open objects: one buffer, so that an object costs no allocation.
    pub(super) keys: Vec<FormerKey<'de>>,
    pub(super) twins: Twins<'de>,
    /// The columns and the cell buffer of the last table: small tables in many items would allocate them anew each time.
    pub(super) spare_fields: Option<Fields<'de>>,
    pub(super) spare_cells: Vec<&'de str>,
}

/// Where reading stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor<'de> {
    /// A line that was looked at but not taken.
    line: Option<Line<'de>>,
    /// Offset of the line after it.
    next: usize,
}

/// A line with content.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'de> {
    pub(super) depth: usize,
    /// Without the indentation and trailing spaces; never empty.
    pub(super) content: &'de str,
}

impl<'de> Document<'de> {
    pub(super) fn new(text: &'de str, options: DecodeOptions, twins: Twins<'de>) -> Self {
        let cursor = Cursor::default();
        Self {
            text,
            cursor,
            options,
            depth: 0,
            array_floor: None,
            keys: Vec::new(),
            twins,
            spare_fields: None,
            spare_cells: Vec::new(),
        }
    }

    pub(super) fn is_strict(&self) -> bool {
        self.options.strict
    }

    fn indent(&self) -> usize {
        usize::from(self.options.indent.max(1))
    }

    /// Opens an array or object.
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
        if self.depth + levels > limit { Err(Fault::too_deep(limit)) } else { Ok(()) }
    }

    pub(super) fn into_twins(self) -> Twins<'de> {
        self.twins
    }

    /// The next line with content, which stays the next one until it is taken.
    #[inline]
    pub(super) fn peek(&mut self) -> Result<Option<Line<'de>>> {
        if self.cursor.line.is_none() {
            self.cursor.line = self.read_line()?;
        }
        Ok(self.cursor.line)
    }

    pub(super) fn take(&mut self) {
        self.cursor.line = None;
    }

    pub(super) fn cursor(&self) -> Cursor<'de> {
        self.cursor
    }

    pub(super) fn go_to(&mut self, cursor: Cursor<'de>) {
        self.cursor = cursor;
    }

    /// Takes all lines deeper than `depth`.
    pub(super) fn skip_deeper(&mut self, depth: usize) -> Result {
        while self.peek()?.is_some_and(|line| line.depth > depth) {
            self.take();
        }
        Ok(())
    }

    /// The depth of the children of what stands at `parent`, when the next line is one.
    ///
    /// Source: TOON specification 4.4, sections 8 and 14.4: children stand one level deeper; without strictness the
    /// first of them says where.
    pub(super) fn child_depth(&mut self, parent: usize) -> Result<Option<usize>> {
        let Some(line) = self.peek()?.filter(|line| line.depth > parent) else {
            return Ok(None);
        };
        if self.is_strict() && line.depth > parent + 1 {
            let (expected, found) = ((parent + 1) * self.indent(), line.depth * self.indent());
            return Err(Fault::at(
                line.content,
                format!("expected at most {expected} spaces before this, found {found}"),
            ));
        }
        Ok(Some(line.depth))
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

    /// Source: TOON specification 4.4, sections 5.1 and 12.
    #[allow(clippy::inline_always, reason = "its result would be handed over through memory, once a line")]
    #[inline(always)]
    fn read_line(&mut self) -> Result<Option<Line<'de>>> {
        let mut blank = None;
        while let Some(raw) = self.next_raw() {
            let spaces = leading_spaces(raw.as_bytes());
            let content = raw.get(spaces..).unwrap_or_default();
            let line = match content.as_bytes() {
                [] => None,
                [b'#', ..] => continue,
                [b'\t', ..] => self.tabbed_line(raw, content)?,
                _ => Some(Line { depth: self.depth_of(spaces, content)?, content }),
            };
            let Some(line) = line else {
                blank = Some(raw);
                continue;
            };
            if let Some(blank) = blank {
                self.check_blank(blank, line)?;
            }
            return Ok(Some(line));
        }
        Ok(None)
    }

    /// A line without its end and the spaces before that.
    #[inline]
    fn next_raw(&mut self) -> Option<&'de str> {
        let rest = from(self.text, self.cursor.next);
        if rest.is_empty() {
            return None;
        }
        let end = line_end(rest.as_bytes());
        self.cursor.next += end + 1;
        let line = rest.get(..end).unwrap_or_default();
        Some(trim_end(line.strip_suffix('\r').unwrap_or(line)))
    }

    #[inline]
    fn depth_of(&self, spaces: usize, content: &str) -> Result<usize> {
        let indent = self.indent();
        // A division by a number the compiler knows is a shift.
        let depth = if indent == 2 { spaces / 2 } else { spaces / indent };
        if self.options.strict && depth * indent != spaces {
            return Err(Fault::at(
                content,
                format!("expected a multiple of {indent} spaces before this, found {spaces}"),
            ));
        }
        Ok(depth)
    }

    /// A line with a tab in its indentation: a mistake, or a level a tab.
    fn tabbed_line(&self, raw: &'de str, content: &str) -> Result<Option<Line<'de>>> {
        if self.options.strict {
            return Err(Fault::at(content, "expected spaces as indentation, found a tab"));
        }
        let content = raw.trim_start_matches([' ', '\t']);
        let indentation = raw.get(..raw.len() - content.len()).unwrap_or_default();
        let tabs = indentation.bytes().filter(|byte| *byte == b'\t').count();
        let depth = tabs + (indentation.len() - tabs) / self.indent();
        Ok(if content.is_empty() { None } else { Some(Line { depth, content }) })
    }

    /// Source: TOON specification 4.4, section 14.2.
    fn check_blank(&self, blank: &str, line: Line<'_>) -> Result {
        let is_inside = self.array_floor.is_some_and(|floor| line.depth >= floor);
        if is_inside && self.options.strict {
            return Err(Fault::at(blank, "expected no blank line inside an array"));
        }
        Ok(())
    }
}
