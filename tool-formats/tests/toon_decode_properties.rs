//! What holds for any value and any text: what is written is read back, also by the official crate, and nothing panics.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by it")]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::FileFailurePersistence;
use serde::de::IgnoredAny;
use serde_json::{Map, Number, Value};
use tool_formats::toon::{
    DecodeOptions, Delimiter, EncodeOptions, from_slice, from_str, from_str_with, to_string, to_string_with,
};
use tool_formats::{Format, FormatError, convert};

/// Failing cases are kept beside this file, and run first from then on. `PROPTEST_CASES` asks for more than 256.
fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

/// Pieces that mean something somewhere in TOON.
const PIECES: [&str; 48] = [
    "a",
    "b",
    "key",
    " ",
    "  ",
    "\n",
    "\r",
    "\t",
    ":",
    ": ",
    ",",
    "|",
    "\"",
    "\\",
    "[",
    "]",
    "{",
    "}",
    "[2]:",
    "[1]{a,b}:",
    "[1:]{a}:",
    "- ",
    "-",
    "#",
    "# ",
    "0",
    "1",
    "-1",
    "1.0",
    "1e5",
    "05",
    "+5",
    ".5",
    "true",
    "false",
    "null",
    "é",
    "👋",
    "\u{feff}",
    "\u{a0}",
    "\u{0}",
    "\\n",
    "\\u0041",
    "\n  ",
    "\n    ",
    "\n\t",
    "\n\n",
    "\n   ",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![vec(select(&PIECES[..]), 0..5).prop_map(|pieces| pieces.concat()), any::<String>()]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![3 => select(&["a", "b", "c", "d"][..]).prop_map(str::to_owned), 1 => text()]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-99_i64..99).prop_map(Value::from),
        any::<f64>().prop_map(|float| Number::from_f64(float).map_or(Value::Null, Value::Number)),
        text().prop_map(Value::from),
    ]
}

fn object(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec((key(), value), 0..5).prop_map(|entries| Value::Object(entries.into_iter().collect()))
}

/// Objects of one shape, as rows of an array or as entries of an object.
fn table() -> impl Strategy<Value = Value> {
    (vec(key(), 1..4), vec(vec(scalar(), 4), 1..5), any::<bool>()).prop_map(|(keys, rows, is_keyed)| {
        let row = |cells: Vec<Value>| Value::Object(keys.iter().cloned().zip(cells).collect());
        let rows: Vec<_> = rows.into_iter().map(row).collect();
        if is_keyed {
            let entries = rows.into_iter().enumerate().map(|(at, row)| (format!("{}{at}", keys[0]), row));
            return Value::Object(entries.collect::<Map<_, _>>());
        }
        Value::Array(rows)
    })
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![3 => scalar(), 1 => table()]
        .prop_recursive(5, 48, 6, |inner| prop_oneof![vec(inner.clone(), 0..5).prop_map(Value::Array), object(inner)])
}

/// Integers are exact, whole floats equal integers, since TOON has one number type.
///
/// The order of keys does not count: of rows the first one gives it to all.
fn same(one: &Value, other: &Value) -> bool {
    same_but_for(one, other, |_, _| false)
}

fn same_but_for(one: &Value, other: &Value, is_excused: fn(&Number, &str) -> bool) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) if one.is_f64() || other.is_f64() => one.as_f64() == other.as_f64(),
        (Value::Number(one), Value::String(other)) => is_excused(one, other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_but_for(one, other, is_excused))
        }
        (Value::Object(one), Value::Object(other)) => {
            let same_there = |(key, value)| other.get(key).is_some_and(|other| same_but_for(value, other, is_excused));
            one.len() == other.len() && one.iter().all(same_there)
        }
        _ => one == other,
    }
}

/// The official crate makes a string of an integer past 64 bits that no double holds exactly. The specification leaves
/// that to each reader; to us it is the nearest double, as in `serde_json`.
fn is_rounded(ours: &Number, theirs: &str) -> bool {
    ours.is_f64() && theirs.len() > 18 && theirs.parse().ok() == ours.as_f64()
}

fn options() -> impl Strategy<Value = EncodeOptions> {
    let delimiter = select(&[Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe][..]);
    (1..5_u8, delimiter)
        .prop_map(|(indent, delimiter)| EncodeOptions::new().with_indent(indent).with_delimiter(delimiter))
}

/// A text that is nearly right: cut, with a line repeated or a piece put in.
fn mutated() -> impl Strategy<Value = String> {
    let changes = vec((any::<prop::sample::Index>(), 0..4, select(&PIECES[..])), 0..4);
    (value(), changes).prop_map(|(value, changes)| {
        let mut chars: Vec<char> = to_string(&value).unwrap().chars().collect();
        for (at, change, piece) in changes {
            let at = at.index(chars.len() + 1);
            match change {
                0 => drop(chars.splice(at..at, piece.chars())),
                1 if at < chars.len() => drop(chars.remove(at)),
                2 => repeat_line(&mut chars, at),
                _ => chars.truncate(at),
            }
        }
        chars.into_iter().collect()
    })
}

/// Gives a field, an item or a row a duplicate.
fn repeat_line(chars: &mut Vec<char>, at: usize) {
    let start = chars[..at].iter().rposition(|c| *c == '\n').map_or(0, |newline| newline + 1);
    let end = chars[at..].iter().position(|c| *c == '\n').map_or(chars.len(), |newline| at + newline);
    let line: Vec<char> = chars[start..end].iter().copied().chain(['\n']).collect();
    chars.splice(start..start, line);
}

/// Reads in every way there is. What is right when read strictly is as right, and the same, when not.
fn read_every_way(toon: &str) {
    let strict = from_str::<Value>(toon);
    let lenient = from_str_with::<Value>(toon, &DecodeOptions::new().with_strict(false));
    if let Ok(value) = &strict {
        assert_eq!(lenient.as_ref(), Ok(value), "{toon:?}");
    }
    assert_eq!(strict.is_ok(), from_str::<IgnoredAny>(toon).is_ok(), "{toon:?}");
    assert_eq!(strict.is_ok(), convert(toon, Format::Toon, Format::Json).is_ok(), "{toon:?}");
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_written_is_read_back(value in value(), options in options()) {
        let toon = to_string_with(&value, &options).unwrap();

        let decoded = from_str_with::<Value>(&toon, &DecodeOptions::new().with_indent(options.indent));

        prop_assert!(decoded.as_ref().is_ok_and(|decoded| same(decoded, &value)), "{toon}\n{decoded:?}");
    }

    #[test]
    fn a_text_read_and_written_again_is_the_same_text(value in value()) {
        let toon = to_string(&value).unwrap();

        prop_assert_eq!(convert(&toon, Format::Toon, Format::Toon), Ok(toon));
    }

    #[test]
    fn the_official_crate_reads_what_we_write(value in value()) {
        let toon = to_string(&value).unwrap();

        let decoded: Value = toon_format::decode_strict(&toon).unwrap();

        prop_assert!(same(&decoded, &value), "{toon}\n{decoded}");
    }

    #[test]
    fn we_read_what_the_official_crate_writes(value in value()) {
        let toon = toon_format::encode_default(&value).unwrap();

        let decoded: Value = from_str(&toon).unwrap();

        prop_assert!(same(&decoded, &value), "{toon}\n{decoded}");
    }

    #[test]
    fn we_and_the_official_crate_accept_the_same_texts(toon in mutated(), strict in any::<bool>()) {
        let ours = from_str_with::<Value>(&toon, &DecodeOptions::new().with_strict(strict));
        let theirs = toon_format::decode::<Value>(&toon, &toon_format::DecodeOptions::new().with_strict(strict));

        match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => {
                prop_assert!(same_but_for(ours, theirs, is_rounded), "{toon:?}\n{ours}\n{theirs}");
            }
            (Err(_), Err(_)) => {}
            // The specification leaves numbers past a double to each reader: to the official one they are strings.
            (Err(FormatError::Malformed { format: Format::Toon, message: what, .. }), Ok(_)) if what.contains("range of a double") => {}
            _ => prop_assert!(false, "{toon:?}\n{ours:?}\n{theirs:?}"),
        }
    }

    #[test]
    fn nothing_panics_on_a_text_that_is_nearly_right(toon in mutated()) {
        read_every_way(&toon);
    }

    #[test]
    fn nothing_panics_on_pieces_in_any_order(pieces in vec(select(&PIECES[..]), 0..24)) {
        read_every_way(&pieces.concat());
    }

    #[test]
    fn nothing_panics_on_arbitrary_bytes(bytes in vec(any::<u8>(), 0..64)) {
        let _either = from_slice::<Value>(&bytes);
        read_every_way(&String::from_utf8_lossy(&bytes));
    }
}
