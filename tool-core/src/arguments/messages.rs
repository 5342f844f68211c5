//! Describes the expected and the found value in error messages.

use serde_json::Value;

use super::path::shown;
use crate::error::display::is_hidden;
use crate::schema::compiled::json_types::{
    Types, allowed, alternatives, bound, number_bounds, properties, required, resolve, tag_of, tag_values,
};
use crate::schema::raw_json::RawJson;

/// A longer value is described by its length: the model wrote it and knows it.
const VALUE_SHOWN: usize = 40;
/// More allowed values than a model needs to see what is wrong.
const ALLOWED_SHOWN: usize = 20;

/// The first names of an object tell which one it is.
const NAMES_SHOWN: usize = 4;

/// `the string "hot"`, `300`, `an array of 2 items`.
pub(super) fn found(value: &RawJson<'_>) -> String {
    match value {
        RawJson::Null => "null".to_owned(),
        RawJson::Bool(flag) => flag.to_string(),
        RawJson::Number(literal) if literal.len() <= VALUE_SHOWN => literal.clone().into_owned(),
        RawJson::Number(literal) => format!("a number of {} characters", literal.len()),
        RawJson::String(text) if text.is_empty() => "an empty string".to_owned(),
        RawJson::String(text) if text.chars().nth(VALUE_SHOWN).is_none() => format!("the string {}", quoted(text)),
        RawJson::String(text) => format!("a string of {} characters", text.chars().count()),
        RawJson::Array(items) if items.is_empty() => "an empty array".to_owned(),
        RawJson::Array(items) => format!("an array of {}", count(items.len(), "item")),
        RawJson::Object(members) if members.is_empty() => "an empty object".to_owned(),
        RawJson::Object(members) => with_names("an object", members.iter().map(|(name, _)| &**name)),
    }
}

/// ``an object with `from`, `to` ``.
fn with_names<'n>(kind: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.take(NAMES_SHOWN + 1).map(|name| format!("`{}`", shown(name))).collect();
    match names.get(..NAMES_SHOWN) {
        None if names.is_empty() => kind.to_owned(),
        Some(some) if names.len() > NAMES_SHOWN => format!("{kind} with {}, ..", some.join(", ")),
        _ => format!("{kind} with {}", names.join(", ")),
    }
}

/// `an integer from 0 to 255 or null`.
pub(super) fn expected(root: &Value, schema: &Value) -> String {
    let mut words = Vec::new();
    collect(root, schema, &mut words, 0);
    match words.len() {
        0 => "another value".to_owned(),
        1..=6 => words.join(" or "),
        more => format!("{} or {} others", words.iter().take(5).cloned().collect::<Vec<_>>().join(" or "), more - 5),
    }
}

fn collect(root: &Value, schema: &Value, words: &mut Vec<String>, depth: usize) {
    let schema = resolve(root, schema);
    // Nested alternatives are described in one line, and recursive ones end.
    if depth > 3 || words.len() > 50 {
        return;
    }
    if allowed(schema).is_none()
        && let Some(branches) = alternatives(schema)
    {
        let branches: Vec<&Value> = branches.iter().map(|branch| resolve(root, branch)).collect();
        let values: Vec<&Value> = branches.iter().filter_map(|branch| allowed(branch)).flatten().collect();
        push(words, one_of(&values));
        let tag = tag_of(&branches);
        push(words, tag.map(|tag| tagged(&branches, tag)).unwrap_or_default());
        let is_listed = |branch: &Value| allowed(branch).is_some() || tag.is_some() && properties(branch).is_some();
        branches.iter().filter(|branch| !is_listed(branch)).for_each(|branch| collect(root, branch, words, depth + 1));
        return;
    }
    match allowed(schema) {
        Some(values) => push(words, one_of(&values.iter().collect::<Vec<_>>())),
        None if Types::of(schema).are_any() => {
            let kinds =
                BOUNDED.iter().filter(|(_, keywords)| keywords.iter().any(|keyword| schema.get(keyword).is_some()));
            kinds.for_each(|(kind, _)| push(words, with_bounds(schema, kind)));
            if words.is_empty() || properties(schema).is_some() {
                push(words, object(schema));
            }
        }
        None => Types::of(schema).words().into_iter().for_each(|kind| push(words, with_bounds(schema, kind))),
    }
}

fn tagged(branches: &[&Value], tag: &str) -> String {
    let values: Vec<&Value> = branches.iter().filter_map(|branch| tag_values(branch, tag)).flatten().collect();
    format!("an object whose `{}` is {}", shown(tag), one_of(&values))
}

fn push(words: &mut Vec<String>, word: String) {
    if !word.is_empty() && !words.contains(&word) {
        words.push(word);
    }
}

fn one_of(values: &[&Value]) -> String {
    let shown: Vec<String> = values.iter().take(ALLOWED_SHOWN).map(|value| cut(&value.to_string())).collect();
    match (values.len(), values.len().saturating_sub(ALLOWED_SHOWN)) {
        (0, _) => String::new(),
        (1, _) => shown.join(""),
        (_, 0) => format!("one of {}", shown.join(", ")),
        (_, more) => format!("one of {} and {more} more", shown.join(", ")),
    }
}

fn with_bounds(schema: &Value, kind: &str) -> String {
    match kind {
        "an integer" | "a number" => kind.to_owned() + &range(schema),
        "a string" => kind.to_owned() + &size(schema, "minLength", "maxLength", "character"),
        "an array" => kind.to_owned() + &size(schema, "minItems", "maxItems", "item"),
        "an object" => object(schema),
        other => other.to_owned(),
    }
}

/// The types that a schema without a type speaks of.
const BOUNDED: [(&str, &[&str]); 3] = [
    ("a number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
    ("a string", &["minLength", "maxLength"]),
    ("an array", &["minItems", "maxItems"]),
];

fn object(schema: &Value) -> String {
    let names = with_names("an object", required(schema).filter(|_| properties(schema).is_some()));
    names + &size(schema, "minProperties", "maxProperties", "name")
}

fn range(schema: &Value) -> String {
    let bound = |wanted: &str| number_bounds(schema).find(|(keyword, _)| *keyword == wanted).map(|(_, bound)| bound);
    let low = bound("minimum").map(|low| format!("at least {low}"));
    let low = low.or_else(|| bound("exclusiveMinimum").map(|low| format!("more than {low}")));
    let high = bound("maximum").map(|high| format!("at most {high}"));
    let high = high.or_else(|| bound("exclusiveMaximum").map(|high| format!("less than {high}")));
    match (bound("minimum"), bound("maximum"), low, high) {
        (Some(low), Some(high), ..) => format!(" from {low} to {high}"),
        (_, _, Some(low), Some(high)) => format!(" of {low} and {high}"),
        (_, _, Some(one), None) | (_, _, None, Some(one)) => format!(" of {one}"),
        _ => String::new(),
    }
}

fn size(schema: &Value, at_least: &str, at_most: &str, unit: &str) -> String {
    match (bound(schema, at_least), bound(schema, at_most)) {
        (Some(low), Some(high)) if low == high => format!(" of {}", count(low, unit)),
        (Some(low), Some(high)) => format!(" of {low} to {}", count(high, unit)),
        (Some(low), None) => format!(" of at least {}", count(low, unit)),
        (None, Some(high)) => format!(" of at most {}", count(high, unit)),
        (None, None) => String::new(),
    }
}

fn count(number: usize, unit: &str) -> String {
    if number == 1 { format!("1 {unit}") } else { format!("{number} {unit}s") }
}

/// As JSON, so that a line break in it stays on the line; hidden characters are escaped as JSON escapes them.
fn quoted(text: &str) -> String {
    let json = Value::from(text).to_string();
    let mut quoted = String::with_capacity(json.len());
    for character in json.chars() {
        if is_hidden(character) {
            let units =
                character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect::<Vec<_>>();
            quoted.extend(units);
        } else {
            quoted.push(character);
        }
    }
    quoted
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(VALUE_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The candidate that `given` most likely stands for.
pub(super) fn nearest<'c>(given: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    // Comparing costs the product of both lengths.
    if given.len() > 100 {
        return None;
    }
    let (written, given) = (&*given.to_lowercase(), plain(given));
    candidates
        .filter(|candidate| candidate.len() <= 100)
        .map(|candidate| (strsim::jaro_winkler(&given, &plain(candidate)), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        // Of two that are equal without their word marks, the one with the same marks.
        .map(|(likeness, candidate)| (likeness, strsim::jaro_winkler(written, &candidate.to_lowercase()), candidate))
        .max_by(|(a, a_written, _), (b, b_written, _)| a.total_cmp(b).then(a_written.total_cmp(b_written)))
        .map(|(.., candidate)| candidate)
}

/// Case and word marks are what models get wrong first: `maxItems` for `max_items`.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
