//! Reading TOON stays bounded: in depth, in memory, in time.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::cell::Cell;
use std::fmt::Write;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use tool_formats::toon::{DecodeOptions, from_str, from_str_with};
use tool_formats::{Format, FormatError, convert};

fn nested_objects(levels: usize) -> String {
    // The last key has an object too.
    (1..levels).fold(String::new(), |text, level| text + &"  ".repeat(level - 1) + "a:\n")
}

/// Arrays in one another; the innermost one is empty.
fn nested_lists(levels: usize) -> String {
    let items = (1..levels).fold(String::new(), |text, depth| {
        let header = if depth + 1 == levels { "[0]:" } else { "[1]:" };
        text + &"  ".repeat(depth) + "- " + header + "\n"
    });
    "[1]:\n".to_owned() + &items
}

fn nested_groups(levels: usize) -> String {
    format!("[1]{{{}a{}}}:\n  1", "a{".repeat(levels), "}".repeat(levels))
}

#[test]
fn nesting_up_to_the_limit_is_read_and_deeper_is_an_error() {
    for (nested, line, column) in [(nested_objects as fn(usize) -> String, 128, 255), (nested_lists, 129, 257)] {
        let too_deep = Err(FormatError::text_too_deep(line, column, 128));
        assert!(from_str::<Value>(&nested(128)).is_ok());
        assert!(convert(&nested(128), Format::Toon, Format::Json).is_ok());
        assert_eq!(from_str::<Value>(&nested(129)), too_deep);
        assert_eq!(from_str::<IgnoredAny>(&nested(2000)).map(|_| Value::Null), too_deep);
        assert!(convert(&nested(129), Format::Toon, Format::Json).is_err());
    }
}

#[test]
fn groups_of_fields_count_as_levels() {
    // The array and the row are two more.
    assert!(from_str::<Value>(&nested_groups(126)).is_ok());
    let too_deep = Err(FormatError::text_too_deep(1, 259, 128));
    assert_eq!(from_str::<Value>(&nested_groups(127)), too_deep);
    assert_eq!(from_str::<Value>(&nested_groups(1_000_000)), too_deep);
}

#[test]
fn the_limit_can_be_chosen() {
    let read = |toon: &str, max_depth| from_str_with::<Value>(toon, &DecodeOptions::new().with_max_depth(max_depth));
    let too_deep = |line, column, limit| Err(FormatError::text_too_deep(line, column, limit));

    assert!(read(&nested_objects(255), 255).is_ok());
    assert_eq!(read(&nested_objects(256), 255), too_deep(255, 509, 255));
    assert!(read("5", 0).is_ok());
    assert_eq!(read("a: 1", 0), too_deep(1, 1, 0));
    assert!(read("[2]: 1,2", 1).is_ok());
    assert!(read("[1]{a}:\n  1", 2).is_ok());
    assert_eq!(read("[1]{a}:\n  1", 1), too_deep(1, 5, 1));
    assert_eq!(read("[1]:\n  -", 1), too_deep(2, 3, 1));
}

thread_local! {
    static RESERVED: Cell<usize> = const { Cell::new(0) };
}

/// The elements for which vectors would ask for room, in one another or side by side, until the text ends or breaks.
fn reserved(toon: &str) -> usize {
    RESERVED.set(0);
    let _ = from_str::<Hint>(toon);
    RESERVED.get()
}

/// What a vector would be asked to have room for.
#[derive(Debug)]
struct Hint(Option<usize>);

impl<'de> Deserialize<'de> for Hint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HintVisitor)
    }
}

struct HintVisitor;

impl<'de> serde::de::Visitor<'de> for HintVisitor {
    type Value = Hint;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array, an object, a string or a number")
    }

    fn visit_u64<E>(self, _: u64) -> Result<Hint, E> {
        Ok(Hint(None))
    }

    fn visit_str<E>(self, _: &str) -> Result<Hint, E> {
        Ok(Hint(None))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut access: A) -> Result<Hint, A::Error> {
        while access.next_entry::<IgnoredAny, Hint>()?.is_some() {}
        Ok(Hint(None))
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut access: A) -> Result<Hint, A::Error> {
        let hint = access.size_hint();
        RESERVED.set(RESERVED.get() + hint.unwrap_or_default());
        while access.next_element::<Hint>()?.is_some() {}
        Ok(Hint(hint))
    }
}

#[test]
fn a_declared_length_reserves_no_more_than_there_is_text_for() {
    assert_eq!(from_str::<Hint>("[3]: 1,2,3").unwrap().0, Some(3));
    assert_eq!(from_str::<Hint>("[2]:\n  - 1\n  - 2").unwrap().0, Some(2));
    assert_eq!(from_str::<Hint>("[2]{a}:\n  1\n  2").unwrap().0, Some(2));
    assert_eq!(reserved("[4000000000]: 1"), 1);
    assert_eq!(reserved("[4000000000]:\n  - 1"), 2);
    assert_eq!(reserved("[4000000000]{a}:\n  1\n  2\n  3"), 3);
    assert_eq!(reserved("[99999999999999999999]: 1,2,3"), 3);
}

#[test]
fn lengths_in_one_another_reserve_little_more_than_the_text_has_room_for() {
    let lists = (1..120).fold("[1000000]:\n".to_owned(), |text, depth| text + &"  ".repeat(depth) + "- [1000000]:\n");
    let text = lists + &format!("{}- x\n", "  ".repeat(120)).repeat(1000);

    let reserved = reserved(&text);

    assert!(reserved > 1000 && reserved < text.len() * 3, "{reserved} elements for {} bytes", text.len());
}

#[test]
fn a_length_that_need_not_be_met_reserves_nothing() {
    let lenient = DecodeOptions::new().with_strict(false);
    for toon in ["[4000000000]: 1", "[4000000000]:\n  - 1", "[4000000000]{a}:\n  1", "[99999999999999999999]: 1"] {
        assert_eq!(from_str_with::<Hint>(toon, &lenient).unwrap().0, None, "{toon}");
        let error = from_str::<Value>(toon).unwrap_err().to_string();
        assert!(error.contains("as the length says, found 1"), "{error}");
    }
}

#[test]
fn a_length_that_wraps_around_is_not_met() {
    assert!(from_str::<Value>("a[18446744073709551617]: 1").is_err());
    assert!(from_str::<Value>("a[18446744073709551616]:").is_err());
}

/// A kind of text, made by its size.
type Kind = (&'static str, fn(usize) -> String);

const KINDS: [Kind; 8] = [
    ("rows", |size| (0..size).fold(format!("[{size}]{{a,b}}:\n"), |text, at| text + &format!("  {at},x\n"))),
    ("keys", |size| (0..size).fold(String::new(), |text, at| text + &format!("key{at}: {at}\n"))),
    ("entries", |size| (0..size).fold(format!("[{size}:]{{a}}:\n"), |text, at| text + &format!("  key{at}: 1\n"))),
    ("columns", |size| {
        let names: Vec<_> = (0..size).map(|at| format!("c{at}")).collect();
        format!("[1]{{{}}}:\n  {}", names.join(","), vec!["1"; size].join(","))
    }),
    ("values", |size| format!("[{size}]: {}", vec!["x"; size].join(","))),
    ("items", |size| format!("[{size}]:\n{}", "  - a: 1\n    b[1]:\n      - c\n".repeat(size))),
    ("one long string", |size| format!("\"{}\"", "\\n\\\\".repeat(size))),
    ("comments and blank lines", |size| "# x\n\n".repeat(size)),
];

#[test]
fn large_texts_of_every_kind_are_read_to_their_end() {
    let lenient = DecodeOptions::new().with_strict(false);
    for (kind, text) in KINDS {
        // Work that grew with the square of this would take minutes.
        let text = text(30_000);

        for options in [DecodeOptions::default(), lenient] {
            assert!(from_str_with::<IgnoredAny>(&text, &options).is_ok(), "{kind}");
        }
    }
}

#[test]
fn a_hundred_thousand_rows_and_ten_thousand_keys_are_read_whole() {
    let rows: Vec<(u32, String)> =
        from_str::<Vec<Row>>(&KINDS[0].1(100_000)).unwrap().into_iter().map(|row| (row.a, row.b)).collect();
    assert_eq!((rows.len(), rows[99_999].clone()), (100_000, (99_999, "x".to_owned())));

    let keys: Value = from_str(&KINDS[1].1(10_000)).unwrap();
    assert_eq!(keys.as_object().unwrap().len(), 10_000);
}

#[derive(Deserialize)]
struct Row {
    a: u32,
    b: String,
}

#[test]
fn thousands_of_duplicates_are_resolved_in_linear_time() {
    let lenient = DecodeOptions::new().with_strict(false);
    let mut toon = String::new();
    for at in 0..20_000 {
        writeln!(toon, "key{}:\n  x: {at}", at % 10_000).unwrap();
    }

    let value: Value = from_str_with(&toon, &lenient).unwrap();

    assert_eq!(value.as_object().unwrap().len(), 10_000);
    assert_eq!(value["key0"]["x"], 10_000);
}

#[test]
fn an_integer_past_the_range_of_a_double_is_not_converted() {
    let longest = "1".repeat(309);

    assert_eq!(convert(&longest, Format::Toon, Format::Json).as_ref(), Ok(&longest));
    assert!(convert(&"2".repeat(309), Format::Toon, Format::Json).is_err());
}
