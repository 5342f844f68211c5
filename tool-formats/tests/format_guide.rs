//! What the format guide says of writing, reading and losses: each test quotes the sentence that it checks.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fmt::Write;

use serde::Deserialize;
use serde_json::{Value, json};
use tool_formats::{
    ConvertOptions, CsvDelimiter, CsvOptions, Fidelity, Format, FormatError, Loss, ReadOptions, WriteOptions, convert,
    convert_with, from_str, from_str_with, losses, to_string, to_string_with,
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
fn losses_are_listed_for_a_value_a_text_and_a_conversion() {
    promised(
        "`losses(&value, format)` lists what a format cannot represent of *this* value, `from_str_with(text, format, \
         &options)` what is lost when *this* text is read, and `convert_with` both.",
    );
    assert_eq!(losses(&json!([{ "a": 1 }, { "a": 2 }]), Format::Csv).unwrap().to_string(), "types");
    assert_eq!(losses(&json!([{ "a": "x" }, { "a": "y" }]), Format::Csv).unwrap().to_string(), "nothing");
    let read = |text| from_str_with::<Value>(text, Format::Yaml, &ReadOptions::default()).unwrap().losses.to_string();
    assert_eq!((read("a: !x y"), read("a: y")), ("tags".to_owned(), "nothing".to_owned()));
    let both = convert_with("a: !x 1", Format::Yaml, Format::Xml, &ConvertOptions::default()).unwrap();
    assert_eq!(both.losses.to_string(), "types, tags");
}

/// For each loss: values and texts that have it, each with the direction and format that the guide names.
fn examples() -> Vec<(Loss, &'static str, Vec<String>)> {
    let write = |value: &Value, options: WriteOptions| {
        Format::ALL
            .iter()
            .filter_map(|format| {
                let options = ConvertOptions::new().with_write(options);
                Some((*format, convert_with(&value.to_string(), Format::Json, *format, &options).ok()?))
            })
            .map(|(format, converted)| (format, converted.losses))
            .collect::<Vec<_>>()
    };
    let writing = |loss: Loss, value: &Value, options: WriteOptions| -> Vec<String> {
        let found = write(value, options).into_iter().filter(|(_, losses)| losses.contains(loss));
        found.map(|(format, _)| format!("writing {format}")).collect()
    };
    let reading = |loss: Loss, texts: [&str; 5], toon_strict: bool| -> Vec<String> {
        let mut options = ReadOptions::default();
        options.toon.strict = toon_strict;
        let has = |(format, text): &(&Format, &str)| {
            from_str_with::<Value>(text, **format, &options).is_ok_and(|read| read.losses.contains(loss))
        };
        Format::ALL.iter().zip(texts).filter(has).map(|(format, _)| format!("reading {format}")).collect()
    };
    let default = WriteOptions::default();
    let replace = default.with_illegal(tool_formats::IllegalCharacters::Replace);
    let flat = default.with_csv(default.csv.with_nested(tool_formats::Nested::Flatten));
    let guard = default.with_csv(default.csv.with_guard_formulas(true));
    let texts = |all: &'static str| [all; 5];
    let digits = [
        "0.12345678901234567891",
        "a: 0.12345678901234567891",
        "a: 0.12345678901234567891",
        "<a>0.12345678901234567891</a>",
        "a,b\n[12345678901234567890123],1",
    ];
    let zero = ["[-0.0]", "[1]: -0.0", "[-0.0]", "<a>-0.0</a>", "a,b\n-0.0,1"];
    let name_twice =
        [r#"{"a":1,"a":2}"#, "a: 1\na: 2", "a: 1\na: 2", "<ObjectNode><a>1</a><a>2</a></ObjectNode>", "a,a\n1,2"];
    let xml = |text: &'static str| ["1", "1", "1", text, "a\n1"];
    let yaml = |text: &'static str| ["1", "1", text, "<ObjectNode>1</ObjectNode>", "a\n1"];
    vec![
        (Loss::Types, "writing XML, CSV", writing(Loss::Types, &json!([{ "a": 1 }, { "a": true }]), default)),
        (
            Loss::EmptyKinds,
            "writing XML, CSV",
            writing(Loss::EmptyKinds, &json!([{ "a": "" }, { "a": null }]), default),
        ),
        (Loss::SingletonArray, "writing XML, CSV", {
            let mut found = writing(Loss::SingletonArray, &json!({ "a": ["x"] }), default);
            found.extend(writing(Loss::SingletonArray, &json!([{ "a": "x" }]), default));
            found.dedup();
            found
        }),
        (
            Loss::Structure,
            "writing XML, flattened CSV",
            writing(Loss::Structure, &json!([{ "a": [["x"]] }, { "a": [["x"]] }]), flat),
        ),
        (
            Loss::ReplacedCharacters,
            "writing XML, as an option",
            writing(Loss::ReplacedCharacters, &json!([{ "a": "\u{1}" }]), replace),
        ),
        (
            Loss::GuardedFormulas,
            "writing CSV, as an option",
            writing(Loss::GuardedFormulas, &json!([{ "a": "=1" }]), guard),
        ),
        (
            Loss::DuplicateKeys,
            "reading JSON, lenient TOON; writing `flatten`",
            reading(Loss::DuplicateKeys, name_twice, false),
        ),
        (Loss::NegativeZero, "reading or writing TOON", {
            let mut found = reading(Loss::NegativeZero, zero, true);
            found.extend(writing(Loss::NegativeZero, &json!([{ "a": -0.0 }]), default));
            found
        }),
        (Loss::NumberPrecision, "reading JSON, TOON, YAML, CSV; writing any", {
            let mut found = reading(Loss::NumberPrecision, digits, true);
            let more = r#"[{"a":0.12345678901234567891},{"a":1}]"#;
            found.extend(Format::ALL.iter().filter_map(|format| {
                let converted = convert_with(more, Format::Json, *format, &ConvertOptions::default()).unwrap();
                converted.losses.contains(Loss::NumberPrecision).then(|| format!("writing {format}"))
            }));
            found
        }),
        (
            Loss::ElementOrder,
            "reading XML",
            reading(Loss::ElementOrder, xml("<ObjectNode><a/><b/><a/></ObjectNode>"), true),
        ),
        (Loss::MixedText, "reading XML", reading(Loss::MixedText, xml("<ObjectNode>x<a/>y</ObjectNode>"), true)),
        (Loss::ElementNames, "reading XML", reading(Loss::ElementNames, xml("<a>1</a>"), true)),
        (Loss::Tags, "reading YAML", reading(Loss::Tags, yaml("!a 1"), true)),
        (Loss::Aliases, "reading YAML", reading(Loss::Aliases, yaml("[&a 1, *a]"), true)),
        (Loss::KeyTypes, "reading YAML", reading(Loss::KeyTypes, yaml("1: a"), true)),
        (Loss::Tags, "reading YAML", reading(Loss::Tags, texts("!!null x"), true)),
    ]
}

#[test]
fn each_loss_is_where_the_guide_says() {
    for (loss, place, found) in examples() {
        let expected: &[&str] = match place {
            "writing XML, CSV" | "writing XML, flattened CSV" => &["writing xml", "writing csv"],
            "writing XML, as an option" => &["writing xml"],
            "writing CSV, as an option" => &["writing csv"],
            "reading JSON, lenient TOON; writing `flatten`" => &["reading json", "reading toon"],
            "reading or writing TOON" => &["reading toon", "writing toon"],
            // A number of XML with so many digits is read as text.
            "reading JSON, TOON, YAML, CSV; writing any" => &[
                "reading json",
                "reading toon",
                "reading yaml",
                "reading csv",
                "writing json",
                "writing toon",
                "writing yaml",
                "writing xml",
                "writing csv",
            ],
            "reading XML" => &["reading xml"],
            _ => &["reading yaml"],
        };
        assert_eq!(found, expected, "{loss}");
        assert_eq!(row(&loss.to_string()).get(1).map(String::as_str), Some(place), "{loss}");
    }
}

/// Checks the last cell of a loss's row.
#[track_caller]
fn means(loss: Loss, meaning: &str) {
    assert_eq!(row(&loss.to_string()).get(2).map(String::as_str), Some(meaning), "{loss}");
}

/// Fails unless both values have the same text.
#[track_caller]
fn same(format: Format, one: &Value, other: &Value, options: WriteOptions) {
    let [one, other] = [one, other].map(|value| to_string_with(value, format, &options).unwrap());
    assert_eq!(one, other, "{format}");
}

#[test]
fn a_loss_of_kinds_means_what_the_guide_says() {
    let default = WriteOptions::new();
    means(
        Loss::Types,
        "a number or boolean is written like a text of the same characters; nested values in a CSV cell are JSON text",
    );
    same(Format::Xml, &json!({ "a": 1, "b": true }), &json!({ "a": "1", "b": "true" }), default);
    same(Format::Csv, &json!({ "a": 1, "b": true, "c": [1] }), &json!({ "a": "1", "b": "true", "c": "[1]" }), default);
    means(
        Loss::EmptyKinds,
        "`null`, `{}`, `[]` or a missing key is written like another of them; other readers may read `\"\"` as `null`",
    );
    same(Format::Xml, &json!({ "a": null, "b": null }), &json!({ "a": {}, "b": [] }), default);
    same(
        Format::Csv,
        &json!([{ "a": 1 }, { "b": 1 }]),
        &json!([{ "a": 1, "b": null }, { "a": null, "b": 1 }]),
        default,
    );
    assert_eq!(to_string(&json!({ "a": "" }), Format::Xml).unwrap(), "<ObjectNode><a></a></ObjectNode>");
    means(Loss::SingletonArray, "an array of one item is written like the item");
    same(Format::Xml, &json!({ "a": ["x"] }), &json!({ "a": "x" }), default);
    same(Format::Csv, &json!([{ "a": "x" }]), &json!({ "a": "x" }), default);
    means(
        Loss::Structure,
        "an array in an array is written like an object with the key `item`, a nested CSV cell like a key with a dot",
    );
    same(Format::Xml, &json!({ "a": [["x", "y"], []] }), &json!({ "a": [{ "item": ["x", "y"] }, null] }), default);
    let flat = default.with_csv(CsvOptions::new().with_nested(tool_formats::Nested::Flatten));
    same(Format::Csv, &json!({ "a": { "b": 1 } }), &json!({ "a.b": 1 }), flat);
}

#[test]
fn a_loss_of_values_means_what_the_guide_says() {
    let default = WriteOptions::new();
    let written = |value: &Value, format, options| to_string_with(value, format, &options).unwrap();
    means(Loss::ReplacedCharacters, "a character that XML cannot represent is replaced by U+FFFD");
    let replace = default.with_illegal(tool_formats::IllegalCharacters::Replace);
    same(Format::Xml, &json!({ "a": "\u{1}" }), &json!({ "a": "\u{fffd}" }), replace);
    means(Loss::GuardedFormulas, "a text is prefixed with `'`");
    let guard = default.with_csv(CsvOptions::new().with_guard_formulas(true));
    assert_eq!(written(&json!({ "a": "=1" }), Format::Csv, guard), "a\n\"'=1\"");
    means(Loss::DuplicateKeys, "an object has a duplicate key; only its last value is kept");
    assert_eq!(convert(r#"{"a":1,"a":2}"#, Format::Json, Format::Toon).unwrap(), "a: 2");
    means(Loss::NonFinite, "it is written as `null`");
    assert_eq!(row("NaN or infinity").get(1).map(String::as_str), Some("writing any"));
    for format in Format::ALL {
        let row = |value| std::collections::BTreeMap::from([("a", value), ("b", Some(0.5))]);
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(losses(&row(Some(value)), *format).unwrap().contains(Loss::NonFinite), "{format}");
            assert_eq!(to_string(&row(Some(value)), *format), to_string(&row(None), *format), "{format}");
        }
    }
    means(Loss::NegativeZero, "it is `0` in TOON");
    assert_eq!(written(&json!(-0.0), Format::Toon, default), "0");
}

#[test]
fn a_loss_of_reading_means_what_the_guide_says() {
    let read = |format, text: &str| {
        let read = from_str_with::<Value>(text, format, &ReadOptions::new()).unwrap();
        (read.value, read.losses.to_string())
    };
    let loses = |loss: Loss, format, texts: &[&str]| {
        for text in texts {
            assert_eq!(read(format, text).1, loss.to_string(), "{text}");
        }
    };
    means(Loss::ElementOrder, "elements of the same name have others between them");
    loses(Loss::ElementOrder, Format::Xml, &["<ObjectNode><a/><b/><a/></ObjectNode>"]);
    means(Loss::MixedText, "there is text between elements");
    loses(Loss::MixedText, Format::Xml, &["<ObjectNode><a/>x<b/></ObjectNode>"]);
    means(
        Loss::ElementNames,
        "the root is not `ObjectNode`, a `field` has the name of an element, or an attribute has the key of an element",
    );
    let field = "<ObjectNode><field name=\"a\">x</field></ObjectNode>";
    let attribute = "<ObjectNode x=\"1\"><field name=\"@x\">2</field></ObjectNode>";
    loses(Loss::ElementNames, Format::Xml, &["<a>x</a>", field, attribute]);
    means(Loss::Tags, "a tag names a type that JSON does not have, or `!!null` is on a text");
    loses(Loss::Tags, Format::Yaml, &["!Ref x", "!!null x"]);
    means(Loss::Aliases, "an alias or merge key is replaced by a copy");
    loses(Loss::Aliases, Format::Yaml, &["[&a x, *a]", "{<<: {a: 1}, b: 2}"]);
    assert_eq!(read(Format::Yaml, "[&a x, *a]").0, json!(["x", "x"]));
    means(Loss::KeyTypes, "a key is a number or boolean; `null` as a key is an error");
    loses(Loss::KeyTypes, Format::Yaml, &["1: a", "true: a"]);
    assert!(from_str::<Value>("null: a", Format::Yaml).is_err());
    assert!(convert("null: a", Format::Yaml, Format::Json).is_err());
}

#[derive(serde::Serialize)]
struct Outer {
    a: u8,
    #[serde(flatten)]
    inner: std::collections::BTreeMap<String, u8>,
}

#[test]
fn a_flattened_map_may_repeat_a_key() {
    let value = Outer { a: 1, inner: [("a".to_owned(), 2)].into() };

    for format in [Format::Toon, Format::Yaml, Format::Xml, Format::Csv] {
        assert!(losses(&value, format).unwrap().contains(Loss::DuplicateKeys), "{format}");
    }
}

#[test]
fn integers_keep_their_digits_as_the_guide_says() {
    assert!(row("digits").last().unwrap().starts_with(
        "a number of the *text* has more digits than a double keeps; integers keep theirs, except past 64 bits in YAML, and \
         where `from_str_with` reads a value of any type"
    ));
    let long = "12345678901234567890123";
    let converted = |from, to| {
        convert_with(
            &to_string(&12_345_678_901_234_567_890_123_u128, from).unwrap(),
            from,
            to,
            &ConvertOptions::default(),
        )
        .unwrap()
    };

    for format in [Format::Json, Format::Toon] {
        let kept = converted(format, Format::Json);
        assert_eq!((kept.text.as_str(), kept.losses.is_empty()), (long, true), "{format}");
    }
    assert_eq!(converted(Format::Yaml, Format::Json).losses.to_string(), "digits");
    let any = from_str_with::<Value>(long, Format::Json, &ReadOptions::default()).unwrap();
    assert_eq!(any.losses.to_string(), "digits");
    let floats = convert_with("0.30000000000000001", Format::Json, Format::Yaml, &ConvertOptions::default()).unwrap();
    assert_eq!(floats.losses.to_string(), "digits");
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

/// A text that loses this when it is read, or a value when it is written.
fn allowed(fidelity: Fidelity, loss: Loss) -> bool {
    let read = |format: Format, text: &str| {
        let options = ReadOptions::new().with_fidelity(fidelity);
        from_str_with::<Value>(text, format, &options).is_ok()
    };
    let write = |format: Format, value: &Value, options: WriteOptions| {
        to_string_with(value, format, &options.with_fidelity(fidelity)).is_ok()
    };
    let default = WriteOptions::default();
    match loss {
        Loss::Types => write(Format::Xml, &json!({ "a": 1 }), default),
        Loss::EmptyKinds => write(Format::Xml, &json!({ "a": null }), default),
        Loss::SingletonArray => write(Format::Xml, &json!({ "a": ["x"] }), default),
        Loss::Structure => write(Format::Xml, &json!({ "a": [["x", "y"], ["z", "z"]] }), default),
        Loss::NumberPrecision => read(Format::Json, "0.12345678901234567891"),
        Loss::ReplacedCharacters => {
            let illegal = tool_formats::IllegalCharacters::Replace;
            write(Format::Xml, &json!({ "a": "\u{1}" }), default.with_illegal(illegal))
        }
        Loss::GuardedFormulas => {
            let csv = default.csv.with_guard_formulas(true);
            write(Format::Csv, &json!([{ "a": "=1" }, { "a": "x" }]), default.with_csv(csv))
        }
        Loss::DuplicateKeys => read(Format::Json, r#"{"a":1,"a":2}"#),
        Loss::NonFinite => to_string_with(&[f64::NAN], Format::Json, &default.with_fidelity(fidelity)).is_ok(),
        Loss::NegativeZero => write(Format::Toon, &json!(-0.0), default),
        Loss::ElementOrder => read(Format::Xml, "<ObjectNode><a/><b/><a/></ObjectNode>"),
        Loss::MixedText => read(Format::Xml, "<ObjectNode>x<a/>y</ObjectNode>"),
        Loss::ElementNames => read(Format::Xml, "<a>x</a>"),
        Loss::Tags => read(Format::Yaml, "!a x"),
        Loss::Aliases => read(Format::Yaml, "[&a x, *a]"),
        Loss::KeyTypes => read(Format::Yaml, "1: a"),
        _ => panic!("an example for {loss}"),
    }
}

const ALL_LOSSES: [Loss; 16] = [
    Loss::Types,
    Loss::EmptyKinds,
    Loss::SingletonArray,
    Loss::Structure,
    Loss::NumberPrecision,
    Loss::ReplacedCharacters,
    Loss::GuardedFormulas,
    Loss::DuplicateKeys,
    Loss::NonFinite,
    Loss::NegativeZero,
    Loss::ElementOrder,
    Loss::MixedText,
    Loss::ElementNames,
    Loss::Tags,
    Loss::Aliases,
    Loss::KeyTypes,
];

#[test]
fn fidelity_forbids_what_the_guide_says() {
    promised(
        "`Fidelity::Lossless` turns each loss into an error; `Fidelity::NoValueLoss` allows types, empty kinds, arrays of \
         one, structure, aliases and key types.",
    );
    let kinds = [Loss::Types, Loss::EmptyKinds, Loss::SingletonArray, Loss::Structure, Loss::Aliases, Loss::KeyTypes];
    for loss in ALL_LOSSES {
        assert!(allowed(Fidelity::Any, loss), "{loss}");
        assert_eq!(allowed(Fidelity::NoValueLoss, loss), kinds.contains(&loss), "{loss}");
        assert!(!allowed(Fidelity::Lossless, loss), "{loss}");
    }
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
