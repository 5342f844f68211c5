//! The compile error of each mistake: one error, in our words, on the smallest token.
//!
//! Each file of `ui/` states the place of its errors (`// error at LINE:COLUMN`); its `.stderr` is the output of rustc. The
//! second test compares the two, so that a `.stderr` that was accepted unread cannot hide an error that moved or split.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

/// Line and column, both from 1.
type Place = (usize, usize);

#[test]
fn mistakes_are_reported_as_committed() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}

#[test]
fn each_mistake_is_one_error_at_the_place_its_file_marks() {
    let files = mistakes();

    let wrong: Vec<_> = files.iter().filter(|file| marked(file) != reported(file)).collect();
    let wrong_places: Vec<_> =
        wrong.iter().map(|file| format!("{}: {:?}, not {:?}", file.display(), reported(file), marked(file))).collect();
    assert!(wrong_places.is_empty(), "errors stand elsewhere:\n{}", wrong_places.join("\n"));
    assert!(files.len() >= 35, "only {} mistakes are tried", files.len());
}

#[test]
fn none_of_our_errors_contains_a_generated_name() {
    for file in mistakes() {
        let text = fs::read_to_string(file.with_extension("stderr")).unwrap();
        // An error with a number is in the words of rustc, about code of the user's.
        let sentences = text.lines().filter(|line| line.starts_with("error: "));

        for sentence in sentences {
            let is_ours = !sentence.contains("__") && !sentence.contains("internal");
            assert!(is_ours, "{}: {sentence}", file.display());
        }
    }
}

fn mistakes() -> Vec<PathBuf> {
    let folders = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui"));
    let files = folders.iter().flat_map(|folder| entries(folder));
    files.filter(|file| file.extension().is_some_and(|extension| extension == "rs")).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

/// The places that the comments at the top of a file give.
fn marked(file: &Path) -> Vec<Place> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("// error at ")).map(place).collect()
}

/// The places of the errors that rustc gave, in the order of the file.
fn reported(file: &Path) -> Vec<Place> {
    let text = fs::read_to_string(file.with_extension("stderr")).unwrap_or_default();
    let mut lines = text.lines();
    let mut places = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("error") && !line.contains("aborting due to") {
            let arrow = lines.find_map(|line| line.trim_start().strip_prefix("--> "));
            places.push(arrow.and_then(|arrow| arrow.split_once(':')).map_or((0, 0), |(_, rest)| place(rest)));
        }
    }
    places.sort_unstable();
    places
}

fn place(text: &str) -> Place {
    let (line, column) = text.trim().split_once(':').unwrap();
    (line.parse().unwrap(), column.parse().unwrap())
}
