//! Finds the end of a JSON object in a text that comes in fragments.

use std::mem;

/// Counts the open brackets of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct ObjectScanner {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
    has_closed: bool,
}

impl ObjectScanner {
    pub(super) fn scan(&mut self, fragment: &str) {
        for byte in fragment.bytes() {
            match byte {
                _ if mem::take(&mut self.is_escaped) => {}
                b'\\' if self.is_in_string => self.is_escaped = true,
                b'"' => self.is_in_string = !self.is_in_string,
                _ if self.is_in_string => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.has_closed = true;
                }
                _ => {}
            }
        }
    }

    /// Whether the text has an object, and each bracket is closed.
    pub(super) fn is_whole(&self) -> bool {
        self.has_closed && self.depth == 0 && !self.is_in_string
    }
}
