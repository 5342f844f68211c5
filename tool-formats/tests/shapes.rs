//! Every shape that serde knows, in the forms `serde_json` gives it, through the path that all other formats share.
#![cfg(feature = "yaml")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::collections::BTreeMap;
use std::fmt;

use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use tool_formats::{Format, FormatError, to_string};

#[track_caller]
fn yaml<T: Serialize + ?Sized>(value: &T, expected: &str) {
    assert_eq!(to_string(value, Format::Yaml).unwrap(), format!("---{expected}"));
}

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
struct Newtype(u8);

#[derive(Serialize)]
struct Pair(u8, &'static str);

#[derive(Serialize)]
enum Shape {
    Unit,
    Newtype(u8),
    Tuple(u8, u8),
    Struct { a: u8, b: u8 },
}

#[test]
fn nothing_in_any_form_is_null() {
    yaml(&(), " null");
    yaml(&Unit, " null");
    yaml(&None::<u8>, " null");
    yaml(&Some(None::<u8>), " null");
}

#[test]
fn wrappers_vanish() {
    yaml(&Some(1), " 1");
    yaml(&Newtype(1), " 1");
    yaml(&Box::new(Some(Newtype(2))), " 2");
}

#[test]
fn tuples_are_arrays() {
    yaml(&(1, "a", true), "\n- 1\n- \"a\"\n- true");
    yaml(&Pair(1, "b"), "\n- 1\n- \"b\"");
    yaml(&[0u8; 0], " []");
}

#[test]
fn a_variant_without_content_is_its_name_and_any_other_an_object_of_one_key() {
    yaml(&Shape::Unit, " \"Unit\"");
    yaml(&Shape::Newtype(1), "\nNewtype: 1");
    yaml(&Shape::Tuple(1, 2), "\nTuple:\n  - 1\n  - 2");
    yaml(&Shape::Struct { a: 1, b: 2 }, "\nStruct:\n  a: 1\n  b: 2");
}

#[test]
fn enums_tagged_otherwise_keep_their_tag() {
    #[derive(Serialize)]
    #[serde(tag = "t")]
    enum Inside {
        A { x: u8 },
        B,
    }
    #[derive(Serialize)]
    #[serde(tag = "t", content = "c")]
    enum Beside {
        A(u8, u8),
    }
    #[derive(Serialize)]
    #[serde(untagged)]
    enum None {
        A(u8),
        B { z: u8 },
    }

    yaml(&[Inside::A { x: 1 }, Inside::B], "\n- t: \"A\"\n  x: 1\n- t: \"B\"");
    yaml(&Beside::A(1, 2), "\nt: \"A\"\nc:\n  - 1\n  - 2");
    yaml(&[None::A(1), None::B { z: 2 }], "\n- 1\n- z: 2");
}

#[test]
fn bytes_are_an_array_of_numbers() {
    struct Bytes(&'static [u8]);
    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self.0)
        }
    }

    yaml(&Bytes(&[0, 255]), "\n- 0\n- 255");
    yaml(&Bytes(&[]), " []");
}

#[test]
fn integers_of_every_width_keep_their_digits() {
    yaml(&(i8::MIN, i16::MIN, i32::MIN), "\n- -128\n- -32768\n- -2147483648");
    yaml(&(u8::MAX, u16::MAX, u32::MAX), "\n- 255\n- 65535\n- 4294967295");
    yaml(&(i64::MIN, u64::MAX), "\n- -9223372036854775808\n- 18446744073709551615");
    yaml(&i128::MIN, " -170141183460469231731687303715884105728");
    yaml(&u128::MAX, " 340282366920938463463374607431768211455");
}

#[test]
fn a_single_precision_float_has_its_own_shortest_digits() {
    yaml(&0.1_f32, " 0.1");
    yaml(&f64::from(0.1_f32), " 0.10000000149011612");
}

#[test]
fn what_is_not_a_number_is_null() {
    yaml(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY], "\n- null\n- null\n- null");
    yaml(&[f32::NAN, f32::INFINITY], "\n- null\n- null");
    assert_eq!(to_string(&f64::NAN, Format::Json).unwrap(), "null");
}

#[test]
fn characters_are_strings() {
    yaml(&['a', 'é', '"'], "\n- \"a\"\n- \"é\"\n- \"\\\"\"");
}

#[test]
fn map_keys_of_numbers_booleans_and_characters_are_text() {
    yaml(&BTreeMap::from([(-1, 'a'), (2, 'b')]), "\n\"-1\": \"a\"\n\"2\": \"b\"");
    yaml(&BTreeMap::from([(u128::MAX, 1)]), "\n\"340282366920938463463374607431768211455\": 1");
    yaml(&BTreeMap::from([(false, 1), (true, 2)]), "\n\"false\": 1\n\"true\": 2");
    yaml(&BTreeMap::from([('x', 1), ('é', 2)]), "\nx: 1\n\"é\": 2");
    yaml(&BTreeMap::from([(Some("k"), 1)]), "\nk: 1");
}

/// A map of one entry, whose key may be anything.
struct One<K>(K);

impl<K: Serialize> Serialize for One<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(&self.0, &1)?;
        map.end()
    }
}

#[test]
fn map_keys_of_floats_variants_and_newtypes_are_text() {
    yaml(&One(1.5), "\n\"1.5\": 1");
    yaml(&One(0.1_f32), "\n\"0.1\": 1");
    yaml(&One(Shape::Unit), "\nUnit: 1");
    yaml(&One(Newtype(7)), "\n\"7\": 1");
    yaml(&One(format_args!("a{}", 1)), "\na1: 1");
}

#[test]
fn other_map_keys_are_an_error_in_every_format() {
    for format in Format::enabled() {
        let refused = Err(FormatError::KeyNotString);
        assert_eq!(to_string(&One(()), format), refused);
        assert_eq!(to_string(&One(None::<u8>), format), refused);
        assert_eq!(to_string(&One(f64::NAN), format), refused);
        assert_eq!(to_string(&One([1]), format), refused);
        assert_eq!(to_string(&One(Pair(1, "x")), format), refused);
        assert_eq!(to_string(&One(Unit), format), refused);
        assert_eq!(to_string(&One(One(1)), format), refused);
        assert_eq!(to_string(&One(Shape::Newtype(1)), format), refused);
        assert_eq!(to_string(&One(Shape::Tuple(1, 2)), format), refused);
        assert_eq!(to_string(&One(Shape::Struct { a: 1, b: 2 }), format), refused);
    }
}

#[test]
fn flattened_fields_are_among_the_others() {
    #[derive(Serialize)]
    struct Outer {
        a: u8,
        #[serde(flatten)]
        inner: Inner,
        #[serde(flatten)]
        rest: BTreeMap<&'static str, u8>,
    }
    #[derive(Serialize)]
    struct Inner {
        b: u8,
    }

    yaml(&Outer { a: 1, inner: Inner { b: 2 }, rest: BTreeMap::from([("c", 3)]) }, "\na: 1\nb: 2\nc: 3");
    yaml(&Outer { a: 1, inner: Inner { b: 2 }, rest: BTreeMap::from([("a", 3)]) }, "\na: 3\nb: 2");
}

#[test]
#[cfg(all(feature = "xml", feature = "csv", feature = "toon"))]
fn the_last_value_of_a_key_wins_in_every_format_but_json() {
    #[derive(Serialize)]
    struct Outer {
        a: [u8; 2],
        b: u8,
        #[serde(rename = "a b")]
        spaced: u8,
        #[serde(flatten)]
        rest: BTreeMap<&'static str, Option<u8>>,
    }
    let value = Outer { a: [1, 2], b: 3, spaced: 4, rest: BTreeMap::from([("a", None), ("a b", Some(5))]) };
    let text = |name: &str| to_string(&value, name.parse().unwrap()).unwrap();

    assert_eq!(text("yaml"), "---\na: null\nb: 3\n\"a b\": 5");
    assert_eq!(text("xml"), "<ObjectNode><a/><b>3</b><field name=\"a b\">5</field></ObjectNode>");
    assert_eq!(text("csv"), "a,b,\"a b\"\n,3,5");
    assert_eq!(text("toon"), "a: null\nb: 3\n\"a b\": 5");
}

/// A map in which the same key comes twice.
struct Twice<'k>(&'k str);

impl Serialize for Twice<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.0, &[1])?;
        map.serialize_entry("b", &2)?;
        map.serialize_entry(self.0, &3)?;
        map.end()
    }
}

#[test]
fn a_long_key_that_comes_twice_is_found() {
    let long = "k".repeat(1200);

    yaml(&Twice(&long), &format!("\n? \"{long}\"\n: 3\nb: 2"));
}

#[test]
fn json_that_serde_json_kept_as_text_is_a_value() {
    #[derive(Serialize)]
    struct Envelope {
        raw: Box<RawValue>,
        rows: Vec<Box<RawValue>>,
    }
    let raw = |json: &str| RawValue::from_string(json.to_owned()).unwrap();
    let value = Envelope {
        raw: raw("{\"a\":[1, 12345678901234567890123]}"),
        rows: vec![raw("{\"x\":1}"), raw("{\"x\":\"y\"}")],
    };

    yaml(&value, "\nraw:\n  a:\n    - 1\n    - 12345678901234567890123\nrows:\n  - x: 1\n  - x: \"y\"");
    #[cfg(feature = "toon")]
    assert_eq!(
        to_string(&value, Format::Toon).unwrap(),
        "raw:\n  a[2]: 1,12345678901234567890123\nrows[2]{x}:\n  1\n  y"
    );
}

#[test]
fn skipped_fields_are_not_there() {
    #[derive(Serialize)]
    struct Sparse {
        a: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<u8>,
    }

    yaml(&[Sparse { a: 1, b: None }, Sparse { a: 2, b: Some(3) }], "\n- a: 1\n- a: 2\n  b: 3");
}

#[test]
fn a_sequence_need_not_know_its_length_nor_tell_the_truth_about_it() {
    struct Numbers(Option<usize>);
    impl Serialize for Numbers {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(self.0)?;
            (1..=3).try_for_each(|number| seq.serialize_element(&number))?;
            seq.end()
        }
    }

    yaml(&Numbers(None), "\n- 1\n- 2\n- 3");
    yaml(&Numbers(Some(usize::MAX)), "\n- 1\n- 2\n- 3");
    yaml(&Numbers(Some(0)), "\n- 1\n- 2\n- 3");
}

#[test]
fn displayed_values_are_strings() {
    yaml(&format_args!("{}-{}", 1, 2), " \"1-2\"");
    yaml(&std::net::Ipv4Addr::LOCALHOST, " \"127.0.0.1\"");
}

struct Failing;

impl Serialize for Failing {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom("the sensor is off"))
    }
}

#[test]
fn a_value_that_fails_to_serialize_says_why_in_every_format() {
    for format in Format::enabled() {
        let error = to_string(&[Failing], format).unwrap_err();
        assert_eq!(error, FormatError::serialize("the sensor is off"));
    }
}

#[test]
fn a_display_that_fails_is_an_error() {
    struct Broken;
    impl fmt::Display for Broken {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    struct Shown;
    impl Serialize for Shown {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&Broken)
        }
    }

    let error = to_string(&Shown, Format::Yaml).unwrap_err();

    assert_eq!(error.to_string(), "a `Display` implementation failed");
}

/// Arrays in arrays, as deep as it says.
struct Nested(usize);

impl Serialize for Nested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(1))?;
        if self.0 > 1 {
            seq.serialize_element(&Nested(self.0 - 1))?;
        }
        seq.end()
    }
}

/// Objects in objects, as deep as it says.
#[derive(Serialize)]
struct Chain {
    next: Option<Box<Chain>>,
}

fn chain(depth: usize) -> Chain {
    (1..depth).fold(Chain { next: None }, |next, _| Chain { next: Some(Box::new(next)) })
}

#[test]
fn a_value_as_deep_as_the_limit_is_written_in_every_format() {
    for format in Format::enabled() {
        assert!(to_string(&chain(128), format).is_ok(), "{format}");
        if format != Format::Csv {
            assert!(to_string(&Nested(128), format).is_ok(), "{format}");
        }
    }
}

#[test]
fn a_deeper_value_is_an_error_in_every_format() {
    for format in Format::enabled() {
        let too_deep = Err(FormatError::too_deep(128));
        assert_eq!(to_string(&chain(129), format), too_deep, "{format}");
        assert_eq!(to_string(&Nested(129), format), too_deep, "{format}");
        assert_eq!(to_string(&Nested(usize::MAX), format), too_deep, "{format}");
    }
}
