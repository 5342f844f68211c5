//! Classifies keywords: those with subschemas, and annotations.

use serde_json::{Map, Value};

/// A schema that is not a boolean.
pub(crate) type Object = Map<String, Value>;

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

/// Keywords that accept every value.
const SAID: [&str; 9] = [
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "contentEncoding",
    "contentMediaType",
];

/// Whether a keyword says something about a value without refusing any.
pub(crate) fn is_said(keyword: &str) -> bool {
    SAID.contains(&keyword) || keyword.starts_with("x-")
}

/// How a keyword holds schemas.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Holds {
    One,
    List,
    Map,
    None,
}

pub(super) fn holds(keyword: &str) -> Holds {
    if ONE_SCHEMA.contains(&keyword) {
        Holds::One
    } else if LIST_OF_SCHEMAS.contains(&keyword) {
        Holds::List
    } else if MAP_OF_SCHEMAS.contains(&keyword) {
        Holds::Map
    } else {
        Holds::None
    }
}

/// Hands over all schemas inside a schema, each with the keyword that holds it.
pub(super) fn each_inside(object: &mut Object, visit: &mut dyn FnMut(&str, &mut Value)) {
    for (keyword, value) in object.iter_mut() {
        let keyword = keyword.as_str();
        match holds(keyword) {
            Holds::One => visit(keyword, value),
            Holds::List => value.as_array_mut().into_iter().flatten().for_each(|schema| visit(keyword, schema)),
            Holds::Map => {
                value.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(|schema| visit(keyword, schema));
            }
            Holds::None => {}
        }
    }
}

/// All schemas inside a schema, each with the keyword that holds it.
pub(super) fn inside(object: &Object) -> impl Iterator<Item = (&str, &Value)> {
    object.iter().flat_map(|(keyword, value)| {
        let keyword = keyword.as_str();
        let schemas: Vec<&Value> = match (holds(keyword), value) {
            (Holds::Map, Value::Object(schemas)) => schemas.values().collect(),
            (Holds::List, Value::Array(schemas)) => schemas.iter().collect(),
            (Holds::One, one) => vec![one],
            _ => Vec::new(),
        };
        schemas.into_iter().map(move |schema| (keyword, schema))
    })
}

/// All schemas inside a schema.
pub(super) fn schemas_inside(object: &Object) -> impl Iterator<Item = &Value> {
    inside(object).map(|(_, schema)| schema)
}

/// A name as part of a JSON pointer (RFC 6901, section 3).
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Writes the types of a schema; `None` says nothing of them.
pub(super) fn set_types(object: &mut Object, types: Option<Vec<String>>) {
    match types {
        None => _ = object.shift_remove("type"),
        Some(types) => {
            let types = if let [only] = types.as_slice() { only.as_str().into() } else { Value::from(types) };
            object.insert("type".to_owned(), types);
        }
    }
}

/// Sets a keyword of a schema that is an object.
pub(super) fn set_keyword(schema: &mut Value, keyword: &str, value: Value) {
    if let Value::Object(object) = schema {
        object.insert(keyword.to_owned(), value);
    }
}

/// What a JSON value is, in the words of an error.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
