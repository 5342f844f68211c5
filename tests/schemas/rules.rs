//! The rules of each dialect, from the documentation and errors of the providers, not from the conversion.

use serde_json::{Map, Value};
use tool_core::schema::SchemaDialect;

type Object = Map<String, Value>;

/// What of a converted schema breaks a rule of its dialect.
pub(crate) fn broken(dialect: SchemaDialect, schema: &Value) -> Option<String> {
    let root = schema.as_object()?;
    let is_object = root.get("type").and_then(Value::as_str).is_some_and(|name| name.eq_ignore_ascii_case("object"));
    if !is_object || !root.get("properties").is_some_and(Value::is_object) {
        return Some("the root is no object with properties".to_owned());
    }
    if dialect != SchemaDialect::Mcp && ["anyOf", "oneOf", "allOf"].iter().any(|word| root.contains_key(*word)) {
        return Some("the root has alternatives".to_owned());
    }
    if dangling(schema, schema) {
        return Some("a reference names nothing".to_owned());
    }
    if matches!(dialect, SchemaDialect::Mcp | SchemaDialect::Anthropic) {
        return (!jsonschema::meta::is_valid(schema)).then(|| "no JSON Schema".to_owned());
    }
    if dialect != SchemaDialect::Gemini && !jsonschema::meta::is_valid(schema) {
        return Some("no JSON Schema".to_owned());
    }
    inside(dialect, schema, "#")
}

fn words(dialect: SchemaDialect) -> Vec<&'static str> {
    let all = ["type", "description", "enum", "properties", "required", "items", "anyOf"];
    let own: &[&str] = match dialect {
        SchemaDialect::Plain => &[
            "additionalProperties",
            "format",
            "minimum",
            "maximum",
            "minLength",
            "maxLength",
            "pattern",
            "minItems",
            "maxItems",
            "default",
        ],
        SchemaDialect::OpenAiStrict => &[
            "additionalProperties",
            "format",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "pattern",
            "minItems",
            "maxItems",
            "const",
            "$ref",
            "$defs",
        ],
        SchemaDialect::AnthropicStrict => {
            &["additionalProperties", "format", "default", "const", "allOf", "$ref", "$defs"]
        }
        SchemaDialect::Gemini => {
            &["nullable", "format", "minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems"]
        }
        _ => &[],
    };
    all.iter().chain(own).copied().collect()
}

fn inside(dialect: SchemaDialect, schema: &Value, place: &str) -> Option<String> {
    let Some(object) = schema.as_object() else { return Some(format!("{place} is {schema}")) };
    let known = words(dialect);
    if let Some(word) = object.keys().find(|word| !known.contains(&word.as_str())) {
        return Some(format!("{place} has {word}"));
    }
    one(dialect, object).map(|problem| format!("{place}: {problem}")).or_else(|| {
        object.iter().find_map(|(word, value)| match (word.as_str(), value) {
            ("properties" | "$defs", Value::Object(all)) => {
                all.iter().find_map(|(name, schema)| inside(dialect, schema, &format!("{place}/{word}/{name}")))
            }
            ("anyOf" | "allOf", Value::Array(all)) => {
                all.iter().enumerate().find_map(|(at, schema)| inside(dialect, schema, &format!("{place}/{word}/{at}")))
            }
            ("items", schema) => inside(dialect, schema, &format!("{place}/items")),
            ("additionalProperties", Value::Object(_)) => {
                inside(dialect, value, &format!("{place}/additionalProperties"))
            }
            _ => None,
        })
    })
}

fn one(dialect: SchemaDialect, object: &Object) -> Option<String> {
    let is_strict = matches!(dialect, SchemaDialect::OpenAiStrict | SchemaDialect::AnthropicStrict);
    let types: Vec<&str> = match object.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = |wanted: &str| types.iter().any(|name| name.eq_ignore_ascii_case(wanted));
    if let Some(Value::Array(values)) = object.get("enum") {
        let texts: std::collections::HashSet<String> = values.iter().map(Value::to_string).collect();
        if texts.len() < values.len() || values.is_empty() {
            return Some("an enum with a value twice, or with none".to_owned());
        }
        if types.is_empty() {
            return Some("an enum without a type".to_owned());
        }
    }
    let alternatives = object.get("anyOf").and_then(Value::as_array);
    if let Some(alternatives) = alternatives {
        let texts: std::collections::HashSet<String> = alternatives.iter().map(Value::to_string).collect();
        if texts.len() < alternatives.len() {
            return Some("a choice with a branch twice".to_owned());
        }
    }
    match dialect {
        SchemaDialect::Gemini => {
            if object.get("type").is_some_and(|name| name.as_str().is_none_or(|name| name != name.to_uppercase())) {
                return Some("a type that is a list, or not in capitals".to_owned());
            }
            if object
                .get("enum")
                .is_some_and(|all| !is("string") || !all.as_array().unwrap().iter().all(Value::is_string))
            {
                return Some("an enum of others than strings".to_owned());
            }
            if object.get("format").is_some_and(|format| format != "date-time") {
                return Some("a format that is not known".to_owned());
            }
        }
        SchemaDialect::Plain if object.get("type").is_some_and(Value::is_array) => {
            return Some("several types".to_owned());
        }
        SchemaDialect::OpenAiStrict => {
            if object.contains_key("$ref") && object.len() > 1 {
                return Some("a reference that is not alone".to_owned());
            }
            if object.get("format").is_some_and(|format| format == "uri") {
                return Some("a format that is not known".to_owned());
            }
        }
        _ => {}
    }
    let must_have_type = dialect != SchemaDialect::Plain;
    if must_have_type
        && types.is_empty()
        && alternatives.is_none()
        && !object.contains_key("$ref")
        && !object.contains_key("allOf")
    {
        return Some("no type".to_owned());
    }
    if is("array") && !object.contains_key("items") {
        return Some("a list that does not say of what".to_owned());
    }
    let properties = object.get("properties").and_then(Value::as_object);
    if is("object") && is_strict {
        if object.get("additionalProperties") != Some(&Value::Bool(false)) {
            return Some("an open object".to_owned());
        }
        let required = object.get("required").and_then(Value::as_array).map_or(0, Vec::len);
        if dialect == SchemaDialect::OpenAiStrict && properties.is_none_or(|all| all.len() != required) {
            return Some("a property that is not required".to_owned());
        }
    }
    let required = object.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let unknown = required.into_iter().find(|name| properties.is_none_or(|all| !all.contains_key(*name)));
    unknown.filter(|_| dialect != SchemaDialect::Plain).map(|name| format!("`{name}` is required and has no schema"))
}

/// Whether a reference has no target.
fn dangling(root: &Value, schema: &Value) -> bool {
    match schema {
        Value::Object(object) => {
            let target = object.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
            target.is_some_and(|pointer| root.pointer(pointer).is_none())
                || object.values().any(|inside| dangling(root, inside))
        }
        Value::Array(all) => all.iter().any(|inside| dangling(root, inside)),
        _ => false,
    }
}
