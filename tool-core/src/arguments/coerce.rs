//! Converts a value to another type where only one result is possible.

use std::borrow::Cow;

use serde_json::Value;

use crate::arguments::argument_repair::ArgumentRepairKind as Kind;
use crate::arguments::json_repair;
use crate::schema::compiled::json_types::Types;
use crate::schema::compiled::number;
use crate::schema::raw_json::RawJson;

/// `value` as one of `types`, none of which it is.
///
/// Never a part of a number, never a number for a listed name, never something of an empty string.
pub(super) fn to<'a>(types: Types, value: &RawJson<'a>) -> Option<(RawJson<'a>, Kind)> {
    match value {
        RawJson::String(text) => string_to_scalar(types, text).or_else(|| string_to_list(types, text)),
        RawJson::Number(literal) if types.has(Types::STRING) => {
            Some((RawJson::String(literal.clone()), Kind::NumberToString))
        }
        RawJson::Bool(flag) if types.has(Types::STRING) => {
            Some((RawJson::String(Cow::Borrowed(if *flag { "true" } else { "false" })), Kind::BoolToString))
        }
        _ => None,
    }
}

fn string_to_scalar<'a>(types: Types, text: &str) -> Option<(RawJson<'a>, Kind)> {
    let number = number::of_text(text).map(|literal| RawJson::Number(Cow::Owned(literal.to_owned())));
    if let Some(number) = number.filter(|number| types.accept(number)) {
        return Some((number, Kind::StringToNumber));
    }
    let text = text.trim();
    let flag =
        [true, false].into_iter().find(|flag| text.eq_ignore_ascii_case(if *flag { "true" } else { "false" }))?;
    types.has(Types::BOOLEAN).then_some((RawJson::Bool(flag), Kind::StringToBool))
}

fn string_to_list<'a>(types: Types, text: &str) -> Option<(RawJson<'a>, Kind)> {
    let open = text.trim_start().chars().next()?;
    let (wanted, kind) = match open {
        '[' => (Types::ARRAY, Kind::StringToArray),
        '{' => (Types::OBJECT, Kind::StringToObject),
        _ => return None,
    };
    if !types.has(wanted) {
        return None;
    }
    Some((json_repair::value(text).ok()?.value.into_owned(), kind))
}

/// The one allowed string that differs in letter case only.
pub(super) fn in_other_case<'v>(allowed: &'v [Value], value: &RawJson<'_>) -> Option<&'v str> {
    let RawJson::String(text) = value else { return None };
    let text = text.trim().to_lowercase();
    let mut same = allowed.iter().filter_map(Value::as_str).filter(|wanted| wanted.to_lowercase() == text);
    let first = same.next()?;
    same.next().is_none().then_some(first)
}
