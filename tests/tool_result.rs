//! `#[derive(ToolResult)]`: writing and describing a result without serde or schemars at hand.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use schemars::schema_for;
use serde_json::json;
use tool_core::{Format, FunctionToolCallback, ToolResult, formats};

/// A city.
#[derive(ToolResult)]
#[serde(rename_all = "camelCase")]
struct City {
    /// Its name, in English
    full_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mayor: Option<String>,
    #[serde(skip)]
    #[allow(dead_code, reason = "only to be left out")]
    secret: u8,
    place: Place,
    partners: Vec<City>,
}

#[derive(ToolResult)]
struct Place(f64, f64);

#[derive(ToolResult)]
struct Metres(f64);

#[derive(ToolResult)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Outcome<T> {
    Found { value: T },
    NotFound,
}

#[derive(ToolResult)]
enum Colour {
    Red,
    #[serde(rename = "dark blue")]
    DarkBlue,
    Mixed(u8, u8),
}

#[derive(ToolResult)]
struct Page<'a, T> {
    title: &'a str,
    #[serde(flatten)]
    content: BTreeMap<String, T>,
}

fn bern() -> City {
    City { full_name: "Bern".to_owned(), mayor: None, secret: 7, place: Place(46.9, 7.4), partners: Vec::new() }
}

fn json(value: &impl serde::Serialize) -> String {
    formats::to_string(value, Format::Json).unwrap()
}

#[test]
fn a_struct_is_written_by_its_serde_attributes() {
    assert_eq!(json(&bern()), r#"{"fullName":"Bern","place":[46.9,7.4],"partners":[]}"#);
}

#[test]
fn a_newtype_is_its_value() {
    assert_eq!(json(&Metres(1.5)), "1.5");
}

#[test]
fn enums_and_generics_are_written_as_serde_does() {
    assert_eq!(json(&Outcome::Found { value: 3 }), r#"{"kind":"found","value":3}"#);
    assert_eq!(json(&Outcome::<u8>::NotFound), r#"{"kind":"not_found"}"#);
    assert_eq!(json(&[Colour::Red, Colour::DarkBlue, Colour::Mixed(1, 2)]), r#"["Red","dark blue",{"Mixed":[1,2]}]"#);
    assert_eq!(json(&Page { title: "t", content: BTreeMap::from([("a".to_owned(), 1)]) }), r#"{"title":"t","a":1}"#);
}

#[test]
fn the_schema_names_the_type_and_keeps_its_descriptions() {
    let schema = schema_for!(City).to_value();

    assert_eq!(schema.get("title"), Some(&json!("City")));
    assert_eq!(schema.get("description"), Some(&json!("A city.")));
    assert_eq!(schema.pointer("/properties/fullName/description"), Some(&json!("Its name, in English")));
    assert_eq!(schema.pointer("/properties/partners/items"), Some(&json!({ "$ref": "#" })));
}

#[test]
fn a_closure_may_return_it() {
    FunctionToolCallback::builder("bern", bern).description("Does it.").build().unwrap();
    FunctionToolCallback::builder("cities", || vec![bern()]).description("Does it.").build().unwrap();
    FunctionToolCallback::builder("fallible", || Ok::<_, String>(bern())).description("Does it.").build().unwrap();
}

#[derive(ToolResult)]
struct Grid {
    row: [u8; Self::WIDTH],
}

impl Grid {
    const WIDTH: usize = 2;
}

#[test]
fn constants_of_the_type_can_be_used_in_it() {
    assert_eq!(json(&Grid { row: [1, 2] }), r#"{"row":[1,2]}"#);
}

/// Hours in place of seconds.
mod hours {
    use serde::Serializer;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
    pub(crate) fn serialize<S: Serializer>(seconds: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{} h", seconds / 3600))
    }
}

#[derive(ToolResult)]
struct Shift {
    #[serde(with = "hours")]
    length: u64,
}

#[test]
fn a_field_is_written_by_its_module_and_its_schema_allows_any_value() {
    let schema = schema_for!(Shift).to_value();

    assert_eq!(formats::to_string(&Shift { length: 7200 }, Format::Json).unwrap(), r#"{"length":"2 h"}"#);
    assert_eq!(schema["properties"], json!({ "length": {} }));
}
