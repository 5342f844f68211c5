//! What the format guide says of writing and reading: each test quotes the sentence that it checks.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fmt::Write;

use serde::Deserialize;
use serde_json::{Value, json};
use tool_formats::{
    CsvDelimiter, CsvOptions, Format, FormatError, ReadOptions, WriteOptions, from_str, from_str_with, to_string,
    to_string_with,
};

mod promises;
use promises::{guide, promised, row};

/// What the cells of a row say of JSON, TOON, YAML, XML and CSV.
fn said(first: &str) -> Vec<String> {
    row(first).split_off(1)
}

fn yes_or_no(is_true: impl Fn(Format) -> bool) -> Vec<String> {
    Format::ALL.iter().map(|format| if is_true(*format) { "yes" } else { "no" }.to_owned()).collect()
}

/// Whether all of these values have different texts in a table of two columns.
fn are_distinct(values: &[Value], format: Format) -> bool {
    let texts: Vec<_> =
        values.iter().map(|value| to_string(&json!([{ "a": value, "b": 1 }]), format).unwrap()).collect();
    texts.iter().enumerate().all(|(at, text)| texts.iter().skip(at + 1).all(|other| other != text))
}

#[test]
fn the_table_of_formats_says_which_kinds_of_values_are_distinct() {
    let kinds = [[json!("7"), json!(7)], [json!("true"), json!(true)]];
    assert_eq!(
        said("text, numbers and booleans are distinct"),
        yes_or_no(|format| kinds.iter().all(|pair| are_distinct(pair, format)))
    );

    let empty = [json!(null), json!(""), json!({}), json!([])];
    let mut expected = yes_or_no(|format| are_distinct(&empty, format));
    assert_eq!(expected.pop().as_deref(), Some("yes"), "CSV");
    assert_eq!(to_string(&json!([{ "a": null }]), Format::Csv), to_string(&json!([{ "a": "" }]), Format::Csv));
    expected.push("with two or more columns".to_owned());
    assert_eq!(said("`null`, `\"\"`, `{}` and `[]` are distinct"), expected);
}

#[test]
fn the_table_of_formats_says_which_values_can_be_represented() {
    assert_eq!(
        said("can represent"),
        [
            "any value",
            "any value",
            "any value",
            "text without control characters",
            "tables; nested values are JSON in a cell"
        ]
    );
    let control = json!([{ "a": "\u{1}" }]);
    assert!(matches!(to_string(&control, Format::Xml), Err(FormatError::IllegalCharacter { .. })));
    for format in [Format::Json, Format::Toon, Format::Yaml] {
        assert_eq!(from_str::<Value>(&to_string(&control, format).unwrap(), format), Ok(control.clone()), "{format}");
    }
    assert!(matches!(to_string(&json!([1]), Format::Csv), Err(FormatError::NotTabular { .. })));
    assert_eq!(to_string(&json!({ "a": [1, { "b": 2 }] }), Format::Csv).unwrap(), "a\n\"[1,{\"\"b\"\":2}]\"");
}

#[test]
fn toon_follows_the_specification() {
    promised("TOON follows version 4.4 of its specification; `1.0` becomes `1`.");
    // `toon_spec.rs` and `toon_decode_spec.rs` run its cases.
    assert_eq!(to_string(&1.0, Format::Toon).unwrap(), "1");
}

#[test]
fn yaml_quotes_each_text_value() {
    // `tests/readers` reads the texts with a reader of YAML 1.1 and one of 1.2.
    promised("YAML writes each text value in double quotes, so that readers of YAML 1.1 and 1.2 agree on it.");
    for text in ["", "a", "no", "null", "~", "1", "2024-01-01", "a b", "- a", "é", "a: b", "\u{2028}"] {
        for (value, start) in
            [(json!(text), "--- \""), (json!([text]), "---\n- \""), (json!({ "a": text }), "---\na: \"")]
        {
            let yaml = to_string(&value, Format::Yaml).unwrap();
            assert!(yaml.starts_with(start) && yaml.ends_with('"'), "{yaml}");
        }
    }
}

#[test]
fn xml_has_fixed_element_names_for_the_root_rows_and_other_keys() {
    promised(
        "XML wraps the value in `<ObjectNode>` and each row in `<root>`, and writes a name that XML does not allow as \
         `<field name=\"...\">`.",
    );
    let xml = to_string(&json!([{ "a b": 1 }, { "c": 2 }]), Format::Xml).unwrap();
    assert_eq!(xml, "<ObjectNode>\n<root><field name=\"a b\">1</field></root>\n<root><c>2</c></root>\n</ObjectNode>");
}

/// By the guide's rule.
fn is_quoted(text: &str, delimiter: char) -> bool {
    text.is_empty()
        || text.chars().count() > 24
        || text.chars().any(|c| c < '-' || c == delimiter || c == '\u{85}')
        || text.starts_with('\u{feff}')
}

#[test]
fn csv_quotes_by_the_rule_of_the_guide() {
    promised(
        "CSV quotes a text that is empty, is longer than 24 characters, contains the delimiter, U+0085 or a character \
         below `-`, or begins with a byte order mark; it ends a record with LF, and its columns are the keys of all rows \
         in the order of their first appearance.",
    );
    let mut texts: Vec<String> = ('\0'..='\u{3000}').flat_map(|c| [format!("a{c}b"), format!("{c}b")]).collect();
    texts.extend(["\u{feff}".to_owned(), "a\u{feff}".to_owned(), String::new(), "\u{1F600}".to_owned()]);
    texts.extend([24, 25].into_iter().flat_map(|len| ["a", "é", "日"].map(|c| c.repeat(len))));
    for (delimiter, c) in [
        (CsvDelimiter::Comma, ','),
        (CsvDelimiter::Semicolon, ';'),
        (CsvDelimiter::Tab, '\t'),
        (CsvDelimiter::Pipe, '|'),
    ] {
        let rows: Vec<_> = texts.iter().map(|text| json!({ "k": text, "n": 1 })).collect();
        let options = WriteOptions::new().with_csv(CsvOptions::new().with_delimiter(delimiter));
        let mut expected = format!("k{c}n");
        for text in &texts {
            let quote = if is_quoted(text, c) { "\"" } else { "" };
            write!(expected, "\n{quote}{}{quote}{c}1", text.replace('"', "\"\"")).unwrap();
        }
        assert!(to_string_with(&rows, Format::Csv, &options).unwrap() == expected, "delimiter {c:?}");
    }
    assert_eq!(
        to_string(&json!([{ "b": 1 }, { "a": 2, "b": 3 }, { "c": 4 }]), Format::Csv).unwrap(),
        "b,a,c\n1,,\n3,2,\n,,4"
    );
}

#[test]
fn no_text_ends_with_a_newline() {
    promised("No text ends with a newline.");
    for value in [json!({ "a": "b\n" }), json!([{ "a": [] }, { "b": {} }]), json!({ "a": { "b": "x\n\n" } })] {
        for format in Format::ALL {
            assert!(!to_string(&value, *format).unwrap().ends_with('\n'), "{format}: {value}");
        }
    }
}

/// A name, its tokens as JSON, and for each other format the tokens and per cent of those.
type Costs = (String, usize, Vec<(usize, usize)>);

/// The figures of the guide's table of costs.
fn costs() -> Vec<Costs> {
    let guide = guide();
    let table = guide.split("\n| data |").nth(1).unwrap().split("\n\n").next().unwrap();
    let number = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>().parse::<usize>().unwrap();
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split('|');
        let (name, json) = (cells.next().unwrap().trim().to_owned(), number(cells.next().unwrap()));
        let others = cells.map(|cell| cell.split_once('(').map(|(tokens, percent)| (number(tokens), number(percent))));
        (name, json, others.map(Option::unwrap).collect())
    };
    table.lines().skip(2).map(row).collect()
}

#[test]
fn what_the_guide_says_of_its_figures_is_so() {
    promised("YAML and XML never cost less than JSON here.");
    promised("The table above ranges from 54 % to 168 % of JSON, by the shape of the data alone.");
    promised(
        "Orders with a list inside cost 103 % in TOON and 120 % in CSV, a ragged log 132 % in TOON. Nested but uniform data \
         is the exception: 54 % in TOON, which nests its columns.",
    );
    let costs = costs();
    let percent = |name: &str, format: usize| {
        costs.iter().find(|(row, ..)| row.starts_with(name)).unwrap().2.get(format).unwrap().1
    };

    assert_eq!(costs.len(), 5);
    for (name, json, formats) in &costs {
        assert!(formats.iter().skip(1).take(2).all(|(tokens, _)| tokens >= json), "{name}");
    }
    let all: Vec<usize> = costs.iter().flat_map(|(.., formats)| formats.iter().map(|(_, percent)| *percent)).collect();
    assert_eq!((all.iter().min(), all.iter().max()), (Some(&54), Some(&168)));
    let [toon, csv] = [0, 3];
    assert_eq!((percent("orders", toon), percent("orders", csv), percent("ragged", toon)), (103, 120, 132));
    assert_eq!(percent("nested but uniform", toon), 54);
    let nested = json!([{ "a": { "b": 1 } }, { "a": { "b": 2 } }]);
    assert_eq!(to_string(&nested, Format::Toon).unwrap(), "[2]{a{b}}:\n  1\n  2");
}

#[test]
fn comments_and_blanks_are_not_data_and_three_things_are_errors() {
    promised(
        "Comments, processing instructions and blanks between XML elements are not data. A duplicate key in YAML, a document \
         type that defines entities or attributes, and a number out of the range of its type are errors.",
    );
    for (format, text) in [
        (Format::Xml, "<!-- c --><?p i?><ObjectNode> <a>1</a>\n<!-- d --> </ObjectNode>"),
        (Format::Yaml, "# c\na: 1 # d\n"),
    ] {
        let read = from_str_with::<Value>(text, format, &ReadOptions::default()).unwrap();
        assert_eq!((read.value, read.losses.is_empty()), (json!({ "a": 1 }), true), "{text}");
    }
    assert!(from_str::<Value>("a: 1\na: 2", Format::Yaml).is_err());
    for defines in ["<!ENTITY e \"x\">", "<!ATTLIST a b CDATA \"x\">"] {
        assert!(from_str::<Value>(&format!("<!DOCTYPE a [{defines}]><a>1</a>"), Format::Xml).is_err(), "{defines}");
    }
    for (format, text) in [
        (Format::Json, "[256]"),
        (Format::Toon, "[1]: 256"),
        (Format::Yaml, "[256]"),
        (Format::Xml, "<ObjectNode>\n<root>256</root>\n</ObjectNode>"),
    ] {
        assert!(from_str::<Vec<u8>>(text, format).is_err(), "{format}");
        assert!(from_str::<Vec<u16>>(text, format).is_ok(), "{format}");
    }
    assert!(from_str::<Vec<(u8, u8)>>("a,b\n256,1", Format::Csv).is_err());
}

#[derive(Debug, PartialEq, Deserialize)]
struct Row {
    id: u32,
    code: String,
}

#[test]
fn types_come_from_the_rust_type_or_the_characters() {
    promised(
        "`from_str::<Vec<Row>>(text, Format::Csv)` reads the cells of number fields as numbers. Without a type to read, as in \
         a `serde_json::Value`, a text of XML or CSV is a number or boolean only if it would be written with the same \
         characters: `7`, but not `007`.",
    );
    assert_eq!(from_str::<Vec<Row>>("id,code\n007,7", Format::Csv).unwrap(), [Row { id: 7, code: "7".to_owned() }]);
    let untyped = |text: &str| {
        let csv = from_str::<Value>(&format!("a,b\n{text},x"), Format::Csv).unwrap().pointer("/0/a").unwrap().clone();
        let xml = from_str::<Value>(&format!("<ObjectNode><a>{text}</a></ObjectNode>"), Format::Xml).unwrap();
        assert_eq!(xml.get("a"), Some(&csv), "{text}");
        csv
    };
    for (text, expected) in [("7", json!(7)), ("-1.5", json!(-1.5)), ("true", json!(true)), ("0", json!(0))] {
        assert_eq!(untyped(text), expected);
    }
    for text in ["007", "1e3", "+1", "True", ".5", "1.50", "-0"] {
        assert_eq!(untyped(text), json!(text));
    }
}

#[test]
fn each_error_of_reading_has_line_and_column() {
    promised("Each error of `from_str` has line and column.");
    let texts = ["", "{", "[1", "a: [", "a: \"x", "<a>", "<a></b>", "a,b\n1", "\"", "[1]{a}:", "\u{1}", "- a\n b: *c"];
    let deep = "[".repeat(200);
    let mut errors = 0;
    for format in Format::ALL {
        for text in texts.into_iter().chain([deep.as_str(), "[300]", "a\n300", "<a>300</a>", "a: 300"]) {
            let Err(error) = from_str::<Vec<u8>>(text, *format) else { continue };
            errors += 1;
            let sentence = error.to_string();
            let (_, place) = sentence.split_once("line ").unwrap_or_else(|| panic!("{format}, {text:?}: {sentence}"));
            let (line, place) = place.split_once(", column ").unwrap();
            let (column, _) = place.split_once(": ").unwrap();
            assert!(line.parse::<usize>().unwrap() > 0 && column.parse::<usize>().unwrap() > 0, "{sentence}");
        }
    }
    assert!(errors > 60, "{errors}");
}

#[test]
fn a_borrowed_str_is_a_part_of_the_text() {
    // `toon_deserializer.rs` and `toon_serializer.rs` have seeds and wrappers.
    promised(
        "`toon::Deserializer` works with `DeserializeSeed`, `toon::Serializer` with any `Serialize`; in JSON and TOON, a \
         `&str` borrows from a text without escapes.",
    );
    for (format, text) in [(Format::Json, r#"["abc"]"#), (Format::Toon, "[1]: abc")] {
        let read: Vec<&str> = from_str(text, format).unwrap();
        assert!(text.as_bytes().as_ptr_range().contains(&read.first().unwrap().as_ptr()), "{format}");
        let escaped = text.replace("abc", if format == Format::Json { r"a\nc" } else { r#""a\nc""# });
        assert!(from_str::<Vec<&str>>(&escaped, format).is_err(), "{format}");
    }
}

/// The times of reading into types, as ratios to JSON, from the page of the benchmarks.
#[test]
fn yaml_is_the_slowest_to_read_by_the_ratio_in_the_guide() {
    promised("YAML is the slowest to read: into Rust types, it takes some 26 times as long as JSON.");
    promised("[benches/README.md](../benches/README.md#memory) has the resident memory and the times of 300 MB.");
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/README.md")).unwrap();
    let ratios = |what: &str| -> Vec<f64> {
        let rows = page.lines().filter(|line| line.starts_with(&format!("| {what} → typed |")));
        let ours = rows.filter_map(|line| line.split("ours ").nth(1)?.split([',', ' ']).next()?.parse().ok());
        ours.collect()
    };

    let yaml = ratios("YAML");

    assert!(!yaml.is_empty() && yaml.iter().all(|ratio| (23.0..30.0).contains(ratio)), "{yaml:?}");
    for other in ["TOON", "XML", "CSV"] {
        let other = ratios(other);
        assert!(!other.is_empty() && other.iter().all(|ratio| *ratio < 23.0), "{other:?}");
    }
    assert!(page.contains("## Memory\n\nFlat rows, 300 MB as JSON."));
}

/// The reader takes them for numbers; YAML 1.2 does not.
#[test]
fn numbers_of_yaml_1_1_that_are_texts_in_1_2_are_a_loss_of_reading() {
    promised(
        "The YAML reader takes `0b101` and hexadecimal or octal numbers with a sign, such as `-0x1F`, for numbers; in YAML 1.2 they \
         are texts, so this is reported as the loss \"types\".",
    );
    for text in ["a: 0b101", "a: -0x1F", "a: +0x1F", "a: -0o7"] {
        let read = from_str_with::<Value>(text, Format::Yaml, &ReadOptions::default()).unwrap();
        assert_eq!(read.losses.to_string(), "types", "{text}: {}", read.value);
    }
    for text in ["a: 0x1F", "a: 0o7", "a: -7", "a: \"0b101\""] {
        let read = from_str_with::<Value>(text, Format::Yaml, &ReadOptions::default()).unwrap();
        assert!(read.losses.is_empty(), "{text}");
    }
}
