//! Stage 1 of the road: walks through a schema, to make it neutral or to find what is wrong with it.

use serde_json::{Map, Value};

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

/// Keywords whose value is one schema, a list of schemas, or a map of schemas.
const ONE_SCHEMA: [&str; 10] = [
    "items",
    "additionalProperties",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const LIST_OF_SCHEMAS: [&str; 4] = ["prefixItems", "anyOf", "oneOf", "allOf"];
const MAP_OF_SCHEMAS: [&str; 4] = ["properties", "patternProperties", "dependentSchemas", "$defs"];
/// Keywords that describe the same object once more, from another side.
const SIDES_OF_ONE_OBJECT: [&str; 5] = ["anyOf", "oneOf", "allOf", "$ref", "if"];

/// Makes `schema` and all schemas in it neutral. `whole` says that no other schema describes the same value, so that an
/// object with properties may be closed.
pub(super) fn neutral(schema: &mut Value, whole: bool) {
    let Value::Object(object) = schema else { return };
    object.shift_remove("$schema");
    object.shift_remove("title");
    if let Some(types) = object.get_mut("type") {
        // schemars says twice that an optional `()` is null, and 2020-12 wants each type once.
        each_once(types);
    }
    if let Some(format) = object.get("format").filter(|format| is_foreign(format)).cloned() {
        bound(object, &format);
    }
    let has_sides = SIDES_OF_ONE_OBJECT.iter().any(|keyword| object.contains_key(*keyword));
    let has_properties = object.get("properties").and_then(Value::as_object).is_some_and(|map| !map.is_empty());
    if whole && has_properties && !has_sides && !object.contains_key("additionalProperties") {
        object.insert("additionalProperties".to_owned(), false.into());
    }
    each_inside(object, &mut |keyword, inside| {
        let whole = match keyword {
            "if" | "then" | "else" | "not" | "allOf" | "dependentSchemas" => false,
            "anyOf" | "oneOf" => whole && !has_properties,
            _ => true,
        };
        neutral(inside, whole);
    });
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

fn each_once(types: &mut Value) {
    let Value::Array(names) = types else { return };
    let mut known = Vec::new();
    names.retain(|name| {
        !known.contains(name) && {
            known.push(name.clone());
            true
        }
    });
    if let [only] = names.as_mut_slice() {
        *types = only.take();
    }
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

/// Hands over all schemas inside a schema, each with the keyword that holds it.
pub(super) fn each_inside(object: &mut Map<String, Value>, visit: &mut dyn FnMut(&str, &mut Value)) {
    for (keyword, value) in object.iter_mut() {
        let keyword = keyword.as_str();
        if ONE_SCHEMA.contains(&keyword) {
            visit(keyword, value);
        } else if LIST_OF_SCHEMAS.contains(&keyword) {
            value.as_array_mut().into_iter().flatten().for_each(|schema| visit(keyword, schema));
        } else if MAP_OF_SCHEMAS.contains(&keyword) {
            value.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(|schema| visit(keyword, schema));
        }
    }
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

/// Whether some object that `schema` describes may have names that no schema knows: a map, or a value without a type.
pub(crate) fn takes_any_name(schema: &Value) -> bool {
    let Value::Object(object) = schema else { return schema == &Value::Bool(true) };
    let has_names = object.get("properties").and_then(Value::as_object).is_some_and(|map| !map.is_empty());
    let is_open = match object.get("additionalProperties") {
        Some(others) => others != &Value::Bool(false),
        None => !has_names && is_any_object(object),
    };
    is_open || object.contains_key("patternProperties") || schemas_inside(object).any(takes_any_name)
}

/// Whether nothing is said of the value but that it may be an object.
fn is_any_object(object: &Map<String, Value>) -> bool {
    let says_more = |keyword: &&str| object.contains_key(*keyword);
    may_be_object(object) && !SIDES_OF_ONE_OBJECT.iter().chain(&["enum", "const"]).any(says_more)
}

/// All schemas inside a schema.
fn schemas_inside(object: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    object.iter().flat_map(|(keyword, value)| -> Vec<&Value> {
        match value {
            Value::Object(schemas) if MAP_OF_SCHEMAS.contains(&keyword.as_str()) => schemas.values().collect(),
            Value::Array(schemas) if LIST_OF_SCHEMAS.contains(&keyword.as_str()) => schemas.iter().collect(),
            one if ONE_SCHEMA.contains(&keyword.as_str()) => vec![one],
            _ => Vec::new(),
        }
    })
}

/// What is wrong with the limits that a schema tells: a pattern that is none, with the path of its argument.
pub(crate) fn fault(schema: &Value, path: &str) -> Option<String> {
    let object = schema.as_object()?;
    if let Some(Value::Object(pattern)) = object.get("pattern") {
        let said = |key| pattern.get(key).and_then(Value::as_str).unwrap_or_default();
        let (text, error) = (said("text"), said("error"));
        return Some(format!("argument `{path}`: the pattern `{text}` is no regular expression: {error}"));
    }
    object.iter().find_map(|(keyword, value)| match value {
        Value::Object(properties) if keyword == "properties" => properties.iter().find_map(|(name, property)| {
            let dot = if path.is_empty() { "" } else { "." };
            fault(property, &format!("{path}{dot}{name}"))
        }),
        Value::Object(schemas) if MAP_OF_SCHEMAS.contains(&keyword.as_str()) => {
            schemas.values().find_map(|inside| fault(inside, path))
        }
        Value::Array(schemas) if LIST_OF_SCHEMAS.contains(&keyword.as_str()) => {
            schemas.iter().find_map(|inside| fault(inside, path))
        }
        one if ONE_SCHEMA.contains(&keyword.as_str()) => fault(one, path),
        _ => None,
    })
}
