//! Values as another type, in other letters, twice, missing, or wrong.

use crate::case::{Edit, Effect};
use crate::random::Random;
use crate::tree::{Form, Kind, Member, Node};

pub(crate) type Alteration = (&'static str, fn(&mut Random, &mut Edit) -> Option<()>);

pub(crate) const VALUES: &[Alteration] = &[
    ("a scalar in a string", scalar_in_string),
    ("a scalar for a string", scalar_for_string),
    ("a list or an object in a string", list_in_string),
    ("an enum in another case", enum_in_other_case),
    ("an enum by position", enum_by_position),
    ("an enum that is not listed", unlisted),
    ("a value of a wrong type", wrong_type),
    ("fields by position", by_position),
    ("a required argument left out", missing),
    ("null for what is required", null_for_required),
    ("null for what may be left out", null_for_optional),
    ("an item of a set twice", item_twice),
    ("what only the type refuses", refused_by_type),
    ("a name that a map does not take", wrong_key),
];

fn blanks(random: &mut Random, text: &str) -> String {
    let around = *random.one_of(&["", "", " ", "\n", "  "]);
    format!("{around}{text}{around}")
}

fn scalar_in_string(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let is_scalar = |node: &Node| {
        matches!(node.kind, Kind::Bool | Kind::Integer { .. } | Kind::Float | Kind::Single) && !node.is_untagged
    };
    let spot = edit.pick(random, is_scalar)?;
    let (text, kind) = match edit.base.at(&spot.path).form.clone() {
        Form::Bool(flag) => {
            let words = if flag { ["true", "True", "TRUE"] } else { ["false", "False", "fALSE"] };
            ((*random.one_of(&words)).to_owned(), "string to boolean")
        }
        Form::Number(literal) => (literal, "string to number"),
        other => panic!("{other:?}"),
    };
    edit.set(&spot, Form::Text(blanks(random, &text)));
    edit.repaired(&spot, kind);
    Some(())
}

fn scalar_for_string(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let is_text = |node: &Node| matches!(node.kind, Kind::Text { .. }) && !node.is_untagged;
    let spot = edit.pick(random, is_text)?;
    let Kind::Text { most, .. } = edit.base.at(&spot.path).kind else { return None };
    let numbers: &[&str] = match most {
        1 => &["7", "0"],
        8 => &["1234", "-5", "1.5"],
        _ => &["7", "-12", "1.10", "1e3", "123456789012345678901234567890", "0.1"],
    };
    let (text, form, repair) = if most > 8 && random.once_in(3) {
        let flag = random.once_in(2);
        (flag.to_string(), Form::Bool(flag), "boolean to string")
    } else {
        let literal = (*random.one_of(numbers)).to_owned();
        (literal.clone(), Form::Number(literal), "number to string")
    };
    if is_in_set(edit, &spot.path, &text) {
        return None;
    }
    edit.mean(&spot, Form::Text(text));
    edit.set(&spot, form);
    edit.repaired(&spot, repair);
    Some(())
}

/// Whether the value at `path` is the item of a set that has this text already.
fn is_in_set(edit: &Edit, path: &[usize], text: &str) -> bool {
    let Some((_, parent)) = path.split_last() else { return false };
    let parent = edit.base.at(parent);
    let is_text = |node: &Node| matches!(&node.form, Form::Text(other) if other == text);
    matches!(parent.kind, Kind::Set) && matches!(&parent.form, Form::List(items) if items.iter().any(is_text))
}

fn list_in_string(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let is_list = |node: &Node| {
        matches!(node.kind, Kind::List | Kind::Set | Kind::Tuple | Kind::Map | Kind::ListedMap | Kind::Struct(_))
            && !node.is_untagged
    };
    let spot = edit.pick(random, is_list)?;
    let node = edit.base.at(&spot.path);
    let kind = if matches!(node.form, Form::List(_)) { "string to array" } else { "string to object" };
    let text = blanks(random, &node.json());
    edit.set(&spot, Form::Text(text));
    edit.repaired(&spot, kind);
    Some(())
}

fn enum_in_other_case(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| matches!(node.kind, Kind::Choice(_)))?;
    let Form::Text(text) = edit.base.at(&spot.path).form.clone() else { return None };
    let other = match random.below(3) {
        0 => text.to_uppercase(),
        1 => text
            .chars()
            .map(|c| if random.once_in(2) { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
            .collect(),
        _ => format!(" {text} "),
    };
    let other = if other == text { format!(" {text}") } else { other };
    edit.set(&spot, Form::Text(other));
    edit.repaired(&spot, "enum case");
    Some(())
}

fn enum_by_position(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| matches!(node.kind, Kind::Choice(_)))?;
    let position = random.below(2);
    let form = if random.once_in(2) { Form::Number(position.to_string()) } else { Form::Text(position.to_string()) };
    edit.set(&spot, form);
    edit.refused(&spot, &[]);
    Some(())
}

fn unlisted(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| matches!(node.kind, Kind::Choice(_)))?;
    let other = *random.one_of(&["", "rankine", "null", "{}", "celsiu"]);
    edit.set(&spot, Form::Text(other.to_owned()));
    edit.refused(&spot, &[]);
    Some(())
}

/// Values that can be turned into none of the kind.
fn wrong(kind: &Kind) -> &'static [&'static str] {
    match kind {
        Kind::Bool => &["1", "0", "\"1\"", "\"yes\"", "\"\"", "[]", "[true]", "{\"a\":true}", "0.0"],
        Kind::Integer { .. } => &[
            "\"hot\"",
            "\"\"",
            "\" \"",
            "2.5",
            "\"2.5\"",
            "true",
            "[]",
            "[1]",
            "{\"a\":1}",
            "\"0x2\"",
            "\"1 2\"",
            "5e-1",
        ],
        Kind::Float | Kind::Single => {
            &["\"hot\"", "\"\"", "true", "[1.5]", "{}", "\"1,5\"", "\"NaN\"", "\"inf\"", "\"+1\""]
        }
        Kind::Text { .. } => &["[]", "[\"a\"]", "{}", "{\"a\":\"b\"}"],
        Kind::List | Kind::Set | Kind::Tuple => &["7", "\"b\"", "\"\"", "true", "{}", "\"a,b\"", "\"{}\""],
        Kind::Map | Kind::ListedMap | Kind::Struct(_) | Kind::Variant => {
            &["7", "\"b\"", "\"\"", "true", "\"[]\"", "\"a: 1\""]
        }
        Kind::Choice(_) => &["true", "[]", "{\"a\":1}"],
        Kind::Any => &[],
    }
}

fn wrong_type(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| !wrong(&node.kind).is_empty() && !node.is_untagged)?;
    let text = *random.one_of(wrong(&edit.base.at(&spot.path).kind));
    edit.set(&spot, Form::Raw(text.to_owned()));
    edit.refused(&spot, &[]);
    Some(())
}

fn by_position(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| matches!(node.kind, Kind::Struct(_)) && !node.is_untagged)?;
    let values = edit.base.at(&spot.path).members().iter().map(|member| member.node.json()).collect::<Vec<_>>();
    let list = format!("[{}]", values.join(","));
    edit.set(&spot, if random.once_in(3) { Form::Text(list) } else { Form::Raw(list) });
    edit.refused(&spot, &[]);
    Some(())
}

/// Whether the path leads to a member that has to be given.
fn is_required(edit: &Edit, path: &[usize]) -> bool {
    let Some((last, parent)) = path.split_last() else { return false };
    let parent = edit.base.at(parent);
    matches!(parent.kind, Kind::Struct(_)) && parent.members().get(*last).is_some_and(|member| member.is_required)
}

fn missing(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |_| true)?;
    if !is_required(edit, &spot.path) {
        return None;
    }
    edit.set(&spot, Form::Absent);
    edit.refused(&spot, &["missing"]);
    Some(())
}

fn null_for_required(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| node.kind != Kind::Any)?;
    let is_item = spot.place.ends_with(']');
    if !is_item && !is_required(edit, &spot.path) {
        return None;
    }
    edit.set(&spot, Form::Null);
    edit.refused(&spot, &["null"]);
    Some(())
}

fn null_for_optional(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick_object(random, |node| matches!(node.kind, Kind::Struct(_)))?;
    let node = edit.base.at(&spot.path);
    let Kind::Struct(fields) = node.kind.clone() else { return None };
    let is_free = |name: &str| node.members().iter().all(|member| member.name != name);
    let free: Vec<_> = fields.iter().filter(|field| !field.is_required && is_free(&field.name)).collect();
    if free.is_empty() {
        return None;
    }
    let field = *random.one_of(&free);
    let null = Node::new(Form::Null, Kind::Any);
    let member = Member { name: field.name.clone(), node: null, is_required: false };
    edit.written.at_mut(&spot.path).members_mut().push(member);
    if !field.takes_null {
        edit.lenient.push(Effect::Repaired(spot.public_member(&field.name), "null for optional"));
    }
    Some(())
}

fn item_twice(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick(random, |node| node.kind == Kind::Set && node.form != Form::List(Vec::new()))?;
    let Form::List(items) = &mut edit.written.at_mut(&spot.path).form else { return None };
    let mut copy = random.one_of(items).clone();
    if random.once_in(3) {
        // Equal once it is repaired.
        copy.form = match copy.form {
            Form::Number(literal) if random.once_in(2) => Form::Number(format!("{literal}.0")),
            Form::Number(literal) => {
                edit.lenient.push(Effect::Repaired(String::new(), "string to number"));
                Form::Text(literal)
            }
            Form::Text(text) if matches!(copy.kind, Kind::Choice(_)) => {
                edit.lenient.push(Effect::Repaired(String::new(), "enum case"));
                Form::Text(text.to_uppercase())
            }
            same => same,
        };
    }
    items.push(copy);
    edit.lenient.push(Effect::Repaired(String::new(), "repeated item"));
    edit.strict.push(Effect::Refused(vec![spot.place]));
    Some(())
}

fn refused_by_type(random: &mut Random, edit: &mut Edit) -> Option<()> {
    if edit.tool != "ruled" {
        return None;
    }
    let spot = edit.pick(random, |node| node.kind == Kind::Integer { least: 0, most: 4_294_967_295 })?;
    edit.set(&spot, Form::Number("13".to_owned()));
    edit.both(&Effect::TypeRefused(vec!["`weight`".to_owned(), "13 grams are not sold".to_owned()]));
    Some(())
}

fn wrong_key(random: &mut Random, edit: &mut Edit) -> Option<()> {
    if edit.tool != "maps" {
        return None;
    }
    let spot = edit.pick_object(random, |node| node.kind == Kind::Map)?;
    let all: &[&str] = match spot.place.as_str() {
        "by_number" => &["x", "01", "", "1.5", "99999999999999999999999999", "é", "1e2", " 1", "-", "+1"],
        "by_flag" => &["True", "é", "", "1", "yes", "tru", "\u{202e}"],
        _ => return None,
    };
    let name = (*random.one_of(all)).to_owned();
    let value = Node::new(Form::Raw(if spot.place == "by_flag" { "\"a\"" } else { "1" }.to_owned()), Kind::Any);
    edit.written.at_mut(&spot.path).members_mut().push(Member { name, node: value, is_required: false });
    edit.both(&Effect::TypeRefused(vec![format!("`{}", spot.place)]));
    Some(())
}
