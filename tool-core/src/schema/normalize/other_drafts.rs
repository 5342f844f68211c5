//! Translates keywords of other drafts and of `OpenAPI` to draft 2020-12.
//!
//! Source: JSON Schema draft-04 and draft-07; `OpenAPI` 3.0.3, Schema Object; Swagger 2.0.

use serde_json::{Value, json};

use super::keywords::{Holds, Object, holds, kind_of, set_types};

/// What the words of one schema say that no word of draft 2020-12 says.
#[derive(Default)]
pub(super) struct Asked {
    /// The value may be `null` as well.
    pub(super) is_nullable: bool,
}

/// Words about a schema that say nothing of a value, or what another word says.
const DROPPED: [&str; 6] = ["$schema", "title", "discriminator", "xml", "externalDocs", "contentSchema"];

const COUNTS: [&str; 8] =
    ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"];
const NUMBERS: [&str; 5] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "array", "object", "null"];

/// Rewrites the words of one schema. `ignores_beside_reference` says that the schema is of a draft in which nothing counts
/// beside a `$ref`.
pub(super) fn rewrite(object: &mut Object, ignores_beside_reference: bool) -> Result<Asked, String> {
    remove(object, &DROPPED);
    // Writers that know no absent value write `null`.
    object.retain(|word, value| !value.is_null() || matches!(word.as_str(), "default" | "const" | "example"));
    if ignores_beside_reference && object.contains_key("$ref") {
        object.retain(|word, _| matches!(word.as_str(), "$ref" | "description"));
    }
    let is_nullable = object.shift_remove("nullable").is_some_and(|nullable| nullable == true);
    exclusive(object, "exclusiveMinimum", "minimum");
    exclusive(object, "exclusiveMaximum", "maximum");
    items(object);
    dependencies(object);
    examples(object);
    types(object)?;
    check(object)?;
    Ok(Asked { is_nullable })
}

/// Removes words.
pub(super) fn remove(object: &mut Object, words: &[&str]) {
    for word in words {
        object.shift_remove(*word);
    }
}

/// Draft-04 says by a truth value that a bound is itself refused.
fn exclusive(object: &mut Object, exclusive: &str, inclusive: &str) {
    let Some(Value::Bool(is_exclusive)) = object.get(exclusive).cloned() else { return };
    object.shift_remove(exclusive);
    if is_exclusive && let Some(bound) = object.shift_remove(inclusive) {
        object.insert(exclusive.to_owned(), bound);
    }
}

/// Draft-07 writes a list of schemas as `items`, and the rest as `additionalItems`.
fn items(object: &mut Object) {
    let rest = object.shift_remove("additionalItems");
    let Some(Value::Array(items)) = object.get("items") else { return };
    let items = items.clone();
    object.shift_remove("items");
    if !items.is_empty() {
        object.insert("prefixItems".to_owned(), items.into());
    }
    if let Some(rest) = rest {
        object.insert("items".to_owned(), rest);
    }
}

/// Draft-07 has one word for what 2020-12 has two.
fn dependencies(object: &mut Object) {
    let Some(Value::Object(all)) = object.shift_remove("dependencies") else { return };
    for (name, asked) in all {
        let (word, asked) = match asked {
            Value::String(one) => ("dependentRequired", json!([one])),
            Value::Array(names) => ("dependentRequired", names.into()),
            schema => ("dependentSchemas", schema),
        };
        if let Value::Object(own) = object.entry(word).or_insert_with(|| json!({})) {
            own.entry(name).or_insert(asked);
        }
    }
}

/// `OpenAPI` shows one value, or several with names.
fn examples(object: &mut Object) {
    let shown = match object.shift_remove("examples") {
        Some(Value::Array(shown)) => shown,
        Some(Value::Object(named)) => {
            named.into_values().map(|shown| shown.get("value").cloned().unwrap_or(shown)).collect()
        }
        Some(one) => vec![one],
        None => Vec::new(),
    };
    let one = object.shift_remove("example");
    let shown = if shown.is_empty() { one.into_iter().collect() } else { shown };
    if !shown.is_empty() {
        object.insert("examples".to_owned(), shown.into());
    }
}

/// Each type once, in the words of JSON Schema: Gemini writes them in capitals. A list of all types says nothing.
fn types(object: &mut Object) -> Result<(), String> {
    let names = match object.get("type") {
        None => return Ok(()),
        Some(Value::String(name)) => vec![name.to_ascii_lowercase()],
        Some(Value::Array(names)) if names.iter().all(Value::is_string) && !names.is_empty() => {
            names.iter().filter_map(Value::as_str).map(str::to_ascii_lowercase).collect()
        }
        Some(other) => return Err(format!("{other} is not a type of JSON Schema")),
    };
    if let Some(unknown) = names.iter().find(|name| *name != "any" && !TYPES.contains(&name.as_str())) {
        return Err(format!("`{unknown}` is not a type of JSON Schema"));
    }
    let mut known: Vec<String> = Vec::new();
    for name in &names {
        let is_in_number = name == "integer" && names.iter().any(|name| name == "number");
        if !known.contains(name) && !is_in_number {
            known.push(name.clone());
        }
    }
    let are_all = known.iter().any(|name| name == "any")
        || known.len() == TYPES.len() - 1 && !known.contains(&"integer".to_owned());
    set_types(object, if are_all { None } else { Some(known) });
    Ok(())
}

/// Whether every word has the kind of value that it must have.
fn check(object: &mut Object) -> Result<(), String> {
    for word in COUNTS {
        // `2.0` is a count as well.
        let whole = object.get(word).map(|count| (count.as_u64(), count.as_f64()));
        match whole {
            None | Some((Some(_), _)) => {}
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "looked at first")]
            Some((None, Some(count))) if count.fract() == 0.0 && (0.0..1e15).contains(&count) => {
                object.insert(word.to_owned(), (count as u64).into());
            }
            Some(_) => return Err(format!("its `{word}` is not a non-negative integer")),
        }
    }
    if let Some(word) = NUMBERS.iter().find(|word| object.get(**word).is_some_and(|bound| !bound.is_number())) {
        return Err(format!("its `{word}` is not a number"));
    }
    if object.get("multipleOf").and_then(Value::as_f64).is_some_and(|number| number <= 0.0) {
        return Err("its `multipleOf` must be greater than 0".to_owned());
    }
    // `fault` reports what is wrong with a `pattern` of ours.
    let is_wrong = |word: &&str, value: &Value| match *word {
        "enum" => !value.is_array(),
        "required" => !value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
        "uniqueItems" => !value.is_boolean(),
        "description" | "format" => !value.is_string(),
        "pattern" => !value.is_string() && !value.is_object(),
        word => match holds(word) {
            Holds::One => !value.is_object() && !value.is_boolean(),
            Holds::List => !value.is_array(),
            Holds::Map => !value.is_object(),
            Holds::None => false,
        },
    };
    match object.iter().find(|(word, value)| is_wrong(&word.as_str(), value)) {
        Some((word, value)) => Err(format!("its `{word}` is {}", kind_of(value))),
        None => dependent_names(object),
    }
}

fn dependent_names(object: &Object) -> Result<(), String> {
    let Some(dependent) = object.get("dependentRequired") else { return Ok(()) };
    let is_list = |names: &Value| names.as_array().is_some_and(|names| names.iter().all(Value::is_string));
    match dependent.as_object() {
        Some(all) if all.values().all(is_list) => Ok(()),
        _ => Err("its `dependentRequired` does not list names".to_owned()),
    }
}
