//! Merges the bounds of two schemas.

use serde_json::Value;

use super::consistency::equal;
use super::keywords::Object;

const LEAST: [&str; 5] = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const MOST: [&str; 5] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

/// Keeps the tighter of two bounds in `a`; what cannot be one goes into `rest`.
pub(super) fn join(a: &mut Object, b: &mut Object, rest: &mut Object) {
    for (words, is_least) in [(LEAST, true), (MOST, false)] {
        for word in words {
            let Some((own, other)) = both(a, b, word) else { continue };
            if is_tighter(&own, &other, is_least) {
                a.insert(word.to_owned(), other);
            }
        }
    }
    if let Some((own, other)) = both(a, b, "multipleOf") {
        match (own.as_u64(), other.as_u64()) {
            (Some(own), Some(new)) if own != 0 && new % own == 0 => _ = a.insert("multipleOf".to_owned(), new.into()),
            (Some(own), Some(new)) if new != 0 && own % new == 0 => {}
            _ if equal(&own, &other) => {}
            _ => _ = rest.insert("multipleOf".to_owned(), other),
        }
    }
    if let Some((own, other)) = both(a, b, "uniqueItems") {
        a.insert("uniqueItems".to_owned(), (own == true || other == true).into());
    }
}

/// Takes a word that both have out of `b`.
fn both(a: &Object, b: &mut Object, word: &str) -> Option<(Value, Value)> {
    let own = a.get(word)?.clone();
    Some((own, b.shift_remove(word)?))
}

fn is_tighter(own: &Value, new: &Value, is_least: bool) -> bool {
    let is_above = match (own.as_i64(), new.as_i64()) {
        (Some(own), Some(new)) => new > own,
        _ => new.as_f64() > own.as_f64(),
    };
    let is_same = equal(own, new);
    !is_same && is_above == is_least
}
