//! What the format guide says of losses: each test quotes the sentence or row that it checks.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

use serde_json::{Value, json};
use tool_formats::{
    ConvertOptions, CsvOptions, Fidelity, Format, Loss, ReadOptions, WriteOptions, convert, convert_with, from_str,
    from_str_with, losses, to_string, to_string_with,
};

mod promises;
use promises::{promised, row};

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
