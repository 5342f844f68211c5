//! Typed values, which are written while they are serialized, come out like the same values from text.
#![cfg(feature = "toon")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by it")]

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use tool_formats::FormatError;
use tool_formats::toon::{Delimiter, EncodeOptions, convert_json, to_string, to_string_with, to_writer};

/// Small numbers in an order that only looks random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn scalar(&mut self) -> Value {
        match self.roll(8) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(self.roll(100)),
            3 => json!(1.5),
            4 => json!("a,b"),
            5 => json!("say \"x, y\"\\ \n"),
            6 => json!(""),
            _ => json!("x"),
        }
    }

    fn key(&mut self) -> String {
        ["a", "b", "c", "d e", "f:g", "\"h\""][usize::try_from(self.roll(6)).unwrap()].to_owned()
    }

    /// Any value, of at most `depth` levels.
    fn value(&mut self, depth: u64) -> Value {
        match self.roll(8) {
            _ if depth == 0 => self.scalar(),
            0 | 1 => self.scalar(),
            2 => (0..self.roll(4)).map(|_| self.scalar()).collect(),
            3 => (0..self.roll(4)).map(|_| self.value(depth - 1)).collect(),
            4 => self.object(depth),
            5 => self.like_objects(depth).into_iter().collect(),
            _ => {
                let rows = self.like_objects(depth);
                rows.into_iter().enumerate().map(|(at, row)| (format!("k{at}"), row)).collect::<Map<_, _>>().into()
            }
        }
    }

    fn object(&mut self, depth: u64) -> Value {
        (0..self.roll(4)).map(|_| (self.key(), self.value(depth - 1))).collect::<Map<_, _>>().into()
    }

    /// Objects that are alike, but perhaps for the order of keys and for one that is different.
    fn like_objects(&mut self, depth: u64) -> Vec<Value> {
        let shape = self.shape(depth);
        let mut rows: Vec<Value> = (0..=self.roll(4)).map(|_| self.filled(&shape)).collect();
        if self.roll(2) == 0 {
            let at = usize::try_from(self.roll(rows.len() as u64)).unwrap();
            rows[at] = self.spoilt(&shape, depth);
        }
        rows
    }

    /// An object of scalars and of such objects.
    fn shape(&mut self, depth: u64) -> Map<String, Value> {
        let group = |dice: &mut Self| {
            if depth > 1 && dice.roll(3) == 0 { dice.shape(depth - 1).into() } else { Value::Null }
        };
        (0..=self.roll(4)).map(|_| (self.key(), group(self))).collect()
    }

    fn filled(&mut self, shape: &Map<String, Value>) -> Value {
        let mut entries: Vec<(String, Value)> = Vec::new();
        for (key, inner) in shape {
            let value = if let Value::Object(inner) = inner { self.filled(inner) } else { self.scalar() };
            entries.push((key.clone(), value));
        }
        if self.roll(4) == 0 {
            entries.reverse();
        }
        entries.into_iter().collect::<Map<_, _>>().into()
    }

    fn spoilt(&mut self, shape: &Map<String, Value>, depth: u64) -> Value {
        let mut row = self.filled(shape);
        let Some(entries) = row.as_object_mut() else { return row };
        let key = self.key();
        match self.roll(4) {
            0 => _ = entries.shift_remove(&key),
            1 => return self.value(depth - 1),
            _ => _ = entries.insert(key, self.value(depth - 1)),
        }
        row
    }
}

/// A value that announces wrong lengths, or none.
struct Lying<'v>(&'v Value);

impl Serialize for Lying<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(items) => {
                let len = [None, Some(0), Some(12)][items.len() % 3];
                let mut seq = serializer.serialize_seq(len)?;
                items.iter().try_for_each(|item| seq.serialize_element(&Lying(item)))?;
                seq.end()
            }
            Value::Object(entries) => {
                let mut map = serializer.serialize_map(None)?;
                entries.iter().try_for_each(|(key, value)| map.serialize_entry(key, &Lying(value)))?;
                map.end()
            }
            scalar => scalar.serialize(serializer),
        }
    }
}

#[test]
fn any_value_is_written_as_its_json_text_is_converted() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let pipe = EncodeOptions::new().with_delimiter(Delimiter::Pipe).with_indent(3);
    for _ in 0..20_000 {
        let value = dice.value(4);
        let json = value.to_string();
        for options in [EncodeOptions::default(), pipe] {
            let expected = convert_json(&json, &options).unwrap();
            assert_eq!(to_string_with(&value, &options).unwrap(), expected, "{json}");
            assert_eq!(to_string_with(&Lying(&value), &options).unwrap(), expected, "{json}, with wrong lengths");
        }
    }
}

/// An object of the given entries, in which a key may come twice.
struct Entries<'v>(&'v [(&'v str, Value)]);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

#[test]
fn the_last_value_of_a_key_wins_in_the_first_place() {
    let plain =
        [("a", json!(1)), ("b", json!([1, {"c": [2]}])), ("a", json!([3])), ("b", json!(null)), ("c d", json!(5))];
    let keyed = [("a", json!({"x": 1})), ("b", json!({"x": 2})), ("a", json!({"x": 3}))];
    let single = [("a", json!({"x": 1})), ("a", json!({"x": 2}))];
    let late = [("a", json!({"x": 1})), ("a", json!({"x": 2})), ("b", json!({"x": 3}))];
    let other = [("a", json!({"x": 1})), ("b", json!({"y": 2})), ("b", json!({"x": 3}))];
    let rows =
        [Entries(&[("x", json!(1)), ("y", json!(2))]), Entries(&[("x", json!(3)), ("x", json!(4)), ("y", json!(5))])];

    assert_eq!(to_string(&Entries(&plain)).unwrap(), "a[1]: 3\nb: null\n\"c d\": 5");
    assert_eq!(
        to_string(&[(1, Entries(&plain))]).unwrap(),
        "[1]:\n  - [2]:\n    - 1\n    - a[1]: 3\n      b: null\n      \"c d\": 5"
    );
    assert_eq!(to_string(&Entries(&keyed)).unwrap(), "[2:]{x}:\n  a: 3\n  b: 2");
    assert_eq!(to_string(&Entries(&single)).unwrap(), "a:\n  x: 2");
    assert_eq!(to_string(&Entries(&late)).unwrap(), "[2:]{x}:\n  a: 2\n  b: 3");
    assert_eq!(to_string(&Entries(&other)).unwrap(), "[2:]{x}:\n  a: 1\n  b: 3");
    assert_eq!(to_string(&rows).unwrap(), "[2]{x,y}:\n  1,2\n  4,5");
}

#[test]
fn the_last_value_of_a_key_wins_among_values_of_many_lines() {
    let list = json!(["a", {"b": [[1], {"c": 2}]}]);
    let entries = [("k e", list.clone()), ("m", json!({"n": [[]]})), ("k e", json!({"p": 1})), ("q", list)];

    let text = to_string(&Entries(&entries)).unwrap();
    let item = to_string(&[[Entries(&entries)]]).unwrap();

    assert_eq!(
        text,
        "\"k e\":\n  p: 1\nm:\n  n[1]:\n    - [0]:\nq[2]:\n  - a\n  - b[2]:\n      - [1]: 1\n      - c: 2"
    );
    assert_eq!(item, format!("[1]:\n  - [1]:\n    - {}", text.replace('\n', "\n      ")));
}

#[test]
fn one_key_of_many_may_come_twice() {
    let names: Vec<String> = (0..1000).map(|at| format!("a_rather_long_key_{at}")).collect();
    let mut entries: Vec<(&str, Value)> = names.iter().map(|name| (name.as_str(), json!(1))).collect();
    entries.push((&names[500], json!(2)));

    let text = to_string(&Entries(&entries)).unwrap();

    assert_eq!(text.lines().count(), 1000);
    assert_eq!(text.lines().nth(500), Some("a_rather_long_key_500: 2"));
}

#[test]
fn rows_of_a_broken_table_keep_the_order_of_their_own_keys() {
    let rows = json!([{"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 4, "c": 5}, "a": 6}, {"a": []}]);

    assert_eq!(
        to_string(&rows).unwrap(),
        "[3]:\n  - a: 1\n    b:\n      c: 2\n      d: 3\n  - b:\n      d: 4\n      c: 5\n    a: 6\n  - a: []"
    );
}

#[test]
fn an_object_that_begins_like_the_last_keyed_table_may_be_none() {
    let table = json!({"a": {"x": 1, "y": 2}, "b": {"x": 3, "y": 4}});
    for other in [
        json!({"a": {"x": 1, "y": 2}}),
        json!({"a": {}, "b": {}}),
        json!({"a": {"x": 1}, "b": {"x": 2}}),
        json!({"a": {"x": 1, "y": [2]}, "b": {"x": 3, "y": 4}}),
        json!({"a": {"x": 1, "y": {"z": 2}}, "b": 5}),
        json!({"a": {"y": 1, "x": 2}, "b": {"y": 3, "x": 4}}),
        json!({"a": {"x": 1, "y": 2}, "b": {"x": 3, "y": 4}, "c": []}),
        json!({"a": {"z": 1}, "b": {"z": 2}}),
    ] {
        let value =
            json!([{"t": [], "p": table, "q": {"r": table}}, {"t": [], "p": other, "q": {"r": other}}, {"p": table}]);

        assert_eq!(to_string(&value).unwrap(), convert_json(&value.to_string(), &EncodeOptions::default()).unwrap());
    }
}

#[test]
fn a_list_item_where_the_last_keyed_table_stood_is_none() {
    let rows = json!({"x": {"c": 1}, "y": {"c": 2}});
    let value = json!([null, {"a": rows}, [rows]]);

    let text = to_string(&value).unwrap();

    let (table, item) = ("a[2:]{c}:\n      x: 1\n      y: 2", "x:\n        c: 1\n      y:\n        c: 2");
    assert_eq!(text, format!("[3]:\n  - null\n  - {table}\n  - [1]:\n    - {item}"));
}

#[test]
fn lengths_that_were_not_announced_are_counted() {
    let long: Value = (0..12).collect();

    assert_eq!(to_string(&Lying(&long)).unwrap(), "[12]: 0,1,2,3,4,5,6,7,8,9,10,11");
    assert_eq!(to_string(&Lying(&json!([{"a": 1}, {"a": 2}]))).unwrap(), "[2]{a}:\n  1\n  2");
    assert_eq!(to_string(&Lying(&json!([[], 1]))).unwrap(), "[2]:\n  - [0]:\n  - 1");
}

#[test]
fn an_implementation_that_goes_on_after_an_error_is_an_error() {
    struct Failing;
    impl Serialize for Failing {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(None)?;
            seq.serialize_element(&1)?;
            Err(serde::ser::Error::custom("half way"))
        }
    }
    struct Careless;
    impl Serialize for Careless {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(None)?;
            _ = seq.serialize_element(&Failing);
            seq.serialize_element("instead")?;
            seq.end()
        }
    }

    let message = "a `Serialize` implementation ignored an error".to_owned();
    assert_eq!(to_string(&Careless), Err(FormatError::serialize(message)));
}

#[test]
fn a_writer_that_fails_is_an_error() {
    let mut full = [0; 3];

    let error = to_writer(&mut full[..], &["a", "b"]).unwrap_err();

    assert_eq!(error, FormatError::write(std::io::ErrorKind::WriteZero));
}

#[test]
fn large_values_of_every_shape_are_written_as_their_json_text_is_converted() {
    let wide =
        |order: &mut dyn Iterator<Item = u32>| order.map(|at| (format!("k{at}"), json!(at))).collect::<Map<_, _>>();
    let wide_rows = json!([wide(&mut (0..5000)), wide(&mut (0..5000).rev()), wide(&mut (0..5000))]);
    let rows: Vec<Value> = (0..20_000).map(|at| json!({"a": at, "b": {"c": "x, y", "d": null}})).collect();
    let ragged: Vec<Value> = rows.iter().cloned().chain([json!({"a": []})]).collect();
    let scalars: Vec<Value> = (0..20_000).map(Value::from).chain([json!({})]).collect();

    for value in [wide_rows, rows.into(), ragged.into(), scalars.into(), wide(&mut (0..20_000)).into()] {
        let expected = convert_json(&value.to_string(), &EncodeOptions::default()).unwrap();
        assert!(to_string(&value).unwrap() == expected);
        assert!(to_string(&Lying(&value)).unwrap() == expected);
    }
}
