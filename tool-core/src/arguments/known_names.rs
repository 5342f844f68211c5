//! The names that an object may have by its schemas.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::schema::compiled::json_types::{list, properties, resolve};
use crate::schema::raw_json::{Members, RawJson};

/// Schemas that describe one object may refer to each other without end.
const SCHEMAS_VISITED: usize = 500;

/// What the schemas of one object say about its names.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownNames<'s> {
    order: Vec<&'s str>,
    set: HashSet<&'s str>,
    others: AdditionalNames,
    /// Whether the values of names that are not listed have been looked at.
    pub(super) others_are_fitted: bool,
    /// Whether a name is missing that has to be given.
    pub(super) lacks_required: bool,
    /// How many lists of schemas that hold at once the walk is in.
    pub(super) parts: usize,
    visited: usize,
}

/// What is said of names that no schema lists; one schema that allows them is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum AdditionalNames {
    #[default]
    Unspecified,
    Refused,
    Allowed,
}

impl<'s> KnownNames<'s> {
    /// All names of `schema`, whichever of its choices holds.
    pub(super) fn of_all(root: &'s Value, schema: &'s Value) -> Self {
        let mut known = Self::default();
        known.add_all(root, schema);
        known
    }

    pub(super) fn add_all(&mut self, root: &'s Value, schema: &'s Value) {
        self.visited += 1;
        if self.visited > SCHEMAS_VISITED {
            self.others = AdditionalNames::Allowed;
            return;
        }
        let schema = resolve(root, schema);
        self.add(schema);
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for side in list(schema, keyword) {
                self.add_all(root, side);
            }
        }
        for side in ["if", "then", "else"].into_iter().filter_map(|keyword| schema.get(keyword)) {
            list_names(side).for_each(|name| self.add_name(name));
        }
    }

    /// Adds what the schema itself says, without its choices.
    pub(super) fn add(&mut self, schema: &'s Value) {
        let has_names = properties(schema).is_some_and(|all| !all.is_empty());
        list_names(schema).for_each(|name| self.add_name(name));
        for others in
            ["additionalProperties", "unevaluatedProperties"].iter().filter_map(|keyword| schema.get(*keyword))
        {
            let said = if others == &Value::Bool(false) { AdditionalNames::Refused } else { AdditionalNames::Allowed };
            self.others = self.others.max(said);
        }
        if schema.get("patternProperties").is_some() || !has_names && is_any_object(schema) {
            self.others = AdditionalNames::Allowed;
        }
    }

    fn add_name(&mut self, name: &'s str) {
        if self.set.insert(name) {
            self.order.push(name);
        }
    }

    /// Adds what was found in a choice.
    pub(super) fn join(&mut self, other: &Self) {
        other.order.iter().for_each(|name| self.add_name(name));
        self.others = self.others.max(other.others);
        self.others_are_fitted |= other.others_are_fitted;
        self.lacks_required |= other.lacks_required;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.set.contains(name)
    }

    pub(super) fn names(&self) -> &[&'s str] {
        &self.order
    }

    /// Whether a name that is not listed is wrong; `by_default` where no schema says so, and some schema lists names.
    pub(super) fn excludes_others(&self, by_default: bool) -> bool {
        match self.others {
            AdditionalNames::Unspecified => by_default && !self.is_empty(),
            AdditionalNames::Refused => true,
            AdditionalNames::Allowed => false,
        }
    }

    /// The names that `members` do not have.
    pub(super) fn free(&self, members: &Members<'_>) -> Vec<&'s str> {
        let given: HashSet<&str> = members.iter().map(|(name, _)| &**name).collect();
        self.order.iter().copied().filter(|name| !given.contains(name)).collect()
    }

    /// The names by their style; nothing where several have one style.
    pub(super) fn by_style(&self) -> HashMap<String, Option<&'s str>> {
        let mut names = HashMap::with_capacity(self.order.len());
        for name in self.order.iter().copied() {
            names.entry(style(name)).and_modify(|only| *only = None).or_insert(Some(name));
        }
        names.remove("");
        names
    }
}

fn list_names(schema: &Value) -> impl Iterator<Item = &str> {
    properties(schema).into_iter().flat_map(|all| all.keys()).map(String::as_str)
}

/// Whether the schema says no more of an object than that it may be one.
fn is_any_object(schema: &Value) -> bool {
    let Value::Object(object) = schema else { return schema == &Value::Bool(true) };
    let says_more =
        ["anyOf", "oneOf", "allOf", "if", "$ref", "enum", "const", "required", "not", "additionalProperties"];
    let may_be_object = match object.get("type") {
        Some(Value::String(name)) => name == "object",
        Some(Value::Array(names)) => names.iter().any(|name| name == "object"),
        _ => true,
    };
    may_be_object && !says_more.iter().any(|keyword| object.contains_key(*keyword))
}

/// The name without what models get wrong first: case and word marks.
pub(super) fn style(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// Whether a value is an object with a name for which `is_meant`, or a string that holds one: what was meant may be in it.
pub(super) fn holds_name(value: &RawJson<'_>, is_meant: impl Fn(&str) -> bool) -> bool {
    let has_one = |members: &Members<'_>| members.iter().any(|(name, _)| is_meant(name));
    match value {
        RawJson::Object(members) => has_one(members),
        RawJson::String(text) if text.trim_start().starts_with('{') => {
            let inside = crate::arguments::json_repair::value(text).map(|cleaned| cleaned.value);
            matches!(&inside, Ok(RawJson::Object(members)) if has_one(members))
        }
        _ => false,
    }
}
