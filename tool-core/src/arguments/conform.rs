//! Converts values to what their schema requires, and collects the errors.

use std::borrow::Cow;

use serde_json::Value;

use super::coerce;
use super::messages::{expected, found, nearest};
use super::path::ValuePath;
use super::schema_walker::{ANYTHING, SchemaWalker};
use super::validate::fits;
use crate::arguments::argument_repair::ArgumentRepairKind;
use crate::schema::compiled::json_types::{
    Types, allowed, alternatives, equals, item, list, member, must_be_number, properties, required, resolve,
    within_bounds,
};
use crate::schema::compiled::number::NumberKind;
use crate::schema::compiled::{SchemaMatch, unique};
use crate::schema::raw_json::{MAX_DEPTH, Members, RawJson};

/// Whether a value is of the right type.
enum Fit<'a> {
    No,
    Yes,
    /// Yes, since it was turned into it; this is what came.
    Turned(RawJson<'a>),
}

impl<'s> SchemaWalker<'s> {
    /// Whether `value` is what `schema` describes as it is written, so that nothing of it has to be looked at.
    pub(super) fn is_valid(&mut self, schema: &'s Value, value: &RawJson<'_>) -> bool {
        // A type knows of all sides of an object which names are none; a schema alone does not.
        let has_hidden_names =
            self.is_closed() && matches!(value, RawJson::Object(_)) && has_sides(resolve(self.root, schema));
        !has_hidden_names
            && !self.has_patterns
            && self.compiled.match_at(schema, value, &mut self.looks) == SchemaMatch::Valid
    }

    /// Makes `value` what `schema` describes, as far as it can be.
    pub(super) fn fit<'a>(&mut self, schema: &'s Value, value: &mut RawJson<'a>, place: &ValuePath<'_>) {
        if !self.is_valid(schema, value) {
            self.fit_wrong(schema, value, place);
        }
    }

    /// The same for a value of which something is not right.
    pub(super) fn fit_wrong<'a>(&mut self, schema: &'s Value, value: &mut RawJson<'a>, place: &ValuePath<'_>) {
        if self.fit_few(schema, value, place) {
            return;
        }
        let outer = std::mem::take(&mut self.known);
        self.fit_whole(schema, value, place);
        self.known = outer;
    }

    /// The same; leaves behind what is known of the names of the object, if the value is one.
    pub(super) fn fit_whole<'a>(&mut self, schema: &'s Value, value: &mut RawJson<'a>, place: &ValuePath<'_>) {
        self.name_members(schema, value, place);
        self.fit_side(schema, value, place);
        if let RawJson::Object(members) = value {
            self.judge_names(schema, members, place);
        }
    }

    /// Fits the value to one of the schemas that describe it.
    pub(super) fn fit_side<'a>(&mut self, schema: &'s Value, value: &mut RawJson<'a>, place: &ValuePath<'_>) {
        if !self.budget.spend(1) {
            // The type judges a value that was not looked at; strict mode has no such judge for unknown names.
            self.errors.is_unsure = true;
            return self.errors.wrong(place, || "the schema has too many alternatives".to_owned());
        }
        if place.depth() > MAX_DEPTH {
            self.errors.is_final = true;
            return self.errors.wrong(place, || format!("nested more than {MAX_DEPTH} levels deep"));
        }
        let schema = resolve(self.root, schema);
        if schema == &Value::Bool(false) {
            return self.errors.wrong(place, || format!("no value is allowed here, found {}", found(value)));
        }
        if let RawJson::Object(members) = value {
            self.known.add(schema);
            // First of all: what was left out counts for no other keyword.
            self.leave_out(schema, members, place);
        }
        self.known.parts += 1;
        for part in list(schema, "allOf") {
            self.fit_side(part, value, place);
        }
        self.known.parts -= 1;
        if let Some(branches) = alternatives(schema) {
            self.fit_one_of(schema, branches, value, place);
        }
        let came = match self.fit_type(schema, value, place) {
            Fit::No => return,
            Fit::Yes => None,
            Fit::Turned(came) => {
                self.name_members(schema, value, place);
                Some(came)
            }
        };
        if self.fit_allowed(schema, value, came.as_ref(), place) {
            self.fit_inside(schema, value, place);
        }
    }

    /// Whether the value is of a type the schema allows, now.
    fn fit_type<'a>(&mut self, schema: &'s Value, value: &mut RawJson<'a>, place: &ValuePath<'_>) -> Fit<'a> {
        let types = Types::of(schema);
        let mut fit = Fit::Yes;
        if !types.accept(value) {
            let coerced = if self.is_lenient() { coerce::to(types, value) } else { None };
            // A number may be one of the listed strings, but it is not the place of one in the list.
            let is_listed = |turned: &RawJson<'_>| {
                matches!(value, RawJson::String(_))
                    || allowed(schema).is_none_or(|allowed| allowed.iter().any(|wanted| equals(wanted, turned)))
            };
            let Some((turned, kind)) = coerced.filter(|(turned, _)| is_listed(turned)) else {
                // From a buffer serde would fill a struct in the order of its fields, and count the variants of an enum.
                self.errors.is_final |= self.is_buffered
                    && !self.is_untyped()
                    && match value {
                        RawJson::Array(_) => true,
                        RawJson::Number(_) => allowed(schema).is_some(),
                        _ => false,
                    };
                self.wrong(schema, value, place);
                return Fit::No;
            };
            fit = Fit::Turned(std::mem::replace(value, turned));
            self.repaired(kind, place);
        }
        if let RawJson::Number(literal) = value
            && let Err(detail) = self.fit_number(schema, types, literal)
        {
            self.errors.is_final = true;
            self.errors.wrong(place, || detail);
            return Fit::No;
        }
        // Left to the type, it would be the only wrong value that is reported.
        if let RawJson::Number(literal) = &*value
            && self.is_closed()
            && !types.are_any()
            && within_bounds(schema, value)
            && let Some(detail) = NumberKind::of(schema).out_of_range(literal)
        {
            self.errors.wrong(place, || format!("{detail}, found {}", found(value)));
            return Fit::No;
        }
        fit
    }

    /// Whether the value is one of those the schema lists, now, and within its bounds. A fault shows the value that came.
    fn fit_allowed<'a>(
        &mut self,
        schema: &'s Value,
        value: &mut RawJson<'a>,
        came: Option<&RawJson<'a>>,
        place: &ValuePath<'_>,
    ) -> bool {
        let Some(allowed) = allowed(schema) else {
            if !within_bounds(schema, value) {
                self.wrong(schema, came.unwrap_or(value), place);
            } else if self.has_patterns
                && let (Some(Value::String(pattern)), RawJson::String(text)) = (schema.get("pattern"), &*value)
                && let Some(detail) = breaks_pattern(pattern, text)
            {
                self.errors.wrong(place, || detail);
            }
            return true;
        };
        if let Some(same) = allowed.iter().find(|wanted| equals(wanted, value)) {
            // `1.0` is equal to `1`, which is what the type knows.
            if let (Value::Number(wanted), RawJson::Number(literal)) = (same, value)
                && !wanted.is_f64()
            {
                *literal = Cow::Owned(wanted.to_string());
            }
            return true;
        }
        let same = coerce::in_other_case(allowed, value).filter(|_| self.is_lenient());
        if let Some(same) = same {
            *value = RawJson::String(Cow::Owned(same.to_owned()));
            self.repaired(ArgumentRepairKind::EnumCase, place);
        } else {
            self.not_allowed(schema, allowed.iter(), came.unwrap_or(value), place);
        }
        same.is_some()
    }

    fn wrong(&mut self, schema: &Value, value: &RawJson<'_>, place: &ValuePath<'_>) {
        self.errors.wrong(place, || format!("expected {}, found {}", expected(self.root, schema), found(value)));
    }

    /// Notes that the value is none of `allowed`, and which of them is nearest.
    pub(super) fn not_allowed<'v>(
        &mut self,
        schema: &Value,
        allowed: impl Iterator<Item = &'v Value>,
        value: &RawJson<'_>,
        place: &ValuePath<'_>,
    ) {
        let near = match value {
            RawJson::String(text) => nearest(text, allowed.filter_map(Value::as_str)),
            _ => None,
        };
        let near = near.map(|near| format!("; did you mean {}?", Value::from(near))).unwrap_or_default();
        let detail = || format!("expected {}, found {}{near}", expected(self.root, schema), found(value));
        self.errors.wrong(place, detail);
    }

    fn fit_inside<'a>(&mut self, schema: &'s Value, value: &mut RawJson<'a>, place: &ValuePath<'_>) {
        match value {
            RawJson::Array(items) => {
                for (index, value) in items.iter_mut().enumerate() {
                    match item(schema, index) {
                        Some(schema) => self.fit(schema, value, &ValuePath::Index(place, index)),
                        None => self.fit_other(schema, value, &ValuePath::Index(place, index)),
                    }
                }
                self.fit_set(schema, items, place);
            }
            RawJson::Object(members) => self.fit_members(schema, members, place),
            _ => {}
        }
    }

    /// A value that `schema` says nothing of, unless its branches do.
    fn fit_other(&mut self, schema: &Value, value: &mut RawJson<'_>, place: &ValuePath<'_>) {
        if alternatives(schema).is_none() && list(schema, "allOf").is_empty() {
            self.fit(&ANYTHING, value, place);
        }
    }

    /// A set takes each item once.
    fn fit_set(&mut self, schema: &Value, items: &mut Vec<RawJson<'_>>, place: &ValuePath<'_>) {
        if schema.get("uniqueItems") != Some(&Value::Bool(true)) {
            return;
        }
        let repeated = unique::first_repeated(items);
        let Some((index, item)) = repeated.and_then(|index| Some((index, items.get(index)?))) else { return };
        let place_of_item = ValuePath::Index(place, index);
        if self.is_lenient() {
            self.repaired(ArgumentRepairKind::RepeatedItem, &place_of_item);
            unique::keep_first(items);
        } else {
            let detail = format!("expected each item once, found {} again", found(item));
            self.errors.wrong(&place_of_item, || detail);
        }
    }

    fn fit_members<'a>(&mut self, schema: &'s Value, members: &mut Members<'a>, place: &ValuePath<'_>) {
        self.known.add(schema);
        for name in required(schema) {
            if !members.iter().any(|(own, _)| own == name) {
                self.known.lacks_required = true;
                self.errors.missing(&ValuePath::Name(place, name));
            }
        }
        self.leave_out(schema, members, place);
        let mut others_are_fitted = false;
        for (name, value) in members {
            let is_own = is_own(schema, name);
            let place = place_of(place, name, is_own);
            let Some(schema_of_member) = member_schema(schema, name) else { continue };
            others_are_fitted |= !is_own;
            if !is_own && must_be_number(schema, name) {
                self.errors.wrong(&place, || "the name must be a number".to_owned());
            }
            self.fit(schema_of_member, value, &place);
        }
        self.known.others_are_fitted |= others_are_fitted;
    }

    /// Removes the members that are `null` to say that they are left out.
    fn leave_out(&mut self, schema: &'s Value, members: &mut Members<'_>, place: &ValuePath<'_>) {
        if !members.iter().any(|(_, value)| matches!(value, RawJson::Null)) {
            return;
        }
        members.retain(|(name, value)| {
            let is_own = is_own(schema, name);
            let Some(schema_of_member) = member_schema(schema, name) else { return true };
            let is_optional = is_own && required(schema).all(|required| required != &**name);
            !(is_optional && self.is_left_out(schema_of_member, value, &place_of(place, name, is_own)))
        });
    }

    /// `null` for what may be left out says that it is left out where it has a default, and where it cannot be `null`. It
    /// does so in both modes: in OpenAI's strict dialect a model has no other way.
    pub(super) fn is_left_out(&mut self, schema: &Value, value: &RawJson<'_>, place: &ValuePath<'_>) -> bool {
        if !matches!(value, RawJson::Null) {
            return false;
        }
        if schema.get("default").is_some_and(|default| !default.is_null()) {
            return true;
        }
        let is_left_out = !fits(self.root, schema, value, &mut self.budget);
        if is_left_out && self.is_lenient() {
            self.repaired(ArgumentRepairKind::NullForOptional, place);
        }
        is_left_out
    }
}

fn is_own(schema: &Value, name: &str) -> bool {
    properties(schema).is_some_and(|properties| properties.contains_key(name))
}

fn place_of<'p>(parent: &'p ValuePath<'p>, name: &'p str, is_own: bool) -> ValuePath<'p> {
    if is_own { ValuePath::Name(parent, name) } else { ValuePath::Key(parent, name) }
}

/// The schema of a member; none where the schema says nothing of it, or that it must not be there.
fn member_schema<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    member(schema, name).filter(|schema| schema != &&Value::Bool(false))
}

/// Whether a schema has parts that describe the same value.
pub(super) fn has_sides(schema: &Value) -> bool {
    alternatives(schema).is_some() || !list(schema, "allOf").is_empty()
}

#[cfg(feature = "pattern")]
fn breaks_pattern(pattern: &str, text: &str) -> Option<String> {
    crate::schema::pattern::breaks(pattern, text)
}

/// Nothing checks patterns.
#[cfg(not(feature = "pattern"))]
fn breaks_pattern(_: &str, _: &str) -> Option<String> {
    None
}
