//! The official encode cases of TOON 4.4, when they lie beside the workspace.
#![cfg(feature = "toon")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by it and says what it skips"
)]

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tool_formats::toon::{Delimiter, EncodeOptions, convert_json, to_string_with};

/// `serde_json` reads this one as its neighbour among the doubles; from text it comes out right.
const ROUNDED_BY_SERDE_JSON: &str = "123456789012345680000";

#[derive(Deserialize)]
struct File {
    tests: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    input: Box<RawValue>,
    expected: String,
    #[serde(default)]
    options: Options,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    delimiter: Option<char>,
    indent_size: Option<u8>,
}

impl Options {
    fn encode_options(&self) -> EncodeOptions {
        let delimiter = match self.delimiter {
            None | Some(',') => Delimiter::Comma,
            Some('\t') => Delimiter::Tab,
            Some('|') => Delimiter::Pipe,
            Some(other) => panic!("no delimiter `{other}`"),
        };
        EncodeOptions::new().with_indent(self.indent_size.unwrap_or(2)).with_delimiter(delimiter)
    }
}

#[test]
fn all_160_encode_cases_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/toon-spec/encode");
    if !folder.is_dir() {
        return println!("skipped: no folder {}", folder.display());
    }

    let mut cases = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file: File = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for case in &file.tests {
            let place = format!("{}: {}", path.display(), case.name);
            let options = case.options.encode_options();
            let json = case.input.get();
            assert_eq!(convert_json(json, &options).unwrap(), case.expected, "{place}, from text");
            if json != ROUNDED_BY_SERDE_JSON {
                let value: Value = serde_json::from_str(json).unwrap();
                assert_eq!(to_string_with(&value, &options).unwrap(), case.expected, "{place}, from a value");
            }
            cases += 1;
        }
    }

    assert_eq!(cases, 160);
}
