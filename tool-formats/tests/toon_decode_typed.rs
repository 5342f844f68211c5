//! TOON text into every shape that serde knows.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use serde::de::{DeserializeOwned, IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tool_formats::toon::{from_str, to_string};

#[track_caller]
fn reads<T: DeserializeOwned + PartialEq + Debug>(toon: &str, expected: T) {
    assert_eq!(from_str::<T>(toon), Ok(expected), "{toon}");
}

/// What we write is read back.
#[track_caller]
fn returns<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
    let toon = to_string(&value).unwrap();
    reads(&toon, value);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Newtype(u8);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Pair(u8, String);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    id: u32,
    name: String,
    score: Option<f64>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Shape {
    Unit,
    Newtype(u8),
    Tuple(u8, u8),
    Struct { a: u8, b: Option<u8> },
}

#[test]
fn rows_become_structs() {
    let row = |id, name: &str, score| Row { id, name: name.to_owned(), score };
    reads("[2]{id,name,score}:\n  1,Ada,2.5\n  2,\"x,y\",null", vec![row(1, "Ada", Some(2.5)), row(2, "x,y", None)]);
    reads("[1]{score,id,name}:\n  2,1,Ada", vec![row(1, "Ada", Some(2.0))]);
    returns(vec![row(1, "42", None), row(2, "", Some(-0.5))]);
    returns(BTreeMap::from([("a".to_owned(), row(1, "x", None)), ("b".to_owned(), row(2, "y", None))]));
}

#[test]
fn nothing_in_any_form_is_null() {
    reads("null", ());
    reads("null", Unit);
    reads("null", None::<u8>);
    reads("null", None::<Vec<u8>>);
}

#[test]
fn what_is_there_is_some() {
    reads("5", Some(5));
    reads("a: 1", Some(BTreeMap::from([("a".to_owned(), 1)])));
    reads("[2]: 1,null", Some(vec![Some(1), None]));
    reads("[1]{a}:\n  1", vec![Some(BTreeMap::from([("a".to_owned(), 1)]))]);
}

#[test]
fn wrappers_vanish_and_tuples_are_arrays() {
    returns(Newtype(7));
    returns(vec![Newtype(1), Newtype(2)]);
    returns(Pair(1, "b".to_owned()));
    returns(((1, 2), [3, 4], "x".to_owned()));
    reads("[1]{0}:\n  1", vec![BTreeMap::from([(Newtype(0), Newtype(1))])]);
}

#[test]
fn enums_are_read_as_they_are_written() {
    returns(Shape::Unit);
    returns(Shape::Newtype(1));
    returns(Shape::Tuple(1, 2));
    returns(Shape::Struct { a: 1, b: None });
    returns(vec![Shape::Unit, Shape::Newtype(1), Shape::Tuple(1, 2), Shape::Struct { a: 1, b: Some(2) }]);
    // Alike ones make a table: their name is the field.
    returns(vec![Shape::Newtype(1), Shape::Newtype(2)]);
    returns(vec![Shape::Struct { a: 1, b: None }, Shape::Struct { a: 2, b: Some(3) }]);
    returns(BTreeMap::from([("k".to_owned(), Shape::Unit), ("l".to_owned(), Shape::Tuple(1, 2))]));
    reads("Unit: null", Shape::Unit);
}

#[test]
fn an_enum_needs_a_known_name_and_one_key() {
    let says = |toon: &str| from_str::<Shape>(toon).unwrap_err().to_string();

    assert_eq!(
        says("Round"),
        "line 1, column 1: unknown variant `Round`, expected one of `Unit`, `Newtype`, `Tuple`, `Struct`"
    );
    assert_eq!(says("5"), "line 1, column 1: invalid type: integer `5`, expected enum Shape");
    assert_eq!(says("Newtype: 1\nTuple: 2"), "line 2, column 1: expected the end of the array or object here");
}

#[test]
fn tagged_and_untagged_enums_are_read_as_they_are_written() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "t")]
    enum Inside {
        A { x: u8 },
        B,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "t", content = "c")]
    enum Beside {
        A(u8, u8),
        B { y: String },
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(i64),
        Text(String),
        Many(Vec<Untagged>),
        Struct { z: Option<bool> },
    }

    returns(vec![Inside::A { x: 1 }, Inside::B]);
    returns(vec![Inside::A { x: 1 }, Inside::A { x: 2 }]);
    returns(vec![Beside::A(1, 2), Beside::B { y: "1".to_owned() }]);
    returns(vec![
        Untagged::Number(-1),
        Untagged::Text("true".to_owned()),
        Untagged::Many(vec![Untagged::Number(1), Untagged::Struct { z: Some(true) }]),
        Untagged::Struct { z: None },
    ]);
}

#[test]
fn flattened_fields_and_maps_are_found() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        inner: Inner,
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Inner {
        name: String,
    }

    let outer = |id| Outer {
        id,
        inner: Inner { name: "x".to_owned() },
        rest: BTreeMap::from([("k".to_owned(), serde_json::json!([1, "2"]))]),
    };
    returns(outer(1));
    returns(vec![outer(1), outer(2)]);
    reads("[1]{id,name}:\n  1,y", vec![Outer { id: 1, inner: Inner { name: "y".to_owned() }, rest: BTreeMap::new() }]);
}

#[test]
fn defaults_renames_and_aliases_of_serde_hold() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Options {
        #[serde(default)]
        max_size: u8,
        #[serde(alias = "label")]
        name: String,
    }

    reads("[1]{maxSize,label}:\n  3,x", vec![Options { max_size: 3, name: "x".to_owned() }]);
    reads("name: x\nother[1]{a}:\n  1", Options { max_size: 0, name: "x".to_owned() });
}

#[test]
fn integers_of_every_width_are_exact() {
    returns((i8::MIN, i16::MIN, i32::MIN, i64::MIN));
    returns((u8::MAX, u16::MAX, u32::MAX, u64::MAX));
    returns((i128::MIN, i128::MAX, u128::MAX, 0_i128, 0_u128));
    returns(vec![BTreeMap::from([("n".to_owned(), u128::MAX)]); 2]);
}

#[test]
fn a_whole_decimal_is_an_integer() {
    reads("[4]: 1.0,-2e3,0.0,250e-1", vec![1, -2000, 0, 25]);
    reads("1e3", 1000_u128);
    assert!(from_str::<i64>("1.5").is_err());
    assert!(from_str::<u8>("-1.0").is_err());
}

#[test]
fn floats_are_read_from_any_number() {
    reads("[4]: 1,-2,0.5,1e300", vec![1.0, -2.0, 0.5, 1e300]);
    reads("18446744073709551616", 18_446_744_073_709_551_616.0_f64);
    returns(vec![f64::MAX, f64::MIN_POSITIVE, 5e-324, 0.1 + 0.2, 1e21, 1e-7, 123_456_789_012_345_680_000.0]);
    returns(vec![0.1_f32, 16_777_216.0, f32::MAX, 1e-45]);
}

#[test]
fn a_single_precision_float_is_rounded_once() {
    let token = "7.038531e-26";
    let expected = token.parse::<f32>().unwrap();

    assert_eq!(from_str(token), Ok(expected));
    #[allow(clippy::cast_possible_truncation, reason = "the detour that must not be taken")]
    let twice = token.parse::<f64>().unwrap() as f32;
    assert_ne!(twice.to_bits(), expected.to_bits());
}

#[test]
fn an_unquoted_number_is_not_a_string_and_a_quoted_one_not_a_number() {
    assert!(from_str::<String>("42").is_err());
    assert!(from_str::<u8>("\"42\"").is_err());
    reads("\"42\"", "42".to_owned());
    reads("05", "05".to_owned());
    reads("x", 'x');
}

#[test]
fn strings_are_borrowed_where_they_have_no_escapes() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Lent<'a> {
        bare: &'a str,
        quoted: &'a str,
        #[serde(borrow)]
        escaped: Cow<'a, str>,
    }
    let toon = "[1]{bare,quoted,escaped}:\n  a b,\"c,d\",\"e\\n\"";

    let rows: Vec<Lent<'_>> = from_str(toon).unwrap();

    assert_eq!(rows, [Lent { bare: "a b", quoted: "c,d", escaped: "e\n".into() }]);
    let text = toon.as_bytes().as_ptr_range();
    assert!(text.contains(&rows[0].bare.as_ptr()) && text.contains(&rows[0].quoted.as_ptr()));
    assert!(from_str::<&str>("\"a\\n\"").is_err());
    let map: HashMap<&str, &str> = from_str("a: x\n\"b:\": y").unwrap();
    assert_eq!(map, HashMap::from([("a", "x"), ("b:", "y")]));
}

#[test]
fn keys_of_maps_are_read_as_what_the_map_wants() {
    returns(BTreeMap::from([(-1_i64, "a".to_owned()), (i64::MAX, "b".to_owned())]));
    returns(BTreeMap::from([(u128::MAX, 1)]));
    returns(BTreeMap::from([(true, 1), (false, 2)]));
    returns(BTreeMap::from([('é', 1)]));
    returns(BTreeMap::from([(Newtype(3), 1)]));
    returns(BTreeMap::from([(Some(3), 1)]));
    reads("1.5: x\n\"2\": y", vec![(1.5_f64, "x".to_owned()), (2.0, "y".to_owned())].into_iter().collect::<Pairs>());
    assert!(from_str::<BTreeMap<u8, u8>>("x: 1").is_err());
    assert!(from_str::<BTreeMap<u8, u8>>("256: 1").is_err());
}

#[derive(Debug, PartialEq)]
struct Pairs(Vec<(f64, String)>);

impl FromIterator<(f64, String)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (f64, String)>>(pairs: I) -> Self {
        Self(pairs.into_iter().collect())
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor;
        impl<'de> Visitor<'de> for PairsVisitor {
            type Value = Pairs;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut access: A) -> Result<Pairs, A::Error> {
                std::iter::from_fn(|| access.next_entry().transpose()).collect()
            }
        }
        deserializer.deserialize_map(PairsVisitor)
    }
}

#[test]
fn variants_may_be_keys() {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    enum Color {
        Red,
        Blue,
    }

    returns(BTreeMap::from([(Color::Red, 1), (Color::Blue, 2)]));
    returns(BTreeMap::from([(Color::Red, Newtype(1)), (Color::Blue, Newtype(2))]));
}

#[test]
fn bytes_are_an_array_of_numbers() {
    #[derive(Debug, PartialEq)]
    struct Bytes(Vec<u8>);
    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0)
        }
    }
    impl<'de> Deserialize<'de> for Bytes {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct BytesVisitor;
            impl<'de> Visitor<'de> for BytesVisitor {
                type Value = Bytes;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("bytes")
                }
                fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut access: A) -> Result<Bytes, A::Error> {
                    std::iter::from_fn(|| access.next_element().transpose()).collect::<Result<_, _>>().map(Bytes)
                }
            }
            deserializer.deserialize_byte_buf(BytesVisitor)
        }
    }

    returns(Bytes(vec![0, 255]));
    returns(Bytes(Vec::new()));
}

#[test]
fn what_is_ignored_is_checked_all_the_same() {
    assert!(from_str::<IgnoredAny>("a[1]{b}:\n  1\nc: \"x\"").is_ok());
    for toon in ["a[2]: 1", "a: 1\na: 2", "a: \"x", "[1]{a}:\n  1,2", "a: 1e400"] {
        assert!(from_str::<IgnoredAny>(toon).is_err(), "{toon}");
    }
}
