//! Merges two schemas of one value.

use serde_json::{Map, Value, json};

use super::bounds;
use super::consistency::{consistent, equal, types_of};
use super::definitions::{Definitions, referred};
use super::keywords::{Object, is_said, set_types};

/// Words that are moved together, since each is read with the others.
const OF_OBJECTS: [&str; 3] = ["properties", "patternProperties", "additionalProperties"];
const OF_LISTS: [&str; 2] = ["prefixItems", "items"];
const CONTAINS: [&str; 3] = ["contains", "minContains", "maxContains"];
const CONDITION: [&str; 3] = ["if", "then", "else"];
const CHOICE: [&str; 2] = ["anyOf", "oneOf"];

/// A schema that accepts what both accept; what cannot be said in one stays beside it, in `allOf`.
pub(super) fn merged(a: Value, b: Value, definitions: &mut Definitions, depth: usize) -> Value {
    match (a, b) {
        (Value::Bool(false), _) | (_, Value::Bool(false)) => Value::Bool(false),
        (Value::Object(a), Value::Object(b)) => {
            if a == b || b.is_empty() {
                return Value::Object(a);
            }
            if a.is_empty() {
                return Value::Object(b);
            }
            let (a, b) = (written_out(a, definitions), written_out(b, definitions));
            match (a, b) {
                (Value::Object(a), Value::Object(b)) => objects(a, b, definitions, depth),
                (a, b) => merged(a, b, definitions, depth),
            }
        }
        (Value::Object(one), _) | (_, Value::Object(one)) => Value::Object(one),
        _ => Value::Bool(true),
    }
}

/// The schema without a reference at its top, if that can be.
fn written_out(mut schema: Object, definitions: &mut Definitions) -> Value {
    let Some(target) = referred(&schema).and_then(|reference| definitions.written_out(reference, false)) else {
        return Value::Object(schema);
    };
    match target {
        Value::Object(target) => {
            schema.shift_remove("$ref");
            // What is said at the place counts more than what is said of the type.
            let said = schema;
            let mut whole = target;
            whole.extend(said);
            Value::Object(whole)
        }
        other => other,
    }
}

fn objects(a: Object, b: Object, definitions: &mut Definitions, depth: usize) -> Value {
    // What is not evaluated by `b` alone is another thing than what is not evaluated by both.
    let is_alone = |schema: &Object| {
        ["unevaluatedProperties", "unevaluatedItems", "$ref"].iter().any(|word| schema.contains_key(*word))
    };
    if depth > super::references::MAX_DEPTH / 2 || is_alone(&b) || a.contains_key("$ref") {
        return beside(a, b);
    }
    let mut join = Join { a, b, rest: Object::new(), definitions, depth };
    if !join.types() || !join.values() {
        return Value::Bool(false);
    }
    bounds::join(&mut join.a, &mut join.b, &mut join.rest);
    join.texts();
    join.lists();
    join.members();
    for group in [&CONTAINS[..], &CONDITION, &CHOICE, &["not"], &["dependentSchemas"], &["propertyNames"]] {
        join.group(group);
    }
    join.all_of();
    let Join { mut a, b, rest, .. } = join;
    for (word, value) in b {
        a.entry(word).or_insert(value);
    }
    match consistent(a) {
        Value::Object(a) if !rest.is_empty() => beside(a, rest),
        other => other,
    }
}

/// `a`, with `b` as another side of the same value.
pub(super) fn beside(mut a: Object, mut b: Object) -> Value {
    // What is said of the value is said at its place.
    let said: Vec<String> = b.keys().filter(|word| is_said(word)).cloned().collect();
    for word in said {
        if let Some(value) = b.shift_remove(&word) {
            a.entry(word).or_insert(value);
        }
    }
    if let Some(reference) = a.shift_remove("$ref") {
        push_side(&mut a, json!({ "$ref": reference }));
    }
    if !b.is_empty() {
        push_side(&mut a, Value::Object(b));
    }
    Value::Object(a)
}

fn push_side(schema: &mut Object, side: Value) {
    if let Value::Array(sides) = schema.entry("allOf").or_insert_with(|| json!([]))
        && !sides.contains(&side)
    {
        sides.push(side);
    }
}

struct Join<'d> {
    a: Object,
    b: Object,
    /// What `b` says that cannot be said in `a`.
    rest: Object,
    definitions: &'d mut Definitions,
    depth: usize,
}

impl Join<'_> {
    /// Takes a word of both; a word of one alone stays where it is.
    fn both(&mut self, word: &str) -> Option<(Value, Value)> {
        if !self.a.contains_key(word) || !self.b.contains_key(word) {
            return None;
        }
        let b = self.b.shift_remove(word)?;
        Some((self.a.get(word)?.clone(), b))
    }

    fn set(&mut self, word: &str, value: Value) {
        self.a.insert(word.to_owned(), value);
    }

    fn schema(&mut self, a: Value, b: Value) -> Value {
        merged(a, b, self.definitions, self.depth + 1)
    }

    fn types(&mut self) -> bool {
        let (Some(a), Some(b)) = (types_of(&self.a), types_of(&self.b)) else { return true };
        let has = |types: &[String], name: &str| types.iter().any(|own| own == name);
        let mut both: Vec<String> = Vec::new();
        for name in a.iter().chain(&b) {
            let in_a = has(&a, name) || name == "integer" && has(&a, "number");
            let in_b = has(&b, name) || name == "integer" && has(&b, "number");
            if in_a && in_b && !has(&both, name) {
                both.push(name.clone());
            }
        }
        self.b.shift_remove("type");
        let is_possible = !both.is_empty();
        set_types(&mut self.a, Some(both));
        is_possible
    }

    /// The listed values that both list.
    fn values(&mut self) -> bool {
        let listed = |schema: &Object| match (schema.get("const"), schema.get("enum")) {
            (Some(only), _) => Some(vec![only.clone()]),
            (None, Some(Value::Array(values))) => Some(values.clone()),
            _ => None,
        };
        let (Some(a), Some(b)) = (listed(&self.a), listed(&self.b)) else { return true };
        let both: Vec<Value> = a.into_iter().filter(|value| b.iter().any(|other| equal(value, other))).collect();
        let is_constant = self.a.contains_key("const") || self.b.contains_key("const");
        for word in ["const", "enum"] {
            self.a.shift_remove(word);
            self.b.shift_remove(word);
        }
        let is_possible = !both.is_empty();
        match both.as_slice() {
            [only] if is_constant => self.set("const", only.clone()),
            _ => self.set("enum", both.into()),
        }
        is_possible
    }

    fn texts(&mut self) {
        for word in ["pattern", "format"] {
            if let Some((a, b)) = self.both(word)
                && a != b
            {
                self.rest.insert(word.to_owned(), b);
            }
        }
        if let Some((Value::Array(mut a), Value::Array(b))) = self.both("required") {
            for name in b {
                if !a.contains(&name) {
                    a.push(name);
                }
            }
            self.set("required", a.into());
        }
        if let Some((Value::Object(mut a), Value::Object(b))) = self.both("dependentRequired") {
            for (name, asked) in b {
                let own = a.entry(name).or_insert_with(|| json!([]));
                if let (Value::Array(own), Value::Array(asked)) = (own, asked) {
                    let new: Vec<Value> = asked.into_iter().filter(|name| !own.contains(name)).collect();
                    own.extend(new);
                }
            }
            self.set("dependentRequired", a.into());
        }
    }

    fn lists(&mut self) {
        let says = |schema: &Object| OF_LISTS.iter().any(|word| schema.contains_key(*word));
        if !says(&self.a) || !says(&self.b) {
            return;
        }
        let take = |schema: &mut Object| {
            let prefix = match schema.shift_remove("prefixItems") {
                Some(Value::Array(prefix)) => prefix,
                _ => Vec::new(),
            };
            (prefix, schema.shift_remove("items"))
        };
        let ((a, a_rest), (b, b_rest)) = (take(&mut self.a), take(&mut self.b));
        let open = Value::Bool(true);
        let length = a.len().max(b.len());
        let at = |items: &[Value], rest: &Option<Value>, index: usize| {
            items.get(index).or(rest.as_ref()).unwrap_or(&open).clone()
        };
        let prefix: Vec<Value> =
            (0..length).map(|index| self.schema(at(&a, &a_rest, index), at(&b, &b_rest, index))).collect();
        if !prefix.is_empty() {
            self.set("prefixItems", prefix.into());
        }
        match (a_rest, b_rest) {
            (Some(a), Some(b)) => {
                let items = self.schema(a, b);
                self.set("items", items);
            }
            (Some(one), None) | (None, Some(one)) => self.set("items", one),
            (None, None) => {}
        }
    }

    fn members(&mut self) {
        let says = |schema: &Object| OF_OBJECTS.iter().any(|word| schema.contains_key(*word));
        if !says(&self.a) || !says(&self.b) {
            return;
        }
        let has_patterns = self.a.contains_key("patternProperties") || self.b.contains_key("patternProperties");
        let narrows = |schema: &Object| schema.get("additionalProperties").is_some_and(|others| others != true);
        if has_patterns && (narrows(&self.a) || narrows(&self.b)) {
            return self.move_to_rest(&OF_OBJECTS);
        }
        let others = (self.a.get("additionalProperties").cloned(), self.b.shift_remove("additionalProperties"));
        if let Some((Value::Object(a), Value::Object(b))) = self.both("patternProperties") {
            let both = self.by_name(a, b, None, None);
            self.set("patternProperties", both.into());
        }
        let take = |schema: &mut Object| match schema.shift_remove("properties") {
            Some(Value::Object(properties)) => properties,
            _ => Map::new(),
        };
        let (a, b) = (take(&mut self.a), take(&mut self.b));
        let properties = self.by_name(a, b, others.0.as_ref(), others.1.as_ref());
        if !properties.is_empty() {
            self.set("properties", properties.into());
        }
        match others {
            (Some(a), Some(b)) => {
                let both = self.schema(a, b);
                self.set("additionalProperties", both);
            }
            (None, Some(one)) => self.set("additionalProperties", one),
            (_, None) => {}
        }
    }

    /// The schemas of all names; what one side does not name is one of its others.
    fn by_name(&mut self, a: Object, mut b: Object, a_others: Option<&Value>, b_others: Option<&Value>) -> Object {
        let mut all = Object::new();
        let open = Value::Bool(true);
        for (name, schema) in a {
            let other = b.get_mut(&name).map(Value::take);
            let other = other.or_else(|| b_others.cloned()).unwrap_or_else(|| open.clone());
            let both = self.schema(schema, other);
            all.insert(name, both);
        }
        for (name, schema) in b {
            if !all.contains_key(&name) {
                let both = self.schema(a_others.cloned().unwrap_or_else(|| open.clone()), schema);
                all.insert(name, both);
            }
        }
        all
    }

    /// Words that cannot be joined: those of `b` stay beside, unless they are the same.
    fn group(&mut self, words: &[&str]) {
        let says = |schema: &Object| words.iter().any(|word| schema.contains_key(*word));
        if says(&self.a) && says(&self.b) {
            self.move_to_rest(words);
        }
    }

    fn move_to_rest(&mut self, words: &[&str]) {
        let is_same = words.iter().all(|word| self.a.get(*word) == self.b.get(*word));
        for word in words {
            if let Some(value) = self.b.shift_remove(*word).filter(|_| !is_same) {
                self.rest.insert((*word).to_owned(), value);
            }
        }
    }

    fn all_of(&mut self) {
        if let Some(Value::Array(sides)) = self.b.shift_remove("allOf") {
            for side in sides {
                push_side(&mut self.a, side);
            }
        }
    }
}
