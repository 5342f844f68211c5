//! The documents of a YAML text, found by the lines that are between them.
//!
//! Source: YAML 1.2.2, production 206 (`c-forbidden`): such a line is in no document, not even inside a text.

/// Where a document begins, in bytes, and its text with the marker before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Document<'t> {
    pub(super) offset: usize,
    pub(super) text: &'t str,
}

/// The documents of a text; none where it holds nothing but blank lines, comments and directives.
pub(super) fn split(text: &str) -> Vec<Document<'_>> {
    let mut documents = Vec::new();
    let (mut start, mut at, mut is_open) = (0, 0, false);
    let mut push = |from: usize, to: usize| {
        documents.push(Document { offset: from, text: text.get(from..to).unwrap_or_default() });
    };
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if is_marker(line, "---") {
            if is_open {
                push(start, at);
                start = at;
            }
            is_open = true;
        } else if is_marker(line, "...") {
            if is_open {
                push(start, end);
            }
            (start, is_open) = (end, false);
        } else if !is_open && is_content(line) {
            is_open = true;
        }
        at = end;
    }
    if is_open {
        push(start, text.len());
    }
    documents
}

fn is_marker(line: &str, marker: &str) -> bool {
    let behind = line.strip_prefix('\u{feff}').unwrap_or(line).strip_prefix(marker);
    behind.is_some_and(|behind| behind.is_empty() || behind.starts_with([' ', '\t', '\r', '\n']))
}

/// Whether a line outside of any document begins one.
fn is_content(line: &str) -> bool {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    !line.starts_with('%') && !matches!(line.trim_start().chars().next(), None | Some('#'))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[track_caller]
    fn becomes(text: &str, expected: &[&str]) {
        let documents: Vec<_> = split(text).iter().map(|document| document.text).collect();
        assert_eq!(documents, expected);
    }

    #[test]
    fn a_document_ends_where_the_next_one_begins() {
        becomes("a: 1\n---\nb: 2", &["a: 1\n", "---\nb: 2"]);
        becomes("---\na\n--- b\n---\n", &["---\na\n", "--- b\n", "---\n"]);
        becomes("---x\n----\n", &["---x\n----\n"]);
    }

    #[test]
    fn directives_and_comments_belong_to_the_document_below_them() {
        becomes(
            "%YAML 1.2\n---\na\n...\n# b\n%TAG ! x\n---\nc\n",
            &["%YAML 1.2\n---\na\n...\n", "# b\n%TAG ! x\n---\nc\n"],
        );
    }

    #[test]
    fn a_text_without_content_has_no_document() {
        becomes("", &[]);
        becomes("# nothing\n\n...\n...\n", &[]);
    }

    #[test]
    fn a_line_that_looks_like_a_marker_but_is_indented_is_content() {
        becomes("a: |\n  ---\n  b\n", &["a: |\n  ---\n  b\n"]);
    }
}
