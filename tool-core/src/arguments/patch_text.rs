//! Repairs single bytes of the text for serde, which is faster than writing the tree again.

use super::argument_repair::{ArgumentRepair, ArgumentRepairKind};
use super::checked_deserializer::{Read, Watch};
use super::coerce_members;
use super::path::shown;
use super::schema_walker::REPAIRS_KEPT;
use crate::arguments::json_repair::{self, line_and_column};
use crate::schema::compiled::CompiledSchema;
use crate::schema::raw_json::RawJson;

/// Reads text that has one comma too many, single quotes only, or both. `error` is what serde said of the text.
///
/// Nothing when that is not all that is wrong; the reader that repairs then finds out what is.
pub(super) fn read_syntax(text: &str, error: &serde_json::Error, read: &mut Read<'_>) -> Option<Vec<ArgumentRepair>> {
    let mut repairs = Vec::new();
    let quoted = with_double_quotes(text);
    if let Some((patched, at)) = &quoted {
        repairs.push(repair(ArgumentRepairKind::SingleQuotes, text, *at));
        match read(patched, &Watch::default()) {
            Ok(()) => return Some(repairs),
            Err(error) => read_without_comma(patched, &error, read, &mut repairs)?,
        }
    } else {
        read_without_comma(text, error, read, &mut repairs)?;
    }
    Some(repairs)
}

fn read_without_comma(
    text: &str,
    error: &serde_json::Error,
    read: &mut Read<'_>,
    repairs: &mut Vec<ArgumentRepair>,
) -> Option<()> {
    let at = trailing_comma(text, error)?;
    let patched = [text.get(..at)?, text.get(at + 1..)?].concat();
    read(&patched, &Watch::default()).ok()?;
    repairs.push(repair(ArgumentRepairKind::TrailingComma, text, at));
    Some(())
}

fn repair(kind: ArgumentRepairKind, text: &str, at: usize) -> ArgumentRepair {
    let (line, column) = line_and_column(text, at);
    ArgumentRepair::of_text(kind, format!("line {line} column {column}"))
}

/// The text with `"` for each `'`, and the place of the first. It has neither `"` nor a backslash: then each `'` that serde
/// would take for the end of a string is one for the reader that repairs as well.
fn with_double_quotes(text: &str) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|byte| matches!(byte, b'\'' | b'"')).filter(|at| bytes.get(*at) == Some(&b'\''))?;
    if bytes.iter().any(|byte| matches!(byte, b'"' | b'\\')) {
        return None;
    }
    let quoted = bytes.iter().map(|byte| if *byte == b'\'' { b'"' } else { *byte }).collect();
    Some((String::from_utf8(quoted).ok()?, at))
}

/// The place of a comma before the bracket at which serde stopped.
fn trailing_comma(text: &str, error: &serde_json::Error) -> Option<usize> {
    if !error.is_syntax() {
        return None;
    }
    let lines = text.split_inclusive('\n').take(error.line().checked_sub(1)?);
    let at = lines.map(str::len).sum::<usize>() + error.column().checked_sub(1)?;
    if !matches!(text.as_bytes().get(at), Some(b'}' | b']')) {
        return None;
    }
    text.get(..at)?.trim_ascii_end().strip_suffix(',').map(str::len)
}

/// Reads text whose only errors are numbers and truth values in quotes, each the value of an argument. All else is left to
/// `read`, as if the model had written the text without these quotes.
pub(super) fn read_scalars(compiled: &CompiledSchema, text: &str, read: &mut Read<'_>) -> Option<Vec<ArgumentRepair>> {
    let (patched, repairs) = without_quotes(compiled, text)?;
    read(&patched, &Watch::default()).ok()?;
    Some(repairs)
}

fn without_quotes(compiled: &CompiledSchema, text: &str) -> Option<(String, Vec<ArgumentRepair>)> {
    let mut looks = text.len().saturating_mul(8).saturating_add(1000);
    let (mut patched, mut repairs, mut end, mut hint) = (String::with_capacity(text.len()), Vec::new(), 0, 0);
    json_repair::each_member(text, |name, value| {
        if !matches!(value, RawJson::String(_)) {
            hint += 1;
            return Some(());
        }
        let node = compiled.argument(name, &mut hint)?;
        if compiled.types_of_scalar(node).is_none_or(|types| types.accept(value)) {
            return Some(());
        }
        let inside = place_of(text, value)?;
        let literal = text.get(inside.clone())?;
        let (turned, kind) = coerce_members::scalar(compiled, node, value, &mut looks)?;
        let is_same = match &turned {
            RawJson::Number(turned) => turned == literal,
            RawJson::Bool(flag) => literal == if *flag { "true" } else { "false" },
            _ => false,
        };
        if !is_same || repairs.len() == REPAIRS_KEPT {
            return None;
        }
        patched.push_str(text.get(end..inside.start.checked_sub(1)?)?);
        patched.push_str(literal);
        end = inside.end + 1;
        repairs.push(ArgumentRepair::of_value(kind, shown(name), shown(name)));
        Some(())
    })?;
    if repairs.is_empty() {
        return None;
    }
    patched.push_str(text.get(end..)?);
    Some((patched, repairs))
}

/// Where a string without escapes stands in the text that it was read from.
fn place_of(text: &str, value: &RawJson<'_>) -> Option<std::ops::Range<usize>> {
    let RawJson::String(std::borrow::Cow::Borrowed(inside)) = value else { return None };
    let start = inside.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    Some(start..start + inside.len())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::read_syntax;

    fn repaired(text: &str) -> Option<(Value, Vec<String>)> {
        let error = serde_json::from_str::<Value>(text).unwrap_err();
        let mut value = None;
        let repairs = read_syntax(text, &error, &mut |json, _| {
            value = Some(serde_json::from_str(json)?);
            Ok(())
        })?;
        Some((value?, repairs.iter().map(ToString::to_string).collect()))
    }

    #[test]
    fn a_comma_and_single_quotes_are_repaired_and_reported_where_they_stand() {
        let (value, repairs) = repaired("{\n  'é': 'b',\n  'c': [1, 2 ]\n ,\n}").unwrap();

        assert_eq!(value, serde_json::json!({ "é": "b", "c": [1, 2] }));
        assert_eq!(repairs, ["line 2 column 3: single quotes", "line 4 column 2: trailing comma"]);
    }

    #[test]
    fn all_else_is_left_to_the_reader_that_repairs() {
        for text in
            ["{'a': 'it's'}", "{'a': \"b\"}", "{'a': '\\n'}", "{\"a\":[1,],}", "{,}", "{\"a\":1,]", "{\"a\":1", "{a:1}"]
        {
            assert!(repaired(text).is_none(), "{text}");
        }
    }
}
