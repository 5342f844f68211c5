//! Chooses the branch of `anyOf` or `oneOf` that a value is meant for.

use serde_json::Value;

use super::path::ValuePath;
use super::schema_walker::SchemaWalker;
use super::validate::fits;
use crate::arguments::argument_repair::ArgumentRepairKind;
use crate::schema::compiled::json_types::{
    Types, allowed, alternatives, equals, properties, required, resolve, tag_of, tag_values,
};
use crate::schema::compiled::{self, SchemaMatch};
use crate::schema::raw_json::RawJson;

impl<'s> SchemaWalker<'s> {
    /// Makes `value` what one of `branches` describes: the one it fits, else the one it names, else the only one of its
    /// type, else the only one it can be turned into.
    pub(super) fn fit_one_of<'a>(
        &mut self,
        schema: &'s Value,
        branches: &'s [Value],
        value: &mut RawJson<'a>,
        place: &ValuePath<'_>,
    ) {
        let was_buffered = std::mem::replace(&mut self.is_buffered, true);
        self.choose(schema, branches, value, place);
        self.is_buffered = was_buffered;
    }

    fn choose<'a>(&mut self, schema: &'s Value, branches: &'s [Value], value: &mut RawJson<'a>, place: &ValuePath<'_>) {
        let root = self.root;
        let branches: Vec<&'s Value> = branches.iter().map(|branch| resolve(root, branch)).collect();
        // serde keeps what stands before the tag in a buffer, where there are no 128 bits.
        if let (Some(first), RawJson::Object(members)) = (compiled::first_name(schema), &mut *value)
            && let Some(index) = members.iter().position(|(name, _)| name == first)
            && let Some(tag) = members.get_mut(..=index)
        {
            tag.rotate_right(1);
        }
        // serde takes the first branch that can read the value as it is written.
        let mut misread = None;
        for branch in &branches {
            match self.compiled.match_at(branch, value, &mut self.looks) {
                SchemaMatch::Valid if self.has_patterns => return self.fit_branch(branch, value, place),
                SchemaMatch::Valid => {
                    // All of it has been looked at.
                    self.known.add_all(root, branch);
                    self.known.others_are_fitted = true;
                    return;
                }
                // No struct is filled by position: another branch may be meant.
                SchemaMatch::Misread if self.is_untyped() && matches!(value, RawJson::Array(_)) => {
                    misread = Some(branch);
                }
                SchemaMatch::Misread => return self.misread(schema, &branches, branch, value, place),
                SchemaMatch::Invalid => {}
            }
        }
        if let Some(branch) = misread.filter(|branch| !is_by_position(branch, value)) {
            return self.misread(schema, &branches, branch, value, place);
        }
        let fitting = branches.iter().find(|branch| fits(root, branch, value, &mut self.budget));
        if let Some(branch) = fitting.copied().or_else(|| only(&branches, |branch| is_named_by(branch, value))) {
            return self.fit_branch(branch, value, place);
        }
        if let Some(tag) = tag_of(&branches).filter(|_| matches!(value, RawJson::Object(_))) {
            return self.wrong_tag(&branches, tag, value, place);
        }
        // The error of a scalar lists all alternatives; the error of a list or object is about its content.
        let is_list = matches!(value, RawJson::Array(_) | RawJson::Object(_));
        if let Some(branch) = only(&branches, |branch| is_list && Types::of(branch).accept(value)) {
            return self.fit_branch(branch, value, place);
        }
        if !self.try_each(&branches, value, place) {
            let mut values = Vec::new();
            all_allowed(root, &branches, &mut values, 0);
            self.not_allowed(schema, values.into_iter(), value, place);
        }
    }

    /// serde would take `branch` for the value, by the order of its fields or the number of a variant, or lose digits of it.
    fn misread<'a>(
        &mut self,
        schema: &'s Value,
        branches: &[&'s Value],
        branch: &'s Value,
        value: &mut RawJson<'a>,
        place: &ValuePath<'_>,
    ) {
        let number = tag_of(branches).filter(|tag| matches!(value.get(tag), Some(RawJson::Number(_))));
        if is_by_position(branch, value) && alternatives(branch).is_none() {
            self.errors.is_final = true;
            self.not_allowed(schema, std::iter::empty(), value, place);
        } else if let Some(tag) = number {
            self.wrong_tag(branches, tag, value, place);
        } else {
            self.fit_branch(branch, value, place);
        }
    }

    fn fit_branch<'a>(&mut self, branch: &'s Value, value: &mut RawJson<'a>, place: &ValuePath<'_>) {
        if self.is_whole() {
            self.name_members(branch, value, place);
        }
        self.fit_side(branch, value, place);
    }

    /// Whether no other schema says more of the same value.
    fn is_whole(&self) -> bool {
        self.known.parts == 0 && self.known.is_empty()
    }

    /// Tries every branch on a copy, and keeps the only one without a fault; a copy that lost no name goes first.
    fn try_each<'a>(&mut self, branches: &[&'s Value], value: &mut RawJson<'a>, place: &ValuePath<'_>) -> bool {
        let mut best: Vec<((usize, usize), RawJson<'a>, SchemaWalker<'s>)> = Vec::new();
        for branch in branches {
            if !self.budget.spend(weight(value)) {
                self.errors.is_unsure = true;
                return false;
            }
            let mut walk = self.attempt();
            let mut copy = value.clone();
            if self.is_whole() {
                walk.fit_whole(branch, &mut copy, place);
            } else {
                walk.known.parts = 1;
                walk.fit_side(branch, &mut copy, place);
            }
            (self.budget, self.looks) = (std::mem::take(&mut walk.budget), walk.looks);
            self.errors.is_unsure |= walk.errors.is_unsure;
            if walk.errors.is_empty() && (self.is_lenient() || !walk.errors.has_unknown()) {
                let lost = walk.lost(&copy);
                // Of two that lose as many names, the one that changes fewer values reads the text as it is written.
                let changed = walk.rewritten + walk.repairs.len();
                best.push(((lost, changed), copy, walk));
            }
        }
        let Some(least) = best.iter().map(|(lost, ..)| *lost).min() else { return false };
        // Where each of two would lose a name that the other knows, neither is meant.
        let ties = best.iter().filter(|((lost, _), ..)| least.0 > 0 && *lost == least.0).map(|(_, value, _)| value);
        if ties.clone().zip(ties.skip(1)).any(|(one, other)| !one.same(other)) {
            return false;
        }
        best.retain(|(lost, ..)| *lost == least);
        let Some((_, chosen, walk)) = best.pop() else { return false };
        if best.iter().any(|(_, other, _)| !other.same(&chosen)) {
            return false;
        }
        *value = chosen;
        self.known.join(&walk.known);
        self.errors.join_unknown(walk.errors);
        self.keep(walk.repairs);
        true
    }

    /// How many names of the object were left out, or are not listed by the schemas seen.
    fn lost(&self, value: &RawJson<'_>) -> usize {
        let left_out = self.repairs.iter().filter(|repair| repair.kind() == ArgumentRepairKind::UnknownName).count();
        let RawJson::Object(members) = value else { return left_out };
        left_out + members.iter().filter(|(name, _)| !self.known.has(name)).count()
    }

    /// The tag is missing, or names no branch.
    fn wrong_tag(&mut self, branches: &[&'s Value], tag: &'s str, value: &mut RawJson<'_>, place: &ValuePath<'_>) {
        for branch in branches {
            self.known.add_all(self.root, branch);
        }
        self.known.others_are_fitted = true;
        let RawJson::Object(members) = value else { return };
        self.no_branch(branches, tag, members.iter().find(|(name, _)| name == tag).map(|(_, value)| value), place);
        for (name, value) in members.iter_mut().filter(|(name, _)| name != tag) {
            let mut schemas = branches.iter().filter_map(|branch| properties(branch)?.get(&**name));
            if let Some(schema) = schemas.next().filter(|first| schemas.all(|other| other == *first)) {
                self.fit(schema, value, &ValuePath::Name(place, name));
            }
        }
    }

    fn no_branch(&mut self, branches: &[&'s Value], tag: &'s str, value: Option<&RawJson<'_>>, place: &ValuePath<'_>) {
        let place = ValuePath::Name(place, tag);
        let Some(value) = value else {
            return self.errors.missing(&place);
        };
        let values: Vec<Value> =
            branches.iter().filter_map(|branch| tag_values(branch, tag)).flatten().cloned().collect();
        let schema = serde_json::json!({ "enum": values });
        // serde would count the variants.
        self.errors.is_final |= matches!(value, RawJson::Number(_)) && values.iter().all(Value::is_string);
        self.not_allowed(&schema, values.iter(), value, &place);
    }
}

/// Whether a list is given for an object, whose fields serde would fill in their order.
fn is_by_position(branch: &Value, value: &RawJson<'_>) -> bool {
    matches!(value, RawJson::Array(_)) && !Types::of(branch).has(Types::ARRAY)
}

/// The allowed values of all branches, and of the choices among them: an optional enum is a choice of `null` and one.
fn all_allowed<'s>(root: &'s Value, branches: &[&'s Value], values: &mut Vec<&'s Value>, depth: usize) {
    for branch in branches {
        match (allowed(branch), alternatives(branch)) {
            (Some(allowed), _) => values.extend(allowed),
            // A choice that contains itself ends.
            (None, Some(inner)) if depth < 3 => {
                let inner: Vec<&Value> = inner.iter().map(|branch| resolve(root, branch)).collect();
                all_allowed(root, &inner, values, depth + 1);
            }
            (None, _) => {}
        }
    }
}

/// The only branch for which the test holds.
fn only<'s>(branches: &[&'s Value], test: impl Fn(&Value) -> bool) -> Option<&'s Value> {
    let mut passing = branches.iter().filter(|branch| test(branch));
    let first = passing.next()?;
    passing.next().is_none().then_some(first)
}

/// Whether an object says that it is meant for the branch: by its tag, or else by having all that it requires.
fn is_named_by(branch: &Value, value: &RawJson<'_>) -> bool {
    let RawJson::Object(members) = value else { return false };
    let has_required = required(branch).all(|name| members.iter().any(|(own, _)| own == name));
    let mut tags = properties(branch).into_iter().flatten().filter_map(|(name, schema)| Some((name, allowed(schema)?)));
    let tagged = tags.clone().find(|(_, allowed)| allowed.len() == 1);
    match tagged {
        Some(_) => {
            tags.all(|(name, allowed)| allowed.len() != 1 || value.get(name).is_some_and(|value| names(allowed, value)))
        }
        None => properties(branch).is_some() && required(branch).next().is_some() && has_required,
    }
}

fn names(allowed: &[Value], value: &RawJson<'_>) -> bool {
    allowed.iter().any(|wanted| equals(wanted, value)) || super::coerce::in_other_case(allowed, value).is_some()
}

/// How much work a copy is.
fn weight(value: &RawJson<'_>) -> usize {
    match value {
        RawJson::Null | RawJson::Bool(_) | RawJson::Number(_) => 1,
        RawJson::String(text) => 1 + text.len() / 16,
        RawJson::Array(items) => 1 + items.iter().map(weight).sum::<usize>(),
        RawJson::Object(members) => {
            1 + members.iter().map(|(name, value)| name.len() / 16 + weight(value)).sum::<usize>()
        }
    }
}
