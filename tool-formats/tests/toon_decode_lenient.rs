//! What reading forgives when it is not strict: five mistakes, and no other.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::fmt::Write;

use serde_json::Value;
use tool_formats::toon::{DecodeOptions, from_str, from_str_with};

fn lenient(toon: &str) -> Result<Value, tool_formats::FormatError> {
    from_str_with(toon, &DecodeOptions::new().with_strict(false))
}

/// Forgiven, and a mistake otherwise.
#[track_caller]
fn forgives(toon: &str, json: &str) {
    assert!(from_str::<Value>(toon).is_err(), "{toon}");
    assert_eq!(lenient(toon).map(|value| value.to_string()).as_deref(), Ok(json), "{toon}");
}

#[track_caller]
fn refuses(toon: &str) {
    assert!(from_str::<Value>(toon).is_err(), "{toon}");
    assert!(lenient(toon).is_err(), "{toon}");
}

#[test]
fn a_length_that_is_not_met_is_forgiven_and_nothing_is_cut_off() {
    forgives("a[1]: x,y", r#"{"a":["x","y"]}"#);
    forgives("a[3]: x,y", r#"{"a":["x","y"]}"#);
    forgives("a[5]:\n  - 1\nb: 2", r#"{"a":[1],"b":2}"#);
    forgives("[1]{a}:\n  1\n  2", r#"[{"a":1},{"a":2}]"#);
    forgives("[3:]{a}:\n  k: 1", r#"{"k":{"a":1}}"#);
    forgives("a[1]:", r#"{"a":[]}"#);
    forgives("a[99999999999999999999]: 1", r#"{"a":[1]}"#);
}

#[test]
fn of_a_key_given_twice_the_last_value_counts_in_the_first_place() {
    forgives("a: 1\nb: 2\na: 3", r#"{"a":3,"b":2}"#);
    forgives("a: 1\n\"a\": 2\na[1]: 3", r#"{"a":[3]}"#);
    forgives("a:\n  x: 1\nb: 2\na:\n  y: 3\nc: 4", r#"{"a":{"y":3},"b":2,"c":4}"#);
    forgives("a: 1\na:\n  x: 1\n  x: 2\na:\n  y: 1\n  z: 2\n  y: 3", r#"{"a":{"y":3,"z":2}}"#);
    forgives("[2]:\n  - a: 1\n    a:\n      b: 2\n  - a: 3\n    a: 4", r#"[{"a":{"b":2}},{"a":4}]"#);
    forgives("m[3:]{v}:\n  a: 1\n  b: 2\n  a: 3", r#"{"m":{"a":{"v":3},"b":{"v":2}}}"#);
}

#[test]
fn of_a_field_name_given_twice_the_last_cell_counts_in_the_first_place() {
    forgives("[1]{a,b,a}:\n  1,2,3", r#"[{"a":3,"b":2}]"#);
    forgives("[1]{a,b,a{c}}:\n  1,2,3", r#"[{"a":{"c":3},"b":2}]"#);
    forgives("[1]{a{c,c},a{d}}:\n  1,2,3", r#"[{"a":{"d":3}}]"#);
}

#[test]
fn an_indentation_of_odd_spaces_or_tabs_is_rounded() {
    forgives("a:\n   b: 1", r#"{"a":{"b":1}}"#);
    forgives("a:\n\tb:\n\t\tc: 1", r#"{"a":{"b":{"c":1}}}"#);
    forgives("a:\n  b:\n \t c: 1", r#"{"a":{"b":{"c":1}}}"#);
    forgives(" a: 1", r#"{"a":1}"#);
    forgives("a: 1\n\t\nb: 2", r#"{"a":1,"b":2}"#);
    forgives("[2]{a}:\n\t#x\n  1", r##"[{"a":"#x"},{"a":1}]"##);
}

#[test]
fn a_blank_line_inside_an_array_is_forgiven() {
    forgives("[2]:\n  - 1\n\n  - 2", "[1,2]");
    forgives("[2]{a}:\n  1\n \n  2", r#"[{"a":1},{"a":2}]"#);
    forgives("[2:]{a}:\n  x: 1\n\n  y: 2", r#"{"x":{"a":1},"y":{"a":2}}"#);
}

#[test]
fn children_may_be_too_deep_when_all_are() {
    forgives("a:\n      b: 1\n      c: 2\nd: 3", r#"{"a":{"b":1,"c":2},"d":3}"#);
    forgives("a[2]:\n    - 1\n    - 2", r#"{"a":[1,2]}"#);
    forgives("[1]{a}:\n    1", r#"[{"a":1}]"#);
    refuses("a:\n    b: 1\n  c: 2");
    refuses("a:\n  b: 1\n    c: 2");
}

#[test]
fn all_other_mistakes_stay_mistakes() {
    for toon in [
        "a\nb",
        "a: 1\nb",
        "a: \"x",
        "a: \"x\" y",
        "a: \"\\x\"",
        "a[x]: 1",
        "a[01]: 1",
        "a [1]: 1",
        "a[1] : 1",
        "a[1,]: 1",
        "[1]{a}: 1",
        "[1]{}:\n  1",
        "[1]{a,}:\n  1,2",
        "[1]{a|b}:\n  1|2",
        "[1]{a}:\n  1,2",
        "[1]{a}:\n  k: 1",
        "[1:]{a}:\n  1",
        "[1:]:\n  a: 1",
        "[1]:\n  x",
        "[1]:\n  -x",
        "[1]:\n  - [1]{a}:\n    1",
        "a: 1\n[1]: 2",
        "[1]: 2\na: 1",
        "[]\na: 1",
        "  a: 1",
        "a: 1\n  b: 2",
        "[2]:\n  - 1\n    x: 2\n  - 3",
    ] {
        refuses(toon);
    }
}

#[test]
fn many_duplicates_at_many_depths_are_resolved_without_reading_them_again_and_again() {
    let mut toon = String::new();
    for depth in 0..100 {
        let indent = "  ".repeat(depth);
        writeln!(toon, "{indent}a: 1\n{indent}a:").unwrap();
    }

    let value = lenient(&toon);

    let mut depth = 0;
    let mut inner = value.as_ref().ok();
    while let Some(value) = inner.and_then(|value| value.get("a")) {
        depth += 1;
        inner = Some(value);
    }
    assert_eq!(depth, 100);
}
