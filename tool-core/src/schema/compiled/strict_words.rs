//! The keywords of a schema written by hand that are checked only in strict mode.

use serde_json::{Map, Value};

use super::node::{Id, Node};

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

/// For each node, whether it or a node below it has strict words.
pub(super) fn nodes_with_words(nodes: &[Node]) -> Vec<bool> {
    let mut found: Vec<bool> = nodes.iter().map(|node| node.strict_words.is_some()).collect();
    // Until nothing changes: a node may be below itself.
    loop {
        let mut is_changed = false;
        for (id, node) in nodes.iter().enumerate() {
            let is_found = |id: Id| found.get(id).copied().unwrap_or_default();
            if !is_found(id) && node.below().any(is_found) {
                found.iter_mut().skip(id).take(1).for_each(|it| *it = true);
                is_changed = true;
            }
        }
        if !is_changed {
            return found;
        }
    }
}
