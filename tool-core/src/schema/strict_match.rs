//! Checks a value against the keywords that are checked only in strict mode.

use serde_json::{Map, Value};

use super::compiled::CompiledSchema;
use super::compiled::node::{Id, Node, Others};
use super::raw_json::{Members, RawJson};

/// Whether a text or a number is what words such as `pattern` ask for.
type Holds<'h> = dyn Fn(&Map<String, Value>, &RawJson<'_>) -> bool + 'h;

impl CompiledSchema {
    /// Whether `value`, which is from a text of `length` bytes and matches the compiled schema, also has the words that are
    /// checked only in strict mode, by `holds`. `None` when the schema has words that are not compiled.
    pub(crate) fn is_strictly_right(&self, value: &RawJson<'_>, length: usize, holds: &Holds<'_>) -> Option<bool> {
        let mut budget = length.saturating_mul(8).saturating_add(1000);
        self.is_complete.then(|| self.words_hold(0, value, &mut budget, holds))
    }

    fn words_hold(&self, id: Id, value: &RawJson<'_>, budget: &mut usize, holds: &Holds<'_>) -> bool {
        if !self.has_words(id) {
            return true;
        }
        let (Some(node), Some(left)) = (self.nodes.get(id), budget.checked_sub(1)) else { return false };
        *budget = left;
        node.strict_words.as_ref().is_none_or(|words| holds(words, value))
            && node.all_of.iter().all(|part| self.words_hold(*part, value, budget, holds))
            && node.one_of.as_ref().is_none_or(|branches| {
                let mut is_valid = |branch: &Id| {
                    self.is_valid_at(*branch, value, budget) && self.words_hold(*branch, value, budget, holds)
                };
                branches.iter().any(&mut is_valid)
            })
            && self.words_inside_hold(node, value, budget, holds)
    }

    fn words_inside_hold(&self, node: &Node, value: &RawJson<'_>, budget: &mut usize, holds: &Holds<'_>) -> bool {
        match value {
            RawJson::Array(items) => items.iter().enumerate().all(|(index, item)| {
                let id = node.prefix.get(index).copied().or(node.items);
                id.is_none_or(|id| self.words_hold(id, item, budget, holds))
            }),
            RawJson::Object(members) => self.words_of_members_hold(node, members, budget, holds),
            _ => true,
        }
    }

    fn words_of_members_hold(&self, node: &Node, members: &Members<'_>, budget: &mut usize, holds: &Holds<'_>) -> bool {
        let of_others = match node.others {
            Others::Like(id) => Some(id).filter(|id| self.has_words(*id)),
            Others::Open | Others::Closed => None,
        };
        if of_others.is_some() {
            let mut hint = 0;
            return members.iter().all(|(name, member)| {
                let id = node.property(name, &mut hint).or(of_others);
                id.is_none_or(|id| self.words_hold(id, member, budget, holds))
            });
        }
        // Few properties have words.
        node.properties.iter().filter(|(_, id)| self.has_words(*id)).all(|(name, id)| {
            let member = members.iter().find(|(own, _)| own == name);
            member.is_none_or(|(_, member)| self.words_hold(*id, member, budget, holds))
        })
    }

    fn has_words(&self, id: Id) -> bool {
        self.strict_nodes.get(id).copied().unwrap_or_default()
    }
}
