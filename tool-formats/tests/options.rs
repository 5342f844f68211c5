//! What is lost, what may be lost, and the options of each format.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};
use tool_formats::toon::DecodeOptions;
use tool_formats::{
    ConvertOptions, CsvOptions, Fidelity, Format, FormatError, IllegalCharacters, Nested, ReadOptions, RecordEnd,
    WriteOptions, YamlStyle, convert, convert_with, losses, to_string_with,
};

#[track_caller]
fn loses(value: &Value, format: Format, expected: &str) {
    assert_eq!(losses(value, format).unwrap().to_string(), expected, "{format}: {value}");
}

#[test]
fn json_toon_and_yaml_lose_nothing() {
    let value = json!([{ "a": 1, "b": [[], {}, null, "", "1"] }, { "a": [1.5] }]);

    for format in [Format::Json, Format::Toon, Format::Yaml] {
        loses(&value, format, "nothing");
    }
}

#[test]
fn xml_and_csv_lose_types_only_where_there_are_any_to_lose() {
    for format in [Format::Xml, Format::Csv] {
        loses(&json!([{ "a": "x" }, { "a": "y-1" }]), format, "nothing");
        loses(&json!([{ "a": "x" }, { "a": 1 }]), format, "types");
        loses(&json!([{ "a": "x" }, { "a": "1" }]), format, "types");
        loses(&json!([{ "a": "x" }, { "a": false }]), format, "types");
        loses(&json!([{ "a": "x" }, { "a": null }]), format, "empty kinds");
        loses(&json!([{ "a": "x" }, { "a": "" }]), format, "empty kinds");
    }
}

#[test]
fn a_value_without_a_distinct_form_is_lost() {
    loses(&json!({ "a": ["x"] }), Format::Xml, "arrays of one");
    loses(&json!({ "a": ["x", "y"] }), Format::Xml, "nothing");
    loses(&json!({ "a": {} }), Format::Xml, "empty kinds");
    loses(&json!([["x", "y"]]), Format::Xml, "structure");
    loses(&json!([["x"]]), Format::Xml, "arrays of one, structure");
    loses(&json!([{ "a": "x" }]), Format::Csv, "arrays of one");
    loses(&json!({ "a": "x" }), Format::Csv, "arrays of one");
    loses(&json!([{ "a": "x" }, { "b": "y" }]), Format::Csv, "empty kinds");
    loses(&json!([{ "a": ["x"] }, { "a": "y" }]), Format::Csv, "types");
}

#[test]
fn a_value_that_a_format_cannot_hold_is_not_a_loss_but_an_error() {
    assert!(matches!(losses(&json!([1]), Format::Csv), Err(FormatError::NotTabular { .. })));
    assert!(matches!(losses(&json!("\u{1}"), Format::Xml), Err(FormatError::IllegalCharacter { .. })));
}

#[test]
fn digits_past_a_double_are_lost_on_the_way() {
    let losses = |json: &str| {
        convert_with(json, Format::Json, Format::Toon, &ConvertOptions::default()).unwrap().losses.to_string()
    };

    assert_eq!(losses("[0.30000000000000001]"), "digits");
    assert_eq!(losses("[1.50,1e2,0.0,123456789012345678901234567890]"), "nothing");
}

#[test]
fn a_name_given_twice_is_a_loss_of_values_in_every_format() {
    let text = r#"[{"a":"x","b":{"c":"y","c":"z"}},{"a":"x","b":{"c":"y"}}]"#;
    for format in [Format::Json, Format::Toon, Format::Yaml, Format::Xml] {
        let may = |fidelity| {
            let write = WriteOptions::new().with_fidelity(fidelity);
            convert_with(text, Format::Json, format, &ConvertOptions::new().with_write(write))
        };

        assert_eq!(may(Fidelity::Any).unwrap().losses.to_string(), "duplicate keys", "{format}");
        for fidelity in [Fidelity::NoValueLoss, Fidelity::Lossless] {
            let error = may(fidelity).unwrap_err().to_string();
            assert_eq!(error, "reading `json` loses: duplicate keys", "{format}");
        }
    }
}

#[test]
fn a_name_that_lenient_toon_gives_twice_is_a_loss() {
    let losses = |text: &str| {
        let toon = DecodeOptions::new().with_strict(false);
        let options = ConvertOptions::new().with_read(ReadOptions::new().with_toon(toon));
        convert_with(text, Format::Toon, Format::Json, &options).unwrap().losses.to_string()
    };

    assert_eq!(losses("a: 1\nb: 2\na: 3"), "duplicate keys");
    assert_eq!(losses("a: 1\nb: 2"), "nothing");
}

#[test]
fn fidelity_turns_losses_into_errors() {
    let may = |fidelity| WriteOptions::new().with_fidelity(fidelity).with_illegal(IllegalCharacters::Replace);
    let typed = json!({ "a": 1 });
    let replaced = json!({ "a": "x\u{1}" });

    assert!(to_string_with(&typed, Format::Xml, &may(Fidelity::NoValueLoss)).is_ok());
    let error = to_string_with(&typed, Format::Xml, &may(Fidelity::Lossless)).unwrap_err();
    assert_eq!(error.to_string(), "`xml` cannot represent: types");
    assert!(to_string_with(&replaced, Format::Xml, &may(Fidelity::Any)).is_ok());
    let error = to_string_with(&replaced, Format::Xml, &may(Fidelity::NoValueLoss)).unwrap_err();
    assert_eq!(error.to_string(), "`xml` cannot represent: characters");
    assert!(to_string_with(&typed, Format::Toon, &may(Fidelity::Lossless)).is_ok());
}

#[test]
fn illegal_characters_are_replaced_when_asked_for() {
    let options = WriteOptions::new().with_illegal(IllegalCharacters::Replace);

    let text = to_string_with(&json!({ "a\u{0}": "\u{1}<\u{FFFF}\t" }), Format::Xml, &options).unwrap();

    assert_eq!(text, "<ObjectNode><field name=\"a\u{FFFD}\">\u{FFFD}&lt;\u{FFFD}\t</field></ObjectNode>");
}

#[track_caller]
fn csv(value: &Value, options: CsvOptions) -> Result<String, FormatError> {
    to_string_with(value, Format::Csv, &WriteOptions::new().with_csv(options))
}

#[test]
fn nested_cells_are_flattened_or_refused_when_asked_for() {
    let flatten = CsvOptions::new().with_nested(Nested::Flatten);
    let refuse = CsvOptions::new().with_nested(Nested::Refuse);
    let value = json!([{ "id": 1, "at": { "x": [2, 3], "y": {} } }, { "id": 4, "at": null }]);

    assert_eq!(csv(&value, flatten).unwrap(), "id,at.x.0,at.x.1,at.y,at\n1,2,3,{},\n4,,,,");
    assert_eq!(csv(&value, refuse), Err(FormatError::nested_refused("/0/at")));
    assert_eq!(csv(&json!([{ "a": 1 }]), refuse).unwrap(), "a\n1");
}

#[test]
fn two_values_of_one_flattened_column_are_an_error() {
    let flatten = CsvOptions::new().with_nested(Nested::Flatten);
    let collision = Err(FormatError::column_collision("a.b"));

    assert_eq!(csv(&json!({ "a.b": 1, "a": { "b": 2 } }), flatten), collision);
    assert_eq!(csv(&json!([{ "a.b": 1 }, { "a": { "b": 2 } }]), flatten), collision);
}

#[test]
fn records_end_as_asked_for() {
    let crlf = CsvOptions::new().with_record_end(RecordEnd::CrLf);

    assert_eq!(csv(&json!([{ "a": 1 }, { "a": "x\ny" }]), crlf).unwrap(), "a\r\n1\r\n\"x\ny\"");
}

#[test]
fn formulas_are_guarded_when_asked_for_and_numbers_never() {
    let guard = CsvOptions::new().with_guard_formulas(true);
    let value = json!([{ "a": "=1+1", "b": -20, "c": "-x", "d": "@y", "e": "\tz", "f": "a=b" }]);

    assert_eq!(csv(&value, guard).unwrap(), "a,b,c,d,e,f\n\"'=1+1\",-20,\"'-x\",\"'@y\",\"'\tz\",a=b");
    assert_eq!(csv(&value, CsvOptions::default()).unwrap(), "a,b,c,d,e,f\n\"=1+1\",-20,-x,@y,\"\tz\",a=b");
}

#[test]
fn compact_yaml_quotes_what_may_be_a_number_a_date_or_a_word_to_any_reader() {
    let options = WriteOptions::new().with_yaml(YamlStyle::Compact);
    let written = |text: &str| to_string_with(&json!({ text: text }), Format::Yaml, &options).unwrap();
    for quoted in [
        "e0",
        "E-5",
        "012:30",
        "+_",
        "-e1",
        "12:30:45",
        "1_000",
        ".5",
        "0x1F",
        "0o17",
        "2026-11-01",
        ".inf",
        "-.Inf",
        "=",
        "<<",
        "~",
        "No",
        "y",
        "NULL",
        "...",
        "--- a",
        "- a",
        "#a",
        "a #b",
        "a: b",
        "a:",
        " a",
        "a ",
        "",
        "10.0.0.1",
    ] {
        assert_eq!(written(quoted), format!("\"{quoted}\": \"{quoted}\""));
    }
    for plain in
        ["a", "Ada L.", "_id", "2 apples", "50%", "-lo", ".gitignore", "a#b", "é 東京", "it's \"x\"", "e1x", "/a?b=c&d"]
    {
        assert_eq!(written(plain), format!("{plain}: {plain}"));
    }
}

#[test]
fn compact_yaml_keeps_all_digits_and_indents_by_hyphens() {
    let options = WriteOptions::new().with_yaml(YamlStyle::Compact);
    let json = r#"{"a":[1e300,[1,[]],{"b":["x"]}],"c":1234567890123456789012345678901234567890123456,"d":{}}"#;

    let written = convert_with(json, Format::Json, Format::Yaml, &ConvertOptions::new().with_write(options));

    let text = "a:\n- 1.0e+300\n- - 1\n  - []\n- b:\n  - x\nc: 1234567890123456789012345678901234567890123456\nd: {}";
    assert_eq!(written.unwrap().text, text);
    assert_eq!(to_string_with(&json!({}), Format::Yaml, &options).unwrap(), "{}");
    assert_eq!(to_string_with(&"a", Format::Yaml, &options).unwrap(), "a");
}

#[test]
fn compact_yaml_quotes_only_what_readers_would_misread() {
    let options = WriteOptions::new().with_yaml(YamlStyle::Compact);
    let value = json!({ "name": "Ada L.", "no": "no", "n": [1, 2.5, 1e300, null, true, [], {}], "text": "a\nb\n" });

    let text = to_string_with(&value, Format::Yaml, &options).unwrap();

    assert!(text.starts_with("name: Ada L.\n"), "{text}");
    assert!(!text.ends_with('\n'), "{text}");
    assert_eq!(
        convert(&text, Format::Yaml, Format::Json).unwrap(),
        convert(&value.to_string(), Format::Json, Format::Json).unwrap()
    );
}
