//! What is said about TOON text that breaks a rule, and where.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use serde_json::Value;
use tool_formats::toon::{DecodeOptions, from_slice, from_str, from_str_with};
use tool_formats::{Format, FormatError, convert};

#[track_caller]
fn fails(toon: &str, line: usize, column: usize, what: &str) {
    let expected = FormatError::malformed(Format::Toon, line, column, what.to_owned());
    assert_eq!(from_str::<Value>(toon), Err(expected.clone()), "{toon}");
    assert_eq!(convert(toon, Format::Toon, Format::Json), Err(expected), "{toon}");
}

#[test]
fn the_sentence_names_format_line_and_column() {
    let error = from_str::<Value>("a: 1\nb[2]: x").unwrap_err();

    assert_eq!(
        error.to_string(),
        "the text is not TOON: line 2, column 3: expected 2 values as the length says, found 1"
    );
}

#[test]
fn columns_count_characters_and_a_byte_order_mark_counts_nothing() {
    fails("\u{feff}é: \"😀\" x", 1, 7, "expected nothing after the closing `\"`");
    fails("a: 1\r\n\r\né: \"x", 3, 6, "expected `\"` at the end of a string");
}

#[test]
fn a_length_that_is_not_met_is_reported_with_both_numbers() {
    fails("a[3]: x,y", 1, 3, "expected 3 values as the length says, found 2");
    fails("a[1]: x,y", 1, 3, "expected 1 value as the length says, found 2");
    fails("a[2]:\n  - 1", 1, 3, "expected 2 items as the length says, found 1");
    fails("a[1]:", 1, 3, "expected 1 item as the length says, found 0");
    fails("[1]{a}:\n  1\n  2", 1, 2, "expected 1 row as the length says, found 2");
    fails("[2:]{a}:\n  k: 1", 1, 2, "expected 2 entries as the length says, found 1");
}

#[test]
fn a_row_of_another_width_is_reported_with_both_numbers() {
    fails("[2]{a,b}:\n  1,2\n  3", 3, 4, "expected a row of 2 cells, found 1");
    fails("[1]{a}:\n  1,2,3", 2, 5, "expected a row of 1 cell, found 3");
    fails("[1]{a{b,c}}:\n  1", 2, 4, "expected a row of 2 cells, found 1");
    fails("[1:]{a,b}:\n  k: 1", 2, 7, "expected a row of 2 cells, found 1");
    fails("[1:]{a}:\n  k:", 2, 5, "expected a row of 1 cell, found 0");
}

#[test]
fn a_line_of_another_kind_is_reported_with_what_is_expected() {
    fails("a: 1\nhello", 2, 6, "expected `:` and a value after the key");
    fails("hello\nworld", 1, 6, "expected `:` and a value after the key");
    fails("[1]:\n  a: 1", 2, 3, "expected a list item: `-`, a space and a value");
    fails("[1]:\n  -a", 2, 3, "expected a list item: `-`, a space and a value");
    fails("[1]:\n  -\ta", 2, 3, "expected a list item: `-`, a space and a value");
    fails("[1]{a,b}:\n  k: 1,2", 2, 3, "expected a row of 2 cells, found a key with `:`");
    fails("[1:]{a}:\n  1", 2, 3, "expected an entry: a key, `:` and 1 cell");
}

#[test]
fn a_wrong_indentation_is_reported_in_spaces() {
    fails("a:\n   b: 1", 2, 4, "expected a multiple of 2 spaces before this, found 3");
    fails("a:\n    b: 1", 2, 5, "expected at most 2 spaces before this, found 4");
    fails("[1]:\n    - 1", 2, 5, "expected at most 2 spaces before this, found 4");
    fails("a:\n\tb: 1", 2, 1, "expected spaces as indentation, found a tab");
    fails("  a: 1", 1, 3, "expected the first line without indentation");
    fails("a: 1\n  b: 2", 2, 3, "unexpected indentation: the value above is complete");
    fails("[1]:\n  - 1\n    - 2", 3, 5, "unexpected indentation: the value above is complete");
    fails("[1]{a}:\n  1\n    2", 3, 5, "unexpected indentation: the value above is complete");
}

#[test]
fn a_blank_line_inside_an_array_is_where_the_error_points() {
    fails("[2]:\n  - 1\n\n  - 2", 3, 1, "expected no blank line inside an array");
    fails("a[1]:\n  - b:\n\n      c: 1", 3, 1, "expected no blank line inside an array");
}

#[test]
fn a_key_given_twice_is_where_the_error_points() {
    fails("a: 1\n\"a\": 2", 2, 1, "duplicate key");
    fails("\"a b\": 1\n\"a b\": 2", 2, 1, "duplicate key");
    fails("[1]:\n  - a: 1\n    a: 2", 3, 5, "duplicate key");
    fails("[2:]{v}:\n  a: 1\n  a: 2", 3, 3, "duplicate key");
    fails("[1]{a,b, a}:\n  1,2,3", 1, 10, "duplicate field name");
    fails("[1]{a,a{b}}:\n  1,2", 1, 7, "duplicate field name");
}

#[test]
fn strings_that_are_wrong_are_placed() {
    fails("a: \"x", 1, 6, "expected `\"` at the end of a string");
    fails("\"a: 1\nb: 2", 1, 6, "expected `\"` at the end of a string");
    fails("a: \"x\\", 1, 7, "expected `\"` at the end of a string");
    fails("a: \"x\"y", 1, 7, "expected nothing after the closing `\"`");
    fails("a[2]: \"x\" ,\"y\"z", 1, 15, "expected nothing after the closing `\"`");
    fails("\"a\"b: 1", 1, 4, "expected nothing after the closing `\"`");
    let escapes = r#"expected an escape: `\\`, `\"`, `\n`, `\r`, `\t` or `\u`"#;
    fails(r#"a: "x\/""#, 1, 6, escapes);
    fails(r#""a\b": 1"#, 1, 3, escapes);
    let digits = "expected four hexadecimal digits after `\\u`";
    fails(r#"a: "\u12g4""#, 1, 5, digits);
    fails(r#"a: "\u+123""#, 1, 5, digits);
    fails(r#"a: "\u12""#, 1, 5, digits);
    fails(r#"a: "\ud83d\ude00""#, 1, 5, "unpaired surrogate escape");
}

#[test]
fn headers_that_are_wrong_are_placed() {
    let length = "expected a length in digits, without a leading zero";
    for header in ["a[]: 1", "a[x]: 1", "a[-1]: 1", "a[01]: 1", "a[#1]: 1", "a[ 1]: 1", "a[٢]: 1"] {
        fails(header, 1, 3, length);
    }
    let bracket = "expected `]` after the length, or `|` or a tab before it";
    for header in ["a[1,]: 1", "a[1.5]: 1", "a[1 ]: 1", "a[1e1]: 1", "a[1;]: 1"] {
        fails(header, 1, 4, bracket);
    }
    fails("m[1|:]{a|b}:\n  k: 1|2", 1, 5, bracket);
    fails("a[1:", 1, 5, bracket);
    fails("a [1]: x", 1, 3, "expected `[` right after the key");
    fails("a[1]x: 1", 1, 5, "expected `:` right after the header");
    fails("a[1] : 1", 1, 5, "expected `:` right after the header");
    fails("a[1]{x}}:\n  1", 1, 8, "expected `:` right after the header");
    fails("a[1:]: 1", 1, 6, "expected `{` with field names after a length with `:`");
    fails("a[1]{x}: 1", 1, 10, "expected nothing after a header with field names");
    fails("a: 1\n[1]: 2", 2, 1, "expected a key before `[`");
    fails("[1]:\n  - [1]{a}:\n    1", 2, 5, "expected a key before a header with field names in a list");
}

#[test]
fn field_names_that_are_wrong_are_placed() {
    fails("[1]{}:\n  1", 1, 5, "expected a field name");
    fails("[1]{a,}:\n  1", 1, 7, "expected a field name");
    fails("[1]{a,{b}}:\n  1", 1, 7, "expected a field name");
    fails("[1]{a{}}:\n  1", 1, 7, "expected a field name");
    fails("[1]{a {b}}:\n  1", 1, 5, "expected `{` right after the field name");
    fails("[1]{a{b}c}:\n  1", 1, 9, "expected `,` or `}` after a field name");
    fails("[1]{a|b}:\n  1", 1, 6, "expected `,` or `}` after a field name");
    fails("[1|]{a,b}:\n  1", 1, 7, "expected `|` or `}` after a field name");
    fails("[1\t]{a|b}:\n  1", 1, 7, "expected a tab or `}` after a field name");
    fails("[1]{a{b:\n  1", 1, 7, "expected `}` after the field names");
}

#[test]
fn nothing_may_follow_a_value_that_is_complete() {
    fails("[1]: 2\na: 1", 2, 1, "expected the end of the text after the value");
    fails("[]\n\n# x\na: 1", 4, 1, "expected the end of the text after the value");
}

#[test]
fn a_number_past_the_range_of_a_double_is_an_error() {
    fails("a: -1e400", 1, 4, "expected a number within the range of a double");
    assert_eq!(from_str::<f64>("1e-400"), Ok(0.0));
}

#[test]
fn bytes_that_are_not_utf_8_are_placed_whether_strict_or_not() {
    let error = from_slice::<Value>(b"a: 1\n\xc3\xa9\xff: 2").unwrap_err();
    assert_eq!(error, FormatError::malformed(Format::Toon, 2, 2, "expected UTF-8"));
}

#[test]
fn the_first_mistake_of_a_text_is_reported() {
    fails("a: \"x\nb: \"y", 1, 6, "expected `\"` at the end of a string");
    fails("a: \"\\x\"\n\tb: 1", 1, 5, r#"expected an escape: `\\`, `\"`, `\n`, `\r`, `\t` or `\u`"#);
}

#[track_caller]
fn mistyped<T: serde::de::DeserializeOwned + std::fmt::Debug>(toon: &str, sentence: &str) {
    assert_eq!(from_str::<T>(toon).unwrap_err().to_string(), sentence, "{toon}");
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only read")]
struct Row {
    id: u8,
    name: String,
}

#[test]
fn a_value_of_another_type_is_reported_with_its_place_in_the_words_of_serde() {
    mistyped::<Vec<Row>>(
        "[2]{id,name}:\n  1,Ada\n  x,Bob",
        "line 3, column 3: invalid type: string \"x\", expected u8",
    );
    mistyped::<Vec<Row>>("[1]{id,name}:\n  300,A", "line 2, column 3: invalid value: integer `300`, expected u8");
    mistyped::<Vec<Row>>("[1]{name}:\n  Ada", "line 2, column 3: missing field `id`");
    mistyped::<Row>("id: 1\nname: 5", "line 2, column 7: invalid type: integer `5`, expected a string");
    mistyped::<Row>("id: 1\nnmae: x", "line 2, column 1: unknown field `nmae`, expected `id` or `name`");
    mistyped::<Vec<Row>>("[1]{id,nmae}:\n  1,x", "line 2, column 3: unknown field `nmae`, expected `id` or `name`");
    mistyped::<Vec<u8>>("a: 1", "line 1, column 1: invalid type: map, expected a sequence");
    mistyped::<Row>("[1]:\n  - 1", "line 1, column 1: invalid length 1, expected struct Row with 2 elements");
    mistyped::<(u8, u8)>("[3]: 1,2,3", "line 1, column 10: expected the end of the array or object here");
    mistyped::<(u8, u8)>("[1]: 1", "line 1, column 1: invalid length 1, expected a tuple of size 2");
    mistyped::<i128>("9".repeat(60).as_str(), "line 1, column 1: invalid value: integer out of range, expected i128");
    mistyped::<f32>("1e39", "line 1, column 1: invalid value: number out of range, expected f32");
}

#[test]
fn reading_that_is_not_strict_places_its_errors_too() {
    let options = DecodeOptions::new().with_strict(false);
    assert_eq!(
        from_str_with::<Value>("a:\n\tb: \"x", &options),
        Err(FormatError::malformed(Format::Toon, 2, 7, "expected `\"` at the end of a string"))
    );
}
