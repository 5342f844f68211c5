//! The official decode cases of TOON 4.4, when they lie beside the workspace.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test says what it skips")]

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Number, Value};
use tool_formats::toon::{DecodeOptions, from_str_with};

#[derive(Deserialize)]
struct File {
    tests: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    input: String,
    expected: Value,
    #[serde(default)]
    should_error: bool,
    #[serde(default)]
    options: Options,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    indent_size: Option<u8>,
    strict: Option<bool>,
}

impl Options {
    fn decode_options(&self) -> DecodeOptions {
        let default = DecodeOptions::default();
        default
            .with_indent(self.indent_size.unwrap_or(default.indent))
            .with_strict(self.strict.unwrap_or(default.strict))
    }
}

/// Keys in order, numbers by value: 1 is 1.0.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| one.0 == other.0 && same(one.1, other.1))
        }
        _ => one == other,
    }
}

#[test]
fn all_404_decode_cases_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/toon-spec/decode");
    if !folder.is_dir() {
        return println!("skipped: no folder {}", folder.display());
    }

    let mut cases = 0;
    let mut failures = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file: File = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for case in &file.tests {
            cases += 1;
            let decoded = from_str_with::<Value>(&case.input, &case.options.decode_options());
            let passes = match &decoded {
                Ok(value) => !case.should_error && same(value, &case.expected),
                Err(_) => case.should_error,
            };
            if !passes {
                failures.push(format!("{}: {}: {decoded:?}", path.display(), case.name));
            }
        }
    }

    assert_eq!(failures, [""; 0]);
    assert_eq!(cases, 404);
}

#[test]
fn numbers_are_compared_by_value_and_keys_in_order() {
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();

    assert!(same(&Value::from(Number::from(1)), &value("1.0")));
    assert!(!same(&value(r#"{"a":1,"b":2}"#), &value(r#"{"b":2,"a":1}"#)));
}
