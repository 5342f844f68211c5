//! How TOON text is read, rule by rule of specification 4.4.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use serde_json::{Value, json};
use tool_formats::toon::{DecodeOptions, from_slice, from_str, from_str_with};
use tool_formats::{Format, convert};

/// `json` as text, so that the order of keys and the notation of numbers count too.
#[track_caller]
fn reads(toon: &str, json: &str) {
    assert_eq!(convert(toon, Format::Toon, Format::Json).as_deref(), Ok(json), "{toon}");
    let value: Value = from_str(toon).unwrap();
    assert_eq!(value, serde_json::from_str::<Value>(json).unwrap(), "{toon}");
}

#[test]
fn a_text_without_content_is_an_empty_object() {
    for text in ["", "\n", "\u{feff}", "   \n\n", "# only a comment", "\r\n"] {
        reads(text, "{}");
    }
}

#[test]
fn one_line_without_a_colon_is_a_scalar() {
    reads("hello world", r#""hello world""#);
    reads("-7", "-7");
    reads("null", "null");
    reads("\"a: b\"", r#""a: b""#);
    reads("items[2]{a,b}", r#""items[2]{a,b}""#);
    reads("- x", r#""- x""#);
}

#[test]
fn fields_of_objects_have_one_line_each_and_keep_their_order() {
    reads("b: 1\na:\n  d: x\n  c: true\nz: null", r#"{"b":1,"a":{"d":"x","c":true},"z":null}"#);
    reads("a:", r#"{"a":{}}"#);
    reads("a:\n  b:\nc:", r#"{"a":{"b":{}},"c":{}}"#);
}

#[test]
fn spaces_around_a_colon_mean_nothing() {
    reads("a:1\nb :  2  \n\"c\"  : x y ", r#"{"a":1,"b":2,"c":"x y"}"#);
}

#[test]
fn only_the_first_unquoted_colon_ends_a_key() {
    reads("a: b: c", r#"{"a":"b: c"}"#);
    reads("\"a:b\": 1", r#"{"a:b":1}"#);
    reads("x\"a:b\"y: 1", r#"{"x\"a:b\"y":1}"#);
    reads(": 1", r#"{"":1}"#);
}

#[test]
fn any_text_before_the_colon_is_a_key() {
    reads("a b-c.d: 1\n42: 2\ntrue: 3\n#no: 4", r#"{"a b-c.d":1,"42":2,"true":3}"#);
    reads("-: 1\n- a: 2\n\u{a0}k\u{a0}: 3", "{\"-\":1,\"- a\":2,\"\u{a0}k\u{a0}\":3}");
}

#[test]
fn an_array_on_one_line_splits_at_its_delimiter() {
    reads("a[3]: 1,x y,true", r#"{"a":[1,"x y",true]}"#);
    reads("a[2|]: 1,5|b", r#"{"a":["1,5","b"]}"#);
    reads("a[2\t]: x\ty|z", r#"{"a":["x","y|z"]}"#);
    reads("[2]: a,\"b,c\"", r#"["a","b,c"]"#);
}

#[test]
fn an_empty_cell_is_an_empty_string() {
    reads("a[4]: ,x,,", r#"{"a":["","x","",""]}"#);
    reads("[2]{a,b}:\n  ,\n  1,", r#"[{"a":"","b":""},{"a":1,"b":""}]"#);
}

#[test]
fn empty_arrays_have_three_notations() {
    reads("[]", "[]");
    reads("[0]:", "[]");
    reads("a: []\nb[0]:\nc[2]:\n  - []\n  - [0]:", r#"{"a":[],"b":[],"c":[[],[]]}"#);
}

#[test]
fn brackets_among_cells_are_two_characters() {
    reads("a[1]: []", r#"{"a":["[]"]}"#);
    reads("[1]{a}:\n  []", r#"[{"a":"[]"}]"#);
}

#[test]
fn list_items_may_be_anything() {
    reads(
        "[6]:\n  - 1\n  -\n  - a: 1\n    b: 2\n  - [2]: x,y\n  - [1]:\n    - z\n  -   spaced",
        r#"[1,{},{"a":1,"b":2},["x","y"],["z"],"spaced"]"#,
    );
}

#[test]
fn the_first_field_of_an_item_counts_as_one_level_deeper_than_its_hyphen() {
    reads("[1]:\n  - a:\n      b: 1\n    c: 2", r#"[{"a":{"b":1},"c":2}]"#);
    reads("[1]:\n  - a:\n    c: 2", r#"[{"a":{},"c":2}]"#);
    reads("[1]:\n  - a[1]:\n      - 1\n    c: 2", r#"[{"a":[1],"c":2}]"#);
    reads("[1]:\n  - a[1]{x}:\n      1\n    c: 2", r#"[{"a":[{"x":1}],"c":2}]"#);
    reads("[1]:\n  - a[1:]{x}:\n      k: 1\n    c: 2", r#"[{"a":{"k":{"x":1}},"c":2}]"#);
}

#[test]
fn a_table_gives_each_row_the_fields_of_its_header() {
    reads("[2]{a,b}:\n  1,x\n  null,\"y,z\"", r#"[{"a":1,"b":"x"},{"a":null,"b":"y,z"}]"#);
    reads("t[1]{a}:\n  1\nu: 2", r#"{"t":[{"a":1}],"u":2}"#);
    reads("[1|]{ a | \"b|c\" }:\n  1 | x:y ", r#"[{"a":1,"b|c":"x:y"}]"#);
    reads("[0]{a}:", "[]");
}

#[test]
fn groups_of_fields_are_objects_with_cells_in_reading_order() {
    reads("[1]{a,b{c,d{e}},f}:\n  1,2,3,4", r#"[{"a":1,"b":{"c":2,"d":{"e":3}},"f":4}]"#);
}

#[test]
fn a_keyed_table_is_an_object_of_objects() {
    reads("m[2:]{a,b}:\n  x: 1,2\n  \"y:z\": 3,4", r#"{"m":{"x":{"a":1,"b":2},"y:z":{"a":3,"b":4}}}"#);
    reads("[1:|]{a|b{c}}:\n  k[1]: 1|2", r#"{"k[1]":{"a":1,"b":{"c":2}}}"#);
    reads("m[0:]{a}:", r#"{"m":{}}"#);
}

#[test]
fn nested_arrays_use_the_delimiter_of_their_own_header() {
    reads("a[1|]:\n  - [2]: x|y,z", r#"{"a":[["x|y","z"]]}"#);
    reads("a[1]:\n  - t[1|]{b|c}:\n      1,2|3", r#"{"a":[{"t":[{"b":"1,2","c":3}]}]}"#);
}

#[test]
fn a_bracket_after_the_colon_is_content() {
    reads("a: [2]: x\nb: x [1]: y\nc: {}", r#"{"a":"[2]: x","b":"x [1]: y","c":"{}"}"#);
}

#[test]
fn comments_are_whole_lines_and_leave_no_gap() {
    reads("# a\n[2]:\n  - 1\n      # b\n# c\n  - 2 # d", r#"[1,"2 # d"]"#);
    reads("a: #x", r##"{"a":"#x"}"##);
}

#[test]
fn blank_lines_are_free_outside_arrays() {
    reads("a: 1\n\nb:\n\n  c: 2\n \nd[1]:\n\n  - 3\n\n", r#"{"a":1,"b":{"c":2},"d":[3]}"#);
}

#[test]
fn line_ends_lose_one_carriage_return_and_all_spaces() {
    reads("a: 1\r\nb: x\t \r\nc: y\r\r\n", "{\"a\":1,\"b\":\"x\\t\",\"c\":\"y\\r\"}");
}

#[test]
fn one_byte_order_mark_at_the_start_is_dropped() {
    reads("\u{feff}a: 1", r#"{"a":1}"#);
    reads("\u{feff}\u{feff}a: \u{feff}", "{\"\u{feff}a\":\"\u{feff}\"}");
}

#[test]
fn only_the_space_is_trimmed() {
    reads("a[2]:  x ,\u{a0}y\u{a0}\nb: \tz", "{\"a\":[\"x\",\"\u{a0}y\u{a0}\"],\"b\":\"\\tz\"}");
}

#[test]
fn escapes_are_five_letters_and_four_hexadecimal_digits() {
    reads(r#"a: "\\ \" \n \r \t \u00e9 \u001F""#, "{\"a\":\"\\\\ \\\" \\n \\r \\t \u{e9} \\u001f\"}");
    reads("\"k\\n\"[1]: \"\\u0041\"", r#"{"k\n":["A"]}"#);
}

#[test]
fn raw_controls_are_allowed_in_quotes() {
    reads("a: \"x\u{1}\ty\"", r#"{"a":"x\u0001\ty"}"#);
}

#[test]
fn integers_of_any_length_are_exact_on_the_way_to_another_format() {
    reads("[3]: 18446744073709551615,-9223372036854775808,0", "[18446744073709551615,-9223372036854775808,0]");
    let long = "123456789012345678901234567890123456789012345678901234567890";
    assert_eq!(convert(&format!("a: -{long}"), Format::Toon, Format::Json), Ok(format!("{{\"a\":-{long}}}")));
}

#[test]
fn decimals_are_numbers_in_every_json_notation() {
    reads("[5]: 1.50,-2.5e2,1E3,0.1e-6,0e5", "[1.5,-250.0,1000.0,1e-7,0.0]");
    reads("[3]: -0,-0.0,-0e1", "[0,0.0,0.0]");
}

#[test]
fn an_indent_of_another_width_is_read_when_it_is_said() {
    let options = DecodeOptions::new().with_indent(3);
    let value: Value = from_str_with("a:\n   b[1]:\n      - 1", &options).unwrap();
    assert_eq!(value, json!({"a": {"b": [1]}}));

    let options = DecodeOptions::new().with_indent(0);
    assert_eq!(from_str_with::<Value>("a:\n b: 1", &options).unwrap(), json!({"a": {"b": 1}}));
}

#[test]
fn bytes_are_read_like_text() {
    assert_eq!(from_slice::<Value>("é: 1".as_bytes()).unwrap(), json!({"é": 1}));
}

#[test]
fn the_defaults_are_two_spaces_strict_and_128_levels() {
    assert_eq!(DecodeOptions::default(), DecodeOptions::new().with_indent(2).with_strict(true).with_max_depth(128));
}
