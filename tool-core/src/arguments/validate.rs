//! Validates a value against one branch of a schema.

use serde_json::Value;

use crate::schema::compiled::json_types::{
    Types, allowed, alternatives, equals, item, list, member, required, resolve, within_bounds,
};
use crate::schema::compiled::number::NumberKind;
use crate::schema::raw_json::RawJson;

/// How many steps a search may take: choices inside choices would otherwise multiply.
#[derive(Debug, Default)]
pub(super) struct StepBudget(usize);

impl StepBudget {
    /// Enough to look at each value of `text` many times.
    pub(super) fn of(text: &str) -> Self {
        Self(text.len().saturating_mul(8).saturating_add(10_000))
    }

    /// Takes `steps`, unless that many are not left.
    pub(super) fn spend(&mut self, steps: usize) -> bool {
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// Whether `value` is what `schema` describes, as it stands.
pub(super) fn fits(root: &Value, schema: &Value, value: &RawJson<'_>, budget: &mut StepBudget) -> bool {
    let schema = resolve(root, schema);
    if !budget.spend(1) || schema == &Value::Bool(false) {
        return false;
    }
    let holds = |literal: &str| NumberKind::of(schema).holds(literal);
    Types::of(schema).accept(value)
        && !matches!(value, RawJson::Number(literal) if !holds(literal))
        && allowed(schema).is_none_or(|allowed| allowed.iter().any(|wanted| equals(wanted, value)))
        && within_bounds(schema, value)
        && list(schema, "allOf").iter().all(|part| fits(root, part, value, budget))
        && alternatives(schema).is_none_or(|all| all.iter().any(|one| fits(root, one, value, budget)))
        && inside_fits(root, schema, value, budget)
}

fn inside_fits(root: &Value, schema: &Value, value: &RawJson<'_>, budget: &mut StepBudget) -> bool {
    match value {
        RawJson::Array(items) => items
            .iter()
            .enumerate()
            .all(|(index, value)| item(schema, index).is_none_or(|schema| fits(root, schema, value, budget))),
        RawJson::Object(members) => {
            required(schema).all(|name| members.iter().any(|(own, _)| own == name))
                && members
                    .iter()
                    .all(|(name, value)| member(schema, name).is_none_or(|schema| fits(root, schema, value, budget)))
        }
        _ => true,
    }
}
