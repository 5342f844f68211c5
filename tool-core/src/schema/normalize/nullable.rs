//! Finds where a schema accepts `null`.

use serde_json::{Map, Value, json};

use super::keywords::each_inside;

/// Lets a schema accept `null` as well.
pub(crate) fn allow_null(schema: &mut Map<String, Value>) {
    let is_null = |schema: &Value| schema.get("type").is_some_and(|name| name == "null");
    let alternatives = ["anyOf", "oneOf"].into_iter().filter_map(|keyword| schema.get(keyword)?.as_array()).flatten();
    if alternatives.into_iter().any(is_null) {
        return;
    }
    let fixed = ["enum", "const", "$ref", "anyOf", "oneOf", "allOf", "not"];
    let is_fixed = fixed.iter().any(|keyword| schema.contains_key(*keyword));
    match schema.get_mut("type") {
        Some(Value::Array(types)) if types.iter().any(|name| name == "null") => {}
        Some(Value::Array(types)) if !is_fixed => types.push("null".into()),
        Some(name) if !is_fixed => *name = json!([name.take(), "null"]),
        None if !is_fixed => {}
        _ => {
            let mut only = std::mem::take(schema);
            // What is said of the value holds for `null` as well.
            let said = ["description", "default", "examples"].map(|keyword| only.shift_remove_entry(keyword));
            schema.insert("anyOf".to_owned(), json!([only, { "type": "null" }]));
            schema.extend(said.into_iter().flatten());
        }
    }
}

/// Lets every property with a default be `null`, which means the default. A model that has to give all properties, as
/// OpenAI's strict mode asks, says so of what it would leave out.
pub(super) fn offer_null(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        let optional = properties.iter_mut().filter(|(name, _)| !required.iter().any(|other| other == name.as_str()));
        for property in optional.filter_map(|(_, property)| property.as_object_mut()) {
            if property.get("default").is_some_and(|default| !default.is_null()) {
                allow_null(property);
            }
        }
    }
    each_inside(object, &mut |_, inside| offer_null(inside));
}
