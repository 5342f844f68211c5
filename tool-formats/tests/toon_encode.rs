//! The rules of TOON 4.4 for the forms of arrays and objects, one by one.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use serde_json::Value;
use tool_formats::toon::{Delimiter, EncodeOptions, convert_json, to_string_with};

const DEFAULT: EncodeOptions = EncodeOptions::new().with_indent(2).with_delimiter(Delimiter::Comma);

#[track_caller]
fn written_as(json: &str, expected: &str) {
    written_with(DEFAULT, json, expected);
}

/// From text and from a typed value the same has to come out.
#[track_caller]
fn written_with(options: EncodeOptions, json: &str, expected: &str) {
    let value: Value = serde_json::from_str(json).unwrap();
    assert_eq!(convert_json(json, &options).unwrap(), expected, "{json} from text");
    assert_eq!(to_string_with(&value, &options).unwrap(), expected, "{json} from a value");
}

#[test]
fn an_empty_object_at_the_root_is_an_empty_document() {
    written_as("{}", "");
}

#[test]
fn a_scalar_at_the_root_is_the_whole_text() {
    written_as("7", "7");
    written_as("null", "null");
    written_as("true", "true");
    written_as(r#""two words""#, "two words");
    written_as(r#""a,b""#, r#""a,b""#);
}

#[test]
fn a_byte_order_mark_is_quoted_only_where_the_document_begins() {
    written_as("\"\u{feff}x\"", "\"\u{feff}x\"");
    written_as("[\"\u{feff}x\"]", "[1]: \u{feff}x");
    written_as("{\"k\":\"\u{feff}x\"}", "k: \u{feff}x");
    written_as("\"x\u{feff}\"", "x\u{feff}");
}

#[test]
fn fields_are_lines_in_the_order_of_their_keys() {
    written_as(r#"{"b":1,"a":"x","c":null,"d":false}"#, "b: 1\na: x\nc: null\nd: false");
}

#[test]
fn nested_objects_are_indented() {
    written_as(r#"{"a":{"b":{"c":1},"d":2}}"#, "a:\n  b:\n    c: 1\n  d: 2");
}

#[test]
fn an_empty_object_field_is_a_bare_colon() {
    written_as(r#"{"a":{},"b":1}"#, "a:\nb: 1");
}

#[test]
fn empty_arrays_depend_on_their_place() {
    written_as("[]", "[]");
    written_as(r#"{"a":[]}"#, "a: []");
    written_as("[[]]", "[1]:\n  - [0]:");
    written_as(r#"[{"a":[]}]"#, "[1]:\n  - a: []");
}

#[test]
fn scalars_share_the_line_of_their_header() {
    written_as("[1]", "[1]: 1");
    written_as(r#"{"a":[1,"x",null,true,"","a,b"]}"#, r#"a[6]: 1,x,null,true,"","a,b""#);
}

#[test]
fn objects_of_one_shape_are_a_table() {
    written_as(r#"{"a":[{"x":1,"y":"p"},{"x":2,"y":"q"}]}"#, "a[2]{x,y}:\n  1,p\n  2,q");
    written_as(r#"[{"x":1}]"#, "[1]{x}:\n  1");
}

#[test]
fn a_column_may_mix_all_kinds_of_scalars() {
    written_as(r#"[{"x":1},{"x":null},{"x":"s"},{"x":true},{"x":""}]"#, "[5]{x}:\n  1\n  null\n  s\n  true\n  \"\"");
}

#[test]
fn rows_take_the_order_of_the_first_row() {
    written_as(r#"[{"a":1,"b":2,"c":3},{"c":6,"a":4,"b":5}]"#, "[2]{a,b,c}:\n  1,2,3\n  4,5,6");
}

#[test]
fn rows_of_many_keys_take_the_order_of_the_first_row() {
    let key = |at: usize| format!("k{at}");
    let row = |order: &[usize]| {
        let entries: Vec<String> = order.iter().map(|at| format!("\"{}\":{at}", key(*at))).collect();
        format!("{{{}}}", entries.join(","))
    };
    let order: Vec<usize> = (0..40).collect();
    let reversed: Vec<usize> = (0..40).rev().collect();
    let keys: Vec<String> = order.iter().map(|at| key(*at)).collect();
    let cells: Vec<String> = order.iter().map(ToString::to_string).collect();
    let (keys, cells) = (keys.join(","), cells.join(","));

    written_as(&format!("[{},{}]", row(&order), row(&reversed)), &format!("[2]{{{keys}}}:\n  {cells}\n  {cells}"));
}

#[test]
fn like_objects_in_a_column_are_a_group_of_columns() {
    written_as(
        r#"[{"id":1,"at":{"x":2,"y":3},"ok":true},{"id":4,"at":{"y":6,"x":5},"ok":false}]"#,
        "[2]{id,at{x,y},ok}:\n  1,2,3,true\n  4,5,6,false",
    );
    written_as(r#"[{"a":{"b":{"c":1},"d":2}}]"#, "[1]{a{b{c},d}}:\n  1,2");
    written_as(r#"[{"a":{"b":{"c":1},"d":2}},{"a":{"d":4,"b":{"c":3}}}]"#, "[2]{a{b{c},d}}:\n  1,2\n  3,4");
}

#[test]
fn objects_of_different_keys_are_a_list() {
    written_as(r#"[{"a":1},{"b":2}]"#, "[2]:\n  - a: 1\n  - b: 2");
    written_as(r#"[{"a":1},{"a":1,"b":2}]"#, "[2]:\n  - a: 1\n  - a: 1\n    b: 2");
    written_as(r#"[{"a":1,"b":2},{"a":1}]"#, "[2]:\n  - a: 1\n    b: 2\n  - a: 1");
}

#[test]
fn one_empty_object_makes_a_list_of_all() {
    written_as(r#"[{"a":1},{}]"#, "[2]:\n  - a: 1\n  -");
    written_as(r#"[{},{"a":1}]"#, "[2]:\n  -\n  - a: 1");
    written_as("[{},{}]", "[2]:\n  -\n  -");
}

#[test]
fn one_array_in_a_cell_makes_a_list_of_all() {
    written_as(r#"[{"a":1},{"a":[2]}]"#, "[2]:\n  - a: 1\n  - a[1]: 2");
    written_as(r#"[{"a":[]},{"a":1}]"#, "[2]:\n  - a: []\n  - a: 1");
    written_as(r#"[{"a":{"b":[1]}}]"#, "[1]:\n  - a:\n      b[1]: 1");
}

#[test]
fn a_column_of_null_and_objects_makes_a_list() {
    written_as(r#"[{"a":{"b":1}},{"a":null}]"#, "[2]:\n  - a:\n      b: 1\n  - a: null");
    written_as(r#"[{"a":null},{"a":{"b":1}}]"#, "[2]:\n  - a: null\n  - a:\n      b: 1");
    written_as(r#"[{"a":{"b":1}},{"a":{}}]"#, "[2]:\n  - a:\n      b: 1\n  - a:");
    written_as(r#"[{"a":{"b":1}},{"a":{"c":1}}]"#, "[2]:\n  - a:\n      b: 1\n  - a:\n      c: 1");
}

#[test]
fn mixed_items_are_a_list() {
    written_as(r#"[1,{"a":2},[3,4],"x",[]]"#, "[5]:\n  - 1\n  - a: 2\n  - [2]: 3,4\n  - x\n  - [0]:");
    written_as("[1,[2]]", "[2]:\n  - 1\n  - [1]: 2");
    written_as(r#"[{"a":1},2]"#, "[2]:\n  - a: 1\n  - 2");
}

#[test]
fn arrays_of_arrays_nest_by_one_level() {
    written_as("[[[]]]", "[1]:\n  - [1]:\n    - [0]:");
    written_as("[[[1,2],[3]]]", "[1]:\n  - [2]:\n    - [2]: 1,2\n    - [1]: 3");
}

#[test]
fn an_array_that_is_an_item_is_never_a_table() {
    written_as(r#"[[{"a":1},{"a":2}]]"#, "[1]:\n  - [2]:\n    - a: 1\n    - a: 2");
}

#[test]
fn the_first_field_of_an_item_is_after_the_hyphen_one_level_deeper() {
    written_as(r#"[{"a":{"b":1},"c":2},3]"#, "[2]:\n  - a:\n      b: 1\n    c: 2\n  - 3");
    written_as(r#"[{"a":[{"x":1},{"x":2}],"c":2}]"#, "[1]:\n  - a[2]{x}:\n      1\n      2\n    c: 2");
    written_as(r#"[{"a":[[1]],"c":2}]"#, "[1]:\n  - a[1]:\n      - [1]: 1\n    c: 2");
    written_as(
        r#"[{"a":{"b":{"x":1},"c":{"x":2}},"d":[1]}]"#,
        "[1]:\n  - a[2:]{x}:\n      b: 1\n      c: 2\n    d[1]: 1",
    );
}

#[test]
fn later_fields_of_an_item_may_be_tables_too() {
    written_as(r#"[{"a":1,"t":[{"x":1}]}]"#, "[1]:\n  - a: 1\n    t[1]{x}:\n      1");
}

#[test]
fn an_object_of_like_objects_is_a_keyed_table() {
    written_as(r#"{"m":{"a":{"x":1,"y":2},"b":{"y":4,"x":3}}}"#, "m[2:]{x,y}:\n  a: 1,2\n  b: 3,4");
    written_as(r#"{"a":{"x":1},"b":{"x":2}}"#, "[2:]{x}:\n  a: 1\n  b: 2");
    written_as(r#"{"m":{"a b":{"x":{"y":1}},"1":{"x":{"y":2}}}}"#, "m[2:]{x{y}}:\n  \"a b\": 1\n  \"1\": 2");
}

#[test]
fn an_object_of_one_entry_is_not_a_keyed_table() {
    written_as(r#"{"a":{"x":1}}"#, "a:\n  x: 1");
    written_as(r#"{"m":{"a":{"x":1}}}"#, "m:\n  a:\n    x: 1");
}

#[test]
fn entries_of_different_shapes_are_not_a_keyed_table() {
    written_as(r#"{"a":{"x":1},"b":{"y":2}}"#, "a:\n  x: 1\nb:\n  y: 2");
    written_as(r#"{"a":{"x":1},"b":{}}"#, "a:\n  x: 1\nb:");
    written_as(r#"{"a":{"x":1},"b":2}"#, "a:\n  x: 1\nb: 2");
    written_as(r#"{"a":{"x":[]},"b":{"x":[]}}"#, "a:\n  x: []\nb:\n  x: []");
    written_as(r#"{"a":{},"b":{}}"#, "a:\nb:");
}

#[test]
fn keyed_tables_are_found_below_an_object_that_is_none() {
    written_as(
        r#"{"a":{"b":{"x":1},"c":{"x":2}},"d":{"e":{"x":1},"f":{"y":2}}}"#,
        "a[2:]{x}:\n  b: 1\n  c: 2\nd:\n  e:\n    x: 1\n  f:\n    y: 2",
    );
}

#[test]
fn a_list_item_is_never_a_keyed_table_itself() {
    written_as(r#"[{"a":{"x":1},"b":{"x":2}},{"c":1}]"#, "[2]:\n  - a:\n      x: 1\n    b:\n      x: 2\n  - c: 1");
}

#[test]
fn a_ragged_last_row_turns_every_level_into_lists() {
    written_as(
        r#"{"a":[{"b":[{"c":1},{"c":2},{}]},{"b":[{"c":3}]},{}]}"#,
        "a[3]:\n  - b[3]:\n      - c: 1\n      - c: 2\n      -\n  - b[1]{c}:\n      3\n  -",
    );
}

#[test]
fn keys_follow_the_same_rule_in_fields_headers_and_entries() {
    written_as(r#"{"a b":1}"#, "\"a b\": 1");
    written_as(r#"{"a b":[]}"#, "\"a b\": []");
    written_as(r#"{"a b":[1]}"#, "\"a b\"[1]: 1");
    written_as(r#"[{"a b":1,"é":{"1":2}}]"#, "[1]{\"a b\",\"é\"{\"1\"}}:\n  1,2");
    written_as(r#"{"":{"x":1},"a-b":{"x":2}}"#, "[2:]{x}:\n  \"\": 1\n  a-b: 2".replace("a-b", "\"a-b\"").as_str());
    written_as(r##"{"#tag":1,"@x":2,"$y":3}"##, "\"#tag\": 1\n\"@x\": 2\n\"$y\": 3");
}

#[test]
fn tab_and_pipe_show_in_every_header() {
    let pipe = DEFAULT.with_delimiter(Delimiter::Pipe);
    let tab = DEFAULT.with_delimiter(Delimiter::Tab);

    written_with(pipe, r#"{"a":[1,2]}"#, "a[2|]: 1|2");
    written_with(pipe, r#"[{"a":1,"b":{"c":"x|y","d":"p,q"}}]"#, "[1|]{a|b{c|d}}:\n  1|\"x|y\"|p,q");
    written_with(pipe, r#"{"a":{"x":1,"y":2},"b":{"x":3,"y":4}}"#, "[2:|]{x|y}:\n  a: 1|2\n  b: 3|4");
    written_with(pipe, "[[1,2],[]]", "[2|]:\n  - [2|]: 1|2\n  - [0|]:");
    written_with(tab, r#"[{"a":"x,y","b":"p\tq"}]"#, "[1\t]{a\tb}:\n  x,y\t\"p\\tq\"");
    written_with(pipe, "[]", "[]");
}

#[test]
fn the_indent_can_be_chosen() {
    let wide = DEFAULT.with_indent(4);
    let none = DEFAULT.with_indent(0);

    written_with(wide, r#"{"a":{"b":[{"c":1},2]}}"#, "a:\n    b[2]:\n        - c: 1\n        - 2");
    written_with(none, r#"{"a":{"b":1}}"#, "a:\n b: 1");
}

#[test]
fn numbers_are_plain_and_shortest() {
    written_as("[1.0,-0.0,1e6,1e-6,1e-7,1.5e300,0.1,-2.50]", "[8]: 1,0,1000000,0.000001,1e-7,1.5e+300,0.1,-2.5");
    written_as("[18446744073709551615,-9223372036854775808]", "[2]: 18446744073709551615,-9223372036854775808");
}

#[test]
fn text_is_never_structure() {
    written_as(r##"["[2]:","- x","a: b","#c"]"##, r##"[4]: "[2]:","- x","a: b","#c""##);
    written_as(r#"[{"a":"x\ny","b":"{c}"}]"#, "[1]{a,b}:\n  \"x\\ny\",\"{c}\"");
}

#[test]
fn no_text_ends_with_a_newline_or_a_trailing_space() {
    for json in ["[]", "[{}]", "{\"a\":{}}", "[[]]", "[{\"a\":\"\"}]", "{\"a\":{\"b\":{}}}", "\"x \""] {
        let text = convert_json(json, &DEFAULT).unwrap();
        assert!(!text.ends_with(['\n', ' ']) && !text.contains(" \n"), "{json}: {text:?}");
    }
}

#[test]
fn objects_of_one_size_but_other_keys_are_not_a_table() {
    let convert = |json| tool_formats::convert(json, tool_formats::Format::Json, tool_formats::Format::Toon).unwrap();

    assert_eq!(convert(r#"{"p":{"a":1,"b":2},"q":{"a":1,"c":2}}"#), "p:\n  a: 1\n  b: 2\nq:\n  a: 1\n  c: 2");
    assert_eq!(convert(r#"{"p":{"a":{"x":1}},"q":{"a":1,"b":2}}"#), "p:\n  a:\n    x: 1\nq:\n  a: 1\n  b: 2");
    assert_eq!(convert(r#"{"p":{"a":{"x":1}},"q":{"a":{"x":2}}}"#), "[2:]{a{x}}:\n  p: 1\n  q: 2");
}
