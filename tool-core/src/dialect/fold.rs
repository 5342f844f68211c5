//! Small rewritings of one schema, each from what one dialect says to what another can.

use serde_json::{Map, Value, json};

type Schema = Map<String, Value>;

/// Alternatives that are texts, each with the description of its variant, as one enum; nothing when there are others.
pub(super) fn text_alternatives(schema: &Schema) -> Option<(Vec<Value>, Vec<String>)> {
    let alternatives = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
    let (mut texts, mut described) = (Vec::new(), Vec::new());
    for alternative in alternatives {
        let own = match (alternative.get("const"), alternative.get("enum")) {
            (Some(text), None) => vec![text.clone()],
            (None, Some(Value::Array(texts))) => texts.clone(),
            _ => return None,
        };
        if !own.iter().all(Value::is_string) {
            return None;
        }
        if let (Some(description), [Value::String(text)]) = (description(alternative), own.as_slice()) {
            described.push(format!("`{text}`: {description}"));
        }
        texts.extend(own);
    }
    Some((texts, described))
}

fn description(schema: &Value) -> Option<&str> {
    schema.get("description").and_then(Value::as_str)
}

/// Adds text to the description, on a line of its own or in parentheses.
pub(super) fn describe(schema: &mut Schema, lines: &[String], notes: &[String]) {
    let mut text = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    for line in lines {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    if !notes.is_empty() {
        let space = if text.is_empty() { "" } else { " " };
        text = format!("{text}{space}({})", notes.join(", "));
    }
    if !text.is_empty() {
        schema.insert("description".to_owned(), text.into());
    }
}

/// Takes `null` out of a type list, an enum or the alternatives; true when it was there.
pub(super) fn take_null(schema: &mut Schema) -> bool {
    let in_type = take_from(schema, "type", &json!("null"));
    if in_type {
        take_from(schema, "enum", &Value::Null);
        if let Some(Value::Array(types)) = schema.get("type")
            && let [only] = types.as_slice()
        {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    let in_alternatives = ["anyOf", "oneOf"].into_iter().any(|keyword| take_null_alternative(schema, keyword));
    in_type || in_alternatives
}

fn take_from(schema: &mut Schema, keyword: &str, value: &Value) -> bool {
    let Some(Value::Array(values)) = schema.get_mut(keyword) else { return false };
    let before = values.len();
    values.retain(|other| other != value);
    values.len() < before
}

fn take_null_alternative(schema: &mut Schema, keyword: &str) -> bool {
    let Some(Value::Array(alternatives)) = schema.get_mut(keyword) else { return false };
    let before = alternatives.len();
    alternatives.retain(|alternative| alternative.get("type").is_none_or(|name| name != "null"));
    let found = alternatives.len() < before;
    if found && let [Value::Object(_)] = alternatives.as_slice() {
        // One alternative is the schema itself; what was said beside it wins.
        let Some(Value::Array(mut alternatives)) = schema.shift_remove(keyword) else { return found };
        if let Some(Value::Object(only)) = alternatives.pop() {
            for (keyword, value) in only {
                schema.entry(keyword).or_insert(value);
            }
        }
    }
    found
}

/// Lets a converted schema accept `null` in the way of JSON Schema.
pub(super) fn add_null(schema: &mut Schema) {
    if let Some(Value::Array(alternatives)) = schema.get_mut("anyOf") {
        alternatives.push(json!({ "type": "null" }));
        return;
    }
    if schema.contains_key("$ref") || schema.contains_key("const") {
        let description = schema.shift_remove("description");
        let only = Value::Object(std::mem::take(schema));
        schema.insert("anyOf".to_owned(), json!([only, { "type": "null" }]));
        schema.extend(description.map(|description| ("description".to_owned(), description)));
        return;
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
    match schema.get_mut("type") {
        Some(Value::Array(types)) => types.push("null".into()),
        Some(name) => *name = json!([name.take(), "null"]),
        None => {}
    }
}
