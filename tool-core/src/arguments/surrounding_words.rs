//! Finds arguments that a model wrote in the words around the object.

use std::collections::{HashMap, HashSet};

use super::known_names::style;
use crate::arguments::json_repair::{RepairedJson, is_name, is_name_start, is_quote};
use crate::schema::compiled::json_types::properties;
use crate::schema::definition::ToolDefinition;
use crate::schema::raw_json::RawJson;

/// The argument that the words around the object give, and the object does not: the object is only a part of what was meant.
pub(super) fn stated_around<'t>(tool: &'t ToolDefinition, cleaned: &RepairedJson<'_>) -> Option<&'t str> {
    // Most words around an object are a code fence.
    if cleaned.around.iter().all(|words| !words.contains([':', '=', '>'])) {
        return None;
    }
    let mut given = HashSet::new();
    names_of(&cleaned.value, 0, &mut given);
    let names = properties(tool.input_schema()).into_iter().flat_map(|all| all.keys());
    let missing = names.map(String::as_str).filter(|name| !given.contains(&style(name)));
    let missing: HashMap<String, &str> = missing.map(|name| (style(name), name)).collect();
    cleaned.around.iter().find_map(|words| stated_name(words, &missing))
}

/// The names of the object, and of the objects in it: one may be a wrapper.
fn names_of(value: &RawJson<'_>, depth: usize, names: &mut HashSet<String>) {
    let RawJson::Object(members) = value else { return };
    for (name, value) in members {
        names.insert(style(name));
        if depth == 0 {
            names_of(value, 1, names);
        }
    }
}

/// One of these names, where it is followed by `:`, `=` or `>`, with a quote and blanks between.
fn stated_name<'t>(words: &str, names: &HashMap<String, &'t str>) -> Option<&'t str> {
    let mut rest = words;
    while let Some(start) = rest.find(is_name_start) {
        let (word, after) = split_name(rest.get(start..)?);
        let unquoted = after.strip_prefix(is_quote).unwrap_or(after);
        let is_given = unquoted.starts_with('>') || unquoted.trim_start().starts_with([':', '=']);
        if is_given && let Some(name) = names.get(&style(word)) {
            return Some(name);
        }
        rest = after;
    }
    None
}

fn split_name(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()))
}
