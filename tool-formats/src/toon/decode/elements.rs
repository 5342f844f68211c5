//! The lines below a header, up to where its array ends.

use super::document::Document;
use super::header::Header;
use crate::fault::Result;

/// List items, rows or entries: one line each at one depth, what belongs to an item deeper.
#[derive(Debug)]
pub(super) struct Elements<'p, 'de> {
    pub(super) document: &'p mut Document<'de>,
    pub(super) header: Header<'de>,
    /// Of the elements, once the first one is there.
    depth: Option<usize>,
    /// Depth of the header.
    parent: usize,
    is_outermost: bool,
    count: usize,
    /// What one element is called, and what many are.
    names: [&'static str; 2],
}

impl<'p, 'de> Elements<'p, 'de> {
    pub(super) fn new(
        document: &'p mut Document<'de>,
        header: Header<'de>,
        parent: usize,
        names: [&'static str; 2],
    ) -> Self {
        Self { document, header, depth: None, parent, is_outermost: false, count: 0, names }
    }

    /// Takes the next element's line. The end is where the count is checked.
    pub(super) fn next_line(&mut self) -> Result<bool> {
        if self.depth.is_none() {
            self.begin()?;
        }
        match self.depth {
            Some(depth) if self.document.lines.take_at(depth)?.is_some() => {
                self.count += 1;
                Ok(true)
            }
            _ => self.end(),
        }
    }

    /// How many elements are to come: what the length says, where a wrong one is a mistake, and no more than there is
    /// text for, so that it costs nothing to lie.
    pub(super) fn size_hint(&self) -> Option<usize> {
        let count = self.header.count.saturating_sub(self.count);
        self.document.lines.is_strict().then(|| count.min(self.document.lines.room_for_lines(self.parent + 1)))
    }

    fn begin(&mut self) -> Result {
        self.depth = self.document.lines.child_depth(self.parent)?;
        if let Some(depth) = self.depth {
            self.is_outermost = self.document.lines.begin_elements(depth);
        }
        Ok(())
    }

    fn end(&mut self) -> Result<bool> {
        self.document.lines.end_elements(self.is_outermost);
        self.is_outermost = false;
        if self.document.lines.is_strict() {
            self.header.check_count(self.count, self.names)?;
        }
        Ok(false)
    }
}
