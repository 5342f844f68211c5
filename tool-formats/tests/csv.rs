//! CSV: its rules one by one, and awkward values read back by a reader that is not ours.
#![cfg(feature = "csv")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use proptest::prelude::*;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use tool_formats::{Format, FormatError, convert, to_string};

fn csv_of(json: &str) -> Result<String, FormatError> {
    convert(json, Format::Json, Format::Csv)
}

#[track_caller]
fn written_as(json: &str, expected: &str) {
    assert_eq!(csv_of(json).as_deref(), Ok(expected), "{json}");
}

#[test]
fn an_array_of_objects_is_a_header_and_records() {
    written_as(r#"[{"a":1,"b":"x"},{"a":2.50,"b":true}]"#, "a,b\n1,x\n2.5,true");
}

#[test]
fn an_object_is_one_record() {
    written_as(r#"{"a":1,"b":"x"}"#, "a,b\n1,x");
}

#[test]
fn columns_are_the_union_of_the_keys_as_they_come() {
    written_as(r#"[{"b":1},{"a":2,"b":3},{"c":4,"a":5}]"#, "b,a,c\n1,,\n3,2,\n,5,4");
    written_as(r#"[{},{"a":1}]"#, "a\n\"\"\n1");
}

#[test]
fn rows_take_the_order_of_the_first_row() {
    written_as(r#"[{"a":1,"b":2},{"b":4,"a":3}]"#, "a,b\n1,2\n3,4");
}

#[test]
fn null_is_nothing_and_empty_text_is_quoted() {
    written_as(r#"[{"a":null,"b":""}]"#, "a,b\n,\"\"");
}

#[test]
fn a_record_of_one_empty_cell_is_not_an_empty_line() {
    written_as(r#"[{"a":null},{"a":1},{"a":null}]"#, "a\n\"\"\n1\n\"\"");
}

#[test]
fn texts_are_quoted_for_any_character_below_the_hyphen() {
    for text in ["a b", "a!b", "a#b", "a$b", "50%", "a&b", "it's", "(a)", "a*b", "+a", "a,b", "\u{1}"] {
        let json = serde_json::json!({ "k": text }).to_string();
        written_as(&json, &format!("k\n\"{text}\""));
    }
    for text in ["a-b", "-5", "a.b", "a/b", "a:b", "a;b", "=a", "@a", "a|b", "é", "{a}", "007", "true", "null"] {
        let json = serde_json::json!({ "k": text }).to_string();
        written_as(&json, &format!("k\n{text}"));
    }
}

#[test]
fn texts_longer_than_24_characters_are_quoted() {
    written_as(&format!("{{\"k\":\"{}\"}}", "é".repeat(24)), &format!("k\n{}", "é".repeat(24)));
    written_as(&format!("{{\"k\":\"{}\"}}", "é".repeat(25)), &format!("k\n\"{}\"", "é".repeat(25)));
}

#[test]
fn quotes_are_doubled_and_line_ends_kept() {
    written_as(r#"{"k":"say \"hi\""}"#, "k\n\"say \"\"hi\"\"\"");
    written_as(r#"{"k":"a\r\nb\rc\nd"}"#, "k\n\"a\r\nb\rc\nd\"");
    written_as("{\"k\":\"a\u{85}b\"}", "k\n\"a\u{85}b\"");
    written_as("{\"\u{feff}k\":1}", "\"\u{feff}k\"\n1");
    written_as(r#"{"k":"\tx"}"#, "k\n\"\tx\"");
}

#[test]
fn headers_are_quoted_like_cells() {
    written_as(r#"{"":1,"a b":2,"c\"d":3}"#, "\"\",\"a b\",\"c\"\"d\"\n1,2,3");
}

#[test]
fn numbers_and_booleans_are_never_quoted() {
    written_as(
        r#"{"a":-1,"b":1234567890.1234567,"c":false,"d":123456789012345678901234567890}"#,
        "a,b,c,d\n-1,1234567890.1234567,false,123456789012345678901234567890",
    );
}

#[test]
fn deeper_values_are_json_in_a_cell() {
    written_as(
        r#"{"a":[1],"b":[1,2],"c":{"d":"x"},"e":[],"f":{}}"#,
        "a,b,c,e,f\n[1],\"[1,2]\",\"{\"\"d\"\":\"\"x\"\"}\",[],{}",
    );
}

#[track_caller]
fn refuses(json: &str, path: &str, found: &'static str) {
    assert_eq!(csv_of(json), Err(FormatError::not_tabular(path, found)), "{json}");
}

#[test]
fn what_is_not_a_table_is_refused_with_its_place() {
    refuses("1", "", "a number");
    refuses("\"x\"", "", "a string");
    refuses("true", "", "a boolean");
    refuses("null", "", "null");
    refuses("[]", "", "an empty array");
    refuses("{}", "", "an object without keys");
    refuses("[{},{}]", "", "objects without keys");
    refuses(r#"[{"a":1},[2]]"#, "/1", "an array");
    refuses(r#"[{"a":1},{"a":2},3]"#, "/2", "a number");
    refuses("[[]]", "/0", "an empty array");
}

#[test]
fn rows_with_nothing_in_common_are_refused_once_there_are_many() {
    let rows = |count: usize| {
        let rows: Vec<String> = (0..count).map(|at| format!("{{\"k{at}\":1}}")).collect();
        format!("[{}]", rows.join(","))
    };

    assert!(csv_of(&rows(100)).is_ok());
    assert_eq!(csv_of(&rows(101)), Err(FormatError::too_sparse(101, 101)));
    assert_eq!(csv_of(&rows(100_000)), Err(FormatError::too_sparse(100_000, 100_000)));
}

#[test]
fn awkward_cells_come_back() {
    let cells = [
        "", " ", "a", " a ", "a,b", "\"", "\"\"", "a\"b", "\n", "a\r\nb", "\r", "=1+1", "'", "é👋", "\u{feff}",
        "\u{2028}", "\\", "#x", "\t",
    ];
    let rows: Vec<_> = cells.iter().map(|cell| serde_json::json!({ "k": cell, "n": 1 })).collect();

    let text = csv_of(&serde_json::Value::from(rows).to_string()).unwrap();

    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), &["k", "n"][..]);
    let back: Vec<String> = reader.records().map(|record| record.unwrap()[0].to_owned()).collect();
    assert_eq!(back, cells);
}

#[test]
fn a_first_name_with_a_byte_order_mark_is_quoted() {
    let json = "[{\"\u{feff}id\":1,\"\u{feff}b\":2}]";

    let text = convert(json, Format::Json, Format::Csv).unwrap();

    assert_eq!(text, "\"\u{feff}id\",\"\u{feff}b\"\n1,2");
    assert_eq!(convert(&text, Format::Csv, Format::Json).unwrap(), json);
}

#[test]
fn a_row_may_miss_keys_of_the_first_one_or_bring_them_in_another_order() {
    written_as(
        r#"[{"a":1,"b":2,"c":3},{"b":4},{"c":5},{},{"c":6,"a":7},{"b":null},{"a":8,"b":9,"c":0}]"#,
        "a,b,c\n1,2,3\n,4,\n,,5\n,,\n7,,6\n,,\n8,9,0",
    );
}

#[test]
fn a_key_that_comes_late_widens_the_rows_before() {
    written_as(
        r#"[{"a":"x\n,y"},{"a":2},{"a":3,"b":[1,"z"]},{"b":null,"c":""}]"#,
        "a,b,c\n\"x\n,y\",,\n2,,\n3,\"[1,\"\"z\"\"]\",\n,,\"\"",
    );
    written_as(r#"[{"a":null},{"a":""},{"b":1,"a":null}]"#, "a,b\n,\n\"\",\n,1");
}

#[test]
fn rows_that_are_sparse_at_first_are_written_if_enough_follows() {
    let key = |at: usize| format!("k{at}");
    let sparse = (0..200).map(|at| json!({ key(at): at }));
    let full = (0..200).map(|row| (0..200).map(|at| (key(at), json!(row))).collect::<Value>());

    let text = to_string(&sparse.chain(full).collect::<Value>(), Format::Csv).unwrap();

    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 401);
    assert!(lines.iter().all(|line| line.matches(',').count() == 199));
    assert!(lines[3].starts_with(",,2,,") && lines[400].starts_with("199,199,"));
}

/// A row as its keys come, of which two may be equal.
#[derive(Debug, Clone)]
struct Row(Vec<(&'static str, Value)>);

const KEYS: [&str; 6] = ["a", "b c", "", "name", "a longer name", "é"];

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

fn cell() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!("")),
        any::<i16>().prop_map(Value::from),
        "[a-c,\"\n\r é-]{0,30}".prop_map(Value::from),
        prop_oneof![Just(json!([])), Just(json!({ "x": [null, "\"y\"," ] }))],
    ]
}

fn row() -> impl Strategy<Value = Row> {
    let usual = prop::collection::vec(cell(), 4).prop_map(|cells| Row(KEYS.into_iter().zip(cells).collect()));
    let other = prop::collection::vec((prop::sample::select(KEYS.to_vec()), cell()), 0..6).prop_map(Row);
    prop_oneof![3 => usual, 1 => other]
}

/// The same by the rules themselves: all columns first, then cell by cell.
fn expected(rows: &[Row]) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for (key, _) in rows.iter().flat_map(|row| &row.0) {
        if !columns.contains(key) {
            columns.push(*key);
        }
    }
    let written = |value: &Value| csv_of(&json!([{ "k": value, "l": 0 }]).to_string()).unwrap()[4..].to_owned();
    let cell = |value: &Value| written(value).strip_suffix(",0").unwrap().to_owned();
    let header: Vec<String> = columns.iter().map(|key| cell(&json!(key))).collect();
    let mut lines = vec![header.join(",")];
    for row in rows {
        let value =
            |column| row.0.iter().rev().find(|(key, _)| key == column).map_or(Value::Null, |(_, value)| value.clone());
        let line = columns.iter().map(|column| cell(&value(column))).collect::<Vec<_>>().join(",");
        lines.push(if line.is_empty() { "\"\"".to_owned() } else { line });
    }
    lines.join("\n")
}

proptest! {
    #[test]
    fn rows_of_any_keys_are_written_by_the_rules_whether_typed_or_from_a_text(rows in prop::collection::vec(row(), 1..8)) {
        prop_assume!(rows.iter().any(|row| !row.0.is_empty()));

        let expected = expected(&rows);

        prop_assert_eq!(to_string(&rows, Format::Csv).unwrap(), expected.clone());
        prop_assert_eq!(csv_of(&serde_json::to_string(&rows).unwrap()).unwrap(), expected);
    }
}

#[test]
fn a_delimiter_is_between_cells_and_quoted_inside_of_them() {
    use tool_formats::{ConvertOptions, CsvDelimiter, CsvOptions, convert_with};
    let value = r#"[{"a;b":"1;2","c|d":"3|4","e":"x,y"},{"a;b":"tab\t","f":null,"e":1.5}]"#;
    for delimiter in [CsvDelimiter::Comma, CsvDelimiter::Semicolon, CsvDelimiter::Tab, CsvDelimiter::Pipe] {
        let csv = CsvOptions::new().with_delimiter(delimiter);
        let mut options = ConvertOptions::default();
        options.write.csv = csv;
        options.read.csv = csv;

        let text = convert_with(value, Format::Json, Format::Csv, &options).unwrap().text;
        let back = convert_with(&text, Format::Csv, Format::Json, &options).unwrap().text;

        let expected = r#"[{"a;b":"1;2","c|d":"3|4","e":"x,y","f":null},{"a;b":"tab\t","c|d":null,"e":1.5,"f":null}]"#;
        assert_eq!(back, expected, "{text}");
    }
}

#[test]
fn a_first_line_says_the_delimiter_and_a_column_of_that_name_is_quoted() {
    use tool_formats::{convert, from_str};
    for text in ["sep=;\na;b\n1;2", "SEP=;\r\na;b\r\n1;2", "\u{feff}sep=;\na;b\n1;2"] {
        let rows: Vec<(u8, u8)> = from_str(text, Format::Csv).unwrap();
        assert_eq!(rows, [(1, 2)], "{text:?}");
    }
    let text = convert(r#"[{"sep=;":1}]"#, Format::Json, Format::Csv).unwrap();
    assert_eq!(text, "\"sep=;\"\n1");
    assert_eq!(convert(&text, Format::Csv, Format::Json).unwrap(), r#"[{"sep=;":1}]"#);
    let error = from_str::<Vec<(u8, u8)>>("sep=;\na;b\n1;x", Format::Csv).unwrap_err();
    assert!(error.to_string().starts_with("line 3, column 3: "), "{error}");
}
