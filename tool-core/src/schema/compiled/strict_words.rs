//! The words that only a strict reading compares with a value, of a schema that was written by hand.

use serde_json::{Map, Value};

use super::Plan;
use super::node::{Id, Node, Others};
use crate::schema::raw_json::Json;

/// Whether a text or a number is what words such as `pattern` ask for.
type Holds<'h> = dyn Fn(&Map<String, Value>, &Json<'_>) -> bool + 'h;

impl Plan {
    /// Whether `value`, of a text of `length` bytes and right by the plan, is all that the schema says, where `holds` looks at
    /// the words that the plan keeps; nothing when the schema has words that the plan does not know.
    pub(crate) fn is_strictly_right(&self, value: &Json<'_>, length: usize, holds: &Holds<'_>) -> Option<bool> {
        let mut fuel = length.saturating_mul(8).saturating_add(1000);
        self.is_complete.then(|| !self.has_strict_words || self.words_hold(0, value, &mut fuel, holds))
    }

    fn words_hold(&self, id: Id, value: &Json<'_>, fuel: &mut usize, holds: &Holds<'_>) -> bool {
        let (Some(node), Some(left)) = (self.nodes.get(id), fuel.checked_sub(1)) else { return false };
        *fuel = left;
        node.strict_words.as_ref().is_none_or(|words| holds(words, value))
            && node.all_of.iter().all(|part| self.words_hold(*part, value, fuel, holds))
            && node.one_of.as_ref().is_none_or(|branches| {
                let mut is_right = |branch: &Id| {
                    self.is_right_at(*branch, value, fuel) && self.words_hold(*branch, value, fuel, holds)
                };
                branches.iter().any(&mut is_right)
            })
            && self.words_inside_hold(node, value, fuel, holds)
    }

    fn words_inside_hold(&self, node: &Node, value: &Json<'_>, fuel: &mut usize, holds: &Holds<'_>) -> bool {
        match value {
            Json::Array(items) => items.iter().enumerate().all(|(index, item)| {
                let id = node.prefix.get(index).copied().or(node.items);
                id.is_none_or(|id| self.words_hold(id, item, fuel, holds))
            }),
            Json::Object(members) => {
                let mut hint = 0;
                members.iter().all(|(name, member)| {
                    let id = node.property(name, &mut hint).or(match node.others {
                        Others::Like(id) => Some(id),
                        Others::Open | Others::Closed => None,
                    });
                    id.is_none_or(|id| self.words_hold(id, member, fuel, holds))
                })
            }
            _ => true,
        }
    }
}

/// Whether a strict reading compares more with the value than its node and the words kept there.
pub(super) fn has_more_words(object: &Map<String, Value>) -> bool {
    let words = [
        "oneOf",
        "not",
        "if",
        "contains",
        "dependentRequired",
        "dependentSchemas",
        "propertyNames",
        "patternProperties",
        "unevaluatedProperties",
    ];
    // A node lets pass the names that another side may list.
    let is_closed_beside_sides = object.get("additionalProperties") == Some(&Value::Bool(false))
        && ["anyOf", "allOf"].iter().any(|side| object.contains_key(*side));
    is_closed_beside_sides || words.iter().any(|word| object.contains_key(*word))
}

/// The words that belong to a text or a number, and to which its node has no field.
pub(super) fn strict_words(object: &Map<String, Value>) -> Option<Map<String, Value>> {
    let word = |word: &str| object.get_key_value(word).map(|(word, of)| (word.clone(), of.clone()));
    let words: Map<String, Value> = ["pattern", "multipleOf"].into_iter().filter_map(word).collect();
    (!words.is_empty()).then_some(words)
}
