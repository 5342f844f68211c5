//! Mistakes that were reported against other readers of TOON, and the whole class of each.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use serde_json::{Value, json};
use tool_formats::toon::{DecodeOptions, from_str, from_str_with, to_string};

#[track_caller]
fn reads(toon: &str, expected: Value) {
    assert_eq!(from_str::<Value>(toon), Ok(expected), "{toon}");
}

/// What we write is read back.
#[track_caller]
fn returns(value: Value) {
    let toon = to_string(&value).unwrap();
    reads(&toon, value);
}

/// The string in every position a string can have: root, field, cell, inline value, item, key, field name, entry key.
#[track_caller]
fn returns_everywhere(text: &str) {
    for value in [
        json!(text),
        json!({ "a": text }),
        json!([text, text]),
        json!([{ "a": text, "b": 1 }, { "a": text, "b": text }]),
        json!([text, { "a": text }, [text]]),
        json!({ text: 1 }),
        json!({ text: [1, 2], "x": { text: {} } }),
        json!([{ text: 1, "b": text }, { text: text, "b": 2 }]),
        json!({ text: { "a": text }, "other": { "a": 1 } }),
        json!([{ "a": { text: text }, "c": 1 }]),
        json!([[{ text: [{ text: text }] }]]),
    ] {
        returns(value);
    }
}

#[test]
fn text_inside_quotes_is_never_structure() {
    for text in ["[2]: x", "a[2]: x", "[2]{a,b}:", "a: b", "- x", "# x", "k[1]{a}: y", "a,b|c\td", "}", "{", "\"", "\\"]
    {
        returns_everywhere(text);
    }
    reads("a: \"[2]: x\"", json!({"a": "[2]: x"}));
    reads("[1]:\n  - \"a[1]: x\"", json!(["a[1]: x"]));
}

#[test]
fn what_is_not_a_json_number_is_a_string() {
    for text in [
        ".62266",
        "+8613",
        "+1",
        "05",
        "-05",
        "1.",
        "1e",
        "e5",
        "0x10",
        "1_000",
        "NaN",
        "Infinity",
        "-inf",
        "1.5.2",
        "٤٢",
        "1,5",
        "12a",
        "2024-05-01",
        "1 2",
    ] {
        returns_everywhere(text);
    }
    reads("[4]: .62266,+8613,05,1.", json!([".62266", "+8613", "05", "1."]));
}

#[test]
fn a_document_full_of_brackets_colons_and_quotes_returns() {
    returns(json!({
        "openapi": "3.1.0",
        "paths": {
            "/users/{id}": {
                "get": {
                    "parameters": [{"name": "id", "in": "path", "schema": {"type": "string", "pattern": "^[a-z]{2}:\"x\"$"}}],
                    "responses": {"200": {"description": "ok: [list]"}, "4XX": {"$ref": "#/components/x"}},
                },
                "post": {"security": [{"api_key": []}, {}], "x-codes": [[1, "a"], []]},
            },
        },
        "components": {"schemas": {"A": {"enum": ["a", null, 1, "true"]}, "B": {"allOf": [{"$ref": "#/A"}]}}},
    }));
}

#[test]
fn every_key_is_ordinary() {
    for key in ["__proto__", "constructor", "prototype", "toString", "length", "$ref", "a.b", ""] {
        returns_everywhere(key);
    }
    reads("[1]{__proto__}:\n  1", json!([{"__proto__": 1}]));
    reads("a[1:]{x}:\n  __proto__: 1", json!({"a": {"__proto__": {"x": 1}}}));
}

#[test]
fn a_table_in_a_list_item_is_two_levels_below_the_hyphen() {
    let table = json!([{"x": 1}, {"x": 2}]);
    returns(json!([{"t": table, "u": 1}, {"t": table}]));
    returns(json!({"a": [{"b": [{"t": table, "u": [table]}], "c": 1}, 5]}));
    reads("[1]:\n  - t[1]{x}:\n      1\n    u: 2", json!([{"t": [{"x": 1}], "u": 2}]));
    assert!(from_str::<Value>("[1]:\n  - t[1]{x}:\n    1").is_err());
}

#[test]
fn runs_of_inner_spaces_are_kept() {
    for text in ["a  b", "a   b    c", "x\u{a0} y", "a \t b"] {
        returns_everywhere(text);
    }
    reads("a: x  y", json!({"a": "x  y"}));
    reads("[2]: a  b,c   d", json!(["a  b", "c   d"]));
}

#[test]
fn a_token_has_its_type_as_a_whole() {
    for text in ["1.0 b", "1e1 b", "5 apples", "1-2", "true b", "nullx", "falsey", "3rd", "-5 degrees", "1.2.3.4"] {
        returns_everywhere(text);
    }
    reads("[3]: 1.0 b,1e1 b,2 x", json!(["1.0 b", "1e1 b", "2 x"]));
}

#[test]
fn integers_of_64_bits_are_exact_in_every_form() {
    let (max, min) = (u64::MAX, i64::MIN);
    returns(json!(max));
    returns(json!({"a": max, "b": [max, min, 9_007_199_254_740_993_u64]}));
    returns(json!([{"a": max}, {"a": min}]));
    returns(json!([max, {"a": min}]));
    returns(json!({"x": {"a": max}, "y": {"a": min}}));
}

#[test]
fn parentheses_are_plain() {
    for text in ["(x)", "f(a)", "(", ")", "a (b) c"] {
        assert_eq!(to_string(text).unwrap(), text);
        returns_everywhere(text);
    }
}

#[test]
fn a_delimiter_in_the_brackets_goes_for_the_header_only() {
    reads("a[2|]: x|y,z\nb[2]: x|y,z", json!({"a": ["x", "y,z"], "b": ["x|y", "z"]}));
    assert!(from_str::<Value>("a[2,]: x,y").is_err());
}

#[test]
fn a_byte_order_mark_is_content_but_for_the_first() {
    returns_everywhere("\u{feff}x");
    returns_everywhere("x\u{feff}");
    returns_everywhere("\u{feff}");
}

#[test]
fn keys_that_are_not_plain_names_return() {
    for key in ["é", "日本", "a-b", "a b", "1a", "#tag", "@x", "$x", "-x", "a.b.c", "\u{a0}", "👋", "x:y", "[0]", "{a}"]
    {
        returns_everywhere(key);
    }
    returns(json!([{}, {}]));
    returns(json!({"a": [{}, {}], "b": {}}));
}

#[test]
fn a_nested_object_may_be_the_first_field_of_an_item() {
    returns(json!([{"a": {"b": {"c": 1}}}, 2]));
    returns(json!([{"a": {"b": 1}, "c": [1]}, {"a": {}, "c": []}]));
    reads("[1]:\n  - a:\n      b:\n        c: 1", json!([{"a": {"b": {"c": 1}}}]));
}

#[test]
fn arrays_of_arrays_return_at_any_depth() {
    for value in
        [json!([[[]]]), json!([[[[1]]], [[]], []]), json!([[[{"a": [[]]}]]]), json!({"a": [[[1, 2], []], [[{}]]]})]
    {
        returns(value);
    }
}

#[test]
fn text_after_a_closing_quote_is_reported_with_its_place() {
    let error = from_str::<Value>("[1]{a,b}:\n  \"x\"y,1").unwrap_err();

    assert_eq!(error.to_string(), "the text is not TOON: line 2, column 6: expected nothing after the closing `\"`");
}

#[test]
fn only_unquoted_colons_make_an_item_an_object() {
    reads("[3]:\n  - \"a:b\"\n  - \"a\": b\n  - x\"a:b\"", json!(["a:b", {"a": "b"}, "x\"a:b\""]));
}

#[test]
fn a_table_without_a_key_is_not_a_list_item() {
    returns(json!([[{"a": 1}, {"a": 2}], [{"a": 3}]]));
    assert!(from_str::<Value>("[1]:\n  - [1]{a}:\n      1").is_err());
    assert!(from_str::<Value>("[1]:\n  - [1:]{a}:\n      k: 1").is_err());
}

#[test]
fn literals_in_quotes_are_strings() {
    for text in ["100.0", "true", "false", "null", "0", "-1", "1e5", "+5", "007", "True", "NULL", ""] {
        returns_everywhere(text);
    }
}

#[test]
fn a_key_with_a_hash_is_not_a_comment() {
    reads("\"#tag\": 1\n#tag: 2\nx: #y", json!({"#tag": 1, "x": "#y"}));
    reads("[2]:\n  - #a\n  - \"#b\"", json!(["#a", "#b"]));
}

#[test]
fn a_header_without_a_colon_is_a_string_and_one_with_a_huge_length_a_header() {
    reads("[2]:\n  - [2]\n  - a[1]{x}", json!(["[2]", "a[1]{x}"]));
    let lenient = DecodeOptions::new().with_strict(false);
    assert_eq!(from_str_with("a[99999999999999999999]: 1", &lenient), Ok(json!({"a": [1]})));
}

#[test]
fn control_characters_return() {
    for code in (0..0x20).chain([0x7f, 0x85, 0xa0, 0x2028, 0xfffe, 0x10_ffff]) {
        let c = char::from_u32(code).unwrap();
        returns_everywhere(&format!("{c}"));
        returns_everywhere(&format!("a{c}b"));
    }
}
