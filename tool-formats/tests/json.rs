//! JSON: what `serde_json` writes, and what the workspace relies on it for.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use serde::Serialize;
use serde_json::{Value, json};
use tool_formats::{Format, convert, to_string};

#[test]
fn a_typed_value_is_written_as_serde_json_writes_it() {
    #[derive(Serialize)]
    struct Row {
        b: &'static str,
        a: Option<f64>,
        c: u128,
    }
    let rows = [Row { b: "x\n\u{1}é", a: Some(1.0), c: u128::MAX }, Row { b: "", a: None, c: 0 }];

    assert_eq!(to_string(&rows, Format::Json).unwrap(), serde_json::to_string(&rows).unwrap());
}

#[test]
fn converted_json_is_written_as_serde_json_writes_it() {
    let value =
        json!({"z": [1, -2.5, 1e300, "a\u{8}\u{c}\n\r\t\"\\/\u{0}\u{7f}é"], "a": {"": null}, "e": [[], {}], "t": true});
    let pretty = serde_json::to_string_pretty(&value).unwrap();

    assert_eq!(convert(&pretty, Format::Json, Format::Json).unwrap(), value.to_string());
}

#[test]
fn text_that_is_not_json_is_an_error_with_line_and_column() {
    let error = convert("{\"a\": 1,\n oops}", Format::Json, Format::Json).unwrap_err();

    assert_eq!(error.to_string(), "the text is not JSON: line 2, column 2: expected a key in double quotes");
}

#[test]
fn maps_of_serde_json_keep_the_order_of_their_keys() {
    let value: Value = serde_json::from_str(r#"{"b":1,"a":2}"#).unwrap();

    assert_eq!(value.to_string(), r#"{"b":1,"a":2}"#, "`preserve_order` is off");
}

#[test]
fn numbers_of_serde_json_are_numbers_in_other_formats() {
    for format in Format::enabled().filter(|format| *format != Format::Csv) {
        let text = to_string(&json!([1.5, 2]), format).unwrap();
        assert!(!text.contains("private"), "`arbitrary_precision` is on: {text}");
    }
    assert!(serde_json::from_str::<Value>("1e400").is_err(), "`arbitrary_precision` is on");
}

#[test]
fn duplicate_keys_of_flatten_are_written_twice_as_by_serde_json() {
    #[derive(Serialize)]
    struct Inner {
        a: u8,
    }
    #[derive(Serialize)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        inner: Inner,
    }

    assert_eq!(to_string(&Outer { a: 1, inner: Inner { a: 2 } }, Format::Json).unwrap(), r#"{"a":1,"a":2}"#);
}

#[test]
fn raw_json_is_written_with_its_very_characters() {
    let raw = serde_json::value::RawValue::from_string("[1, 2.50]".to_owned()).unwrap();

    assert_eq!(to_string(&[raw], Format::Json).unwrap(), "[[1, 2.50]]");
}

#[test]
fn strings_of_any_length_are_escaped_as_serde_json_escapes_them() {
    for c in ('\0'..='\u{80}').chain(['é', '😀', '\u{2028}']) {
        for len in 0..40 {
            let text = format!("{}{c}{}{c}", "x".repeat(len), "é".repeat(len % 7));
            assert_eq!(to_string(&text, Format::Json).unwrap(), serde_json::to_string(&text).unwrap());
        }
    }
}

#[test]
fn an_array_handed_over_as_json_text_has_no_places_to_cut() {
    let raw: Box<serde_json::value::RawValue> = serde_json::from_str("[1111,2222,3333]").unwrap();

    let json = tool_formats::to_json_within(&raw, 12).unwrap();

    assert_eq!((json.text.as_str(), json.records), ("[1111,2222,3333]", None));
    let records = tool_formats::to_json_within(&[&raw, &raw], 20).unwrap().records.unwrap();
    assert_eq!((records.total, records.within, records.end), (2, 1, 17));
}
