//! Finds the value that a type refused, by the column of serde's error.

use std::borrow::Cow;

use serde_json::{Error, Value};

use super::path::{ValuePath, shown};
use crate::schema::compiled::json_types::{Types, alternatives, item, member, resolve};
use crate::schema::raw_json::{MAX_DEPTH, RawJson};

/// The way to the value that the type refused: the number of a member or item for each step.
///
/// An error that a type makes itself is placed where the reader stands then: after the value, but after the end of the
/// object or list if the value was its last. So the text is read again with something behind the last value: if it is
/// the last value that is refused, the place moves to it.
pub(super) fn refused(
    root: &mut RawJson<'_>,
    error: &Error,
    read: &mut dyn FnMut(&str) -> Result<(), Error>,
) -> Vec<usize> {
    let mut steps = located(root, error).unwrap_or_default();
    while steps.len() < MAX_DEPTH {
        let Some(last) = extended(root, &steps) else { break };
        let again = read(&root.to_text()).err().filter(|again| message(again) == message(error));
        let found = again.and_then(|again| located(root, &again));
        shortened(root, &steps);
        match found {
            Some(found) if found.starts_with(&steps) && found.get(steps.len()) == Some(&last) => steps = found,
            _ => break,
        }
    }
    steps
}

/// The path of the value at the end of the way, and the value.
pub(super) fn at<'v, 'a>(root: &'v RawJson<'a>, steps: &[usize]) -> (String, &'v RawJson<'a>) {
    walked(root, steps, &ValuePath::Root)
}

fn walked<'v, 'a>(value: &'v RawJson<'a>, steps: &[usize], place: &ValuePath<'_>) -> (String, &'v RawJson<'a>) {
    let Some((step, rest)) = steps.split_first() else { return (place.path(), value) };
    match value {
        RawJson::Array(items) => match items.get(*step) {
            Some(item) => walked(item, rest, &ValuePath::Index(place, *step)),
            None => (place.path(), value),
        },
        RawJson::Object(members) => match members.get(*step) {
            Some((name, value)) => walked(value, rest, &ValuePath::Name(place, name)),
            None => (place.path(), value),
        },
        _ => (place.path(), value),
    }
}

/// The format that a schema asks of the string at the end of the way.
pub(super) fn format_at(root: &Value, value: &RawJson<'_>, steps: &[usize]) -> Option<String> {
    format_along(root, root, value, steps, MAX_DEPTH)
}

fn format_along(root: &Value, schema: &Value, value: &RawJson<'_>, steps: &[usize], depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let schema = resolve(root, schema);
    let here = match (steps.split_first(), value) {
        (None, RawJson::String(_)) => {
            schema.get("format").and_then(Value::as_str).filter(|_| Types::of(schema).accept(value)).map(shown)
        }
        (Some((step, rest)), RawJson::Array(items)) => items
            .get(*step)
            .zip(item(schema, *step))
            .and_then(|(value, schema)| format_along(root, schema, value, rest, depth)),
        (Some((step, rest)), RawJson::Object(members)) => members.get(*step).and_then(|(name, value)| {
            member(schema, name).and_then(|schema| format_along(root, schema, value, rest, depth))
        }),
        _ => None,
    };
    // Of several alternatives it is not known which the type has read.
    let mut of_choices =
        alternatives(schema).unwrap_or_default().iter().filter_map(|one| format_along(root, one, value, steps, depth));
    here.or_else(|| of_choices.next().filter(|_| of_choices.next().is_none()))
}

fn inside<'v, 'a>(root: &'v mut RawJson<'a>, steps: &[usize]) -> Option<&'v mut RawJson<'a>> {
    steps.iter().try_fold(root, |value, step| match value {
        RawJson::Array(items) => items.get_mut(*step),
        RawJson::Object(members) => members.get_mut(*step).map(|(_, value)| value),
        _ => None,
    })
}

/// Adds something behind the last value there, and returns the number of that.
fn extended(root: &mut RawJson<'_>, steps: &[usize]) -> Option<usize> {
    match inside(root, steps)? {
        RawJson::Array(items) if !items.is_empty() => items.push(RawJson::Null),
        RawJson::Object(members) if !members.is_empty() => members.push((Cow::Borrowed("\u{0}"), RawJson::Null)),
        _ => return None,
    }
    match inside(root, steps)? {
        RawJson::Array(items) => items.len().checked_sub(2),
        RawJson::Object(members) => members.len().checked_sub(2),
        _ => None,
    }
}

fn shortened(root: &mut RawJson<'_>, steps: &[usize]) {
    match inside(root, steps) {
        Some(RawJson::Array(items)) => _ = items.pop(),
        Some(RawJson::Object(members)) => _ = members.pop(),
        _ => {}
    }
}

/// What the error says, without its place.
fn message(error: &Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).map(str::to_owned).unwrap_or(message)
}

/// The way to the innermost value around the column of the error.
///
/// The text of the value has one line. There is at least one byte between two values, so that only one of them touches
/// the column.
fn located(root: &RawJson<'_>, error: &Error) -> Option<Vec<usize>> {
    // An error without a place has line 0.
    if error.line() != 1 {
        return None;
    }
    // A list is refused at its bracket, which touches its first item.
    let message = error.to_string();
    let is_list = message.starts_with("invalid type: sequence");
    let mut search = Search { length: 0, column: error.column(), is_list, is_name: is_about_name(&message) };
    let mut steps = search.find(root)?;
    steps.reverse();
    Some(steps)
}

struct Search {
    /// How much of the text is before the value.
    length: usize,
    column: usize,
    is_list: bool,
    /// Whether it is the name of a member that was refused.
    is_name: bool,
}

impl Search {
    /// The way, its last step first.
    fn find(&mut self, value: &RawJson<'_>) -> Option<Vec<usize>> {
        let start = self.length;
        let inside = match value {
            RawJson::Array(_) if self.is_list && self.column == start + 1 => return Some(Vec::new()),
            RawJson::Array(items) => {
                self.length += 1;
                items.iter().enumerate().find_map(|(index, item)| {
                    // The reader passes the comma before it places an error that the type of an item made.
                    match index.checked_sub(1) {
                        Some(before) if self.column == self.length => Some(vec![before]),
                        _ => self.item(index, 0, item),
                    }
                })
            }
            RawJson::Object(members) => {
                self.length += 1;
                members.iter().enumerate().find_map(|(index, (name, value))| {
                    let written = RawJson::String(name.as_ref().into()).to_text().len() + 1;
                    if self.is_name && self.column <= self.length + written {
                        return Some(vec![index]);
                    }
                    self.item(index, written, value)
                })
            }
            scalar => {
                self.length += scalar.to_text().len();
                return (start..=self.length).contains(&self.column).then(Vec::new);
            }
        };
        // The last comma has become the bracket.
        let end = self.length.max(start + 2);
        self.length = end;
        inside.or_else(|| (start..=end).contains(&self.column).then(Vec::new))
    }

    fn item(&mut self, index: usize, name: usize, value: &RawJson<'_>) -> Option<Vec<usize>> {
        self.length += name;
        let found = self.find(value);
        self.length += 1;
        found.map(|mut steps| {
            steps.push(index);
            steps
        })
    }
}

/// Whether serde refuses a name that should be the number of a map. No number of the text is invalid besides.
pub(super) fn is_about_name(message: &str) -> bool {
    ["invalid value: expected key to be a number", "invalid number", "the name ", "duplicate field "]
        .iter()
        .any(|start| message.starts_with(start))
}
