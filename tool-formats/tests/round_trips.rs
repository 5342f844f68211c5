//! Arbitrary values there and back, and arbitrary texts at every reader.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proptest::prelude::*;
use serde_json::{Map, Value};
use tool_formats::{
    ConvertOptions, Format, WriteOptions, YamlStyle, convert, convert_with, from_str, losses, to_string, to_string_with,
};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]{0,6}",
        2 => "[ -~]{0,12}",
        2 => any::<String>(),
        // What looks like something else.
        2 => prop::sample::select(vec![
            "no", "~", "null", "true", "007", "1", "-1", "1.0", "1e3", "0x10", "1_000", "12:30", "2020-01-01", "<<", "=", "-", "---",
            "...", "# c", "a: b", "- a", "[1]", "{}", "[]", "\"", "'", "\n", "\r\n", " a ", "\t", "&amp;", "<a>", "]]>", "=1+1",
            "item", "root", "\u{feff}", "\u{85}", "\u{2028}", "é", "😀", ".inf", ".nan", "&a", "*a", "!x", "|", ">", "%", "@", "`",
        ]).prop_map(str::to_owned),
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |value| value.is_finite()).prop_map(Value::from),
        text().prop_map(Value::from),
        text().prop_map(Value::from),
    ]
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop::collection::vec((text(), inner), 0..5).prop_map(|entries| Value::Object(entries.into_iter().collect()))
}

fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(5, 40, 6, |inner| {
        prop_oneof![prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from), object(inner)]
    })
}

/// A text as it is read by who does not say what it should be.
fn guessed(text: &str, may_be_json: bool) -> Value {
    let is_json = may_be_json && text.starts_with(['[', '{']);
    match serde_json::from_str::<Value>(text) {
        Ok(value)
            if (!value.is_string() && !value.is_null() && (is_json || !text.starts_with(['[', '{'])))
                && convert(text, Format::Json, Format::Json).unwrap() == text =>
        {
            value
        }
        _ => Value::from(text),
    }
}

/// What XML keeps of a value under a key or in an array.
fn through_xml(value: &Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Array(items) if items.is_empty() => Value::Null,
        Value::Object(entries) if entries.is_empty() => Value::Null,
        Value::Array(items) => repeated("item", items).into(),
        Value::Object(entries) => entries_through_xml(entries).into(),
        Value::String(text) => guessed(&text.replace('\u{0}', ""), false),
        other => other.clone(),
    }
}

fn entries_through_xml(entries: &Map<String, Value>) -> Map<String, Value> {
    let under = |(key, value): (&String, &Value)| match value {
        Value::Array(items) if !items.is_empty() => repeated(key, items),
        other => Map::from_iter([(key.clone(), through_xml(other))]),
    };
    entries.iter().flat_map(under).collect()
}

/// Items as elements of the same name: one alone is not an array any more.
fn repeated(key: &str, items: &[Value]) -> Map<String, Value> {
    let value = match items {
        [item] => through_xml(item),
        _ => items.iter().map(through_xml).collect(),
    };
    Map::from_iter([(key.to_owned(), value)])
}

fn root_through_xml(value: &Value) -> Value {
    match value {
        Value::Array(items) if !items.is_empty() => items.iter().map(through_xml).collect(),
        Value::Array(_) => Value::Object(Map::new()),
        Value::Object(entries) => entries_through_xml(entries).into(),
        scalar => through_xml(scalar),
    }
}

fn is_xml(value: &Value) -> bool {
    to_string(value, Format::Xml).is_ok()
}

/// What CSV keeps of a cell.
fn through_csv(value: Option<&Value>, is_only: bool) -> Value {
    match value {
        None | Some(Value::Null) if is_only => Value::from(""),
        None | Some(Value::Null) => Value::Null,
        // A quoted text is not a number, and the writer decides whether one is quoted.
        Some(Value::String(text)) => guessed(text, true),
        Some(other) => other.clone(),
    }
}

fn table() -> impl Strategy<Value = Vec<Map<String, Value>>> {
    (prop::collection::vec(text(), 1..5), prop::collection::vec(prop::collection::vec(value(), 5), 1..6)).prop_map(
        |(keys, rows)| {
            let row = |(at, row): (usize, Vec<Value>)| {
                // Every third row has no first cell.
                keys.iter().cloned().zip(row).skip(usize::from(at % 3 == 2)).collect()
            };
            rows.into_iter().enumerate().map(row).collect()
        },
    )
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::from_str(&to_string(value, Format::Json).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn yaml_of_both_styles_comes_back_as_it_was(value in value()) {
        for yaml in [YamlStyle::Article, YamlStyle::Compact] {
            let options = WriteOptions::new().with_yaml(yaml);
            let text = to_string_with(&value, Format::Yaml, &options).unwrap();

            prop_assert!(!text.ends_with('\n'));
            prop_assert_eq!(&from_str::<Value>(&text, Format::Yaml).unwrap(), &value, "{}", text);
            let back = convert(&text, Format::Yaml, Format::Json).unwrap();
            prop_assert_eq!(&back, &to_string(&value, Format::Json).unwrap(), "{}", text);
        }
    }

    #[test]
    fn xml_comes_back_but_for_what_it_loses(value in value().prop_filter("no controls", is_xml)) {
        let text = to_string(&value, Format::Xml).unwrap();
        let back = from_str::<Value>(&text, Format::Xml).unwrap();

        prop_assert_eq!(&back, &root_through_xml(&value), "{}", text);
        let converted: Value = serde_json::from_str(&convert(&text, Format::Xml, Format::Json).unwrap()).unwrap();
        prop_assert_eq!(&converted, &back);
        if losses(&value, Format::Xml).unwrap().is_empty() {
            prop_assert_eq!(&back, &value, "nothing should be lost: {}", text);
        }
    }

    #[test]
    fn csv_comes_back_but_for_what_it_loses(rows in table()) {
        prop_assume!(rows.iter().any(|row| !row.is_empty()));
        let mut keys: Vec<&String> = Vec::new();
        for key in rows.iter().flat_map(Map::keys) {
            if !keys.contains(&key) { keys.push(key); }
        }
        let text = to_string(&rows, Format::Csv).unwrap();

        let back: Vec<Map<String, Value>> = from_str(&text, Format::Csv).unwrap();
        prop_assert_eq!(back.len(), rows.len(), "{}", text);
        for (row, back) in rows.iter().zip(&back) {
            for key in &keys {
                let (expected, found) = (through_csv(row.get(*key), keys.len() == 1), back.get(*key).unwrap());
                // A text in quotes stays one.
                let is_text = row.get(*key).and_then(Value::as_str) == found.as_str() && found.is_string();
                prop_assert!(&expected == found || is_text, "{expected} {found} {text}");
            }
        }
        if losses(&rows, Format::Csv).unwrap().is_empty() {
            prop_assert_eq!(json(&back), json(&rows), "nothing should be lost: {}", text);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        read_all(&text);
    }

    #[test]
    fn no_mutated_text_makes_a_reader_panic(rows in table(), at in any::<prop::sample::Index>(), new in "[ -~\n\t\"<>&:,\\[\\]{}|*-]{0,3}") {
        for format in Format::ALL {
            let Ok(mut text) = to_string(&rows, *format) else { continue };
            let places: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
            if places.is_empty() { continue }
            let start = *at.get(&places);
            let end = text.get(start..).unwrap().chars().next().map_or(start, |c| start + c.len_utf8());
            text.replace_range(start..end, &new);
            read_all(&text);
        }
    }
}

fn read_all(text: &str) {
    for format in Format::ALL {
        let _ = from_str::<Value>(text, *format);
        let _ = from_str::<Vec<(Option<f64>, String)>>(text, *format);
        let _ = from_str::<Vec<Map<String, Value>>>(text, *format);
        if let Ok(converted) = convert_with(text, *format, Format::Json, &ConvertOptions::default()) {
            // What was read can be read again.
            serde_json::from_str::<Value>(&converted.text).unwrap();
        }
    }
}
