//! Converts the members of an object that do not match the schema, when the object itself does.

use serde_json::Value;

use super::argument_repair::ArgumentRepairKind;
use super::coerce;
use super::path::ValuePath;
use super::schema_walker::SchemaWalker;
use crate::schema::compiled::json_types::{member, required, resolve};
use crate::schema::compiled::{CompiledSchema, Id};
use crate::schema::raw_json::{MAX_DEPTH, RawJson};

/// A number of so many characters is no longer than a `f64` keeps.
const SHORT_NUMBER: usize = 15;

impl<'s> SchemaWalker<'s> {
    /// Fits the members that are not right, where each name is that of a property and no schema says more of the object.
    ///
    /// Whether it was such an object; else nothing was done.
    pub(super) fn fit_few(&mut self, schema: &'s Value, value: &mut RawJson<'_>, place: &ValuePath<'_>) -> bool {
        let RawJson::Object(members) = value else { return false };
        if self.has_patterns || place.depth() > MAX_DEPTH {
            return false;
        }
        let schema = resolve(self.root, schema);
        let Some(wrong) = self.compiled.invalid_members(schema, members, &mut self.looks) else { return false };
        if !self.budget.spend(1) {
            return false;
        }
        let (mut wrong, mut index) = (wrong.into_iter().peekable(), 0);
        members.retain_mut(|(name, value)| {
            let is_wrong = wrong.next_if(|(wrong, _)| *wrong == index);
            index += 1;
            let Some((_, node)) = is_wrong else { return true };
            let place = ValuePath::Name(place, name);
            if self.fit_scalar(node, value, &place) {
                return true;
            }
            let Some(of_member) = member(schema, name) else { return true };
            let is_optional = required(schema).all(|required| required != &**name);
            if is_optional && self.is_left_out(of_member, value, &place) {
                return false;
            }
            self.fit(of_member, value, &place);
            true
        });
        true
    }

    /// Turns a scalar into one that is right, where the node says no more than its type and its limits. Else nothing is done.
    fn fit_scalar(&mut self, node: Id, value: &mut RawJson<'_>, place: &ValuePath<'_>) -> bool {
        if !self.is_lenient() || place.depth() > MAX_DEPTH {
            return false;
        }
        let Some((turned, kind)) = scalar(self.compiled, node, value, &mut self.looks) else { return false };
        *value = turned;
        self.repaired(kind, place);
        true
    }
}

/// The scalar that is right for a node which says no more than its type and its limits, and what was done for it.
pub(super) fn scalar<'a>(
    compiled: &CompiledSchema,
    node: Id,
    value: &RawJson<'a>,
    looks: &mut usize,
) -> Option<(RawJson<'a>, ArgumentRepairKind)> {
    let types = compiled.types_of_scalar(node).filter(|types| !types.accept(value))?;
    let (turned, kind) = coerce::to(types, value)?;
    // How a longer number is written may have to change.
    let is_short = match &turned {
        RawJson::Number(literal) => literal.len() <= SHORT_NUMBER && !literal.contains(['e', 'E']),
        RawJson::Bool(_) | RawJson::String(_) => true,
        _ => false,
    };
    (is_short && compiled.is_valid_at(node, &turned, looks)).then_some((turned, kind))
}
