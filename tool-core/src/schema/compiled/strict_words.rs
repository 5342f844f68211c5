//! The keywords of a schema written by hand that are checked only in strict mode.

use serde_json::{Map, Value};

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
