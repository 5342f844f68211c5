//! Checks a value against the keywords that are checked only in strict mode.

use serde_json::{Map, Value};

use super::compiled::CompiledSchema;
use super::compiled::node::{Id, Node, Others};
use super::raw_json::RawJson;

/// Whether a text or a number is what words such as `pattern` ask for.
type Holds<'h> = dyn Fn(&Map<String, Value>, &RawJson<'_>) -> bool + 'h;

impl CompiledSchema {
    /// Whether `value`, of a text of `length` bytes and right by the compiled schema, is all that the schema says, where `holds` looks at
    /// the words that the compiled schema keeps; nothing when the schema has words that the compiled schema does not know.
    pub(crate) fn is_strictly_right(&self, value: &RawJson<'_>, length: usize, holds: &Holds<'_>) -> Option<bool> {
        let mut budget = length.saturating_mul(8).saturating_add(1000);
        self.is_complete.then(|| !self.has_strict_words || self.words_hold(0, value, &mut budget, holds))
    }

    fn words_hold(&self, id: Id, value: &RawJson<'_>, budget: &mut usize, holds: &Holds<'_>) -> bool {
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
            RawJson::Object(members) => {
                let mut hint = 0;
                members.iter().all(|(name, member)| {
                    let id = node.property(name, &mut hint).or(match node.others {
                        Others::Like(id) => Some(id),
                        Others::Open | Others::Closed => None,
                    });
                    id.is_none_or(|id| self.words_hold(id, member, budget, holds))
                })
            }
            _ => true,
        }
    }
}
