//! `toon::Deserializer`: a text that serde reads, for seeds and wrappers.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer as AnyDeserializer};
use tool_formats::toon::{DecodeOptions, Deserializer, from_slice_with};
use tool_formats::{Format, FormatError};

fn lenient() -> DecodeOptions {
    DecodeOptions::new().with_strict(false)
}

#[derive(Debug, PartialEq, Deserialize)]
struct Note<'a> {
    #[serde(borrow)]
    plain: &'a str,
    #[serde(borrow)]
    quoted: &'a str,
    #[serde(borrow)]
    escaped: Cow<'a, str>,
}

#[test]
fn strings_without_escapes_are_parts_of_the_text() {
    let text = String::from("plain: a b\nquoted: \"c: d\"\nescaped: \"e\\nf\"");

    let note = Note::deserialize(Deserializer::from_str(&text)).unwrap();

    assert_eq!(note, Note { plain: "a b", quoted: "c: d", escaped: Cow::Borrowed("e\nf") });
    assert!(text.as_bytes().as_ptr_range().contains(&note.plain.as_ptr()));
    assert!(text.as_bytes().as_ptr_range().contains(&note.quoted.as_ptr()));
}

/// Adds to a sum that is there already, which only a seed can do.
struct Add<'s>(&'s mut u64);

impl<'de> DeserializeSeed<'de> for Add<'_> {
    type Value = ();

    fn deserialize<D: AnyDeserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Add<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        while let Some(number) = access.next_element::<u64>()? {
            *self.0 += number;
        }
        Ok(())
    }
}

#[test]
fn a_seed_reads_a_text() {
    let mut sum = 10;

    Add(&mut sum).deserialize(Deserializer::from_str("[3]: 1,2,3")).unwrap();

    assert_eq!(sum, 16);
}

#[test]
fn an_error_in_a_seed_has_line_and_column() {
    let error = Add(&mut 0).deserialize(Deserializer::from_str("[2]:\n  - 1\n  - x")).unwrap_err();

    assert_eq!(error.to_string(), "line 3, column 5: invalid type: string \"x\", expected u64");
}

#[test]
fn nothing_may_follow_the_value() {
    let error = Deserializer::from_str("[1]: 1\nmore: 2").deserialize_any(IgnoredAny).unwrap_err();

    assert_eq!(
        error.to_string(),
        "the text is not TOON: line 2, column 1: expected the end of the text after the value"
    );
}

#[test]
fn the_options_are_those_of_the_functions() {
    let read = |options| Vec::<u8>::deserialize(Deserializer::from_str_with("[3]: 1,2", &options));

    assert_eq!(read(lenient()), Ok(vec![1, 2]));
    assert!(read(DecodeOptions::default()).is_err());
}

#[test]
fn of_equal_keys_the_last_value_counts_where_that_is_forgiven() {
    let deserializer = Deserializer::from_str_with("a: 1\nb: 2\na: 3", &lenient());

    let value = serde_json::Value::deserialize(deserializer).unwrap();

    assert_eq!(value.to_string(), r#"{"a":3,"b":2}"#);
}

#[test]
fn bytes_are_read_by_the_options_and_must_be_utf_8() {
    assert_eq!(from_slice_with::<Vec<u8>>(b"[3]: 1,2", &lenient()), Ok(vec![1, 2]));
    assert_eq!(Vec::<u8>::deserialize(Deserializer::from_slice(b"[1]: 1").unwrap()), Ok(vec![1]));

    let error = Deserializer::from_slice(b"\xef\xbb\xbfa: 1\nb: \xc3").unwrap_err();

    assert_eq!(error, FormatError::malformed(Format::Toon, 2, 4, "expected UTF-8"));
}
