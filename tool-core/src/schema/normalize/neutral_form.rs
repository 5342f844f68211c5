//! Walks through a schema to make it neutral, or to report what is wrong with it.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::definitions::{name_of, referred};
use super::keywords::{Object, each_inside, inside, schemas_inside};
use crate::schema::compiled::json_types::NamePattern;

/// The formats of JSON Schema 2020-12 (Validation 7.3); `uint32`, `double` and the like make clients warn or refuse.
const STANDARD_FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Keywords that describe the same object once more, from another side.
const SIDES_OF_ONE_OBJECT: [&str; 6] = ["anyOf", "oneOf", "allOf", "$ref", "if", "dependentSchemas"];

/// Makes a normal schema and all schemas in it neutral: objects with properties are closed, and bounds say what foreign
/// formats say.
pub(super) fn neutral(root: &mut Value) {
    let open = open_definitions(root);
    close(root, true, &open);
}

/// `whole` says that no other schema describes the same value, so that an object with properties may be closed.
fn close(schema: &mut Value, whole: bool, open: &HashSet<String>) {
    let Value::Object(object) = schema else { return };
    if let Some(format) = object.get("format").filter(|format| is_foreign(format)).cloned() {
        bound(object, &format);
    }
    let has_sides = has_sides(object);
    if whole && !has_sides {
        name_required(object);
    }
    let has_properties = has_properties(object);
    let says_others = ["additionalProperties", "unevaluatedProperties"].iter().any(|word| object.contains_key(*word));
    if whole && has_properties && !has_sides && !says_others {
        object.insert("additionalProperties".to_owned(), false.into());
    }
    if whole && has_properties && has_sides && !says_others {
        close_choices(object);
    }
    if !has_sides && object.get("additionalProperties") == Some(&Value::Bool(false)) {
        drop_impossible(object);
    }
    if let Some(Value::Object(definitions)) = object.get_mut("$defs") {
        definitions.iter_mut().for_each(|(name, definition)| close(definition, !open.contains(name), open));
    }
    let is_known = knows_names(object) || has_several_sides(object);
    each_inside(object, &mut |keyword, inside| {
        if keyword != "$defs" {
            close(inside, is_whole(keyword, whole, is_known), open);
        }
    });
}

/// Says of maps of integers that their names are written as JSON writes an integer, which is how a type reads them.
pub(super) fn name_integers(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    if let Some(Value::Object(patterns)) = object.get_mut("patternProperties") {
        let exact = |(pattern, schema): (String, Value)| {
            let pattern = NamePattern::exact(&pattern).map_or(pattern, str::to_owned);
            (pattern, schema)
        };
        *patterns = std::mem::take(patterns).into_iter().map(exact).collect();
    }
    each_inside(object, &mut |_, inside| name_integers(inside));
}

/// Closes an object with properties and a choice of more of them, as a flattened enum makes: each branch lists all names.
///
/// What another schema says of the same object besides may know more names, so that it stays open.
fn close_choices(object: &mut Object) {
    let mut sides = SIDES_OF_ONE_OBJECT.iter().filter(|keyword| object.contains_key(**keyword));
    let (Some(choice @ (&"anyOf" | &"oneOf")), None) = (sides.next(), sides.next()) else { return };
    let Some(Value::Object(shared)) = object.get("properties").cloned() else { return };
    let Some(Value::Array(branches)) = object.get_mut(*choice) else { return };
    let is_closable = |branch: &Value| {
        branch.as_object().is_some_and(|branch| {
            let others = ["additionalProperties", "unevaluatedProperties", "patternProperties"];
            has_properties(branch) && !has_sides(branch) && !others.iter().any(|word| branch.contains_key(*word))
        })
    };
    if !branches.iter().all(is_closable) {
        return;
    }
    for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
        name_required(branch);
        if let Some(Value::Object(properties)) = branch.get_mut("properties") {
            for (name, property) in &shared {
                properties.entry(name.clone()).or_insert_with(|| without_words(property));
            }
        }
        branch.insert("additionalProperties".to_owned(), false.into());
    }
}

/// A property as it is said again: what it is for stands where it is said first.
fn without_words(property: &Value) -> Value {
    let Value::Object(property) = property else { return property.clone() };
    let mut property = property.clone();
    for word in ["description", "default", "examples"] {
        property.shift_remove(word);
    }
    property.into()
}

fn has_sides(object: &Object) -> bool {
    SIDES_OF_ONE_OBJECT.iter().any(|keyword| object.contains_key(*keyword))
}

fn has_properties(object: &Object) -> bool {
    object.get("properties").and_then(Value::as_object).is_some_and(|map| !map.is_empty())
}

/// Whether an object's names are looked at outside its choices as well.
fn knows_names(object: &Object) -> bool {
    has_properties(object) || object.contains_key("unevaluatedProperties")
}

/// Whether one choice is not all that describes the object: other sides may know more names.
fn has_several_sides(object: &Object) -> bool {
    SIDES_OF_ONE_OBJECT.iter().filter(|keyword| object.contains_key(**keyword)).count() > 1
}

/// Whether a schema inside another describes its value alone.
fn is_whole(keyword: &str, whole: bool, is_known: bool) -> bool {
    match keyword {
        "if" | "then" | "else" | "not" | "allOf" | "dependentSchemas" => false,
        "anyOf" | "oneOf" => whole && !is_known,
        _ => true,
    }
}

/// The definitions that describe some value together with another schema, which may know more names.
fn open_definitions(root: &Value) -> HashSet<String> {
    let mut open = HashSet::new();
    let mut next: Vec<String> = Vec::new();
    find_open(root, true, &mut next);
    while let Some(name) = next.pop() {
        let definition = root.get("$defs").and_then(|definitions| definitions.get(&name));
        if let Some(definition) = definition.filter(|_| open.insert(name)) {
            find_open(definition, false, &mut next);
        }
    }
    open
}

fn find_open(schema: &Value, whole: bool, found: &mut Vec<String>) {
    let Value::Object(object) = schema else { return };
    if !whole && let Some(name) = referred(object).and_then(name_of) {
        found.push(name.to_owned());
    }
    let is_known = knows_names(object) || has_several_sides(object);
    inside(object).for_each(|(keyword, inside)| find_open(inside, is_whole(keyword, whole, is_known), found));
}

/// A required name that has no schema may have any value.
fn name_required(object: &mut Object) {
    let is_closed =
        object.get("additionalProperties") == Some(&Value::Bool(false)) || object.contains_key("unevaluatedProperties");
    let Some(Value::Array(required)) = object.get("required").filter(|_| !is_closed) else { return };
    let others = match object.get("additionalProperties") {
        // The name may be one of a pattern, which is then all that is said of it.
        Some(Value::Object(_)) if object.contains_key("patternProperties") => return,
        Some(Value::Object(others)) => Value::Object(others.clone()),
        _ => Value::Object(Object::new()),
    };
    let known = object.get("properties").and_then(Value::as_object);
    let unknown = |name: &&str| known.is_none_or(|known| !known.contains_key(*name));
    let names: Vec<String> = required.iter().filter_map(Value::as_str).filter(unknown).map(str::to_owned).collect();
    if names.is_empty() {
        return;
    }
    // Without properties it was a map, which it stays.
    if !has_properties(object) {
        object.entry("additionalProperties").or_insert(true.into());
    }
    if let Value::Object(properties) = object.entry("properties").or_insert_with(|| Object::new().into()) {
        properties.extend(names.into_iter().map(|name| (name, others.clone())));
    }
}

/// A name that can have no value is one that a closed object does not have.
fn drop_impossible(object: &mut Object) {
    if object.contains_key("patternProperties") {
        return;
    }
    let required: Vec<Value> = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        properties.retain(|name, schema| {
            schema != &Value::Bool(false) || required.iter().any(|required| required == name.as_str())
        });
    }
}

/// The schema as it is sent: without the formats that say what a Rust number holds, which only the argument reader needs.
pub(super) fn without_foreign_formats(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    if object.get("format").is_some_and(is_foreign) {
        object.shift_remove("format");
    }
    each_inside(object, &mut |_, inside| without_foreign_formats(inside));
}

/// Whether some schema in `schema` has a format outside the vocabulary of JSON Schema.
pub(super) fn has_foreign_format(schema: &Value) -> bool {
    let Value::Object(object) = schema else { return false };
    object.get("format").is_some_and(is_foreign) || schemas_inside(object).any(has_foreign_format)
}

fn is_foreign(format: &Value) -> bool {
    format.as_str().is_none_or(|format| !STANDARD_FORMATS.contains(&format))
}

/// Whether a value that the schema describes can be an object.
pub(super) fn may_be_object(object: &Map<String, Value>) -> bool {
    match object.get("type") {
        Some(Value::String(name)) => return name == "object",
        Some(Value::Array(names)) => return names.iter().any(|name| name == "object"),
        _ => {}
    }
    let alternatives = ["anyOf", "oneOf"].iter().find_map(|keyword| object.get(*keyword)?.as_array());
    match alternatives {
        Some(schemas) => schemas.iter().any(|schema| schema.as_object().is_none_or(may_be_object)),
        None => !object.contains_key("enum") && !object.contains_key("const"),
    }
}

/// Says in bounds what a foreign format said. schemars does so for 8 and 16 bits; beyond 32 the bounds would be longer
/// than all else, about numbers that JSON itself does not carry safely (RFC 8259, section 6).
fn bound(object: &mut Map<String, Value>, format: &Value) {
    let (least, most) = match format.as_str() {
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Some("uint32") => (0, i64::from(u32::MAX)),
        _ => return,
    };
    object.entry("minimum").or_insert(least.into());
    object.entry("maximum").or_insert(most.into());
}

/// Says that some object requires one name twice, which it does when two flattened fields of a type have it.
pub(super) fn required_twice(schema: &Value) -> Option<String> {
    let object = schema.as_object()?;
    let names: Vec<_> = object.get("required").and_then(Value::as_array).into_iter().flatten().collect();
    let twice = names.iter().enumerate().find(|(index, name)| names.iter().take(*index).any(|first| first == *name));
    if let Some((_, name)) = twice {
        let name = name.as_str().unwrap_or_default();
        return Some(format!("two flattened fields of one type have the field `{name}`; rename one"));
    }
    schemas_inside(object).find_map(required_twice)
}

/// What is wrong with the limits that a schema tells: a pattern that is none, with the path of its argument.
pub(crate) fn fault(schema: &Value, path: &str) -> Option<String> {
    let object = schema.as_object()?;
    if let Some(Value::Object(pattern)) = object.get("pattern") {
        let said = |key| pattern.get(key).and_then(Value::as_str).unwrap_or_default();
        let (text, error) = (said("text"), said("error"));
        return Some(format!("argument `{path}`: the pattern `{text}` is not a valid regular expression: {error}"));
    }
    inside_by_name(object).find_map(|(name, schema)| match name {
        Some(name) => {
            let dot = if path.is_empty() { "" } else { "." };
            fault(schema, &format!("{path}{dot}{name}"))
        }
        None => fault(schema, path),
    })
}

/// All schemas inside a schema, those of properties with their names.
fn inside_by_name(object: &Object) -> impl Iterator<Item = (Option<&str>, &Value)> {
    let properties = object.get("properties").and_then(Value::as_object).into_iter().flatten();
    let named = properties.map(|(name, schema)| (Some(name.as_str()), schema));
    named.chain(inside(object).filter(|(keyword, _)| *keyword != "properties").map(|(_, schema)| (None, schema)))
}
