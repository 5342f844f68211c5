//! Names of maps whose keys are not texts: one rule in every format, an error with the name, and never a panic.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, HashMap};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tool_formats::{Format, FormatError, from_str, to_string};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Colour {
    Red,
    Blue,
}

#[derive(Debug, Deserialize)]
struct Row<K: Ord> {
    m: BTreeMap<K, u8>,
}

/// What no key but a text is named.
const STRANGE: [&str; 17] =
    ["é", "日", "True", "", " 1", "1 ", "+1", "01", "-0", "nan", "NaN", "inf", "1_0", "0x1", "Grün", "tru", "true "];

fn text(name: &str, format: Format) -> String {
    to_string(&json!({ name: 1, "x": 2 }), format).unwrap()
}

#[track_caller]
fn read<K: DeserializeOwned + Ord>(name: &str, format: Format) -> Result<BTreeMap<K, u8>, FormatError> {
    from_str(&to_string(&json!({ name: 1 }), format).unwrap(), format)
}

#[track_caller]
fn refuses<K: DeserializeOwned + Ord + std::fmt::Debug>(name: &str, format: Format) {
    let result = read::<K>(name, format);
    let error = result.unwrap_err().to_string();
    let quoted = [format!("{name:?}"), format!("`{name}`")];
    assert!(quoted.iter().any(|name| error.contains(name)), "{format}: {name:?}: {error}");
}

#[test]
fn a_name_that_is_not_a_key_of_its_type_is_refused_with_the_name() {
    for format in Format::ALL {
        // YAML itself has typed keys, and reads them by its rules.
        if format.name() == "yaml" {
            continue;
        }
        for name in STRANGE {
            refuses::<bool>(name, *format);
            refuses::<Option<bool>>(name, *format);
            refuses::<Colour>(name, *format);
            refuses::<u8>(name, *format);
            refuses::<i64>(name, *format);
            refuses::<u128>(name, *format);
        }
        for name in ["", "ab", "ée"] {
            refuses::<char>(name, *format);
        }
        for name in ["1.0", "1e0", "256"] {
            refuses::<u8>(name, *format);
        }
    }
}

#[test]
fn no_name_makes_a_reader_panic() {
    for format in Format::ALL {
        for name in STRANGE {
            let text = text(name, *format);
            let _ = from_str::<HashMap<bool, u8>>(&text, *format);
            let _ = from_str::<Vec<HashMap<bool, u8>>>(&text, *format);
            let _ = from_str::<HashMap<Colour, u8>>(&text, *format);
            let _ = from_str::<HashMap<char, u8>>(&text, *format);
            let _ = from_str::<HashMap<i8, u8>>(&text, *format);
            let _ = from_str::<HashMap<Option<u64>, u8>>(&text, *format);
        }
    }
}

#[test]
fn json_in_a_cell_is_read_by_the_same_rule() {
    let cell = |name: &str| to_string(&json!([{ "m": { name: 1 } }]), Format::Csv).unwrap();

    for name in STRANGE {
        let error = from_str::<Vec<Row<bool>>>(&cell(name), Format::Csv).unwrap_err().to_string();
        assert!(error.contains("expected `true` or `false`"), "{name:?}: {error}");
    }
    let rows = from_str::<Vec<Row<bool>>>(&cell("true"), Format::Csv).unwrap();
    assert_eq!(rows[0].m, BTreeMap::from([(true, 1)]));
}

#[test]
fn a_sentence_names_what_was_expected() {
    let says = |error: FormatError, sentence: &str| assert_eq!(error.to_string(), sentence);

    says(
        read::<bool>("é", Format::Json).unwrap_err(),
        "line 1, column 4: invalid value: string \"é\", expected `true` or `false`",
    );
    says(read::<u8>("+1", Format::Json).unwrap_err(), "line 1, column 5: invalid value: string \"+1\", expected u8");
    says(read::<u8>("+1", Format::Toon).unwrap_err(), "line 1, column 1: invalid value: string \"+1\", expected u8");
    says(read::<u8>("a", Format::Csv).unwrap_err(), "line 1, column 1: invalid value: string \"a\", expected u8");
}

#[test]
fn two_names_never_become_one_key() {
    for text in [r#"{"1":"a","+1":"b"}"#, r#"{"1":"a","01":"b"}"#, r#"{"0":"a","-0":"b"}"#] {
        assert!(from_str::<BTreeMap<i8, String>>(text, Format::Json).is_err(), "{text}");
    }
    assert!(from_str::<BTreeMap<i8, u8>>("1: 1\n\"+1\": 2", Format::Toon).is_err());
}

macro_rules! comes_back {
    ($($type:ty: $($key:expr),+;)*) => {$(
        for format in Format::ALL {
            // A table has rows of at least two columns here: a single empty one has no line.
            let map: BTreeMap<$type, u8> = [$(($key, 1)),+].into_iter().collect();
            let text = to_string(&map, *format).unwrap();
            assert_eq!(from_str::<BTreeMap<$type, u8>>(&text, *format).unwrap(), map, "{format}: {text}");
        }
    )*};
}

#[test]
fn every_key_comes_back() {
    comes_back! {
        bool: true, false;
        u8: 0, 255;
        i64: i64::MIN, -1, 0, i64::MAX;
        u64: 1, u64::MAX;
        i128: i128::MIN, i128::MAX;
        u128: 0, u128::MAX;
        char: 'a', 'é', '1', ' ', '"', ',';
        Colour: Colour::Red, Colour::Blue;
        String: "é".to_owned(), "True".to_owned(), " 1".to_owned(), "null".to_owned();
    }
}

#[test]
fn float_keys_come_back() {
    for format in Format::ALL {
        for key in [0.5, -1.25, 1e300, 5e-324, 1.0] {
            let text = to_string(&HashMap::from([(ordered(key), 1), (ordered(2.5), 2)]), *format).unwrap();
            let back: HashMap<Ordered, u8> = from_str(&text, *format).unwrap();
            assert!(back.contains_key(&ordered(key)), "{format}: {text}");
        }
    }
}

/// A float that can be a key.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Ordered(f64);

impl Eq for Ordered {}

impl std::hash::Hash for Ordered {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

fn ordered(value: f64) -> Ordered {
    Ordered(value)
}

#[test]
fn an_empty_name_that_is_not_a_boolean_is_refused_with_the_name() {
    for text in ["{\"\":1}", "{\"true\":1,\"\":2}"] {
        let error = from_str::<BTreeMap<bool, u8>>(text, Format::Json).unwrap_err().to_string();
        assert!(error.ends_with("invalid value: string \"\", expected `true` or `false`"), "{error}");
    }
}
