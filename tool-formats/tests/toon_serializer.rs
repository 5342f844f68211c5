//! `toon::Serializer`: whatever serializes becomes TOON, as by `to_string`.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::collections::BTreeMap;

use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer as _};
use tool_formats::FormatError;
use tool_formats::toon::{Delimiter, EncodeOptions, Serializer, to_string};

fn written<T: Serialize>(value: &T) -> Result<String, FormatError> {
    let mut serializer = Serializer::new(&EncodeOptions::default());
    value.serialize(&mut serializer)?;
    serializer.finish()
}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Newtype(i128);

#[derive(Serialize)]
struct Pair(u8, f32);

#[derive(Serialize)]
struct Row {
    id: u64,
    name: Option<&'static str>,
}

#[derive(Serialize)]
enum Variant {
    Unit,
    Newtype(char),
    Tuple(i8, bool),
    Struct { id: u16 },
}

#[track_caller]
fn is_as_by_to_string<T: Serialize>(value: T) {
    assert_eq!(written(&value), to_string(&value));
}

#[test]
fn every_kind_of_value_is_written_as_by_to_string() {
    is_as_by_to_string(true);
    is_as_by_to_string((i16::MIN, i32::MIN, i64::MIN, i128::MIN));
    is_as_by_to_string(u128::MAX);
    is_as_by_to_string((1.5_f32, 0.1_f64, "a b", 'c', ()));
    is_as_by_to_string(Some(Unit));
    is_as_by_to_string(None::<u32>);
    is_as_by_to_string(Newtype(7));
    is_as_by_to_string(Pair(1, 2.5));
    is_as_by_to_string([Row { id: 1, name: Some("Ada") }, Row { id: 2, name: None }]);
    is_as_by_to_string(Row { id: 1, name: None });
    is_as_by_to_string(BTreeMap::from([(1, "x"), (2, "y")]));
    is_as_by_to_string(Variant::Unit);
    is_as_by_to_string(Variant::Newtype('x'));
    is_as_by_to_string(Variant::Tuple(-1, true));
    is_as_by_to_string(Variant::Struct { id: 3 });
    is_as_by_to_string(serde_json::json!({"a": [{"b": 1, "c": [1, 2]}, "x"], "d": {}}));
}

#[test]
fn the_options_are_those_of_the_functions() {
    let mut serializer = Serializer::new(&EncodeOptions::new().with_delimiter(Delimiter::Pipe));

    [1, 2].serialize(&mut serializer).unwrap();

    assert_eq!(serializer.finish().unwrap(), "[2|]: 1|2");
}

#[test]
fn a_second_value_is_an_error_and_there_is_no_text() {
    let mut serializer = Serializer::new(&EncodeOptions::default());
    1.serialize(&mut serializer).unwrap();

    let error = 2.serialize(&mut serializer).unwrap_err();

    assert_eq!(error.to_string(), "a TOON text has only one value");
    assert!(serializer.finish().is_err());
}

struct Broken;

impl Serialize for Broken {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("clock went backwards"))
    }
}

#[test]
fn an_error_of_the_value_is_given_on_in_its_words() {
    let error = FormatError::serialize("clock went backwards");

    assert_eq!(written(&Broken), Err(error.clone()));
    assert_eq!(written(&Some(Broken)), Err(error.clone()));
    assert_eq!(written(&[Broken]), Err(error));
}

#[test]
fn what_went_on_after_an_error_has_no_text() {
    let mut serializer = Serializer::new(&EncodeOptions::default());
    let mut list = serializer.serialize_seq(None).unwrap();
    list.serialize_element(&Broken).unwrap_err();
    list.end().unwrap();
    assert!(serializer.finish().is_err());

    let mut serializer = Serializer::new(&EncodeOptions::default());
    Some(Broken).serialize(&mut serializer).unwrap_err();
    assert!(serializer.finish().is_err());

    let mut serializer = Serializer::new(&EncodeOptions::default());
    serializer.serialize_seq(None).unwrap();
    assert!(serializer.finish().is_err());
}
