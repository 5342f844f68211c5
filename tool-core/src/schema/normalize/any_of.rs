//! Normalizes `anyOf` and `oneOf`: removes impossible and duplicate branches.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::keywords::is_said;

/// What is left of a choice.
pub(super) enum Choice {
    /// No branch can be right.
    Impossible,
    /// Every value has a branch.
    Anything,
    /// One branch, which says what the choice says.
    Only(Value),
    Among(Vec<Value>),
}

/// The choice between `branches`, which are normal; a value may have several of them if `is_any`, else exactly one.
pub(super) fn choice(branches: Vec<Value>, is_any: bool) -> Choice {
    // JSON Schema has no choice of nothing.
    if branches.is_empty() {
        return Choice::Anything;
    }
    let mut left: Vec<Value> = Vec::new();
    for branch in branches {
        match branch {
            Value::Bool(false) => {}
            Value::Object(mut inner) if is_any && inner.keys().all(|word| word == "anyOf") && !inner.is_empty() => {
                if let Some(Value::Array(inner)) = inner.shift_remove("anyOf") {
                    left.extend(inner);
                }
            }
            other => left.push(other),
        }
    }
    if is_any {
        if left.iter().any(is_anything) {
            return Choice::Anything;
        }
        each_once(&mut left);
        if left.iter().any(|branch| !is_null(branch) && accepts_null(branch)) {
            left.retain(|branch| !is_null(branch));
        }
    }
    join_texts(&mut left);
    match left.len() {
        0 => Choice::Impossible,
        1 => left.pop().map_or(Choice::Impossible, Choice::Only),
        _ => Choice::Among(left),
    }
}

/// Joins branches that stand side by side, list texts, and say nothing else.
fn join_texts(branches: &mut Vec<Value>) {
    let mut joined: Vec<Value> = Vec::with_capacity(branches.len());
    let is_variant = |branch: &Value| branch.get("const").is_some() && branch.get("description").is_some();
    let has_variants = branches.iter().any(is_variant);
    // The texts of the branch that was joined last, if it lists texts.
    let mut before: Option<HashSet<String>> = None;
    for branch in branches.drain(..) {
        let Some(texts) = texts(&branch) else {
            before = None;
            joined.push(branch);
            continue;
        };
        let names: Vec<String> = texts.iter().map(Value::to_string).collect();
        match (joined.last_mut(), &mut before) {
            // A text of two branches is one of none where only one may be right.
            (Some(last), Some(before)) if !names.iter().any(|name| before.contains(name)) => {
                before.extend(names);
                let mut all = listed(last);
                all.extend(texts);
                *last = list(all);
            }
            (_, before) => {
                *before = Some(names.into_iter().collect());
                // Variants without a description are lists, be there one or more.
                joined.push(if has_variants { list(texts) } else { branch });
            }
        }
    }
    *branches = joined;
}

fn list(texts: Vec<Value>) -> Value {
    Value::Object(Map::from_iter([("type".to_owned(), "string".into()), ("enum".to_owned(), texts.into())]))
}

/// Takes the texts out of a schema that lists some.
fn listed(schema: &mut Value) -> Vec<Value> {
    match schema.get_mut("enum").map(Value::take) {
        Some(Value::Array(texts)) => texts,
        _ => schema.get_mut("const").map(Value::take).into_iter().collect(),
    }
}

/// The texts that a schema lists, if it says nothing else.
fn texts(schema: &Value) -> Option<Vec<Value>> {
    let object = schema.as_object()?;
    let is_plain = object.len() == 2 && object.get("type").is_some_and(|name| name == "string");
    let listed = match (object.get("const"), object.get("enum")) {
        (Some(only), None) => vec![only.clone()],
        (None, Some(Value::Array(values))) => values.clone(),
        _ => return None,
    };
    is_plain.then_some(listed)
}

/// Whether a schema accepts every value.
pub(super) fn is_anything(schema: &Value) -> bool {
    match schema {
        Value::Object(object) => object.keys().all(|word| is_said(word)),
        other => other == &Value::Bool(true),
    }
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
}

/// Whether a schema with a list of types accepts `null`, as far as that is seen at once.
fn accepts_null(schema: &Value) -> bool {
    let Value::Object(object) = schema else { return false };
    let has_null = |word: &str, null: &Value| object.get(word).and_then(Value::as_array).map(|all| all.contains(null));
    let narrows =
        ["$ref", "const", "anyOf", "oneOf", "allOf", "not", "if"].iter().any(|word| object.contains_key(*word));
    !narrows && has_null("type", &"null".into()) == Some(true) && has_null("enum", &Value::Null) != Some(false)
}

/// Each branch once, even if different things are said of it.
pub(crate) fn each_once(branches: &mut Vec<Value>) {
    let mut known: Vec<Value> = Vec::with_capacity(branches.len());
    let mut texts = HashSet::new();
    for branch in branches.drain(..) {
        if texts.insert(without_said(&branch).to_string()) {
            known.push(branch);
        }
    }
    *branches = known;
}

fn without_said(schema: &Value) -> Value {
    let Value::Object(object) = schema else { return schema.clone() };
    object.iter().filter(|(word, _)| !is_said(word)).map(|(word, value)| (word.clone(), value.clone())).collect()
}
