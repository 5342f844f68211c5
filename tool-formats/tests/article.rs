//! The five texts of the article, byte for byte, when its data lies beside the workspace.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test says what it skips")]

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tool_formats::{Format, convert, to_string};

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Passenger {
    #[serde(rename = "PassengerId")]
    id: String,
    survived: String,
    pclass: String,
    name: String,
    sex: String,
    age: Option<serde_json::Number>,
    #[serde(rename = "SibSp")]
    siblings: String,
    parch: String,
    ticket: String,
    fare: f64,
    cabin: Option<String>,
    embarked: String,
}

/// The folder with the article's rows; `None`, and a line about it, when it is not there.
fn article() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/article");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no folder {}", folder.display());
    None
}

fn text(folder: &Path, format: Format) -> String {
    fs::read_to_string(folder.join(format!("rows.{format}"))).unwrap()
}

#[test]
fn rows_are_converted_to_the_texts_of_the_article() {
    let Some(folder) = article() else { return };
    let json = text(&folder, Format::Json);

    for format in Format::ALL {
        assert_eq!(convert(&json, Format::Json, *format).unwrap(), text(&folder, *format), "{format}");
    }
}

#[test]
fn typed_rows_are_written_as_the_texts_of_the_article() {
    let Some(folder) = article() else { return };
    let rows: Vec<Passenger> = serde_json::from_str(&text(&folder, Format::Json)).unwrap();

    for format in Format::ALL {
        assert_eq!(to_string(&rows, *format).unwrap(), text(&folder, *format), "{format}");
    }
}

#[test]
#[cfg(feature = "tokens")]
fn rows_cost_the_tokens_that_the_article_counts() {
    use tool_formats::{TiktokenCounter, TokenCounter};
    let Some(folder) = article() else { return };
    let counter = TiktokenCounter::o200k_base();

    let counts = Format::ALL.iter().map(|format| (*format, counter.count(&text(&folder, *format))));

    let expected =
        [(Format::Json, 357), (Format::Toon, 218), (Format::Yaml, 458), (Format::Xml, 515), (Format::Csv, 202)];
    assert!(counts.eq(expected));
}
