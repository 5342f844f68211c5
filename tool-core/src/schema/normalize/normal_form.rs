//! The one pass that makes a schema of any draft and any author one that all that reads schemas
//! understands.
//!
//! A normal schema refers to `#` and `#/$defs/NAME` alone, and says nothing beside a `$ref` that refuses a value; its
//! `allOf` holds only what cannot be said in one schema; its choices have at least two branches; listed values have a
//! type, and each stands once. It accepts what the schema accepted from which it was made.

use std::mem;

use serde_json::{Map, Value, json};

use super::any_of::{Choice, choice, is_anything};
use super::consistency::consistent;
use super::definitions::{Definitions, referred};
use super::keywords::{Holds, Object, escaped, holds, is_said, kind_of, schemas_inside};
use super::merge::{beside, merged};
use super::other_drafts;
use super::references::{Referred, gather};

/// The normal schema, or what is wrong with the one given.
pub(super) fn normal(schema: &Value) -> Result<Value, String> {
    let Referred { mut root, mut definitions } = gather(schema)?;
    let (known, order) = Definitions::of(&mut root, &mut definitions);
    let mut pass = Pass { definitions: known, ignores_beside_reference: is_old(schema), blame: None };
    let mut names: Vec<String> = definitions.iter().map(|(name, _)| name.clone()).collect();
    let mut definitions: Vec<Option<(String, Value)>> = definitions.into_iter().map(Some).collect();
    for at in order {
        let Some((name, schema)) = definitions.get_mut(at).and_then(Option::take) else { continue };
        let normal = pass.schema(schema, &mut format!("#/$defs/{name}"), false)?;
        pass.definitions.set(&name, normal);
    }
    let mut root = pass.schema(root, &mut "#".to_owned(), true)?;
    if root == Value::Bool(false) {
        let place = pass.blame.unwrap_or_else(|| "#".to_owned());
        return Err(format!("`{place}` accepts no value"));
    }
    keep_used(&mut root, &mut names, &pass.definitions);
    Ok(root)
}

/// Whether the schema says that it is of a draft in which nothing counts beside a `$ref`.
fn is_old(schema: &Value) -> bool {
    let draft = schema.get("$schema").and_then(Value::as_str).unwrap_or_default();
    ["draft-03", "draft-04", "draft-06", "draft-07"].iter().any(|old| draft.contains(old))
}

/// Writes the definitions that are still referred to at the root.
fn keep_used(root: &mut Value, names: &mut Vec<String>, definitions: &Definitions) {
    let mut used = std::collections::HashSet::new();
    let mut next = Vec::new();
    references(root, &mut next);
    while let Some(name) = next.pop() {
        if used.insert(name.clone())
            && let Some(schema) = definitions.get(&name)
        {
            references(schema, &mut next);
        }
    }
    names.retain(|name| used.contains(name));
    let kept: Map<String, Value> =
        names.iter().filter_map(|name| Some((name.clone(), definitions.get(name)?.clone()))).collect();
    if let Value::Object(root) = root
        && !kept.is_empty()
    {
        root.insert("$defs".to_owned(), kept.into());
    }
}

/// The names of the definitions that a schema refers to.
fn references(schema: &Value, names: &mut Vec<String>) {
    let Value::Object(object) = schema else { return };
    names.extend(referred(object).and_then(super::definitions::name_of).map(str::to_owned));
    schemas_inside(object).for_each(|schema| references(schema, names));
}

struct Pass {
    definitions: Definitions,
    ignores_beside_reference: bool,
    /// The last place that was found to accept no value.
    blame: Option<String>,
}

impl Pass {
    fn schema(&mut self, schema: Value, place: &mut String, is_root: bool) -> Result<Value, String> {
        let mut object = match schema {
            Value::Object(object) => object,
            truth @ Value::Bool(_) => return Ok(truth),
            other => return Err(format!("`{place}` is {}, not a schema", kind_of(&other))),
        };
        required_by_property(&mut object);
        let asked = other_drafts::rewrite(&mut object, self.ignores_beside_reference)
            .map_err(|problem| format!("at `{place}`: {problem}"))?;
        self.inside(&mut object, place)?;
        let normal = self.sides(object, is_root);
        let normal = self.choices(normal, is_root);
        let normal = match normal {
            Value::Object(object) => consistent(plain(object)),
            truth => truth,
        };
        if normal == Value::Bool(false) {
            self.note(place);
        }
        Ok(match normal {
            Value::Object(mut object) if asked.is_nullable => {
                super::nullable::allow_null(&mut object);
                Value::Object(object)
            }
            Value::Bool(false) if asked.is_nullable => json!({ "type": "null" }),
            other => other,
        })
    }

    /// Blames the place, unless something inside it has been blamed.
    fn note(&mut self, place: &str) {
        let is_inside = self.blame.as_ref().is_some_and(|blamed| blamed.starts_with(place) || blamed.contains("$defs"));
        if !is_inside {
            self.blame = Some(place.to_owned());
        }
    }

    fn inside(&mut self, object: &mut Object, place: &mut String) -> Result<(), String> {
        for (word, value) in object.iter_mut() {
            let length = place.len();
            match (holds(word), value) {
                (Holds::One, one) => self.step(one, place, &format!("/{word}"))?,
                (Holds::List, Value::Array(schemas)) => {
                    for (index, schema) in schemas.iter_mut().enumerate() {
                        self.step(schema, place, &format!("/{word}/{index}"))?;
                    }
                }
                (Holds::Map, Value::Object(schemas)) => {
                    for (name, schema) in schemas.iter_mut() {
                        self.step(schema, place, &format!("/{word}/{}", escaped(name)))?;
                    }
                }
                _ => {}
            }
            place.truncate(length);
        }
        Ok(())
    }

    fn step(&mut self, schema: &mut Value, place: &mut String, step: &str) -> Result<(), String> {
        let length = place.len();
        place.push_str(step);
        *schema = self.schema(schema.take(), place, false)?;
        place.truncate(length);
        Ok(())
    }

    /// Joins what a reference and `allOf` say with what stands beside them.
    fn sides(&mut self, mut object: Object, is_root: bool) -> Value {
        let mut sides = match object.shift_remove("allOf") {
            Some(Value::Array(sides)) => sides,
            _ => Vec::new(),
        };
        if let Some(reference) = object.shift_remove("$ref") {
            sides.insert(0, json!({ "$ref": reference }));
        }
        let is_alone = sides.len() == 1 && object.keys().all(|word| is_said(word));
        let mut whole = Value::Object(object);
        for side in sides {
            let side = self.in_place(side, is_root, is_alone);
            whole = match (whole, side) {
                (Value::Object(said), Value::Object(mut only)) if is_alone => {
                    only.extend(said);
                    Value::Object(only)
                }
                (whole, side) => merged(whole, side, &mut self.definitions, 0),
            };
        }
        whole
    }

    /// What stands for a side: what it refers to, if that has no other use, or has to be joined with something.
    fn in_place(&mut self, side: Value, is_root: bool, is_alone: bool) -> Value {
        let Value::Object(mut object) = side else { return side };
        let Some(reference) = referred(&object).map(str::to_owned) else { return Value::Object(object) };
        let once = self.definitions.used_once(&reference);
        let target =
            once.or_else(|| (!is_alone || is_root).then(|| self.definitions.written_out(&reference, is_root))?);
        match target {
            Some(Value::Object(mut target)) => {
                object.shift_remove("$ref");
                target.extend(object);
                Value::Object(target)
            }
            Some(truth) => truth,
            None => Value::Object(object),
        }
    }

    /// Choices without branches that say nothing; one that has a single branch is no choice.
    fn choices(&mut self, schema: Value, is_root: bool) -> Value {
        let Value::Object(mut object) = schema else { return schema };
        let mut sides = Vec::new();
        for word in ["anyOf", "oneOf"] {
            let Some(Value::Array(branches)) = object.get_mut(word).map(Value::take) else { continue };
            match choice(branches, word == "anyOf") {
                Choice::Impossible => return Value::Bool(false),
                Choice::Anything => _ = object.shift_remove(word),
                Choice::Among(branches) => _ = object.insert(word.to_owned(), branches.into()),
                Choice::Only(only) => {
                    object.shift_remove(word);
                    sides.push(only);
                }
            }
        }
        // Who reads a choice looks at one.
        if object.contains_key("anyOf")
            && let Some(second) = object.shift_remove("oneOf")
        {
            let Value::Object(with_side) =
                beside(mem::take(&mut object), Map::from_iter([("oneOf".to_owned(), second)]))
            else {
                return Value::Bool(false);
            };
            object = with_side;
        }
        if sides.is_empty() {
            return Value::Object(object);
        }
        if let Value::Array(all) = object.entry("allOf").or_insert_with(|| json!([])) {
            all.extend(sides);
        }
        let joined = self.sides(object, is_root);
        self.choices(joined, is_root)
    }
}

/// A schema without words that refuse nothing.
fn plain(mut object: Object) -> Object {
    let is_empty =
        |value: &Value| value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty);
    for word in ["required", "patternProperties", "dependentRequired", "dependentSchemas", "prefixItems", "allOf"] {
        if object.get(word).is_some_and(is_empty) {
            object.shift_remove(word);
        }
    }
    if let Some(Value::Array(names)) = object.get_mut("required") {
        let mut known = std::collections::HashSet::new();
        names.retain(|name| known.insert(name.as_str().unwrap_or_default().to_owned()));
    }
    if !object.contains_key("if") || !(object.contains_key("then") || object.contains_key("else")) {
        other_drafts::remove(&mut object, &["if", "then", "else"]);
    }
    let has_sides =
        ["anyOf", "oneOf", "allOf", "if", "dependentSchemas", "$ref"].iter().any(|word| object.contains_key(*word));
    for (word, same) in [("unevaluatedProperties", "additionalProperties"), ("unevaluatedItems", "items")] {
        // Without other sides, what is not evaluated is what has no schema of its name or place.
        if !has_sides
            && !object.contains_key("contains")
            && let Some(schema) = object.shift_remove(word)
        {
            object.entry(same).or_insert(schema);
        }
    }
    if !object.contains_key("contains") {
        other_drafts::remove(&mut object, &["minContains", "maxContains"]);
    }
    if object.get("uniqueItems").is_some_and(|unique| unique == false) {
        object.shift_remove("uniqueItems");
    }
    match object.get("not") {
        Some(not) if is_anything(not) => {
            // Nothing is anything but everything.
            object.clear();
            object.insert("enum".to_owned(), json!([]));
        }
        Some(Value::Bool(false)) => _ = object.shift_remove("not"),
        _ => {}
    }
    object
}

/// Draft-03 says in the schema of a property that it is required.
fn required_by_property(object: &mut Object) {
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    let mut asked: Vec<Value> = Vec::new();
    for (name, property) in properties.iter_mut().filter_map(|(name, property)| Some((name, property.as_object_mut()?)))
    {
        if let Some(Value::Bool(is_required)) = property.get("required").cloned() {
            property.shift_remove("required");
            asked.extend(is_required.then(|| name.as_str().into()));
        }
    }
    if !asked.is_empty()
        && let Value::Array(required) = object.entry("required").or_insert_with(|| json!([]))
    {
        required.extend(asked.into_iter().filter(|name| !required.contains(name)).collect::<Vec<_>>());
    }
}
