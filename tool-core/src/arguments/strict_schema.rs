//! Checks the keywords of schemas written by hand that reading does not check, in strict mode.
//!
//! Only a strict reading comes here, and only for schemas with such words, which no type of ours has.
//!
//! Source: JSON Schema 2020-12, Core 10 and 11, Validation 6.

use std::cell::Cell;
use std::collections::HashSet;

use serde_json::{Map, Value};

use super::messages::{expected, found};
use super::path::{ValuePath, shown};
use super::validate::StepBudget;
use crate::schema::compiled::{CompiledSchema, json_types, number, unique};
use crate::schema::raw_json::{Members, RawJson};
use crate::schema::schema_patterns::Patterns;

type Schema = Map<String, Value>;

/// A path, and what is wrong there.
pub(super) type Violation = (String, String);

/// What `value` is not, of what `schema` says.
pub(super) fn violation(schema: &Value, patterns: &Patterns, value: &RawJson<'_>, text: &str) -> Option<Violation> {
    let check = Check { root: schema, patterns, budget: Cell::new(StepBudget::of(text)) };
    check.violation(schema, value, &ValuePath::Root)
}

/// Whether `value`, which the compiled schema of `schema` finds right, is all that `schema` says.
pub(super) fn accepts(
    schema: &Value,
    compiled: &CompiledSchema,
    patterns: &Patterns,
    value: &RawJson<'_>,
    text: &str,
) -> bool {
    let check = Check { root: schema, patterns, budget: Cell::new(StepBudget::of(text)) };
    let holds = |words: &Schema, value: &RawJson<'_>| check.scalar(words, value).is_none();
    compiled
        .is_strictly_right(value, text.len(), &holds)
        .unwrap_or_else(|| check.violation(schema, value, &ValuePath::Root).is_none())
}

struct Check<'s> {
    root: &'s Value,
    patterns: &'s Patterns,
    budget: Cell<StepBudget>,
}

impl Check<'_> {
    fn accepts(&self, schema: &Value, value: &RawJson<'_>, place: &ValuePath<'_>) -> bool {
        self.violation(schema, value, place).is_none()
    }

    fn spend(&self) -> bool {
        let mut budget = self.budget.take();
        let is_left = budget.spend(1);
        self.budget.set(budget);
        is_left
    }

    fn violation(&self, schema: &Value, value: &RawJson<'_>, place: &ValuePath<'_>) -> Option<Violation> {
        let at = |detail: String| Some((place.path(), detail));
        if !self.spend() {
            return at("the schema has too many alternatives".to_owned());
        }
        let Value::Object(object) = schema else {
            return if schema == &Value::Bool(false) {
                at(format!("no value is allowed here, found {}", found(value)))
            } else {
                None
            };
        };
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            let target = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            return self.violation(target?, value, place);
        }
        let is_listed =
            json_types::allowed(schema).is_none_or(|all| all.iter().any(|one| json_types::equals(one, value)));
        if !json_types::Types::of(schema).accept(value) || !is_listed || !json_types::within_bounds(schema, value) {
            return at(format!("expected {}, found {}", expected(self.root, schema), found(value)));
        }
        self.scalar(object, value).and_then(at).or_else(|| self.sides(object, value, place)).or_else(|| match value {
            RawJson::Array(items) => self.items(object, items, place),
            RawJson::Object(members) => self.members(object, members, value, place),
            _ => None,
        })
    }

    fn scalar(&self, schema: &Schema, value: &RawJson<'_>) -> Option<String> {
        match value {
            RawJson::Number(literal) => {
                let of = schema.get("multipleOf")?;
                (!is_multiple(literal, of)).then(|| format!("expected a multiple of {of}, found {}", found(value)))
            }
            RawJson::String(text) => {
                let pattern = schema.get("pattern")?.as_str()?;
                let is_match = self.patterns.matches(pattern, text).unwrap_or(true);
                (!is_match).then(|| format!("expected a string that matches `{pattern}`, found {}", found(value)))
            }
            _ => None,
        }
    }

    /// What other schemas say of the same value.
    fn sides(&self, schema: &Schema, value: &RawJson<'_>, place: &ValuePath<'_>) -> Option<Violation> {
        let all = |word: &str| schema.get(word).and_then(Value::as_array).map(Vec::as_slice);
        if let Some(violation) =
            all("allOf").unwrap_or_default().iter().find_map(|side| self.violation(side, value, place))
        {
            return Some(violation);
        }
        let at = |detail: String| Some((place.path(), detail));
        let whole = || Value::Object(schema.clone());
        if let Some(branches) = all("anyOf")
            && !branches.iter().any(|branch| self.accepts(branch, value, place))
        {
            return at(format!("expected {}, found {}", expected(self.root, &whole()), found(value)));
        }
        if let Some(branches) = all("oneOf") {
            match branches.iter().filter(|branch| self.accepts(branch, value, place)).count() {
                1 => {}
                0 => return at(format!("expected {}, found {}", expected(self.root, &whole()), found(value))),
                more => {
                    return at(format!("{} matches {more} of the alternatives, expected exactly one", found(value)));
                }
            }
        }
        if schema.get("not").is_some_and(|not| self.accepts(not, value, place)) {
            return at(format!("the schema excludes this value, found {}", found(value)));
        }
        let condition = schema.get("if")?;
        let next = if self.accepts(condition, value, place) { "then" } else { "else" };
        self.violation(schema.get(next)?, value, place)
    }

    fn items(&self, schema: &Schema, items: &[RawJson<'_>], place: &ValuePath<'_>) -> Option<Violation> {
        let prefix = schema.get("prefixItems").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let of = |index: usize| prefix.get(index).or_else(|| schema.get("items"));
        let wrong = items
            .iter()
            .enumerate()
            .find_map(|(index, item)| self.violation(of(index)?, item, &ValuePath::Index(place, index)));
        if wrong.is_some() {
            return wrong;
        }
        let at = |detail: String| Some((place.path(), detail));
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) && unique::first_repeated(items).is_some() {
            return at("expected items without duplicates".to_owned());
        }
        let contained = schema.get("contains")?;
        let count = items.iter().filter(|item| self.accepts(contained, item, place)).count();
        let bound = |word: &str| schema.get(word).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok());
        let least = bound("minContains").unwrap_or(1);
        let what = || expected(self.root, contained);
        match bound("maxContains") {
            _ if count < least => at(format!("expected at least {least} of the items to be {}, found {count}", what())),
            Some(most) if count > most => {
                at(format!("expected at most {most} of the items to be {}, found {count}", what()))
            }
            _ => None,
        }
    }

    fn members(
        &self,
        schema: &Schema,
        members: &Members<'_>,
        value: &RawJson<'_>,
        place: &ValuePath<'_>,
    ) -> Option<Violation> {
        let at = |detail: String| Some((place.path(), detail));
        let has = |name: &str| members.iter().any(|(own, _)| own == name);
        let names = |list: &Value| -> Vec<String> {
            list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        if let Some(name) = schema.get("required").and_then(|all| names(all).into_iter().find(|name| !has(name))) {
            return at(format!("`{}` is missing", shown(&name)));
        }
        let dependent = schema.get("dependentRequired").and_then(Value::as_object).into_iter().flatten();
        for (name, asked) in dependent.filter(|(name, _)| has(name)) {
            if let Some(missing) = names(asked).into_iter().find(|name| !has(name)) {
                return at(format!("`{}` is required together with `{}`", shown(&missing), shown(name)));
            }
        }
        for (name, member) in members {
            let here = ValuePath::Key(place, name);
            if let Some(of_names) = schema.get("propertyNames")
                && !self.accepts(of_names, &RawJson::String((&**name).into()), &here)
            {
                return at(format!("the name `{}` is not allowed", shown(name)));
            }
            let violation =
                self.of_name(schema, name).into_iter().find_map(|schema| self.violation(schema, member, &here));
            if violation.is_some() {
                return violation;
            }
        }
        let dependent = schema.get("dependentSchemas").and_then(Value::as_object).into_iter().flatten();
        let violation =
            dependent.filter(|(name, _)| has(name)).find_map(|(_, side)| self.violation(side, value, place));
        if violation.is_some() {
            return violation;
        }
        let unevaluated = schema.get("unevaluatedProperties")?;
        let mut known = HashSet::new();
        self.evaluated(&Value::Object(schema.clone()), members, value, place, &mut known);
        members
            .iter()
            .filter(|(name, _)| !known.contains(&**name))
            .find_map(|(name, member)| self.violation(unevaluated, member, &ValuePath::Key(place, name)))
    }

    /// The schemas of a member: by its name, its patterns, or else as one of the others.
    fn of_name<'a>(&self, schema: &'a Schema, name: &str) -> Vec<&'a Value> {
        let own = schema.get("properties").and_then(|properties| properties.get(name));
        let patterns = schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
        let matching = patterns.filter(|(pattern, _)| self.patterns.matches(pattern, name).unwrap_or(false));
        let mut all: Vec<&Value> = own.into_iter().chain(matching.map(|(_, schema)| schema)).collect();
        if all.is_empty() {
            all.extend(schema.get("additionalProperties"));
        }
        all
    }

    /// The names that a schema, or a side of it that accepts the value, says something of.
    fn evaluated(
        &self,
        schema: &Value,
        members: &Members<'_>,
        value: &RawJson<'_>,
        place: &ValuePath<'_>,
        known: &mut HashSet<String>,
    ) {
        let Value::Object(object) = schema else { return };
        if let Some(target) =
            object.get("$ref").and_then(Value::as_str).and_then(|text| self.root.pointer(text.strip_prefix('#')?))
        {
            self.evaluated(target, members, value, place, known);
        }
        let named = members.iter().filter(|(name, _)| !self.of_name(object, name).is_empty());
        known.extend(named.map(|(name, _)| (**name).to_owned()));
        for word in ["allOf", "anyOf", "oneOf"] {
            let sides = object.get(word).and_then(Value::as_array).into_iter().flatten();
            for side in sides.filter(|side| self.accepts(side, value, place)) {
                self.evaluated(side, members, value, place, known);
            }
        }
        if let Some(condition) = object.get("if") {
            let is_true = self.accepts(condition, value, place);
            let sides = if is_true { [Some(condition), object.get("then")] } else { [None, object.get("else")] };
            sides.into_iter().flatten().for_each(|side| self.evaluated(side, members, value, place, known));
        }
        let dependent = object.get("dependentSchemas").and_then(Value::as_object).into_iter().flatten();
        for (_, side) in dependent.filter(|(name, _)| members.iter().any(|(own, _)| own == name.as_str())) {
            self.evaluated(side, members, value, place, known);
        }
    }
}

fn is_multiple(literal: &str, of: &Value) -> bool {
    let whole = number::whole(literal).and_then(|literal| literal.parse::<i128>().ok());
    match (whole, of.as_u64(), literal.parse::<f64>(), of.as_f64()) {
        (Some(number), Some(of), ..) => of == 0 || number % i128::from(of) == 0,
        (_, _, Ok(number), Some(of)) => {
            let times = number / of;
            (times - times.round()).abs() < 1e-9
        }
        _ => true,
    }
}
