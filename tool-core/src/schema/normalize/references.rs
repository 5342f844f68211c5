//! Rewrites every `$ref` to `#` or `#/$defs/NAME`.
//!
//! Source: JSON Schema 2020-12, Core 8.2; RFC 3986, section 5; RFC 6901, section 6.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use super::keywords::{Holds, Object, escaped, holds};

/// Deeper nesting comes from no type, and no server takes it.
pub(super) const MAX_DEPTH: usize = 128;

/// The schema and what its references name, all in one place.
pub(super) struct Referred {
    pub(super) root: Value,
    /// What the references name, in the order in which they were met.
    pub(super) definitions: Vec<(String, Value)>,
}

/// Words that say where a schema is, which nothing asks for once its references are seen to.
const PLACE: [&str; 9] =
    ["$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs", "definitions", "$schema"];

/// Gathers what the references of `document` name.
pub(super) fn gather(document: &Value) -> Result<Referred, String> {
    let mut places = Places::default();
    places.note(document, &mut String::from("#"), "", 0)?;
    let mut gathering =
        Gathering { document, places, names: BTreeMap::new(), taken: HashSet::new(), queue: Vec::new() };
    let mut root = document.clone();
    gathering.rewrite(&mut root, "#", "", 0)?;
    let (mut definitions, mut next) = (Vec::new(), 0);
    while let Some((name, pointer)) = gathering.queue.get(next).cloned() {
        next += 1;
        let mut target = pointed(document, &pointer).cloned().unwrap_or(Value::Bool(true));
        let base = gathering.places.base_of(&pointer);
        gathering.rewrite(&mut target, &pointer, &base, 0)?;
        definitions.push((name, target));
    }
    Ok(Referred { root, definitions })
}

/// The value at a pointer behind `#`.
fn pointed<'d>(document: &'d Value, pointer: &str) -> Option<&'d Value> {
    document.pointer(pointer.strip_prefix('#')?)
}

/// What schemas are called besides their place: identifiers and anchors, with the pointer to each.
#[derive(Default)]
struct Places {
    identifiers: HashMap<String, String>,
    anchors: HashMap<(String, String), String>,
    /// The identifiers that hold below a pointer.
    bases: BTreeMap<String, String>,
}

impl Places {
    fn note(&mut self, schema: &Value, pointer: &mut String, base: &str, depth: usize) -> Result<(), String> {
        let Value::Object(object) = schema else { return Ok(()) };
        if depth > MAX_DEPTH {
            return Err(format!("it is nested more than {MAX_DEPTH} levels deep"));
        }
        let own = identifier(object).map(|id| join(base, id));
        if let Some(own) = &own {
            let (id, _) = own.split_once('#').unwrap_or((own, ""));
            self.identifiers.entry(id.to_owned()).or_insert_with(|| pointer.clone());
            self.bases.insert(pointer.clone(), id.to_owned());
        }
        let base = own.as_deref().map_or(base, |own| own.split('#').next().unwrap_or_default());
        for anchor in anchors(object) {
            self.anchors.entry((base.to_owned(), anchor.to_owned())).or_insert_with(|| pointer.clone());
        }
        each_place(object, &mut |step, inside| {
            let length = pointer.len();
            pointer.push_str(step);
            let noted = self.note(inside, pointer, base, depth + 1);
            pointer.truncate(length);
            noted
        })
    }

    /// The identifier that holds at a pointer.
    fn base_of(&self, pointer: &str) -> String {
        let around = self.bases.iter().filter(|(own, _)| {
            pointer.strip_prefix(own.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        around.max_by_key(|(own, _)| own.len()).map(|(_, id)| id.clone()).unwrap_or_default()
    }
}

/// A draft-04 `id` is a text that looks like an address; one that is a property's schema is none.
fn identifier(object: &Object) -> Option<&str> {
    let id = object.get("$id").or_else(|| object.get("id").filter(|_| object.contains_key("$schema")))?;
    id.as_str().filter(|id| !id.starts_with('#'))
}

fn anchors(object: &Object) -> impl Iterator<Item = &str> {
    let named = ["$anchor", "$dynamicAnchor"].into_iter().filter_map(|word| object.get(word)?.as_str());
    // Draft-07 writes `"$id": "#name"`.
    named.chain(object.get("$id").and_then(Value::as_str).and_then(|id| id.strip_prefix('#')))
}

/// Hands over all schemas inside a schema of any draft, each with its step of a pointer.
fn each_place(object: &Object, visit: &mut dyn FnMut(&str, &Value) -> Result<(), String>) -> Result<(), String> {
    for (keyword, value) in object {
        let holds = holds_in_any_draft(keyword, value);
        match (holds, value) {
            (Holds::One, one) => visit(&format!("/{keyword}"), one)?,
            (Holds::List, Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    visit(&format!("/{keyword}/{index}"), schema)?;
                }
            }
            (Holds::Map, Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    visit(&format!("/{keyword}/{}", escaped(name)), schema)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn holds_in_any_draft(keyword: &str, value: &Value) -> Holds {
    match keyword {
        "items" if value.is_array() => Holds::List,
        "additionalItems" => Holds::One,
        "definitions" | "dependencies" => Holds::Map,
        _ => holds(keyword),
    }
}

struct Gathering<'d> {
    document: &'d Value,
    places: Places,
    /// The name of each definition, by the pointer to it.
    names: BTreeMap<String, String>,
    taken: HashSet<String>,
    queue: Vec<(String, String)>,
}

impl Gathering<'_> {
    /// Rewrites the references in a copy of what stands at `pointer`, below the identifier `base`.
    fn rewrite(&mut self, schema: &mut Value, pointer: &str, base: &str, depth: usize) -> Result<(), String> {
        let Value::Object(object) = schema else { return Ok(()) };
        if depth > MAX_DEPTH {
            return Err(format!("it is nested more than {MAX_DEPTH} levels deep"));
        }
        let own = identifier(object).map(|id| join(base, id));
        let base = own.as_deref().map_or(base, |own| own.split('#').next().unwrap_or_default()).to_owned();
        for word in PLACE {
            // `id` is what draft-04 called it, and `$schema` is asked for once more by who reads a reference.
            if word != "$schema" && (word != "id" || object.contains_key("$schema")) {
                object.shift_remove(word);
            }
        }
        for word in ["$dynamicRef", "$recursiveRef"] {
            if let Some(target) = object.shift_remove(word) {
                object.entry("$ref").or_insert(target);
            }
        }
        if let Some(target) = object.get("$ref") {
            let Some(text) = target.as_str() else {
                return Err(format!("the `$ref` at `{pointer}` is not a string"));
            };
            let target = self.target(text, &base).map_err(|problem| format!("`{text}` at `{pointer}` {problem}"))?;
            let named = self.named(target);
            object.insert("$ref".to_owned(), named.into());
        }
        for (keyword, value) in object.iter_mut() {
            let here = format!("{pointer}/{keyword}");
            match (holds_in_any_draft(keyword, value), value) {
                (Holds::One, one) => self.rewrite(one, &here, &base, depth + 1)?,
                (Holds::List, Value::Array(schemas)) => {
                    for (index, schema) in schemas.iter_mut().enumerate() {
                        self.rewrite(schema, &format!("{here}/{index}"), &base, depth + 1)?;
                    }
                }
                (Holds::Map, Value::Object(schemas)) => {
                    for (name, schema) in schemas.iter_mut() {
                        self.rewrite(schema, &format!("{here}/{}", escaped(name)), &base, depth + 1)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The pointer to what a reference names.
    fn target(&self, reference: &str, base: &str) -> Result<String, String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let resource = if address.is_empty() { base.to_owned() } else { join(base, address) };
        let start = match self.places.identifiers.get(&resource) {
            Some(pointer) => pointer.clone(),
            None if address.is_empty() => "#".to_owned(),
            None => return Err("refers to another document: copy the schema to `$defs`".to_owned()),
        };
        let fragment = decoded(fragment);
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self
                .places
                .anchors
                .get(&(resource, fragment))
                .cloned()
                .ok_or_else(|| "names no `$anchor`".to_owned());
        }
        let pointer = start + &fragment;
        match pointed(self.document, &pointer) {
            Some(Value::Object(_) | Value::Bool(_)) => Ok(pointer),
            Some(_) => Err("does not refer to a schema".to_owned()),
            None => Err("refers to nothing in the schema".to_owned()),
        }
    }

    fn named(&mut self, pointer: String) -> String {
        if pointer == "#" {
            return pointer;
        }
        if let Some(name) = self.names.get(&pointer) {
            return format!("#/$defs/{name}");
        }
        let last = pointer.rsplit('/').next().unwrap_or_default();
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let plain: String = last.replace("~1", "/").replace("~0", "~").chars().map(plain).collect();
        let mut name = plain.clone();
        let mut number = self.names.len();
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{plain}_{number}");
        }
        self.names.insert(pointer.clone(), name.clone());
        self.queue.push((name.clone(), pointer));
        format!("#/$defs/{name}")
    }
}

/// The fragment without percent encoding (RFC 3986, section 2.1).
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, others @ ..] = rest {
        let hex = others.get(..2).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        rest = if byte.is_some() { others.get(2..).unwrap_or_default() } else { others };
        bytes.push(byte.unwrap_or(*first));
    }
    String::from_utf8(bytes).unwrap_or_else(|_| fragment.to_owned())
}

/// An address relative to another, for the addresses that schemas have: without `..`.
fn join(base: &str, address: &str) -> String {
    let has_scheme = address.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    if has_scheme || base.is_empty() {
        return address.to_owned();
    }
    let authority = base.find("://").map_or(0, |scheme| {
        let path = base.get(scheme + 3..).and_then(|rest| rest.find('/'));
        path.map_or(base.len(), |path| scheme + 3 + path)
    });
    let kept =
        if address.starts_with('/') { authority } else { base.rfind('/').map_or(0, |slash| slash + 1).max(authority) };
    let kept = base.get(..kept).unwrap_or_default();
    let slash = if kept.ends_with('/') || address.starts_with('/') || kept.is_empty() { "" } else { "/" };
    format!("{kept}{slash}{address}")
}
