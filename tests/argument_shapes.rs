//! What serde would take and a model did not mean: values by position, and one value under two names.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tool_core::context::ArgumentMode;
use tool_core::testing::TestTool;
use tool_core::{FunctionToolCallback, ToolParams, tool};

const MODES: [ArgumentMode; 2] = [ArgumentMode::Strict, ArgumentMode::Lenient];

#[derive(Debug, Deserialize, JsonSchema)]
struct Arguments<T> {
    v: T,
    #[serde(default)]
    #[allow(dead_code, reason = "it stands beside the other")]
    n: u8,
}

/// What a tool with an argument `v` of type `T` reads, or the sentence without the tool's name.
async fn read<T: Debug + DeserializeOwned + JsonSchema + Send + 'static>(
    mode: ArgumentMode,
    arguments: &str,
) -> Result<String, String> {
    let closure = |arguments: Arguments<T>| format!("{:?}", arguments.v);
    let tool = FunctionToolCallback::builder("t", closure).description("Reads.").build().unwrap();
    let read = TestTool::new(Arc::new(tool)).with_mode(mode).call_text(arguments).await;
    read.map_err(|error| error.to_string().strip_prefix("tool `t`: ").unwrap().to_owned())
}

/// Refused in both modes, whether or not something else in the text has to be repaired.
async fn refused<T: Debug + DeserializeOwned + JsonSchema + Send + 'static>(value: &str) -> String {
    let plain = read::<T>(ArgumentMode::Strict, &format!(r#"{{"v":{value}}}"#)).await.unwrap_err();
    assert_eq!(read::<T>(ArgumentMode::Lenient, &format!(r#"{{"v":{value}}}"#)).await, Err(plain.clone()));
    for text in [format!(r#"{{"v":{value},"n":"1"}}"#), format!("```{{\"v\":{value},}}```")] {
        assert_eq!(read::<T>(ArgumentMode::Lenient, &text).await, Err(plain.clone()), "{text}");
    }
    plain
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "it is read and shown")]
struct Pair {
    x: u8,
    q: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "it is read and shown")]
enum Tagged {
    A { x: u8 },
    B { x: u8 },
    C,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is read and shown")]
enum Untagged {
    Pair(Pair),
    Tagged(Tagged),
    Step(Step),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "it is read and shown")]
enum Step {
    Stop,
    Go { x: u8, y: u8 },
    Turn(u8, u8),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "it is read and shown")]
struct Flattened {
    #[serde(flatten)]
    tagged: Tagged,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "of")]
#[allow(dead_code, reason = "it is read and shown")]
enum Adjacent {
    A(Pair),
    B,
}

#[tokio::test(flavor = "current_thread")]
async fn a_struct_is_never_given_by_position() {
    let expected = "expected an object with `x`, `q`, found an array of 2 items";
    assert_eq!(refused::<Pair>(r#"[1,"q"]"#).await, format!("argument `v`: {expected}"));
    assert_eq!(refused::<Vec<Pair>>(r#"[[1,"q"]]"#).await, format!("argument `v[0]`: {expected}"));
    assert_eq!(refused::<HashMap<String, Pair>>(r#"{"a":[1,"q"]}"#).await, format!("argument `v.a`: {expected}"));
    assert_eq!(refused::<BTreeMap<u8, Pair>>(r#"{"1":[1,"q"]}"#).await, format!("argument `v.1`: {expected}"));
    assert_eq!(refused::<(u8, Pair)>(r#"[1,[1,"q"]]"#).await, format!("argument `v[1]`: {expected}"));
    assert!(refused::<Option<Pair>>(r#"[1,"q"]"#).await.starts_with("argument `v`: expected an object with `x`, `q`"));
    assert!(refused::<Untagged>(r#"[1,"q"]"#).await.starts_with("argument `v`: expected an object"));
    assert!(refused::<Vec<Untagged>>(r#"[["A",1]]"#).await.starts_with("argument `v[0]`: expected an object"));
    assert!(
        refused::<Tagged>(r#"["A",1]"#).await.starts_with("argument `v`: expected an object whose `kind` is one of")
    );
    assert!(refused::<Flattened>(r#"["A",1]"#).await.starts_with("argument `v`: expected an object"));
    for adjacent in [r#"["A",{"x":1,"q":"q"}]"#, r#"{"kind":"A","of":[1,"q"]}"#, r#"{"of":[1,"q"],"kind":"A"}"#] {
        assert!(refused::<Adjacent>(adjacent).await.contains("expected an object"), "{adjacent}");
    }
    assert!(refused::<Step>(r#"{"Go":[1,2]}"#).await.contains("expected an object with `x`, `y`"));
    assert!(refused::<Untagged>(r#"{"Go":[1,2]}"#).await.contains("expected an object"));
    assert_eq!(read::<Step>(ArgumentMode::Strict, r#"{"v":{"Turn":[1,2]}}"#).await.unwrap(), "Turn(1, 2)");
}

#[tokio::test(flavor = "current_thread")]
async fn a_variant_is_never_given_by_its_number() {
    for number in ["0", "1", "2", "1.0", "\"1\""] {
        let tagged = format!(r#"{{"kind":{number},"x":2}}"#);
        assert!(refused::<Tagged>(&tagged).await.starts_with("argument `v.kind`: expected one of"), "{number}");
        refused::<Untagged>(&tagged).await;
        refused::<Vec<Untagged>>(&format!("[{tagged}]")).await;
        refused::<Flattened>(&tagged).await;
        refused::<Adjacent>(&format!(r#"{{"kind":{number},"of":{{"x":1,"q":"q"}}}}"#)).await;
        refused::<Step>(number).await;
        refused::<Untagged>(number).await;
        refused::<Step>(&format!(r#"{{"{}":{{"x":1,"y":2}}}}"#, number.trim_matches('"'))).await;
    }
}

/// Takes a shape beside a name.
#[tool]
fn draw(name: &str, #[tool_param(flatten)] shape: &Shape) -> String {
    format!("{name} {shape:?}")
}

#[derive(Debug, ToolParams)]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "it is read and shown")]
enum Shape {
    Circle { radius: u8, name: String },
    Square { side: u8, name: String },
}

#[tokio::test(flavor = "current_thread")]
async fn a_flattened_variant_is_never_given_by_its_number() {
    for mode in MODES {
        let draw = TestTool::new(draw::callback()).with_mode(mode);
        for arguments in [r#"{"kind":1,"side":2}"#, r#"{"kind":0,"radius":2}"#, r#"{"kind":"1","side":2}"#] {
            assert!(draw.call_text(arguments).await.is_err(), "{arguments}");
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[allow(dead_code, reason = "it is read and shown")]
struct Foreign {
    #[serde(alias = "nom")]
    name: String,
    #[serde(default, alias = "quantité")]
    count: u8,
}

#[derive(Debug, ToolParams)]
#[allow(dead_code, reason = "it is read and shown")]
struct Ours {
    #[serde(alias = "nom", alias = "nombre")]
    name: String,
    #[tool_param(default = 3)]
    #[serde(alias = "quantité")]
    count: u8,
}

async fn given_twice<T: Debug + DeserializeOwned + JsonSchema + Send + 'static>(value: &str, place: &str, name: &str) {
    let error = Err(format!("argument `{place}`: the name `{name}` is given twice"));
    for text in
        [format!(r#"{{"v":{value}}}"#), format!(r#"{{"n":"1","v":{value}}}"#), format!("```{{\"v\":{value},}}```")]
    {
        assert_eq!(read::<T>(ArgumentMode::Lenient, &text).await, error, "{text}");
    }
    assert!(read::<T>(ArgumentMode::Strict, &format!(r#"{{"v":{value}}}"#)).await.is_err());
}

#[tokio::test(flavor = "current_thread")]
async fn a_field_given_by_its_name_and_by_an_alias_is_a_duplicate() {
    given_twice::<Ours>(r#"{"name":"x","nom":"y"}"#, "v.nom", "name").await;
    given_twice::<Ours>(r#"{"nom":"y","name":"x"}"#, "v.name", "name").await;
    given_twice::<Ours>(r#"{"nom":"x","nombre":"x","count":"2"}"#, "v.nombre", "name").await;
    given_twice::<Vec<Ours>>(r#"[{"name":"x","count":1,"quantité":2}]"#, "v[0].quantité", "count").await;
    given_twice::<Foreign>(r#"{"name":"x","nom":"y"}"#, "v.nom", "name").await;
    given_twice::<HashMap<String, Foreign>>(r#"{"a":{"name":"x","nom":"x"}}"#, "v.a.nom", "name").await;
}

#[tokio::test(flavor = "current_thread")]
async fn an_alias_is_read_next_to_repaired_values_and_is_unknown_in_strict_mode() {
    for text in [
        r#"{"v":{"nom":"y","quantité":2}}"#,
        r#"{"v":{"nom":"y","quantité":"2"}}"#,
        r#"{"n":"1","v":{"nom":"y","quantité":2}}"#,
        r#"```{"v":{"nom":"y","quantité":2}}```"#,
    ] {
        let ours = read::<Ours>(ArgumentMode::Lenient, text).await;
        if text.contains(r#""2""#) {
            // An alias is not in the schema, so its value is not coerced.
            assert!(ours.is_err(), "{text}");
            continue;
        }
        assert_eq!(ours, Ok(r#"Ours { name: "y", count: 2 }"#.to_owned()), "{text}");
        let foreign = read::<Foreign>(ArgumentMode::Lenient, text).await;
        assert_eq!(foreign, Ok(r#"Foreign { name: "y", count: 2 }"#.to_owned()), "{text}");
        assert!(read::<Ours>(ArgumentMode::Strict, text).await.is_err(), "{text}");
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolParams)]
#[serde(rename_all = "lowercase")]
enum Key {
    #[serde(alias = "uno", alias = "eins")]
    One,
    #[serde(alias = "dos")]
    Two,
    Three,
}

#[tokio::test(flavor = "current_thread")]
async fn a_map_key_given_by_its_name_and_by_an_alias_is_a_duplicate() {
    given_twice::<BTreeMap<Key, u8>>(r#"{"one":1,"uno":2}"#, "v.uno", "one").await;
    given_twice::<BTreeMap<Key, u8>>(r#"{"uno":1,"two":3,"eins":1}"#, "v.eins", "one").await;
    given_twice::<Vec<BTreeMap<Key, u8>>>(r#"[{"dos":1,"two":3}]"#, "v[0].two", "two").await;

    let read = read::<BTreeMap<Key, u8>>(ArgumentMode::Lenient, r#"{"n":"1","v":{"uno":1,"two":2,"three":3}}"#).await;
    assert_eq!(read, Ok("{One: 1, Two: 2, Three: 3}".to_owned()));
}

/// Lists rows.
#[tool]
fn rows(table: &str, #[tool_param(flatten)] ours: &Ours) -> String {
    format!("{table} {ours:?}")
}

#[tokio::test(flavor = "current_thread")]
async fn a_flattened_field_given_by_its_name_and_by_an_alias_is_a_duplicate() {
    let rows = TestTool::new(rows::callback());
    for text in [r#"{"table":"t","name":"x","nom":"y"}"#, r#"{"table":7,"name":"x","nom":"y"}"#] {
        let error = rows.call_text(text).await.unwrap_err().to_string();
        assert!(error.contains("the name `name` is given twice"), "{error}");
    }
    assert_eq!(rows.call_text(r#"{"table":"t","nom":"y"}"#).await.unwrap(), r#"t Ours { name: "y", count: 3 }"#);
}

/// `serde_json` would read `[1,2]`, `5` or a list in place of the object.
#[tokio::test(flavor = "current_thread")]
async fn a_name_that_serde_json_gives_a_meaning_is_refused() {
    for name in ["$serde_json::private::RawValue", r"\u0024serde_json::private::RawValue"] {
        for value in ["\"[1,2]\"", "\"5\"", "\"{bad\""] {
            let sentence = refused::<serde_json::Value>(&format!(r#"{{"{name}":{value}}}"#)).await;
            assert!(sentence.contains("` is reserved"), "{name}: {sentence}");
        }
    }
}

#[derive(Debug, ToolParams)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "shown by `Debug`")]
struct ById {
    id: Option<u32>,
}

#[derive(Debug, ToolParams)]
#[allow(dead_code, reason = "shown by `Debug`")]
struct ByName {
    name: String,
}

#[derive(Debug, ToolParams)]
#[serde(untagged)]
#[allow(dead_code, reason = "shown by `Debug`")]
enum Find {
    ById(ById),
    ByName(ByName),
}

/// Finds.
#[tool]
fn find(f: Find, more: Option<Vec<Find>>) -> String {
    format!("{f:?} {more:?}")
}

/// serde takes the first variant that can read the object. Without `deny_unknown_fields` the object would be refused.
#[tokio::test(flavor = "current_thread")]
async fn an_untagged_variant_does_not_take_the_object_of_another() {
    for mode in MODES {
        let tool = TestTool::new(find::callback()).with_mode(mode);
        let found = tool.call_text(r#"{"f":{"name":"x"},"more":[{"id":1},{"name":"y"}]}"#).await.unwrap();
        assert_eq!(
            found,
            r#"ByName(ByName { name: "x" }) Some([ById(ById { id: Some(1) }), ByName(ByName { name: "y" })])"#
        );
        tool.call_text(r#"{"f":{"name":"x","id":1}}"#).await.unwrap_err();
    }
}

#[derive(Debug, ToolParams)]
#[allow(dead_code, reason = "shown by `Debug`")]
struct All {
    table: String,
}

#[derive(Debug, ToolParams)]
#[allow(dead_code, reason = "shown by `Debug`")]
struct AllLike {
    table: String,
    pattern: String,
}

/// serde ignores `pattern` when it reads `All`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "shown by `Debug`")]
enum Target {
    All(All),
    Some(AllLike),
}

#[tokio::test(flavor = "current_thread")]
async fn an_untagged_variant_that_would_lose_names_is_refused() {
    let pair = r#"{"table":"users","pattern":"old%"}"#;
    for value in [pair.to_owned(), format!("[{pair}]")] {
        let sentence =
            if value == pair { refused::<Target>(&value).await } else { refused::<Vec<Target>>(&value).await };
        assert!(sentence.contains("its other names would be lost"), "{sentence}");
    }
    for mode in MODES {
        assert_eq!(read::<Target>(mode, r#"{"v":{"table":"users"}}"#).await.unwrap(), r#"All(All { table: "users" })"#);
    }
}
