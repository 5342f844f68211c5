//! `RawJson`: a JSON tree that keeps numbers as they were written.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

/// The deepest that `serde_json` reads: a recursive reader must not overflow the stack.
pub(crate) const MAX_DEPTH: usize = 127;

/// A JSON value. A number is its literal: `12345678901234567890123` and `1.10` have no other exact form.
#[derive(Debug, Clone)]
pub(crate) enum RawJson<'a> {
    Null,
    Bool(bool),
    Number(Cow<'a, str>),
    String(Cow<'a, str>),
    Array(Vec<RawJson<'a>>),
    Object(Members<'a>),
}

/// The members of an object, in their order; each name once.
pub(crate) type Members<'a> = Vec<(Cow<'a, str>, RawJson<'a>)>;

impl<'a> RawJson<'a> {
    /// The same value, free of the text it was read from.
    pub(crate) fn into_owned<'b>(self) -> RawJson<'b> {
        match self {
            Self::Null => RawJson::Null,
            Self::Bool(flag) => RawJson::Bool(flag),
            Self::Number(literal) => RawJson::Number(literal.into_owned().into()),
            Self::String(text) => RawJson::String(text.into_owned().into()),
            Self::Array(items) => RawJson::Array(items.into_iter().map(RawJson::into_owned).collect()),
            Self::Object(members) => {
                let owned = |(name, value): (Cow<'a, str>, Self)| (name.into_owned().into(), value.into_owned());
                RawJson::Object(members.into_iter().map(owned).collect())
            }
        }
    }

    /// Whether both are one value; the order of names says nothing.
    pub(crate) fn same(&self, other: &RawJson<'_>) -> bool {
        match (self, other) {
            (Self::Null, RawJson::Null) => true,
            (Self::Bool(a), RawJson::Bool(b)) => a == b,
            (Self::Number(a), RawJson::Number(b)) => a == b || is_same_number(a, b),
            (Self::String(a), RawJson::String(b)) => a == b,
            (Self::Array(a), RawJson::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Self::Object(a), RawJson::Object(b)) => {
                let of_b: HashMap<&str, &RawJson<'_>> = b.iter().map(|(name, value)| (&**name, value)).collect();
                a.len() == b.len() && a.iter().all(|(name, a)| of_b.get(&**name).is_some_and(|b| a.same(b)))
            }
            _ => false,
        }
    }

    /// Brings the members of all objects into the order of their names.
    pub(crate) fn sort_names(&mut self) {
        match self {
            Self::Array(items) => items.iter_mut().for_each(Self::sort_names),
            Self::Object(members) => {
                for (_, value) in members.iter_mut() {
                    value.sort_names();
                }
                members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            }
            _ => {}
        }
    }

    /// Shows the literal of each number in the value.
    pub(crate) fn each_number(&self, see: &mut dyn FnMut(&str)) {
        match self {
            Self::Number(literal) => see(literal),
            Self::Array(items) => items.iter().for_each(|item| item.each_number(see)),
            Self::Object(members) => members.iter().for_each(|(_, value)| value.each_number(see)),
            Self::Null | Self::Bool(_) | Self::String(_) => {}
        }
    }

    /// The member of that name, if this is an object that has one.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(own, _)| own == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Compact JSON text, numbers as they were written.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::with_capacity(256);
        self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::Number(literal) => out.push_str(literal),
            Self::String(text) => write_string(text, out),
            Self::Array(items) => {
                write_list('[', items, ']', out, Self::write);
            }
            Self::Object(members) => write_list('{', members, '}', out, |(name, value), out| {
                write_string(name, out);
                out.push(':');
                value.write(out);
            }),
        }
    }
}

fn write_list<T>(open: char, items: &[T], close: char, out: &mut String, write: impl Fn(&T, &mut String)) {
    out.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(close);
}

fn write_string(text: &str, out: &mut String) {
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        out.reserve(text.len() + 2);
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        // The writer of `serde_json` knows the escapes.
        out.push_str(&Value::from(text).to_string());
    }
}

/// Whether two literals are one number: `1`, `1.0` and `10e-1`.
fn is_same_number(a: &str, b: &str) -> bool {
    decimal(a).is_some_and(|a| decimal(b) == Some(a))
}

/// The sign, the digits without zeros around them, and the power of ten of the last; nothing for an exponent that is no
/// 64-bit number.
fn decimal(literal: &str) -> Option<(bool, String, i64)> {
    let digits = literal.trim_start_matches('-');
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{integer}{fraction}");
    let significant = all.trim_end_matches('0');
    let zeros = i64::try_from(all.len() - significant.len()).ok()? - i64::try_from(fraction.len()).ok()?;
    let exponent = exponent.parse::<i64>().ok()?.checked_add(zeros)?;
    let significant = significant.trim_start_matches('0');
    let power = if significant.is_empty() { 0 } else { exponent };
    Some((literal.starts_with('-'), significant.to_owned(), power))
}
