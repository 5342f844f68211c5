//! YAML: its rules one by one, and awkward values read back by a reader that is not ours.
#![cfg(feature = "yaml")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use serde_json::{Value, json};
use tool_formats::{Format, convert, to_string};

#[track_caller]
fn written_as(json: &str, expected: &str) {
    assert_eq!(convert(json, Format::Json, Format::Yaml).unwrap(), format!("---{expected}"), "{json}");
}

#[track_caller]
fn comes_back(value: &Value) {
    let text = to_string(value, Format::Yaml).unwrap();
    let options = serde_yaml::options! { strict_booleans: true };
    let back: Result<Value, String> =
        serde_yaml::from_str_with_options(&text, options).map_err(|error| error.to_string());
    assert_eq!(back.as_ref(), Ok(value), "{text}");
}

#[test]
fn scalars_and_empty_containers_are_on_the_first_line() {
    written_as("1", " 1");
    written_as("null", " null");
    written_as("true", " true");
    written_as("\"x\"", " \"x\"");
    written_as("\"\"", " \"\"");
    written_as("[]", " []");
    written_as("{}", " {}");
}

#[test]
fn blocks_are_indented_by_two() {
    written_as(r#"{"a":{"b":1},"c":[1,2]}"#, "\na:\n  b: 1\nc:\n  - 1\n  - 2");
    written_as(r#"[{"a":1,"b":2},{"c":{"d":3}}]"#, "\n- a: 1\n  b: 2\n- c:\n    d: 3");
    written_as(r#"{"a":[],"b":{},"c":[[],{}]}"#, "\na: []\nb: {}\nc:\n  - []\n  - {}");
}

#[test]
fn items_that_are_arrays_begin_on_the_line_of_their_hyphen() {
    written_as("[[1,2],[3,[4]]]", "\n- - 1\n  - 2\n- - 3\n  - - 4");
    written_as(r#"[[{"a":1,"b":2}]]"#, "\n- - a: 1\n    b: 2");
}

#[test]
fn every_string_value_is_quoted() {
    written_as(
        r#"["no","007","12:30","2024-01-01","a b"]"#,
        "\n- \"no\"\n- \"007\"\n- \"12:30\"\n- \"2024-01-01\"\n- \"a b\"",
    );
}

#[test]
fn keys_are_plain_only_as_harmless_names() {
    written_as(r#"{"a":1,"A_b-c9":2,"_x":3}"#, "\na: 1\nA_b-c9: 2\n_x: 3");
    written_as(
        r#"{"yes":1,"No":2,"NULL":3,"y":4,"inf":5,"NaN":6}"#,
        "\n\"yes\": 1\n\"No\": 2\n\"NULL\": 3\n\"y\": 4\n\"inf\": 5\n\"NaN\": 6",
    );
    written_as(
        r#"{"":1,"1":2,"a b":3,"é":4,"<<":5,"-":6,"a.b":7}"#,
        "\n\"\": 1\n\"1\": 2\n\"a b\": 3\n\"é\": 4\n\"<<\": 5\n\"-\": 6\n\"a.b\": 7",
    );
    let long = "k".repeat(129);
    written_as(&format!("{{\"{long}\":1}}"), &format!("\n\"{long}\": 1"));
}

#[test]
fn a_very_long_key_is_explicit() {
    let key = "k".repeat(999);
    written_as(
        &format!(r#"[{{"{key}":1,"b":{{"{key}":[2]}}}}]"#),
        &format!("\n- ? \"{key}\"\n  : 1\n  b:\n    ? \"{key}\"\n    :\n      - 2"),
    );
    comes_back(&json!([{key.as_str(): 1, "b": {key.as_str(): [{key.as_str(): {"x": "y"}}], "c": 3}}]));
}

#[test]
fn floats_have_a_dot_and_a_sign_in_the_exponent() {
    written_as(
        "[1.0,1.5,1e300,1.5e300,1e-7,1.5e-7,1e20,-0.0]",
        "\n- 1.0\n- 1.5\n- 1.0e+300\n- 1.5e+300\n- 1.0e-7\n- 1.5e-7\n- 1.0e+20\n- -0.0",
    );
}

#[test]
fn integers_past_64_bits_keep_every_digit() {
    written_as("[123456789012345678901234567890]", "\n- 123456789012345678901234567890");
}

#[test]
fn escapes_are_the_short_ones_and_numbers() {
    written_as(
        r#""\" \\ \n \r \t / \b \u0000 \u007f \u0080 \u009f""#,
        r#" "\" \\ \n \r \t / \x08 \x00 \x7f \x80 \x9f""#,
    );
    written_as("\"\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}\"", r#" "\u2028\u2029\ufeff\ufffe\uffff""#);
    written_as(
        "\"\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}\"",
        r#" "\u061c\u200e\u200f\u202a\u202e\u2066\u2069""#,
    );
    written_as("\"\u{a0}é\u{2027}\u{202f}\u{2065}\u{fffd}👋\"", " \"\u{a0}é\u{2027}\u{202f}\u{2065}\u{fffd}👋\"");
}

const AWKWARD: &[&str] = &[
    "",
    " ",
    "  x  ",
    "\n",
    "\n\n",
    "a\nb",
    "a\n",
    "\na",
    "a\r\nb",
    "\r",
    "\t",
    "a\tb",
    "yes",
    "no",
    "on",
    "off",
    "y",
    "n",
    "Yes",
    "NO",
    "true",
    "True",
    "false",
    "null",
    "Null",
    "~",
    ".",
    "..",
    "...",
    "---",
    "--- a",
    "-",
    "- a",
    "?",
    "? a",
    ":",
    ": a",
    "a: b",
    "a:b",
    "a:",
    "#",
    "# a",
    "a #b",
    "a#b",
    "!",
    "!!str a",
    "&",
    "&a",
    "*",
    "*a",
    "|",
    ">",
    "%",
    "%YAML 1.2",
    "@a",
    "`a`",
    "[",
    "]",
    "{",
    "}",
    "[a]",
    "{a: b}",
    ",",
    "a,b",
    "'",
    "''",
    "'a'",
    "\"",
    "\"a\"",
    "\\",
    "\\n",
    "\\x41",
    "0",
    "1",
    "-1",
    "+1",
    "1.5",
    ".5",
    "1.",
    "1e5",
    "1E5",
    "1e+5",
    "25921e05",
    "0x1F",
    "0o17",
    "017",
    "0b1",
    "1_000",
    "1_",
    "1:30",
    "12:30:45",
    ".inf",
    "-.inf",
    ".nan",
    "NaN",
    "inf",
    "2024-01-01",
    "2024-01-01T00:00:00Z",
    "2001-12-14 21:59:43.10 -5",
    "=",
    "<<",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}",
    "\u{feff}a",
    "\u{200e}a",
    "\u{fffe}",
    "\u{7f}",
    "\u{80}",
    "\u{9f}",
    "\0",
    "\u{1}",
    "\u{8}",
    "\u{b}",
    "\u{c}",
    "\u{1b}",
    "é",
    "名前",
    "👋",
    "e\u{301}",
    "a'b\"c\\d",
    "${x}",
    "{{x}}",
    "<b>&amp;</b>",
    "a b c ",
    " a",
    "a ",
    "x: y # z",
    "- [2]:",
    "\t- a",
    "key: |\n  text\n",
];

#[test]
fn awkward_strings_come_back_from_every_place() {
    for text in AWKWARD {
        comes_back(&json!(text));
        comes_back(&json!([text, [text]]));
        comes_back(&json!({"key": text, "deep": [{"x": {"y": text}}]}));
        comes_back(&json!({*text: 1, "other": {*text: [2]}}));
    }
}

#[test]
fn numbers_come_back() {
    comes_back(&json!([
        0,
        -1,
        1.0,
        1.5,
        1e300,
        -1.5e-300,
        1e16,
        1e-7,
        123_456.789,
        i64::MIN,
        i64::MAX,
        u64::MAX,
        f64::MAX,
        5e-324
    ]));
}

#[test]
fn structures_come_back() {
    comes_back(&json!([[], {}, [[]], [{}], {"a": []}, {"a": {}}, [[[1]]], {"a": [[{"b": [{}]}]]}]));
    comes_back(&json!({"a": [{"b": 1, "c": [2, [3, {"d": 4}]]}, null, false]}));
}

#[test]
fn keys_that_yaml_1_1_reads_as_an_exponent_are_quoted() {
    written_as(
        r#"{"e0":1,"E10":2,"e-5":3,"e":4,"e1x":5,"e_1":6,"e-":7}"#,
        "\n\"e0\": 1\n\"E10\": 2\n\"e-5\": 3\ne: 4\ne1x: 5\ne_1: 6\ne-: 7",
    );
}

#[test]
fn a_block_at_the_end_of_a_text_has_the_line_feed_of_the_text() {
    use tool_formats::from_str;
    for (text, expected) in [
        ("a: |\n  x", "x"),
        ("a: |\n  x\n", "x\n"),
        ("a: |\n  x\n\n", "x\n"),
        ("a: |+\n  x\n\n", "x\n\n"),
        ("a: |+\n  x", "x"),
        ("a: |-\n  x", "x"),
        ("a: |-\n  x\n", "x"),
        ("a: >\n  x\n  y", "x y"),
        ("a: |2\n   x", " x"),
        ("a: | # b | c\n  x", "x"),
        ("a: |\n\n  x\n\n  y", "\nx\n\ny"),
        ("a: |\n  |", "|"),
        ("a: |\r\n  x", "x"),
        ("a: |\n  x\n# b", "x\n"),
        ("a: |+\n   ", ""),
        ("a: >+\n ", ""),
        ("a: |+\n  x\n ", "x\n"),
        ("a: |+\n  x\n\n  ", "x\n\n"),
        ("a: |\n  x\n    ", "x\n  "),
    ] {
        let value: Value = from_str(text, Format::Yaml).unwrap();
        assert_eq!(value, json!({ "a": expected }), "{text:?}");
        let typed: std::collections::BTreeMap<String, String> = from_str(text, Format::Yaml).unwrap();
        assert_eq!(typed.get("a").unwrap(), expected, "{text:?}");
        assert_eq!(convert(text, Format::Yaml, Format::Json).unwrap(), json!({ "a": expected }).to_string());
    }
}
