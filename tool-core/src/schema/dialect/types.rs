//! Converts the `type` keyword to a dialect.

use serde_json::{Map, Value};

use crate::schema::normalize::consistent;

type Schema = Map<String, Value>;

/// The words that are about one type, by that type.
const ABOUT: [(&str, &[&str]); 4] = [
    ("object", &["properties", "required", "additionalProperties", "minProperties", "maxProperties"]),
    ("array", &["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]),
    ("string", &["minLength", "maxLength", "pattern", "format"]),
    ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
];

/// The schema with the type that its words are about, and without words that are about another.
pub(super) fn inferred(mut schema: Schema) -> Value {
    let says = ["type", "$ref", "enum", "const", "anyOf", "oneOf"].iter().any(|word| schema.contains_key(*word));
    if says {
        return Value::Object(schema);
    }
    let about = ABOUT.iter().find(|(_, words)| words.iter().any(|word| schema.contains_key(*word)));
    match about {
        Some((name, _)) => {
            schema.insert("type".to_owned(), (*name).into());
            consistent(schema)
        }
        None => Value::Object(schema),
    }
}

/// Whether the type is one of those that the schema names.
pub(super) fn may_be(schema: &Schema, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(names)) => names.iter().any(|own| own == name),
        Some(own) => own == name,
        None => false,
    }
}

/// One type for each value: a list of types becomes alternatives, each with the words that are about it.
pub(super) fn split(schema: &mut Schema) {
    let Some(Value::Array(types)) = schema.get("type") else { return };
    let types = types.clone();
    let said = ["description", "default", "examples", "nullable"];
    let said: Vec<(String, Value)> = said.iter().filter_map(|word| schema.shift_remove_entry(*word)).collect();
    let mut rest = std::mem::take(schema);
    rest.shift_remove("type");
    let alternatives: Vec<Value> = types.iter().filter_map(Value::as_str).map(|name| of_type(&rest, name)).collect();
    schema.insert("anyOf".to_owned(), alternatives.into());
    schema.extend(said);
}

fn of_type(words: &Schema, name: &str) -> Value {
    let about_others = |word: &str| {
        let group = ABOUT.iter().find(|(_, words)| words.contains(&word));
        group.is_some_and(|(of, _)| *of != name && !(*of == "number" && name == "integer"))
    };
    let mut schema: Schema = words
        .iter()
        .filter(|(word, _)| !about_others(word))
        .map(|(word, value)| (word.clone(), value.clone()))
        .collect();
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| is_of(value, name));
        if values.is_empty() || name == "null" {
            schema.shift_remove("enum");
        }
    }
    schema.insert("type".to_owned(), name.into());
    Value::Object(schema)
}

fn is_of(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => name == "number" || name == "integer" && !number.is_f64(),
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}

/// The types in capitals, those of alternatives that were split included.
pub(super) fn capitalise(schema: &mut Schema) {
    if let Some(Value::String(name)) = schema.get_mut("type") {
        name.make_ascii_uppercase();
    }
    let alternatives = schema.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten();
    for name in alternatives.filter_map(|alternative| alternative.get_mut("type")) {
        if let Value::String(name) = name {
            name.make_ascii_uppercase();
        }
    }
}
