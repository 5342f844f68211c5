//! Small rewrites of one schema to keywords that a dialect accepts.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

type Schema = Map<String, Value>;

/// Alternatives that are texts, each with the description of its variant, as one enum; nothing when there are others.
pub(super) fn text_alternatives(schema: &Schema) -> Option<(Vec<Value>, Vec<String>)> {
    let alternatives = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
    let (mut texts, mut described) = (Vec::new(), Vec::new());
    for alternative in alternatives {
        let says_more = |alternative: &Schema| {
            alternative.keys().any(|word| !matches!(word.as_str(), "type" | "enum" | "const" | "description"))
        };
        if alternative.as_object().is_none_or(says_more) {
            return None;
        }
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
        texts.extend(own.into_iter().filter(|text| !texts.contains(text)).collect::<Vec<_>>());
    }
    Some((texts, described))
}

fn description(schema: &Value) -> Option<&str> {
    schema.get("description").and_then(Value::as_str)
}

/// A limit in words.
pub(super) fn note(word: &str, value: &Value) -> String {
    match value.as_str().filter(|_| word == "format" || word.starts_with("content")) {
        Some(name) => format!("{word}: {name}"),
        None => format!("{word}: {value}"),
    }
}

/// Adds text to the description, on a separate line or in parentheses.
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

/// Whether a schema accepted `null`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TakenNull {
    #[default]
    No,
    Yes,
    /// As the alternative beside one other, whose keywords are those of the schema now.
    Lifted,
}

/// Takes `null` out of a type list, an enum or the alternatives; true when it was there.
pub(super) fn take_null(schema: &mut Schema) -> TakenNull {
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
    let in_alternatives = ["anyOf", "oneOf"].into_iter().map(|keyword| take_null_alternative(schema, keyword)).max();
    match in_alternatives.unwrap_or_default() {
        TakenNull::No if in_type => TakenNull::Yes,
        taken => taken,
    }
}

fn take_from(schema: &mut Schema, keyword: &str, value: &Value) -> bool {
    let Some(Value::Array(values)) = schema.get_mut(keyword) else { return false };
    let before = values.len();
    values.retain(|other| other != value);
    values.len() < before
}

fn take_null_alternative(schema: &mut Schema, keyword: &str) -> TakenNull {
    let Some(Value::Array(alternatives)) = schema.get_mut(keyword) else { return TakenNull::No };
    let before = alternatives.len();
    alternatives.retain(|alternative| alternative.get("type").is_none_or(|name| name != "null"));
    if alternatives.len() == before {
        return TakenNull::No;
    }
    if let [Value::Object(_)] = alternatives.as_slice() {
        // One alternative is the schema itself; what was said beside it wins.
        let Some(Value::Array(mut alternatives)) = schema.shift_remove(keyword) else { return TakenNull::Yes };
        if let Some(Value::Object(only)) = alternatives.pop() {
            for (keyword, value) in only {
                schema.entry(keyword).or_insert(value);
            }
        }
        return TakenNull::Lifted;
    }
    TakenNull::Yes
}

/// Lets a converted schema accept `null` in the way of JSON Schema.
pub(super) fn add_null(schema: &mut Schema) {
    if accepts_null(schema) {
        return;
    }
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

/// Whether `null` is already one of the values, as far as that is seen at once.
fn accepts_null(schema: &Schema) -> bool {
    let is_null = |names: &Value| {
        names == "null" || names.as_array().is_some_and(|names| names.iter().any(|name| name == "null"))
    };
    match schema.get("anyOf").and_then(Value::as_array) {
        Some(alternatives) => alternatives.iter().filter_map(Value::as_object).any(accepts_null),
        None => schema.get("type").is_some_and(is_null),
    }
}

/// Converted alternatives without those that have become the same, and without choices among them.
pub(super) fn each_once(schema: &mut Schema) {
    let Some(Value::Array(alternatives)) = schema.get_mut("anyOf") else { return };
    let (mut left, mut known): (Vec<Value>, _) = (Vec::new(), HashSet::new());
    for mut alternative in alternatives.drain(..) {
        let is_choice = alternative.as_object().is_some_and(|object| object.keys().eq(["anyOf"]));
        let inner = match alternative.get_mut("anyOf") {
            Some(Value::Array(inner)) if is_choice => std::mem::take(inner),
            _ => vec![alternative],
        };
        left.extend(inner.into_iter().filter(|alternative| known.insert(alternative.to_string())));
    }
    *alternatives = left;
    if let [Value::Object(_)] = alternatives.as_slice()
        && let Some(Value::Object(only)) = alternatives.pop()
    {
        schema.shift_remove("anyOf");
        for (keyword, value) in only {
            schema.entry(keyword).or_insert(value);
        }
    }
}
