//! Finds duplicate items of a set.

use std::collections::HashSet;

use super::number;
use crate::schema::raw_json::RawJson;

/// The first item that is equal to one before it, as JSON Schema compares: `1` and `1.0` are equal, and the order of
/// names says nothing.
pub(crate) fn first_repeated(items: &[RawJson<'_>]) -> Option<usize> {
    let mut known = HashSet::with_capacity(items.len());
    items.iter().position(|item| !known.insert(canonical(item)))
}

/// Keeps the first of equal items.
pub(crate) fn keep_first(items: &mut Vec<RawJson<'_>>) {
    let mut known = HashSet::with_capacity(items.len());
    items.retain(|item| known.insert(canonical(item)));
}

fn canonical(item: &RawJson<'_>) -> String {
    let mut item = item.clone();
    simplify(&mut item);
    item.sort_names();
    item.to_text()
}

fn simplify(value: &mut RawJson<'_>) {
    match value {
        RawJson::Number(literal) => *literal = number::canonical(literal).into(),
        RawJson::Array(items) => items.iter_mut().for_each(simplify),
        RawJson::Object(members) => members.iter_mut().for_each(|(_, value)| simplify(value)),
        RawJson::Null | RawJson::Bool(_) | RawJson::String(_) => {}
    }
}
