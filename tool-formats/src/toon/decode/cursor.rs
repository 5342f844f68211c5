//! The position of reading in a text.

/// A line with content, by offsets in the text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Line {
    pub(super) depth: usize,
    /// Where the content starts: after the indentation.
    pub(super) start: usize,
    /// Where it ends: before trailing spaces. Never at its start.
    pub(super) end: usize,
    /// The first colon, bracket or quote, or where to look for it; to ask for the line's shape moves it after what is in
    /// quotes.
    pub(super) mark: usize,
}

/// The last line that was read, and where the rest begins.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cursor {
    pub(super) line: Line,
    /// Whether that line was only looked at: it is the next one to be taken.
    pub(super) is_ahead: bool,
    /// Offset of the line after it.
    pub(super) next: usize,
}
