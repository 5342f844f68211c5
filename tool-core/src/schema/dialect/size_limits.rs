//! How large a schema may be, where a dialect has a limit: counted in what is sent.
//!
//! Source: `OpenAI`, Structured Outputs, supported schemas; Anthropic, strict tool use.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::schema_dialect::SchemaDialect;

const STRICT_LEVELS: usize = 10;
const STRICT_PROPERTIES: usize = 5_000;
const STRICT_ENUM_VALUES: usize = 1_000;
const STRICT_ENUM_CHARACTERS: usize = 15_000;
const STRICT_CHARACTERS: usize = 120_000;
/// All strict tools of one request may have no more together, so one tool may not.
const ANTHROPIC_OPTIONAL: usize = 24;

/// What is beyond a limit of the dialect, and the limit.
pub(super) fn check(dialect: SchemaDialect, schema: &Value) -> Result<(), String> {
    match dialect {
        SchemaDialect::OpenAiStrict => {
            let mut size = Size::default();
            size.count(schema)?;
            size.check()?;
            let levels = levels(schema, schema, &mut HashMap::new(), &mut HashSet::new());
            // The place of one that is nested without references was found before.
            if levels > MOST_OPEN {
                return Err(format!("it has more than {STRICT_LEVELS} levels of nested objects"));
            }
            within(levels.saturating_sub(1), STRICT_LEVELS, "levels of nested objects")
        }
        SchemaDialect::AnthropicStrict => within(optional(schema), ANTHROPIC_OPTIONAL, "optional properties"),
        _ => Ok(()),
    }
}

fn within(found: usize, limit: usize, what: &str) -> Result<(), String> {
    if found > limit { Err(format!("it has {found} {what}, more than {limit}")) } else { Ok(()) }
}

#[derive(Default)]
struct Size {
    properties: usize,
    enum_values: usize,
    /// Of names of properties and definitions, and of listed values.
    characters: usize,
}

impl Size {
    fn count(&mut self, schema: &Value) -> Result<(), String> {
        let Value::Object(object) = schema else { return Ok(()) };
        if let Some(Value::Array(values)) = object.get("enum") {
            let characters = values.iter().map(length).sum();
            self.enum_values += values.len();
            self.characters += characters;
            within(characters, STRICT_ENUM_CHARACTERS, "characters in the values of one enum")?;
        }
        self.characters += object.get("const").map_or(0, length);
        for word in ["properties", "$defs"] {
            let Some(Value::Object(schemas)) = object.get(word) else { continue };
            self.properties += if word == "properties" { schemas.len() } else { 0 };
            self.characters += schemas.keys().map(|name| name.chars().count()).sum::<usize>();
        }
        inside(object).try_for_each(|schema| self.count(schema))
    }

    fn check(&self) -> Result<(), String> {
        within(self.properties, STRICT_PROPERTIES, "properties")?;
        within(self.enum_values, STRICT_ENUM_VALUES, "values in all enums")?;
        within(self.characters, STRICT_CHARACTERS, "characters in names and listed values")
    }
}

fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        other => other.to_string().chars().count(),
    }
}

fn inside(object: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    object.iter().flat_map(|(word, value)| -> Vec<&Value> {
        match (word.as_str(), value) {
            ("properties" | "$defs", Value::Object(schemas)) => schemas.values().collect(),
            ("anyOf" | "allOf", Value::Array(schemas)) => schemas.iter().collect(),
            ("items" | "additionalProperties", one) => vec![one],
            _ => Vec::new(),
        }
    })
}

const MOST_OPEN: usize = 100;

/// How many objects are nested; one that contains itself counts once.
fn levels<'s>(
    root: &'s Value,
    schema: &'s Value,
    known: &mut HashMap<&'s str, usize>,
    open: &mut HashSet<&'s str>,
) -> usize {
    let Value::Object(object) = schema else { return 0 };
    if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
        if let Some(levels) = known.get(reference) {
            return *levels;
        }
        let Some(target) = reference.strip_prefix('#').and_then(|pointer| root.pointer(pointer)) else { return 0 };
        // So many references within each other are more than enough levels, and a longer chain would fill the stack.
        if reference == "#" || open.len() > MOST_OPEN || !open.insert(reference) {
            return 0;
        }
        let levels = levels(root, target, known, open);
        open.remove(reference);
        known.insert(reference, levels);
        return levels;
    }
    let is_object = object.get("type").is_some_and(|name| {
        name == "object" || name.as_array().is_some_and(|names| names.iter().any(|name| name == "object"))
    });
    let deepest = object
        .iter()
        .filter(|(word, _)| *word != "$defs")
        .flat_map(|(word, value)| -> Vec<&Value> {
            match (word.as_str(), value) {
                ("properties", Value::Object(schemas)) => schemas.values().collect(),
                ("anyOf", Value::Array(schemas)) => schemas.iter().collect(),
                ("items", one) => vec![one],
                _ => Vec::new(),
            }
        })
        .map(|schema| levels(root, schema, known, open))
        .max()
        .unwrap_or_default();
    deepest + usize::from(is_object)
}

/// Properties that are not required.
fn optional(schema: &Value) -> usize {
    let Value::Object(object) = schema else { return 0 };
    let named = object.get("properties").and_then(Value::as_object).map_or(0, Map::len);
    let required = object.get("required").and_then(Value::as_array).map_or(0, Vec::len);
    named.saturating_sub(required) + inside(object).map(optional).sum::<usize>()
}
