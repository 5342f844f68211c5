//! Random values of many Rust types through each format and back: equal except for the losses that are named, or refused.
//!
//! The run is seeded. `TOOL_FORMATS_CASES` makes it longer: values of each type, by default 60.
#![cfg(all(feature = "toon", feature = "yaml", feature = "xml", feature = "csv"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tool_formats::{Format, FormatError, Loss, LossSet, convert, from_str, losses, to_string};

mod promises;
use promises::promised;

/// Random numbers of a seed. Source: Steele, Lea, Flood 2014 (`splitmix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        let at = usize::try_from(self.below(from.len() as u64)).unwrap();
        from.get(at).unwrap().clone()
    }

    fn many<T: Make>(&mut self) -> Vec<T> {
        (0..self.below(4)).map(|_| T::make(self)).collect()
    }
}

trait Make {
    fn make(random: &mut Random) -> Self;
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Make for $type {
            fn make(random: &mut Random) -> Self {
                let wide = u128::from(random.next()) << 64 | u128::from(random.next());
                random.pick(&[0, 1, <$type>::MIN, <$type>::MAX, wide as $type, (wide % 100) as $type])
            }
        }
    )*};
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_lossless,
    reason = "any bits will do"
)]
mod numbers {
    use super::{Make, Random};

    integers!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128);
}

impl Make for f64 {
    fn make(random: &mut Random) -> Self {
        let bits = Self::from_bits(random.next());
        let any = if bits.is_finite() { bits } else { 0.1 };
        random.pick(&[
            0.0,
            -0.0,
            1.0,
            0.5,
            Self::MAX,
            Self::MIN,
            Self::MIN_POSITIVE,
            5e-324,
            1e21,
            -1.679_714_759_890_450_3,
            any,
            any,
            any,
        ])
    }
}

impl Make for f32 {
    fn make(random: &mut Random) -> Self {
        let bits = Self::from_bits(u32::try_from(random.next() >> 32).unwrap());
        let any = if bits.is_finite() { bits } else { 0.1 };
        random.pick(&[
            0.0,
            -0.0,
            1.0,
            Self::MAX,
            Self::MIN,
            Self::MIN_POSITIVE,
            1e-45,
            16_777_216.0,
            0.1,
            any,
            any,
            any,
        ])
    }
}

impl Make for bool {
    fn make(random: &mut Random) -> Self {
        random.below(2) == 0
    }
}

impl Make for char {
    fn make(random: &mut Random) -> Self {
        random.pick(&[
            'a',
            '1',
            ' ',
            '\n',
            '\r',
            '"',
            '\'',
            ',',
            ';',
            ':',
            '-',
            '#',
            '<',
            '&',
            'é',
            '日',
            '\u{1F600}',
            '\u{85}',
            '\u{FEFF}',
            '\\',
        ])
    }
}

impl Make for String {
    fn make(random: &mut Random) -> Self {
        const WORDS: [&str; 34] = [
            "",
            "a",
            "Ada Lovelace",
            "null",
            "true",
            "false",
            "~",
            "7",
            "007",
            "-0",
            "1e3",
            "1.0",
            ".5",
            "0x1F",
            "[1]",
            "{}",
            "[]",
            "{\"a\":1}",
            "- a",
            "a: b",
            "a #b",
            "*a",
            "&a",
            "!t",
            "2024-01-01",
            "12:30",
            "no",
            " pad ",
            "a,b",
            "a\tb",
            "line\nbreak",
            "sep=;",
            "é日\u{1F600}",
            "\"",
        ];
        let mut text = random.pick(&WORDS).to_owned();
        for _ in 0..random.below(3) {
            text.push(char::make(random));
        }
        text
    }
}

macro_rules! made_of {
    ($($type:ident { $($field:ident),* })*) => {$(
        impl Make for $type {
            fn make(random: &mut Random) -> Self {
                Self { $($field: Make::make(random)),* }
            }
        }
    )*};
}

impl<T: Make> Make for Option<T> {
    fn make(random: &mut Random) -> Self {
        if bool::make(random) { Some(T::make(random)) } else { None }
    }
}

impl<T: Make> Make for Vec<T> {
    fn make(random: &mut Random) -> Self {
        random.many()
    }
}

impl<T: Make> Make for VecDeque<T> {
    fn make(random: &mut Random) -> Self {
        random.many().into()
    }
}

impl<T: Make + Ord> Make for BTreeSet<T> {
    fn make(random: &mut Random) -> Self {
        random.many().into_iter().collect()
    }
}

impl<K: Make + Ord, V: Make> Make for BTreeMap<K, V> {
    fn make(random: &mut Random) -> Self {
        random.many().into_iter().map(|key| (key, V::make(random))).collect()
    }
}

impl<V: Make> Make for HashMap<String, V> {
    fn make(random: &mut Random) -> Self {
        random.many().into_iter().map(|key| (key, V::make(random))).collect()
    }
}

impl<T: Make> Make for Box<T> {
    fn make(random: &mut Random) -> Self {
        Self::new(T::make(random))
    }
}

impl<A: Make, B: Make> Make for (A, B) {
    fn make(random: &mut Random) -> Self {
        (A::make(random), B::make(random))
    }
}

impl<A: Make, B: Make, C: Make> Make for (A, B, C) {
    fn make(random: &mut Random) -> Self {
        (A::make(random), B::make(random), C::make(random))
    }
}

impl<T: Make> Make for [T; 3] {
    fn make(random: &mut Random) -> Self {
        [T::make(random), T::make(random), T::make(random)]
    }
}

impl Make for IpAddr {
    fn make(random: &mut Random) -> Self {
        let bits = random.next();
        random.pick(&[
            Self::V4(Ipv4Addr::from_bits(u32::try_from(bits >> 32).unwrap())),
            Self::V6(Ipv6Addr::from_bits(u128::from(bits))),
        ])
    }
}

/// A date, as text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Date(String);

impl Make for Date {
    fn make(random: &mut Random) -> Self {
        Self(format!("20{:02}-{:02}-{:02}T00:00:00Z", random.below(99), 1 + random.below(12), 1 + random.below(28)))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Row {
    id: u32,
    name: String,
    price: f64,
    sold: bool,
    note: Option<String>,
}
made_of!(Row { id, name, price, sold, note });

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Nested {
    row: Row,
    rows: Vec<Row>,
    tags: Vec<String>,
    counts: BTreeMap<String, u64>,
    pair: (i64, String),
}
made_of!(Nested { row, rows, tags, counts, pair });

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Extremes {
    small: i128,
    large: u128,
    float: f32,
    double: f64,
    letter: char,
}
made_of!(Extremes { small, large, float, double, letter });

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Renamed {
    first_name: String,
    #[serde(rename = "a b<c>")]
    odd: i16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left_out: Option<u8>,
}
made_of!(Renamed { first_name, odd, left_out });

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Flattened {
    id: String,
    #[serde(flatten)]
    row: Renamed,
}
made_of!(Flattened { id, row });

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Metres(f64);

impl Make for Metres {
    fn make(random: &mut Random) -> Self {
        Self(f64::make(random))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Unit;

impl Make for Unit {
    fn make(_: &mut Random) -> Self {
        Self
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

impl Make for Tree {
    fn make(random: &mut Random) -> Self {
        let children = if random.below(3) == 0 { random.many() } else { Vec::new() };
        Self { name: String::make(random), children }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Colour {
    Red,
    #[serde(rename = "dark blue")]
    DarkBlue,
}

impl Make for Colour {
    fn make(random: &mut Random) -> Self {
        random.pick(&[Self::Red, Self::DarkBlue])
    }
}

macro_rules! shapes {
    ($($name:ident #[$($attribute:tt)*])*) => {$(
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[$($attribute)*]
        enum $name {
            Empty,
            Named { text: String, on: bool },
            Row(Row),
        }

        impl Make for $name {
            fn make(random: &mut Random) -> Self {
                match random.below(3) {
                    0 => Self::Empty,
                    1 => Self::Named { text: Make::make(random), on: Make::make(random) },
                    _ => Self::Row(Make::make(random)),
                }
            }
        }
    )*};
}

shapes! {
    External #[serde(rename_all = "snake_case")]
    Internal #[serde(tag = "kind")]
    Adjacent #[serde(tag = "kind", content = "value")]
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<i64>),
}

impl Make for Untagged {
    fn make(random: &mut Random) -> Self {
        match random.below(4) {
            0 => Self::Flag(Make::make(random)),
            1 => Self::Number(Make::make(random)),
            2 => Self::Text(Make::make(random)),
            _ => Self::List(Make::make(random)),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Tuples {
    One(u8),
    Two(u8, String),
    Three(Option<i32>, bool, char),
}

impl Make for Tuples {
    fn make(random: &mut Random) -> Self {
        match random.below(3) {
            0 => Self::One(Make::make(random)),
            1 => Self::Two(Make::make(random), Make::make(random)),
            _ => Self::Three(Make::make(random), Make::make(random), Make::make(random)),
        }
    }
}

fn cases() -> u64 {
    std::env::var("TOOL_FORMATS_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(60)
}

/// Each value is equal when it comes back, except for what was named as lost.
#[track_caller]
fn comes_back<T: Make + Debug + PartialEq + Serialize + DeserializeOwned>(name: &str) {
    let seed = name.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let mut random = Random(seed);
    for case in 0..cases() {
        let value = T::make(&mut random);
        for format in Format::ALL {
            // A value that a format cannot represent is an error, and has no text.
            let Ok(text) = to_string(&value, *format) else { continue };
            let lost = losses(&value, *format).unwrap();
            let back = from_str::<T>(&text, *format);
            let is_same = back.as_ref().is_ok_and(|back| back == &value && same_signs(back, &value));
            let is_known = is_same || !lost.is_empty() && differs_only_by(lost, *format, &value, &back, name);
            let back_and_forth = format!("{value:?}\nbecame\n{text}\nand then\n{back:?}");
            assert!(is_known, "{name}, case {case}, {format}, loses {lost}:\n{back_and_forth}");
            if matches!(format, Format::Xml | Format::Csv) {
                let kept = Kept { lost, format: *format, is_typed: false };
                let json = to_string(&value, Format::Json).unwrap();
                let untyped = convert(&text, *format, Format::Json).unwrap();
                assert_eq!(kept.of(&untyped), kept.of(&json), "{name}, case {case}, {format}, loses {lost}:\n{text}");
            }
        }
    }
}

/// Serde reads the fields of these before it knows their types.
fn is_buffered(name: &str) -> bool {
    ["Flattened", "Internal", "Adjacent", "Untagged"].iter().any(|buffered| name.contains(buffered))
}

/// Whether a value and its text differ only by the losses that were named.
fn differs_only_by<T: PartialEq + Serialize>(
    lost: LossSet,
    format: Format,
    value: &T,
    back: &Result<T, FormatError>,
    name: &str,
) -> bool {
    if !matches!(format, Format::Xml | Format::Csv) {
        // Zeros are equal whatever their sign.
        return format == Format::Toon && lost.to_string() == "negative zero" && back.as_ref() == Ok(value);
    }
    // A type that says what it reads loses no types.
    let kept = Kept { lost, format, is_typed: !is_buffered(name) };
    match back {
        Ok(back) => {
            kept.of(&to_string(back, Format::Json).unwrap()) == kept.of(&to_string(value, Format::Json).unwrap())
        }
        // A buffered type asks for nothing in particular and gets what was lost. A row has a cell for each variant that
        // any row has.
        Err(_) => {
            is_buffered(name)
                || ["External", "Tuples"].iter().any(|tagged| name.contains(tagged)) && kept.loses(Loss::EmptyKinds)
        }
    }
}

/// A value without what a format loses of it; numbers are their digits.
#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Null,
    Text(String),
    Number(String),
    Bool(bool),
    Array(Vec<Kind>),
    Object(BTreeMap<String, Kind>),
}

/// What is lost, and by which format.
#[derive(Clone, Copy)]
struct Kept {
    lost: LossSet,
    format: Format,
    /// A Rust type says which scalars are text, numbers and booleans.
    is_typed: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Root,
    Array,
    Object,
}

impl Kept {
    /// What is kept of a value that is given as JSON.
    fn of(self, json: &str) -> Kind {
        let tree = Kind::parse(json);
        if self.format == Format::Xml { self.in_xml(tree, Place::Root) } else { self.in_csv(tree) }
    }

    fn loses(self, loss: Loss) -> bool {
        self.lost.contains(loss) && !(self.is_typed && loss == Loss::Types)
    }

    fn in_xml(self, tree: Kind, place: Place) -> Kind {
        match tree {
            Kind::Array(items) => self.array_in_xml(items, place),
            Kind::Object(entries) => {
                let kept = entries.into_iter().map(|(key, value)| (key, self.in_xml(value, Place::Object)));
                self.without_empty(Kind::Object(kept.collect()))
            }
            scalar => self.without_empty(self.without_type(scalar)),
        }
    }

    fn array_in_xml(self, items: Vec<Kind>, place: Place) -> Kind {
        if place == Place::Array && !items.is_empty() && self.loses(Loss::Structure) {
            return self.in_xml(Kind::Object([("item".to_owned(), Kind::Array(items))].into()), Place::Array);
        }
        let mut items: Vec<_> = items.into_iter().map(|item| self.in_xml(item, Place::Array)).collect();
        if items.len() == 1 && place == Place::Object && self.loses(Loss::SingletonArray) {
            return items.pop().unwrap();
        }
        self.without_empty(Kind::Array(items))
    }

    fn in_csv(self, tree: Kind) -> Kind {
        match tree {
            Kind::Array(mut rows) if rows.len() == 1 && self.loses(Loss::SingletonArray) => {
                self.in_csv(rows.pop().unwrap())
            }
            Kind::Array(rows) => Kind::Array(rows.into_iter().map(|row| self.in_csv(row)).collect()),
            Kind::Object(cells) => {
                let cells = cells.into_iter().map(|(key, cell)| (key, self.cell(cell)));
                let is_kept = |(_, cell): &(String, Kind)| *cell != Kind::Null || !self.loses(Loss::EmptyKinds);
                Kind::Object(cells.filter(is_kept).collect())
            }
            other => other,
        }
    }

    fn cell(self, cell: Kind) -> Kind {
        match cell {
            Kind::Text(text) if text.is_empty() && self.loses(Loss::EmptyKinds) => Kind::Null,
            Kind::Text(text) if text.starts_with(['[', '{']) && self.loses(Loss::Types) => {
                let json = serde_json::from_str::<&RawValue>(&text).map(|json| Kind::parse(json.get()));
                json.unwrap_or(Kind::Text(text))
            }
            cell => self.without_type(cell),
        }
    }

    /// A number or boolean as the text of the same characters.
    fn without_type(self, scalar: Kind) -> Kind {
        match scalar {
            Kind::Number(digits) if self.loses(Loss::Types) => Kind::Text(digits),
            Kind::Bool(value) if self.loses(Loss::Types) => Kind::Text(value.to_string()),
            other => other,
        }
    }

    /// All that is empty as null, and no key for it.
    fn without_empty(self, tree: Kind) -> Kind {
        if !self.loses(Loss::EmptyKinds) {
            return tree;
        }
        match tree {
            Kind::Text(text) if text.is_empty() => Kind::Null,
            Kind::Array(items) if items.is_empty() => Kind::Null,
            Kind::Object(mut entries) => {
                entries.retain(|_, value| *value != Kind::Null);
                if entries.is_empty() { Kind::Null } else { Kind::Object(entries) }
            }
            other => other,
        }
    }
}

impl Kind {
    fn parse(json: &str) -> Self {
        let each = |item: &RawValue| Self::parse(item.get());
        match json.as_bytes() {
            [b'n', ..] => Self::Null,
            [b't' | b'f', ..] => Self::Bool(json == "true"),
            [b'"', ..] => Self::Text(serde_json::from_str(json).unwrap()),
            [b'[', ..] => {
                let items: Vec<Box<RawValue>> = serde_json::from_str(json).unwrap();
                Self::Array(items.iter().map(|item| each(item)).collect())
            }
            [b'{', ..] => {
                let entries: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json).unwrap();
                Self::Object(entries.iter().map(|(key, value)| (key.clone(), each(value))).collect())
            }
            _ => Self::Number(json.to_owned()),
        }
    }
}

/// Zeros are equal whatever their sign; what they are shown as is not.
fn same_signs<T: Debug>(one: &T, other: &T) -> bool {
    // The order of a hash map is another each time.
    std::any::type_name::<T>().contains("HashMap") || format!("{one:?}") == format!("{other:?}")
}

#[test]
fn the_guide_says_which_formats_keep_each_value() {
    promised("JSON and YAML keep every value that JSON has; so does TOON, except for the sign of zero.");
}

macro_rules! types {
    ($($test:ident: $($type:ty),+;)*) => {$(
        #[test]
        fn $test() {
            $(comes_back::<$type>(stringify!($type));)+
        }
    )*};
}

types! {
    integers_come_back_or_a_loss_is_named: u8, i8, u16, i16, u32, i32, u64, i64, u128, i128;
    floats_come_back_or_a_loss_is_named: f32, f64, Vec<f32>, Vec<f64>, Option<f64>, Metres, BTreeMap<String, f32>;
    texts_come_back_or_a_loss_is_named: bool, char, String, Option<String>, Date, IpAddr, Vec<String>, Box<String>;
    lists_come_back_or_a_loss_is_named: Vec<u8>, VecDeque<i32>, BTreeSet<String>, [bool; 3], Vec<Vec<i64>>, Vec<Option<u8>>,
        Vec<BTreeMap<String, Option<String>>>;
    tuples_come_back_or_a_loss_is_named: (u8, String), (f64, bool, char), Vec<(i64, String)>, Option<(u8, u8)>;
    maps_come_back_or_a_loss_is_named: BTreeMap<String, String>, BTreeMap<u64, bool>, BTreeMap<i128, i128>,
        BTreeMap<bool, u8>, BTreeMap<char, char>, BTreeMap<Colour, Vec<u8>>, HashMap<String, Row>, Vec<BTreeMap<u8, String>>;
    structs_come_back_or_a_loss_is_named: Row, Vec<Row>, Nested, Vec<Nested>, Extremes, Vec<Extremes>, Renamed, Vec<Renamed>,
        Flattened, Vec<Flattened>, Unit, Tree, Vec<Tree>;
    enums_come_back_or_a_loss_is_named: Colour, External, Internal, Adjacent, Untagged, Tuples, Vec<Colour>, Vec<External>,
        Vec<Internal>, Vec<Adjacent>, Vec<Untagged>, Vec<Tuples>, Option<External>;
}

#[derive(Debug, PartialEq, Deserialize)]
struct Single {
    v: f32,
}

#[test]
fn a_number_beyond_the_range_of_an_f32_is_refused_in_every_format() {
    for (format, text) in [
        (Format::Json, r#"[{"v":1e39},{"v":1}]"#),
        (Format::Toon, "[2]{v}:\n  1e39\n  1"),
        (Format::Yaml, "- v: 1e39\n- v: 1"),
        (Format::Xml, "<ObjectNode>\n<root><v>1e39</v></root>\n<root><v>1</v></root></ObjectNode>"),
        (Format::Csv, "v\n1e39\n1"),
    ] {
        let error = from_str::<Vec<Single>>(text, format);
        assert!(error.is_err(), "{format}: {error:?}");
        for long in
            ["1e39", "-3.5e38", "340282356779733661637539395458142568448", "1000000000000000000000000000000000000000"]
        {
            let text = text.replace("1e39", long);
            assert!(from_str::<Vec<Single>>(&text, format).is_err(), "{format}: {text}");
        }
        let most = text.replace("1e39", "3.4028235e38");
        assert_eq!(from_str::<Vec<Single>>(&most, format).unwrap().first(), Some(&Single { v: f32::MAX }), "{format}");
        // By way of a double, this would be rounded twice, to the neighbour above.
        let twice = text.replace("1e39", "1.00000017881393432617187499");
        let nearest: f32 = "1.00000017881393432617187499".parse().unwrap();
        assert_eq!(from_str::<Vec<Single>>(&twice, format).unwrap().first(), Some(&Single { v: nearest }), "{format}");
    }
}

#[test]
fn json_in_a_cell_keeps_its_floats() {
    for digits in ["-1.6797147598904503", "5e-324", "1.7976931348623157e308", "0.1"] {
        let text = format!("a,b\n\"[{digits}]\",x");
        let rows: Vec<(Vec<f64>, String)> = from_str(&text, Format::Csv).unwrap();
        assert_eq!(rows.first().unwrap().0, [digits.parse::<f64>().unwrap()]);
        let rows: serde_json::Value = from_str(&text, Format::Csv).unwrap();
        let value = rows.pointer("/0/a/0").cloned();
        let as_float = value.and_then(|value| value.as_f64());
        assert!(as_float.is_none_or(|value| value.to_bits() == digits.parse::<f64>().unwrap().to_bits()), "{digits}");
    }
    assert!(from_str::<Vec<(Vec<f32>, u8)>>("a,b\n[1e39],1", Format::Csv).is_err());
}
