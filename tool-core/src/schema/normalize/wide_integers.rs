//! Finds 128-bit integers and integer keys where serde cannot read them.
//!
//! serde keeps the value of an untagged, internally tagged or flattened type in a buffer. It has no integers of 128 bits, and
//! the name of a map in it is text, so that even `1` is refused. The schema shows where they are; whether they can be read,
//! the type is asked with examples.

use serde_json::{Map, Value};

use super::keywords::{Object, inside};

/// Reads JSON text into a type, and says why it cannot.
pub(crate) type ReadExample = fn(&str) -> Result<(), String>;

/// How schemars describes names that are integers.
const INTEGERS: [&str; 2] = [r"^-?\d+$", r"^\d+$"];
/// More nesting than an example needs.
const DEEPEST: usize = 24;
/// More examples than are tried of one type.
const MOST: usize = 64;

/// What a buffer of serde cannot hold, and what to write in its place.
#[derive(Clone, Copy, PartialEq)]
struct Wide {
    what: &'static str,
    instead: &'static str,
}

const I128: Wide = Wide { what: "a `i128`", instead: "use 64 bits or a `String`" };
const U128: Wide = Wide { what: "a `u128`", instead: "use 64 bits or a `String`" };
const NUMBERED: Wide = Wide { what: "a map with integers as names", instead: "use names of type `String`" };

/// Whether there may be such a value in the schema, or in a definition that it refers to.
pub(super) fn may_have(schema: &Value) -> bool {
    let Value::Object(object) = schema else { return false };
    let format = object.get("format").and_then(Value::as_str);
    object.contains_key("$ref")
        || object.contains_key("patternProperties")
        || format.is_some_and(|format| format.ends_with("int128"))
        || inside(object).any(|(_, schema)| may_have(schema))
}

/// What is wrong with such values in `schema`, which describes the type that `read` reads; the definitions are in `root`.
pub(super) fn fault(root: &Value, schema: &Value, read: ReadExample) -> Option<String> {
    let examples = Examples { root }.of(schema, false, 0);
    let is_unreadable = |example: &&Example| {
        let refused = |value: &Value| read(&value.to_string()).err();
        if let Some(empty) = &example.empty {
            // The name alone makes the difference.
            return refused(empty).is_none() && refused(&example.value).is_some();
        }
        let is_refused = |error: String| error.contains("128 is not supported");
        example.is_untagged || refused(&example.value).is_some_and(is_refused)
    };
    let Wide { what, instead } = examples.iter().find(is_unreadable)?.wide;
    Some(format!("{what} inside an untagged, internally tagged or flattened type cannot be read by serde; {instead}"))
}

/// A value with something in it that a buffer of serde cannot hold.
struct Example {
    value: Value,
    /// The same value with an empty map in place of one with an integer as its name.
    empty: Option<Value>,
    wide: Wide,
    /// Whether serde has no way to read it, however the type is made.
    is_untagged: bool,
}

struct Examples<'s> {
    root: &'s Value,
}

impl<'s> Examples<'s> {
    /// An example for each such value that `schema` describes.
    fn of(&self, schema: &'s Value, is_untagged: bool, depth: usize) -> Vec<Example> {
        let Some(object) = self.object(schema).filter(|_| depth < DEEPEST) else { return Vec::new() };
        let format = match object.get("format").and_then(Value::as_str) {
            Some("int128") => Some(I128),
            Some("uint128") => Some(U128),
            _ => None,
        };
        let wide = |wide| Example { value: least(object), empty: None, wide, is_untagged };
        let mut all = Vec::from_iter(format.map(wide));
        all.extend(self.numbered(object, is_untagged, depth));
        let choices = branches(object);
        // `anyOf` of one and null is an option; schemars writes only untagged types in that way besides.
        let is_choice = object.contains_key("anyOf") && choices.iter().filter(|branch| !is_null(branch)).count() > 1;
        for branch in choices {
            all.extend(self.of(branch, is_untagged || is_choice, depth + 1));
        }
        let mut add = |inside: &'s Value, around: &dyn Fn(Value) -> Value| {
            let examples = self.of(inside, is_untagged, depth + 1);
            let inside = |example: Example| Example {
                value: around(example.value),
                empty: example.empty.map(around),
                ..example
            };
            all.extend(examples.into_iter().map(inside));
        };
        for (name, property) in map(object, "properties") {
            add(property, &|value| self.with(object, name, value, depth));
        }
        for others in
            map(object, "patternProperties").map(|(_, others)| others).chain(object.get("additionalProperties"))
        {
            add(others, &|value| self.with(object, "1", value, depth));
        }
        if let Some(items) = object.get("items") {
            add(items, &|value| Value::Array(vec![value; count(object, "minItems").max(1)]));
        }
        let places = list(object, "prefixItems");
        for (index, place) in places.iter().enumerate() {
            add(place, &|value| {
                let other = |(other, place): (usize, &'s Value)| {
                    if other == index { value.clone() } else { self.least(place, depth + 1) }
                };
                places.iter().enumerate().map(other).collect()
            });
        }
        all.truncate(MOST);
        all
    }

    /// An example of a map whose names are integers, and of nothing besides.
    fn numbered(&self, object: &'s Object, is_untagged: bool, depth: usize) -> Option<Example> {
        let (_, value) = map(object, "patternProperties").find(|(pattern, _)| INTEGERS.contains(&pattern.as_str()))?;
        let empty = Value::Object(self.least_object(object, depth));
        let value = self.with(object, "1", self.least(value, depth + 1), depth);
        Some(Example { value, empty: Some(empty), wide: NUMBERED, is_untagged })
    }

    /// The least object with this member; a tag stands first, since serde then keeps nothing in a buffer.
    fn with(&self, object: &'s Object, name: &str, value: Value, depth: usize) -> Value {
        let mut members = self.least_object(object, depth);
        members.insert(name.to_owned(), value);
        members.into()
    }

    fn least_object(&self, object: &'s Object, depth: usize) -> Map<String, Value> {
        let is_required = |name: &str| list(object, "required").iter().any(|required| required == name);
        let mut required: Vec<_> = map(object, "properties").filter(|(name, _)| is_required(name)).collect();
        required.sort_by_key(|(_, property)| property.get("const").is_none());
        required.into_iter().map(|(name, property)| (name.clone(), self.least(property, depth + 1))).collect()
    }

    /// A value that the schema takes, as far as that is seen at once.
    fn least(&self, schema: &'s Value, depth: usize) -> Value {
        let Some(object) = self.object(schema).filter(|_| depth < DEEPEST) else { return Value::Null };
        let first_branch = || branches(object).iter().find(|branch| !is_null(branch));
        if let Some(value) = object.get("const").or_else(|| list(object, "enum").first()) {
            return value.clone();
        }
        if let Some(branch) = first_branch() {
            return self.least(branch, depth + 1);
        }
        let name = match object.get("type") {
            Some(Value::Array(names)) => names.first().and_then(Value::as_str),
            name => name.and_then(Value::as_str),
        };
        match name {
            Some("string") => "a".repeat(count(object, "minLength")).into(),
            Some("integer" | "number") => least(object),
            Some("boolean") => true.into(),
            Some("array") if object.contains_key("prefixItems") => {
                list(object, "prefixItems").iter().map(|place| self.least(place, depth + 1)).collect()
            }
            Some("array") => {
                let item = object.get("items").map_or(Value::Null, |items| self.least(items, depth + 1));
                Value::Array(vec![item; count(object, "minItems")])
            }
            Some("object") => self.least_object(object, depth).into(),
            _ => Value::Null,
        }
    }

    fn object(&self, schema: &'s Value) -> Option<&'s Object> {
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
        target.and_then(|pointer| self.root.pointer(pointer)).unwrap_or(schema).as_object()
    }
}

fn least(object: &Object) -> Value {
    object.get("minimum").and_then(Value::as_u64).filter(|minimum| *minimum > 0).unwrap_or(1).into()
}

/// A size that is not made up.
fn count(object: &Object, keyword: &str) -> usize {
    object.get(keyword).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok()).unwrap_or(0).min(100)
}

fn branches(object: &Object) -> &[Value] {
    ["anyOf", "oneOf"].iter().map(|keyword| list(object, keyword)).find(|list| !list.is_empty()).unwrap_or_default()
}

fn list<'s>(object: &'s Object, keyword: &str) -> &'s [Value] {
    object.get(keyword).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn map<'s>(object: &'s Object, keyword: &str) -> impl Iterator<Item = (&'s String, &'s Value)> {
    object.get(keyword).and_then(Value::as_object).into_iter().flatten()
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
}
