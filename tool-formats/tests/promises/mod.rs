//! The format guide's sentences, which tests quote.
#![allow(dead_code, reason = "each test program uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

/// `docs/formats.md` as it is.
pub(crate) fn guide() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/formats.md")).unwrap()
}

/// Fails unless the guide has these words, on however many lines.
#[track_caller]
pub(crate) fn promised(words: &str) {
    let guide = guide().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(guide.contains(words), "docs/formats.md no longer says: {words}");
}

/// The cells of the row of a table that begins with this cell.
#[track_caller]
pub(crate) fn row(first: &str) -> Vec<String> {
    let guide = guide();
    let line = guide.lines().find(|line| line.starts_with(&format!("| {first} |")));
    let line = line.unwrap_or_else(|| panic!("docs/formats.md has no row of {first}"));
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}
