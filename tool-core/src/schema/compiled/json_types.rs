//! Reads single keywords of a schema: types, limits, properties and alternatives.

use serde_json::{Map, Number, Value};

use super::number;
use crate::schema::raw_json::RawJson;

/// The JSON types that a schema allows, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Default for Types {
    fn default() -> Self {
        Self::ANY
    }
}

/// The names of JSON Schema, and the words of a sentence. `number` includes `integer`, so it comes first.
const NAMES: [(&str, &str); 7] = [
    ("string", "a string"),
    ("number", "a number"),
    ("integer", "an integer"),
    ("boolean", "true or false"),
    ("array", "an array"),
    ("object", "an object"),
    ("null", "null"),
];

impl Types {
    pub(crate) const STRING: Self = Self(1);
    pub(crate) const NUMBER: Self = Self(1 << 1);
    pub(crate) const INTEGER: Self = Self(1 << 2);
    pub(crate) const BOOLEAN: Self = Self(1 << 3);
    pub(crate) const ARRAY: Self = Self(1 << 4);
    pub(crate) const OBJECT: Self = Self(1 << 5);
    pub(crate) const NULL: Self = Self(1 << 6);
    const ANY: Self = Self(0x7f);

    /// The types of `schema`; all when it names none.
    pub(crate) fn of(schema: &Value) -> Self {
        match schema.get("type") {
            Some(Value::String(name)) => Self::named(name),
            Some(Value::Array(names)) => Self(
                names.iter().filter_map(Value::as_str).map(|name| Self::named(name).0).fold(0, |all, bit| all | bit),
            ),
            _ => Self::ANY,
        }
    }

    fn named(name: &str) -> Self {
        NAMES.iter().position(|(own, _)| *own == name).map_or(Self(0), |index| Self(1 << index))
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn are_any(self) -> bool {
        self == Self::ANY
    }

    /// Whether only integers are allowed among numbers.
    pub(crate) fn are_whole(self) -> bool {
        self.has(Self::INTEGER) && !self.has(Self::NUMBER)
    }

    pub(crate) fn accept(self, value: &RawJson<'_>) -> bool {
        match value {
            RawJson::Null => self.has(Self::NULL),
            RawJson::Bool(_) => self.has(Self::BOOLEAN),
            RawJson::Number(literal) => self.has(Self::NUMBER) || self.has(Self::INTEGER) && number::is_whole(literal),
            RawJson::String(_) => self.has(Self::STRING),
            RawJson::Array(_) => self.has(Self::ARRAY),
            RawJson::Object(_) => self.has(Self::OBJECT),
        }
    }

    /// `an integer or null`.
    pub(crate) fn words(self) -> Vec<&'static str> {
        let named =
            |(index, (_, words)): (usize, &(&str, &'static str))| (self.0 & (1 << index) != 0).then_some(*words);
        NAMES.iter().enumerate().filter_map(named).collect()
    }
}

/// The values that a schema lists, if it lists any.
pub(crate) fn allowed(schema: &Value) -> Option<&[Value]> {
    match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) => Some(values),
        (_, Some(value)) => Some(std::slice::from_ref(value)),
        _ => None,
    }
}

/// Whether the schema's own value is the one that came.
pub(crate) fn equals(wanted: &Value, value: &RawJson<'_>) -> bool {
    match (wanted, value) {
        (Value::Null, RawJson::Null) => true,
        (Value::Bool(a), RawJson::Bool(b)) => a == b,
        (Value::String(a), RawJson::String(b)) => a == b,
        (Value::Number(a), RawJson::Number(b)) => number::compare(b, a).is_some_and(std::cmp::Ordering::is_eq),
        (Value::Array(a), RawJson::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equals(a, b)),
        (Value::Object(a), RawJson::Object(b)) => {
            a.len() == b.len() && b.iter().all(|(name, b)| a.get(&**name).is_some_and(|a| equals(a, b)))
        }
        _ => false,
    }
}

/// Whether length and size are as the schema says; `pattern`, `format` and `multipleOf` are left to the type.
pub(crate) fn within_bounds(schema: &Value, value: &RawJson<'_>) -> bool {
    let at_least = |keyword, size: usize| bound(schema, keyword).is_none_or(|bound| size >= bound);
    let at_most = |keyword, size: usize| bound(schema, keyword).is_none_or(|bound| size <= bound);
    match value {
        RawJson::Number(literal) => number_bounds(schema).all(|(keyword, bound)| within_bound(literal, keyword, bound)),
        RawJson::String(text) => {
            let length = text.chars().count();
            at_least("minLength", length) && at_most("maxLength", length)
        }
        RawJson::Array(items) => at_least("minItems", items.len()) && at_most("maxItems", items.len()),
        RawJson::Object(members) => at_least("minProperties", members.len()) && at_most("maxProperties", members.len()),
        RawJson::Null | RawJson::Bool(_) => true,
    }
}

/// Whether a number is within the bound that a keyword sets.
pub(crate) fn within_bound(literal: &str, keyword: &str, bound: &Number) -> bool {
    number::compare(literal, bound).is_none_or(|order| match keyword {
        "minimum" => order.is_ge(),
        "maximum" => order.is_le(),
        "exclusiveMinimum" => order.is_gt(),
        _ => order.is_lt(),
    })
}

pub(crate) fn bound(schema: &Value, keyword: &str) -> Option<usize> {
    schema.get(keyword).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok())
}

pub(crate) fn number_bounds(schema: &Value) -> impl Iterator<Item = (&'static str, &Number)> {
    let of = |keyword: &'static str| match schema.get(keyword) {
        Some(Value::Number(bound)) => Some((keyword, bound)),
        _ => None,
    };
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].into_iter().filter_map(of)
}

/// The schemas that a value may have: `anyOf` or `oneOf`.
pub(crate) fn alternatives(schema: &Value) -> Option<&[Value]> {
    ["anyOf", "oneOf"].iter().find_map(|keyword| schema.get(keyword)?.as_array()).map(Vec::as_slice)
}

pub(crate) fn list<'s>(schema: &'s Value, keyword: &str) -> &'s [Value] {
    schema.get(keyword).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

pub(crate) fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

pub(crate) fn required(schema: &Value) -> impl Iterator<Item = &str> {
    list(schema, "required").iter().filter_map(Value::as_str)
}

/// The schema of an array's item.
pub(crate) fn item(schema: &Value, index: usize) -> Option<&Value> {
    list(schema, "prefixItems").get(index).or_else(|| schema.get("items"))
}

/// The schema of an object's member: `Some(false)` when the object may not have it.
pub(crate) fn member<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    if let Some(property) = properties(schema).and_then(|properties| properties.get(name)) {
        return Some(property);
    }
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    let additional = schema.get("additionalProperties");
    // A pattern that only a regular expression tells is surely that of the name where no other names may be.
    let is_only = additional == Some(&Value::Bool(false)) && patterns.is_some_and(|patterns| patterns.len() == 1);
    let is_of = |(pattern, schema): &(&String, &Value)| match NamePattern::of(pattern) {
        NamePattern::Other => is_only && *schema != &Value::Bool(false),
        number @ NamePattern::Number { .. } => number.matches(name),
    };
    let matching = patterns.into_iter().flatten().find(is_of);
    // A name that is no number is not left out of a map of numbers: it is wrong.
    let of_numbers = || patterns?.iter().next().filter(|_| must_be_number(schema, name));
    if let Some((_, schema)) = matching.or_else(of_numbers) {
        return Some(schema);
    }
    if patterns.is_some_and(|patterns| patterns.keys().any(|name| matches!(NamePattern::of(name), NamePattern::Other)))
    {
        return None;
    }
    // Another side of the same object may name it.
    let sides = ["anyOf", "oneOf", "allOf", "if"];
    let has_sides = additional == Some(&Value::Bool(false)) && sides.iter().any(|side| schema.get(side).is_some());
    additional.filter(|_| !has_sides)
}

/// Whether the object is a map of numbers, and the name is none.
pub(crate) fn must_be_number(schema: &Value, name: &str) -> bool {
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    let is_other = |pattern: &String| match NamePattern::of(pattern) {
        NamePattern::Other => false,
        number @ NamePattern::Number { .. } => !number.matches(name),
    };
    schema.get("additionalProperties") == Some(&Value::Bool(false))
        && properties(schema).is_none_or(Map::is_empty)
        && patterns.is_some_and(|patterns| !patterns.is_empty() && patterns.keys().all(is_other))
}

/// What the names of a map look like.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NamePattern {
    /// Digits, perhaps after a sign; an exact one has no leading zeros.
    Number { is_signed: bool, is_exact: bool },
    /// What only a regular expression tells: the type looks at such names itself.
    Other,
}

impl NamePattern {
    /// The patterns of maps of integers: those that schemars gives them, and what these become.
    pub(crate) fn of(pattern: &str) -> Self {
        match pattern {
            r"^\d+$" => Self::Number { is_signed: false, is_exact: false },
            r"^-?\d+$" => Self::Number { is_signed: true, is_exact: false },
            r"^(0|[1-9]\d*)$" => Self::Number { is_signed: false, is_exact: true },
            r"^(0|-?[1-9]\d*)$" => Self::Number { is_signed: true, is_exact: true },
            _ => Self::Other,
        }
    }

    /// The pattern of what JSON writes for an integer, which is what a type reads: `007` is none.
    pub(crate) fn exact(pattern: &str) -> Option<&'static str> {
        match Self::of(pattern) {
            Self::Number { is_signed: false, .. } => Some(r"^(0|[1-9]\d*)$"),
            Self::Number { is_signed: true, .. } => Some(r"^(0|-?[1-9]\d*)$"),
            Self::Other => None,
        }
    }

    pub(crate) fn matches(self, name: &str) -> bool {
        let Self::Number { is_signed, is_exact } = self else { return true };
        let digits = name.strip_prefix('-').filter(|_| is_signed).unwrap_or(name);
        let is_written_so = !is_exact || name == "0" || !digits.starts_with('0');
        is_written_so && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// Follows `$ref` to the schema it names.
pub(crate) fn resolve<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    // A reference may name itself.
    for _ in 0..16 {
        let target =
            schema.get("$ref").and_then(Value::as_str).and_then(|target| root.pointer(target.strip_prefix('#')?));
        match target {
            Some(target) => schema = target,
            None => break,
        }
    }
    schema
}

/// The property that distinguishes all object branches.
pub(crate) fn tag_of<'s>(branches: &[&'s Value]) -> Option<&'s str> {
    let objects: Vec<&'s Value> = branches.iter().copied().filter(|branch| properties(branch).is_some()).collect();
    let first = objects.first().filter(|_| objects.len() > 1)?;
    let is_tag = |name: &&String| objects.iter().all(|branch| tag_values(branch, name).is_some());
    properties(first)?.keys().find(is_tag).map(String::as_str)
}

/// The one value of the tag that names the branch.
pub(crate) fn tag_values<'s>(branch: &'s Value, tag: &str) -> Option<&'s [Value]> {
    properties(branch)?.get(tag).and_then(allowed).filter(|allowed| allowed.len() == 1)
}
