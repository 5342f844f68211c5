//! Unwraps arguments that a model put inside an object such as `{"arguments": {..}}`.

use std::borrow::Cow;

use super::known_names::{KnownNames, style};
use crate::arguments::argument_repair::{ArgumentRepair, ArgumentRepairKind};
use crate::arguments::json_repair;
use crate::schema::definition::ToolDefinition;
use crate::schema::raw_json::{MAX_DEPTH, Members, RawJson};

const NAMES: [&str; 5] = ["arguments", "params", "parameters", "input", "args"];

/// Whether the arguments have a wrapper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrapping {
    None,
    /// They had one.
    Removed,
    /// They have one that does not hold an object.
    Unusable,
}

/// Takes the arguments out of their wrappers, and notes what was repaired for it.
pub(super) fn unwrap(tool: &ToolDefinition, value: &mut RawJson<'_>, repairs: &mut Vec<ArgumentRepair>) -> Wrapping {
    let mut wrapping = Wrapping::None;
    if !matches!(value, RawJson::Object(members) if members.len() <= 2 && members.iter().any(|(name, _)| is_wrapper(name)))
    {
        return wrapping;
    }
    let known = KnownNames::of_all(tool.input_schema(), tool.input_schema());
    if !known.excludes_others(true) {
        return wrapping;
    }
    // A string in a string may nest deeper than a text.
    for _ in 0..MAX_DEPTH {
        let RawJson::Object(members) = value else { break };
        let Some(at) = wrapper(tool, &known, members) else { break };
        let Some(inside) = members.get(at).and_then(|(_, value)| object(value, repairs)) else {
            return Wrapping::Unusable;
        };
        *value = inside;
        wrapping = Wrapping::Removed;
    }
    if wrapping == Wrapping::Removed {
        repairs.push(ArgumentRepair::of_text(ArgumentRepairKind::Wrapper, String::new()));
    }
    wrapping
}

fn is_wrapper(name: &str) -> bool {
    NAMES.iter().any(|wrapper| wrapper.eq_ignore_ascii_case(name))
}

/// The member that wraps all arguments: no argument is called so, and beside it stands at most the name of the tool.
fn wrapper(tool: &ToolDefinition, known: &KnownNames<'_>, members: &Members<'_>) -> Option<usize> {
    let is_unknown = |name: &str| known.names().iter().all(|own| style(own) != style(name));
    let at = members.iter().position(|(name, _)| is_wrapper(name) && is_unknown(name))?;
    let is_tool = |(name, value): &(Cow<'_, str>, RawJson<'_>)| {
        name == "name" && is_unknown(name) && matches!(value, RawJson::String(text) if text == tool.name())
    };
    let others = members.iter().enumerate().filter(|(index, _)| *index != at);
    (members.len() <= 2 && others.into_iter().all(|(_, member)| is_tool(member))).then_some(at)
}

/// The object that the value is, or that its text holds; nothing at all is an object without names.
fn object<'a>(value: &RawJson<'a>, repairs: &mut Vec<ArgumentRepair>) -> Option<RawJson<'a>> {
    match value {
        RawJson::Object(_) => Some(value.clone()),
        RawJson::Null => Some(RawJson::Object(Members::new())),
        RawJson::String(text) => in_string(text, repairs),
        _ => None,
    }
}

/// Some models write the object as JSON, and that as a JSON string.
pub(super) fn in_string<'b>(text: &str, repairs: &mut Vec<ArgumentRepair>) -> Option<RawJson<'b>> {
    let object = match text.trim() {
        "" | "null" => RawJson::Object(Members::new()),
        _ => {
            let cleaned = json_repair::value(text).ok()?;
            let object = cleaned.value.into_owned();
            if !matches!(object, RawJson::Object(_)) {
                return None;
            }
            // Line and column would be those of a text inside the text.
            repairs.extend(cleaned.repairs.iter().map(|repair| ArgumentRepair::of_text(repair.kind(), String::new())));
            object
        }
    };
    repairs.push(ArgumentRepair::of_text(ArgumentRepairKind::StringToObject, String::new()));
    Some(object)
}
