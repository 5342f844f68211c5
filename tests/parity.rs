//! `docs/parity.md`: each line names a test that exists, and no test is named too often.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// One line of a table: its number, what this project does, and the test that pins it.
struct Row {
    number: String,
    ours: String,
    test: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rows() -> Vec<Row> {
    let page = fs::read_to_string(root().join("docs/parity.md")).unwrap();
    page.lines().filter_map(row).collect()
}

fn row(line: &str) -> Option<Row> {
    let cells: Vec<_> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let [number, _, ours, test, ..] = cells.as_slice() else { return None };
    let is_number =
        number.starts_with(|c: char| c.is_ascii_uppercase()) && number.ends_with(|c: char| c.is_ascii_digit());
    is_number.then(|| Row {
        number: (*number).to_owned(),
        ours: (*ours).to_owned(),
        test: test.trim_matches('`').to_owned(),
    })
}

/// The names of all functions in the tests of the workspace.
fn functions() -> Vec<String> {
    let mut sources = Vec::new();
    for folder in ["tests", "tool-core/src", "tool-macros/src", "tool-formats/src", "tool-formats/tests"] {
        collect(&root().join(folder), &mut sources);
    }
    let texts = sources.iter().map(|source| fs::read_to_string(source).unwrap());
    texts.flat_map(|text| text.lines().filter_map(function).collect::<Vec<_>>()).collect()
}

fn collect(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
}

fn function(line: &str) -> Option<String> {
    let line = line.trim_start();
    let rest = line.strip_prefix("async fn ").or_else(|| line.strip_prefix("fn "))?;
    Some(rest.split('(').next()?.to_owned())
}

#[test]
fn every_test_that_is_named_exists() {
    let functions = functions();

    for row in rows() {
        assert!(functions.contains(&row.test), "{}: no test is called `{}`", row.number, row.test);
        assert!(!row.ours.is_empty(), "{} says nothing of ours", row.number);
    }
}

#[test]
fn a_test_is_named_by_at_most_three_lines() {
    let mut lines = BTreeMap::new();
    for row in rows() {
        *lines.entry(row.test).or_insert(0) += 1;
    }

    assert!(lines.values().all(|count| *count <= 3), "{lines:?}");
}

#[test]
fn the_lines_of_each_part_are_complete() {
    for (part, lines) in [('A', 24), ('B', 43)] {
        let numbers: Vec<_> = rows().into_iter().map(|row| row.number).filter(|n| n.starts_with(part)).collect();

        assert_eq!(numbers, (1..=lines).map(|line| format!("{part}{line}")).collect::<Vec<_>>());
    }
}
