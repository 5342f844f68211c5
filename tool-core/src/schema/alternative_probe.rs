//! Alterations of a value that show whether serde reads an untagged object as an alternative that the schema excludes.
//!
//! serde takes the first alternative that it can read, and a struct ignores unknown names unless its type denies them. The schema does
//! not say which types do; a type that reads a name that it cannot know ignores all of them.

use super::compiled::json_types::Types;
use super::compiled::node::{Node, Others};
use super::compiled::{CompiledSchema, Id, SchemaMatch, has_all};
use crate::schema::raw_json::{Members, RawJson};

/// A name that no type knows.
const UNKNOWN: &str = "an unknown name";

/// Two alterations of one value.
pub(crate) struct Probe<'a> {
    /// A type that reads it ignores unknown names.
    pub(crate) with_unknown_name: RawJson<'a>,
    /// A type that reads it reads any object, so that nothing is lost.
    pub(crate) with_wrong_type: RawJson<'a>,
}

impl<'a> Probe<'a> {
    fn inside(self, with: impl Fn(RawJson<'a>) -> RawJson<'a>) -> Self {
        let Self { with_unknown_name, with_wrong_type } = self;
        Self { with_unknown_name: with(with_unknown_name), with_wrong_type: with(with_wrong_type) }
    }
}

impl CompiledSchema {
    /// Whether the schema has alternatives that are objects.
    pub(crate) fn has_object_choice(&self) -> bool {
        let is_object = |id: &&Id| self.nodes.get(**id).is_some_and(|node| !node.properties.is_empty());
        self.nodes.iter().any(|node| node.one_of.iter().flatten().filter(is_object).count() > 1)
    }

    /// A probe for the first object in `value`, which matches the schema, that serde might read as another alternative.
    pub(crate) fn probe<'a>(&self, value: &RawJson<'a>, length: usize) -> Option<Probe<'a>> {
        let mut budget = length.saturating_mul(32).saturating_add(1000);
        self.probe_at(0, value, &mut budget)
    }

    fn probe_at<'a>(&self, id: Id, value: &RawJson<'a>, budget: &mut usize) -> Option<Probe<'a>> {
        let node = self.nodes.get(id)?;
        *budget = budget.checked_sub(1)?;
        if let Some(branches) = &node.one_of {
            let is_valid =
                |branch: &Id, budget: &mut usize| self.match_node(*branch, value, budget) == SchemaMatch::Valid;
            let chosen = branches.iter().position(|branch| is_valid(branch, budget))?;
            let (before, rest) = branches.split_at(chosen);
            let shadowed = before.iter().find_map(|branch| self.shadowed_by(*branch, value, budget));
            return shadowed.or_else(|| self.probe_at(*rest.first()?, value, budget));
        }
        if let Some(found) = node.all_of.iter().find_map(|part| self.probe_at(*part, value, budget)) {
            return Some(found);
        }
        match value {
            RawJson::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
                let id = node.prefix.get(index).copied().or(node.items)?;
                Some(self.probe_at(id, item, budget)?.inside(|changed| {
                    let mut items = items.clone();
                    items.get_mut(index).into_iter().for_each(|item| item.clone_from(&changed));
                    RawJson::Array(items)
                }))
            }),
            RawJson::Object(members) => members.iter().enumerate().find_map(|(index, (name, inside))| {
                let id = node.member(name)?;
                Some(self.probe_at(id, inside, budget)?.inside(|changed| {
                    let mut members = members.clone();
                    members.get_mut(index).into_iter().for_each(|(_, value)| value.clone_from(&changed));
                    RawJson::Object(members)
                }))
            }),
            _ => None,
        }
    }

    /// The probe for an object that an earlier alternative takes when it ignores unknown names.
    fn shadowed_by<'a>(&self, id: Id, value: &RawJson<'a>, budget: &mut usize) -> Option<Probe<'a>> {
        let (node, RawJson::Object(members)) = (self.nodes.get(id)?, value) else { return None };
        let (first, _) = node.properties.first()?;
        let is_known = |name: &str| node.properties.iter().any(|(own, _)| own == name);
        let known: Members<'a> = members.iter().filter(|(name, _)| is_known(name)).cloned().collect();
        let is_read = node.types.has(Types::OBJECT)
            && known.len() < members.len()
            && has_all(&known, &node.required)
            && known.iter().all(|(name, value)| {
                node.member(name).is_some_and(|id| self.match_node(id, value, budget) == SchemaMatch::Valid)
            });
        if !is_read {
            return None;
        }
        let mut wrong = known.clone();
        wrong.retain(|(name, _)| name != first);
        let nested = RawJson::Array(vec![RawJson::Array(vec![RawJson::Object(Members::new())])]);
        wrong.push((first.clone().into(), nested));
        let mut unknown = known;
        unknown.push((UNKNOWN.into(), RawJson::Null));
        Some(Probe { with_unknown_name: RawJson::Object(unknown), with_wrong_type: RawJson::Object(wrong) })
    }
}

impl Node {
    fn member(&self, name: &str) -> Option<Id> {
        let property = self.properties.iter().find(|(own, _)| own == name).map(|(_, id)| *id);
        property.or(match self.others {
            Others::Like(id) => Some(id),
            Others::Open | Others::Closed => None,
        })
    }
}
