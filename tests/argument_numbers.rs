//! Numbers in arguments: read as the nearest value of their type, or refused, in both modes and at any place.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::num::NonZeroU8;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};
use tool_core::arguments::ArgumentRepairKind;
use tool_core::context::ArgumentMode;
use tool_core::error::ToolErrorKind;
use tool_core::testing::TestTool;
use tool_core::{FunctionToolCallback, ToolParams, ToolSet, tool, tools};

const MODES: [ArgumentMode; 2] = [ArgumentMode::Strict, ArgumentMode::Lenient];

#[derive(Debug, Deserialize, JsonSchema)]
struct Arguments<T> {
    v: T,
    #[serde(default)]
    #[allow(dead_code, reason = "it stands beside the other")]
    beside: Option<u64>,
}

/// What a tool with one argument `v` of type `T` reads from this text, or the sentence without the tool's name.
async fn read_text<T: Debug + DeserializeOwned + JsonSchema + Send + 'static>(
    mode: ArgumentMode,
    arguments: &str,
) -> Result<String, String> {
    let closure = |arguments: Arguments<T>| format!("{:?}", arguments.v);
    let tool = TestTool::new(std::sync::Arc::new(
        FunctionToolCallback::builder("t", closure).description("Does it.").build().unwrap(),
    ))
    .with_mode(mode);
    let read = tool.call_text(arguments).await;
    read.map_err(|error| error.to_string().strip_prefix("tool `t`: ").unwrap().to_owned())
}

/// The same for the value of `v`; the result must not depend on the form of the text or on other values.
async fn read<T: Debug + DeserializeOwned + JsonSchema + Send + 'static>(value: &str) -> Result<String, String> {
    let plain = read_text::<T>(ArgumentMode::Strict, &format!(r#"{{"v":{value}}}"#)).await;
    for beside in ["9", "1234567890123456789", "18446744073709551615"] {
        for mode in MODES {
            let arguments = format!(r#"{{"v":{value},"beside":{beside}}}"#);
            assert_eq!(read_text::<T>(mode, &arguments).await, plain, "{mode:?} {arguments}");
        }
        for arguments in [
            format!("```json\n{{\"v\":{value},\"beside\":{beside}}}\n```"),
            format!(r#"{{"beside":"{beside}","v":{value}}}"#),
            format!(r#"{{"beside":{beside}.0,"v":{value},}}"#),
        ] {
            assert_eq!(read_text::<T>(ArgumentMode::Lenient, &arguments).await, plain, "{arguments}");
        }
    }
    plain
}

#[allow(clippy::unnecessary_wraps, reason = "it is compared with a result")]
fn ok(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

fn refused(read: Result<String, String>) -> String {
    read.unwrap_err()
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is read and shown")]
enum Untagged<T> {
    One(T),
    Text(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "it is read and shown")]
enum Internal<T> {
    One { of: T, also: Option<u8> },
    None,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "of")]
#[allow(dead_code, reason = "it is read and shown")]
enum Adjacent<T> {
    One(T),
    None,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "it is read and shown")]
struct Inner<T> {
    of: T,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "it is read and shown")]
struct Flattened<T> {
    #[serde(flatten)]
    inner: Inner<T>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Newtype<T>(T);

const BEYOND_F32: &str = "expected a number from -3.4028235e38 to 3.4028235e38, found 1e39";

#[tokio::test(flavor = "current_thread")]
async fn a_number_outside_of_f32_is_refused_with_the_range_at_any_place() {
    assert_eq!(refused(read::<f32>("1e39").await), format!("argument `v`: {BEYOND_F32}"));
    assert_eq!(refused(read::<Option<f32>>("1e39").await), format!("argument `v`: {BEYOND_F32}"));
    assert_eq!(refused(read::<Vec<f32>>("[1,1e39]").await), format!("argument `v[1]`: {BEYOND_F32}"));
    assert_eq!(refused(read::<(u8, f32)>("[1,1e39]").await), format!("argument `v[1]`: {BEYOND_F32}"));
    assert_eq!(refused(read::<HashMap<String, f32>>(r#"{"a":1e39}"#).await), format!("argument `v.a`: {BEYOND_F32}"));
    assert_eq!(refused(read::<BTreeMap<i64, f32>>(r#"{"1":1e39}"#).await), format!("argument `v.1`: {BEYOND_F32}"));
    assert_eq!(refused(read::<Newtype<f32>>("1e39").await), format!("argument `v`: {BEYOND_F32}"));
    assert_eq!(refused(read::<Inner<f32>>(r#"{"of":1e39}"#).await), format!("argument `v.of`: {BEYOND_F32}"));
    assert_eq!(refused(read::<Flattened<f32>>(r#"{"of":1e39}"#).await), format!("argument `v.of`: {BEYOND_F32}"));
    assert_eq!(refused(read::<Untagged<f32>>("1e39").await), format!("argument `v`: {BEYOND_F32}"));
    assert_eq!(refused(read::<Untagged<Vec<f32>>>("[1e39]").await), format!("argument `v[0]`: {BEYOND_F32}"));
    let internal = read::<Internal<f32>>(r#"{"kind":"One","of":1e39}"#).await;
    assert_eq!(refused(internal), format!("argument `v.of`: {BEYOND_F32}"));
    for adjacent in [r#"{"kind":"One","of":1e39}"#, r#"{"of":1e39,"kind":"One"}"#] {
        assert_eq!(refused(read::<Adjacent<f32>>(adjacent).await), format!("argument `v.of`: {BEYOND_F32}"));
    }
    for beyond in ["-1e39", "3.5e38", "1e400", "-1e400", &"9".repeat(40)] {
        assert!(read::<f32>(beyond).await.is_err(), "{beyond}");
        assert!(read::<Untagged<f32>>(beyond).await.is_err(), "{beyond}");
        assert!(read::<Internal<Vec<f32>>>(&format!(r#"{{"kind":"One","of":[{beyond}]}}"#)).await.is_err(), "{beyond}");
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is read and shown")]
enum Precision {
    Single(f32),
    Double(f64),
}

#[tokio::test(flavor = "current_thread")]
async fn a_number_that_the_first_variant_would_change_is_refused_even_if_a_later_one_keeps_it() {
    assert_eq!(read::<Precision>("1.5").await, ok("Single(1.5)"));
    assert_eq!(refused(read::<Precision>("1e39").await), format!("argument `v`: {BEYOND_F32}"));
}

#[tokio::test(flavor = "current_thread")]
async fn a_float_is_the_nearest_of_its_type() {
    assert_eq!(read::<f64>("-1.6797147598904503").await, ok("-1.6797147598904503"));
    assert_eq!(read::<Value>("-1.6797147598904503").await, ok("Number(-1.6797147598904503)"));
    assert_eq!(read::<f64>("1e-400").await, ok("0.0"));
    assert_eq!(read::<f64>("9007199254740993").await, ok("9007199254740992.0"));
    assert_eq!(read::<f64>("12345678901234567890123").await, ok("1.2345678901234568e22"));
    for (value, nearest) in [
        ("0.1", "0.1"),
        ("1e-50", "0.0"),
        ("16777217", "16777216.0"),
        ("3.4028235e38", "3.4028235e38"),
        ("-0.0", "-0.0"),
        // Just above the middle of two `f32`: the nearest `f64` is the middle, and rounds down.
        ("1.00000005960464477539062500001", "1.0000001"),
    ] {
        assert_eq!(read::<f32>(value).await, ok(nearest));
        assert_eq!(read::<Untagged<f32>>(value).await, Ok(format!("One({nearest})")));
        let internal = read::<Internal<f32>>(&format!(r#"{{"kind":"One","of":{value}}}"#)).await;
        assert_eq!(internal, Ok(format!("One {{ of: {nearest}, also: None }}")));
    }
    assert!(read::<f64>("1e400").await.is_err());
    assert!(read::<Value>("[1e400]").await.is_err());
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is read and shown")]
enum IntegerOrAny {
    N(i64),
    Any(Value),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is read and shown")]
enum IntegerOrFloat {
    N(i64),
    F(f64),
}

#[tokio::test(flavor = "current_thread")]
async fn an_integer_that_an_untyped_value_would_change_is_refused() {
    let beyond = |place: &str| {
        format!("argument `{place}`: the integer 12345678901234567890123 has more than 64 bits; send it as a string")
    };
    let long = "12345678901234567890123";
    assert_eq!(refused(read::<Value>(long).await), beyond("v"));
    assert_eq!(refused(read::<Vec<Value>>(&format!("[{long}]")).await), beyond("v[0]"));
    assert_eq!(refused(read::<IntegerOrAny>(long).await), beyond("v"));
    assert_eq!(refused(read::<IntegerOrAny>(&format!(r#"{{"a":[{long}]}}"#)).await), beyond("v.a[0]"));
    assert_eq!(refused(read::<Untagged<Value>>(&format!("[{long}]")).await), beyond("v[0]"));
    let internal = format!(r#"{{"kind":"One","of":{long}}}"#);
    assert_eq!(refused(read::<Internal<Value>>(&internal).await), beyond("v.of"));
    assert_eq!(refused(read::<Internal<Number>>(&internal).await), beyond("v.of"));
    assert!(refused(read::<Number>(long).await).contains("more than 64 bits"));
    assert!(refused(read::<Vec<Number>>(&format!("[{long}]")).await).contains("more than 64 bits"));

    assert_eq!(read::<IntegerOrAny>("18446744073709551615").await, ok("Any(Number(18446744073709551615))"));
    assert_eq!(read::<IntegerOrAny>("1e30").await, ok("Any(Number(1e+30))"));
    assert_eq!(
        read::<IntegerOrAny>("\"12345678901234567890123\"").await,
        ok("Any(String(\"12345678901234567890123\"))")
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_variant_is_chosen_by_the_form_of_the_number() {
    for (value, read_as) in [
        ("2", "N(2)"),
        ("2.0", "F(2.0)"),
        ("2e0", "F(2.0)"),
        ("9223372036854775807", "N(9223372036854775807)"),
        ("9223372036854775809", "F(9.223372036854776e18)"),
        ("12345678901234567890123", "F(1.2345678901234568e22)"),
        ("-9223372036854775809", "F(-9.223372036854776e18)"),
    ] {
        assert_eq!(read::<IntegerOrFloat>(value).await, ok(read_as));
        assert_eq!(read::<Vec<IntegerOrFloat>>(&format!("[{value}]")).await, Ok(format!("[{read_as}]")));
        let internal = read::<Internal<IntegerOrFloat>>(&format!(r#"{{"kind":"One","of":{value}}}"#)).await;
        assert_eq!(internal, Ok(format!("One {{ of: {read_as}, also: None }}")));
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is read and shown")]
enum Point {
    Grid { x: i64 },
    Free { x: f64 },
}

#[tokio::test(flavor = "current_thread")]
async fn a_float_becomes_an_integer_only_if_no_variant_reads_it_as_a_float() {
    assert_eq!(read::<Point>(r#"{"x":2.0}"#).await, ok("Free { x: 2.0 }"));
    assert_eq!(read::<Untagged<i64>>("2.0").await, ok("One(2)"));
    assert_eq!(read::<Untagged<Vec<u8>>>("[1e2,2.0]").await, ok("One([100, 2])"));
    assert_eq!(read::<Internal<u64>>(r#"{"kind":"One","of":2.0}"#).await, ok("One { of: 2, also: None }"));
    assert!(read_text::<Untagged<i64>>(ArgumentMode::Strict, r#"{"v":2.5}"#).await.is_err());
}

#[tokio::test(flavor = "current_thread")]
async fn integers_are_exact_in_each_type_or_refused() {
    assert_eq!(
        read::<u128>("340282366920938463463374607431768211455").await,
        ok("340282366920938463463374607431768211455")
    );
    assert_eq!(
        read::<i128>("-170141183460469231731687303715884105728").await,
        ok("-170141183460469231731687303715884105728")
    );
    assert!(read::<u128>("340282366920938463463374607431768211456").await.is_err());
    assert_eq!(read::<u64>("1e3").await, ok("1000"));
    assert_eq!(read::<i64>("-0").await, ok("0"));
    assert_eq!(read::<Vec<u128>>("[1e38]").await, ok("[100000000000000000000000000000000000000]"));
    assert!(read::<u64>("18446744073709551616").await.is_err());
    assert!(read::<NonZeroU8>("0").await.is_err());
    assert_eq!(read::<NonZeroU8>("1.0").await, ok("1"));
    for beyond in ["-1", "18446744073709551616"] {
        let internal = read::<Internal<u64>>(&format!(r#"{{"kind":"One","of":{beyond}}}"#)).await;
        assert!(internal.is_err(), "{beyond}");
    }
    assert!(read::<u8>("1e999999999999999999999").await.is_err());
}

#[tokio::test(flavor = "current_thread")]
async fn the_names_of_a_map_are_exact_or_refused() {
    assert_eq!(read::<BTreeMap<u64, u8>>(r#"{"18446744073709551615":1}"#).await, ok("{18446744073709551615: 1}"));
    assert_eq!(read::<BTreeMap<i128, u8>>(r#"{"-18446744073709551617":1}"#).await, ok("{-18446744073709551617: 1}"));
    for name in ["x", "", "é", "1.0", "1e3", "01", "-0", "-01", "+1", " 1"] {
        let read = refused(read::<BTreeMap<i64, u8>>(&format!(r#"{{"{name}":1}}"#)).await);
        assert_eq!(read, format!("argument `v.{name}`: the name must be a number"));
    }
    assert!(read::<BTreeMap<u8, u8>>(r#"{"256":1}"#).await.is_err());
    assert_eq!(read::<BTreeMap<bool, u8>>(r#"{"true":1,"false":2}"#).await, ok("{false: 2, true: 1}"));
    for name in ["é", "True", "", "t", "🏔", "truee", "1"] {
        let read = refused(read::<BTreeMap<bool, u8>>(&format!(r#"{{"{name}":1}}"#)).await);
        assert_eq!(read, format!("argument `v.{name}`: the name must be `true` or `false`"));
    }
    assert_eq!(read::<BTreeMap<char, u8>>(r#"{"é":1}"#).await, ok("{'é': 1}"));
    assert!(read::<BTreeMap<char, u8>>(r#"{"ab":1}"#).await.is_err());
}

#[tokio::test(flavor = "current_thread")]
async fn a_map_has_each_name_once_in_any_form() {
    for mode in MODES {
        for arguments in [r#"{"v":{"1":1,"1":2}}"#, r#"{"v":{"1":1,"\u0031":2}}"#] {
            let error = read_text::<BTreeMap<i64, u8>>(mode, arguments).await.unwrap_err();
            assert!(error.starts_with("the name `1` is given twice with different values"), "{error}");
        }
    }
}

#[tokio::test(flavor = "current_thread")]
async fn values_of_a_map_are_repaired_for_any_type_of_name() {
    async fn check<K: Debug + Ord + DeserializeOwned + JsonSchema + Send + 'static>(name: &str, shown: &str) {
        let read = |mode, value: &'static str| {
            let arguments = format!(r#"{{"v":{{"{name}":{value}}}}}"#);
            async move { read_text::<BTreeMap<K, u8>>(mode, &arguments).await }
        };
        assert_eq!(read(ArgumentMode::Lenient, "\"5\"").await, Ok(format!("{{{shown}: 5}}")));
        for mode in MODES {
            assert_eq!(read(mode, "5.0").await, Ok(format!("{{{shown}: 5}}")));
        }
        let error = format!("argument `v.{name}`: expected an integer from 0 to 255, found the string \"5\"");
        assert_eq!(read(ArgumentMode::Strict, "\"5\"").await, Err(error));
    }
    check::<String>("1", "\"1\"").await;
    check::<i64>("-1", "-1").await;
    check::<u8>("1", "1").await;
    check::<bool>("true", "true").await;
    check::<char>("x", "'x'").await;
    check::<Newtype2>("7", "Newtype2(7)").await;
    check::<Side>("Left", "Left").await;
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
struct Newtype2(i64);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "one of them is read")]
enum Side {
    Left,
    Right,
}

#[tokio::test(flavor = "current_thread")]
async fn a_duplicate_item_of_a_set_is_refused_in_strict_mode_and_dropped_in_lenient_mode() {
    async fn check<T: Debug + DeserializeOwned + JsonSchema + Send + 'static>(value: &str, once: &str, again: &str) {
        let arguments = format!(r#"{{"v":{value}}}"#);
        let strict = read_text::<T>(ArgumentMode::Strict, &arguments).await;
        assert_eq!(strict, Err(format!("argument `v[1]`: expected each item once, found {again} again")));
        assert_eq!(read_text::<T>(ArgumentMode::Lenient, &arguments).await, ok(once));
    }
    check::<BTreeSet<u8>>("[1,1]", "{1}", "1").await;
    check::<HashSet<u8>>("[1,1]", "{1}", "1").await;
    check::<BTreeSet<u8>>("[1,1.0]", "{1}", "1").await;
    check::<Option<BTreeSet<String>>>(r#"["a","a"]"#, r#"Some({"a"})"#, "the string \"a\"").await;
    check::<BTreeSet<Vec<u8>>>("[[1,2],[1,2]]", "{[1, 2]}", "an array of 2 items").await;
    check::<Untagged<BTreeSet<u8>>>("[2,2]", "One({2})", "2").await;

    assert_eq!(read::<BTreeSet<i64>>("[1,-1]").await, ok("{-1, 1}"));
    assert_eq!(read_text::<BTreeSet<u8>>(ArgumentMode::Lenient, r#"{"v":["1",1,2]}"#).await, ok("{1, 2}"));
}

#[test]
fn a_dropped_item_of_a_set_is_an_event() {
    let schema = serde_json::json!({ "properties": { "v": { "type": "array", "uniqueItems": true } } });
    let tool = tool_core::ToolDefinition::new("t", "", schema).unwrap();

    let read = tool.read_arguments::<Value>(r#"{"v":[1,{"a":1,"b":2},1.0,{"b":2,"a":1e0}]}"#, ArgumentMode::Lenient);

    let read = read.unwrap();
    assert_eq!(read.params["v"], serde_json::json!([1, { "a": 1, "b": 2 }]));
    assert_eq!(read.repairs[0].kind(), ArgumentRepairKind::RepeatedItem);
    assert_eq!(read.repairs[0].place(), "v[2]");
}

#[derive(Debug, ToolParams)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is never read")]
enum WideUntagged {
    One(u128),
    Text(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "it is never read")]
enum WideInternal {
    One { id: i128, name: String },
    Two { name: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "of")]
#[allow(dead_code, reason = "it is read and shown")]
enum WideAdjacent {
    One(u128),
    Two { id: Vec<i128> },
}

#[derive(Debug, ToolParams)]
#[allow(dead_code, reason = "it is never read")]
struct WideFlattened {
    name: String,
    #[tool_param(flatten)]
    ids: WideIds,
}

#[derive(Debug, ToolParams)]
#[allow(dead_code, reason = "it is read and shown")]
struct WideIds {
    id: u128,
    more: Option<Vec<i128>>,
}

/// Takes an untagged type.
#[tool]
fn wide_untagged(v: &WideUntagged) -> String {
    format!("{v:?}")
}

/// Takes an untagged type in others.
#[tool]
fn wide_nested(v: Option<HashMap<String, Vec<WideUntagged>>>) -> String {
    format!("{v:?}")
}

/// Takes an internally tagged type.
#[tool]
fn wide_internal(v: &[WideInternal]) -> String {
    format!("{v:?}")
}

/// Takes a flattened type.
#[tool]
fn wide_flattened(v: &WideFlattened) -> String {
    format!("{v:?}")
}

/// Takes an adjacently tagged type.
#[tool]
fn wide_adjacent(v: &WideAdjacent) -> String {
    format!("{v:?}")
}

/// Takes a struct.
#[tool]
fn wide_struct(v: (WideIds, BTreeMap<u128, Option<i128>>)) -> String {
    format!("{v:?}")
}

#[test]
fn an_integer_of_128_bits_where_serde_cannot_read_it_is_an_error_of_the_set() {
    for (tools, name) in [
        (tools![wide_untagged], "u128"),
        (tools![wide_nested], "u128"),
        (tools![wide_internal], "i128"),
        (tools![wide_flattened], "u128"),
    ] {
        let error = ToolSet::build(&tools).unwrap_err();

        assert_eq!(error.kind(), ToolErrorKind::InvalidSchema);
        let fault = format!(
            "): argument `v`: a `{name}` inside an untagged, internally tagged or flattened type cannot be read by serde; \
             use 64 bits or a `String`"
        );
        assert!(error.to_string().ends_with(&fault), "{error}");
    }
    let closure = FunctionToolCallback::builder("t", |arguments: Arguments<WideInternal>| format!("{:?}", arguments.v));
    let closure = closure.description("Reads.").build().unwrap();
    assert!(ToolSet::build(&closure).unwrap_err().to_string().contains("cannot be read by serde"));
    assert!(ToolSet::build(&tools![wide_adjacent, wide_struct]).is_ok());
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is never read")]
enum NumberedUntagged {
    Rooms { rooms: BTreeMap<i64, Vec<u8>> },
    Other(String),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "it is never read")]
enum NumberedInternal {
    Rooms { rooms: HashMap<u8, String> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "it is never read")]
struct NumberedFlattened {
    name: String,
    #[serde(flatten)]
    rooms: BTreeMap<u32, bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "of")]
#[allow(dead_code, reason = "it is never read")]
enum NumberedOutside {
    Rooms(BTreeMap<i64, bool>),
}

/// Takes an untagged type.
#[tool]
fn numbered_untagged(v: Option<NumberedUntagged>) -> String {
    format!("{v:?}")
}

/// Takes an internally tagged type.
#[tool]
fn numbered_internal(v: Vec<NumberedInternal>) -> String {
    format!("{v:?}")
}

/// Takes a flattened map.
#[tool]
fn numbered_flattened(v: NumberedFlattened) -> String {
    format!("{v:?}")
}

/// Takes maps that are read as they come.
#[tool]
fn numbered_plain(v: BTreeMap<i64, BTreeMap<u8, bool>>, w: NumberedOutside) -> String {
    format!("{v:?} {w:?}")
}

#[test]
fn a_map_with_integers_as_names_where_serde_cannot_read_it_is_an_error_of_the_set() {
    for tools in [tools![numbered_untagged], tools![numbered_internal], tools![numbered_flattened]] {
        let error = ToolSet::build(&tools).unwrap_err();

        let fault = "argument `v`: a map with integers as names inside an untagged, internally tagged or flattened type \
                     cannot be read by serde; use names of type `String`";
        assert!(error.to_string().ends_with(fault), "{error}");
    }
    assert!(ToolSet::build(&tools![numbered_plain]).is_ok());
}

#[tokio::test(flavor = "current_thread")]
async fn an_adjacently_tagged_type_keeps_128_bits_for_any_position_of_its_tag() {
    let one = "One(340282366920938463463374607431768211455)";
    assert_eq!(read::<WideAdjacent>(r#"{"kind":"One","of":340282366920938463463374607431768211455}"#).await, ok(one));
    assert_eq!(read::<WideAdjacent>(r#"{"of":340282366920938463463374607431768211455,"kind":"One"}"#).await, ok(one));
    assert_eq!(
        read::<WideAdjacent>(r#"{"of":{"id":[-18446744073709551617]},"kind":"Two"}"#).await,
        ok("Two { id: [-18446744073709551617] }")
    );
}
