//! Compares what a tool read with what was written.

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::tree::{Form, Kind, Member, Node};

/// All members of an object, however often a name is given.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// The tree of a JSON text, if it is one.
pub(crate) fn parse(text: &str) -> Option<Node> {
    let text = serde_json::from_str::<&RawValue>(text).ok()?.get();
    let form = match text.as_bytes()[0] {
        b'n' => Form::Null,
        b't' | b'f' => Form::Bool(text == "true"),
        b'"' => Form::Text(serde_json::from_str(text).ok()?),
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            Form::List(items.into_iter().map(|item| parse(item.get())).collect::<Option<_>>()?)
        }
        b'{' => {
            let members: Members = serde_json::from_str(text).ok()?;
            let member = |(name, value): (String, Box<RawValue>)| {
                let node = parse(value.get())?;
                Some(Member { name, node, is_required: false })
            };
            Form::Object(members.0.into_iter().map(member).collect::<Option<_>>()?)
        }
        _ => Form::Number(text.to_owned()),
    };
    Some(Node::new(form, Kind::Any))
}

/// Where `read` is not what was written, if it is not.
pub(crate) fn difference(written: &Node, read: &Node) -> Option<String> {
    let differs = || Some(format!("{} was read as {}", written.json(), read.json()));
    match (&written.form, &read.form) {
        (Form::Null, Form::Null) => None,
        (Form::Bool(a), Form::Bool(b)) if a == b => None,
        (Form::Text(a), Form::Text(b)) if a == b => None,
        (Form::Number(a), Form::Number(b)) if written.is_untagged && written.kind == Kind::Float => {
            // The variant of integers is not for what is written as a fraction, or too large for it.
            let is_fraction = b.contains(['.', 'e']);
            let is_meant = is_fraction == (a.contains(['.', 'e']) || a.parse::<i64>().is_err());
            if is_meant && is_same_number(&written.kind, a, b) { None } else { differs() }
        }
        (Form::Number(a), Form::Number(b)) if is_same_number(&written.kind, a, b) => None,
        (Form::List(a), Form::List(b)) if written.kind == Kind::Set && a.len() == b.len() => {
            let is_in = |item: &Node| b.iter().any(|other| difference(item, other).is_none());
            if a.iter().all(is_in) { None } else { differs() }
        }
        (Form::List(a), Form::List(b)) if a.len() == b.len() => a.iter().zip(b).find_map(|(a, b)| difference(a, b)),
        (Form::Object(_), Form::Object(_)) => difference_of_objects(written, read),
        _ => differs(),
    }
}

fn difference_of_objects(written: &Node, read: &Node) -> Option<String> {
    let mut others: Vec<&Member> = read.members().iter().collect();
    for member in written.members() {
        let Some(at) = others.iter().position(|other| other.name == member.name) else {
            // Fields of a flattened parameter are answered in an object of their own.
            let inner =
                read.members().iter().find(|inner| inner.node.members().iter().any(|own| own.name == member.name));
            let found = inner.and_then(|inner| inner.node.members().iter().find(|own| own.name == member.name));
            match found {
                Some(found) => match difference(&member.node, &found.node) {
                    None => continue,
                    differs => return differs,
                },
                None => return Some(format!("`{}` was dropped", member.name)),
            }
        };
        if let Some(differs) = difference(&member.node, &others.remove(at).node) {
            return Some(differs);
        }
    }
    let Kind::Struct(fields) = &written.kind else {
        return others.first().map(|other| format!("`{}` was made up", other.name));
    };
    let is_default = |other: &&Member| {
        fields.iter().find(|field| field.name == other.name).is_none_or(|field| {
            let read: Value = serde_json::from_str(&other.node.json()).unwrap();
            read == field.default
        })
    };
    others.iter().find(|other| !is_default(other)).map(|other| format!("`{}` was made up", other.name))
}

/// Whether both are one number, of a type that holds it.
fn is_same_number(kind: &Kind, a: &str, b: &str) -> bool {
    match kind {
        Kind::Single => a.parse::<f32>().unwrap().to_bits() == b.parse::<f32>().unwrap().to_bits(),
        Kind::Integer { .. } => integer(a) == integer(b) && integer(a).is_some(),
        _ if a.contains(['.', 'e', 'E']) || b.contains(['.', 'e', 'E']) => {
            a.parse::<f64>().unwrap().to_bits() == b.parse::<f64>().unwrap().to_bits()
        }
        _ => a == b,
    }
}

/// The digits of a number that is whole: `2e1` is `20`.
pub(crate) fn integer(literal: &str) -> Option<String> {
    let (sign, rest) = literal.strip_prefix('-').map_or(("", literal), |rest| ("-", rest));
    let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.parse::<i32>().ok()? - i32::try_from(fraction.len()).unwrap();
    let mut digits = format!("{whole}{fraction}");
    if exponent >= 0 {
        digits.push_str(&"0".repeat(usize::try_from(exponent).unwrap()));
    } else {
        for _ in exponent..0 {
            if digits.pop().is_some_and(|digit| digit != '0') {
                return None;
            }
        }
    }
    let digits = digits.trim_start_matches('0');
    Some(if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") })
}

/// The scalars of a text that is JSON, each as a text of one form, those inside strings that hold JSON as well.
pub(crate) fn leaves(node: &Node, out: &mut Vec<String>) {
    match &node.form {
        Form::Bool(flag) => out.push(flag.to_string()),
        Form::Number(literal) => out.push(leaf(literal)),
        Form::Text(text) => match parse(text.trim()).map(|inner| inner.form) {
            Some(Form::Number(literal)) => out.push(leaf(&literal)),
            Some(form @ (Form::List(_) | Form::Object(_))) => leaves(&Node::new(form, Kind::Any), out),
            _ => out.push(text.trim().to_lowercase()),
        },
        Form::List(items) => items.iter().for_each(|item| leaves(item, out)),
        Form::Object(members) => members.iter().for_each(|member| leaves(&member.node, out)),
        Form::Null | Form::Raw(_) | Form::Absent => {}
    }
}

fn leaf(literal: &str) -> String {
    // Every type reads the nearest value; those that hold fewer digits are compared by these.
    literal.parse::<f32>().map_or_else(|_| literal.to_owned(), |number| format!("{number:?}"))
}
