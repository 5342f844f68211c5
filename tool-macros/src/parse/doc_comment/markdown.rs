//! The kinds of Markdown lines, by `CommonMark` 0.31.

/// An open code fence.
#[derive(Clone, Copy)]
pub(super) struct Fence {
    mark: char,
    len: usize,
}

impl Fence {
    /// The fence that a line opens (4.5). No other backtick may follow backticks: that is code within a line.
    pub(super) fn opened_by(line: &str) -> Option<Self> {
        let line = line.trim();
        let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let info = line.trim_start_matches(mark);
        let len = line.len() - info.len();
        (len >= 3 && !(mark == '`' && info.contains('`'))).then_some(Self { mark, len })
    }

    /// Whether a line has at least as many marks and nothing else.
    pub(super) fn is_closed_by(self, line: &str) -> bool {
        line.trim().len() >= self.len && line.trim().chars().all(|mark| mark == self.mark)
    }
}

/// The title of a heading that begins with number signs (4.2).
pub(super) fn heading(line: &str) -> Option<&str> {
    let title = line.trim().trim_start_matches('#');
    let level = line.trim().len() - title.len();
    let is_heading = (1..=6).contains(&level) && (title.is_empty() || title.starts_with(' '));
    is_heading.then(|| title.trim().trim_end_matches('#').trim_end())
}

/// Whether a line makes the paragraph above it a heading (4.3).
pub(super) fn is_underline(line: &str) -> bool {
    let line = line.trim_end();
    ['=', '-'].into_iter().any(|mark| line.trim_start().starts_with(mark) && line.trim().chars().all(|c| c == mark))
}

/// Whether a line stays on a line of its kind: list items and table rows cannot be joined.
pub(super) fn stands_alone(line: &str) -> bool {
    item(line).is_some() || is_table_row(line)
}

pub(super) fn is_table_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// The content of a list item (5.2), with a bullet or a number.
pub(super) fn item(line: &str) -> Option<&str> {
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marks: &[&str] = if after_number.len() < line.len() { &[". ", ") "] } else { &["* ", "- ", "+ "] };
    marks.iter().find_map(|mark| after_number.strip_prefix(mark)).map(str::trim_start)
}

/// The indentation of a line in columns; a tab counts as four.
pub(super) fn indentation(line: &str) -> usize {
    let blank = line.len() - line.trim_start().len();
    line.bytes().take(blank).map(|byte| if byte == b'\t' { 4 } else { 1 }).sum()
}

/// The lines of one doc attribute, without the column of stars of a `/** .. */` comment.
pub(super) fn undecorated(value: &str) -> Vec<&str> {
    // Not `lines()`, which has none for the empty text of a bare `///`.
    let lines: Vec<_> = value.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let [_, middle @ .., last] = lines.as_slice() else { return lines };
    let starred = |line: &&str| line.trim_start().starts_with('*');
    if middle.is_empty() || !last.trim().is_empty() || !middle.iter().all(starred) {
        return lines;
    }
    lines.iter().map(|line| line.trim_start().strip_prefix('*').unwrap_or(line)).collect()
}
