//! Names in another style, near names, unknown names, names given twice, and wrappers.

use crate::alter_values::Alteration;
use crate::case::{Edit, Effect};
use crate::random::Random;
use crate::tree::{Form, Kind, Member, Node, Spot};

pub(crate) const NAMES: &[Alteration] = &[
    ("a name in another style", other_style),
    ("a name and the same in another style", both_styles),
    ("a name given twice", given_twice),
    ("a near name", near_name),
    ("a near name of what is left out", near_name_of_absent),
    ("an unknown name", far_name),
    ("an odd name", odd_name),
    ("arguments under an unknown name", misplaced),
    ("a wrapper", wrapper),
    ("a wrapper of nothing", empty_wrapper),
    ("a wrapper beside another name", wrapper_beside),
    ("an alias beside its name", alias_beside),
    ("an alias", alias_alone),
];

fn is_struct(node: &Node) -> bool {
    matches!(node.kind, Kind::Struct(_))
}

fn has_listed_names(node: &Node) -> bool {
    matches!(node.kind, Kind::Struct(_) | Kind::ListedMap)
}

/// The name in other letter case, and with other word marks, or none.
fn in_other_style(random: &mut Random, name: &str) -> String {
    loop {
        let other: String = match random.below(6) {
            0 => name.to_uppercase(),
            1 => name.replace('_', "-"),
            2 => name.replace('_', ""),
            3 => {
                let mut is_start = true;
                let pascal = name.chars().filter_map(|c| {
                    let cased = if is_start { c.to_ascii_uppercase() } else { c };
                    is_start = c == '_';
                    (c != '_').then_some(cased)
                });
                pascal.collect()
            }
            4 => name[..1].to_uppercase() + &name[1..],
            _ => format!("{name}_"),
        };
        if other != name {
            return other;
        }
    }
}

fn other_style(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let (spot, index) = edit.pick_member(random, has_listed_names)?;
    let member = &mut edit.written.at_mut(&spot.path).members_mut()[index];
    let name = std::mem::take(&mut member.name);
    member.name = in_other_style(random, &name);
    edit.lenient.push(Effect::Repaired(spot.public_member(&name), "name style"));
    let says = if edit.is_in_choice(&spot.path) { Vec::new() } else { vec![format!("did you mean `{name}`?")] };
    edit.strict.push(Effect::Refused(says));
    // What is wrong inside it is not looked at.
    edit.strict.push(Effect::Unclear);
    Some(())
}

/// A value that differs from this one.
fn another(random: &mut Random, node: &Node) -> Form {
    match &node.form {
        Form::Number(literal) if literal != "1" => Form::Number("1".to_owned()),
        Form::Number(_) => Form::Number("2".to_owned()),
        Form::Bool(flag) => Form::Bool(!flag),
        Form::Text(text) => Form::Text(format!("{text}x")),
        _ if random.once_in(2) => Form::Number("7".to_owned()),
        _ => Form::Text("other".to_owned()),
    }
}

fn both_styles(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let (spot, mut copy) = edit.copy_of_member(random, has_listed_names)?;
    let own = copy.name.clone();
    copy.name = in_other_style(random, &own);
    edit.lenient.push(Effect::Repaired("?".to_owned(), "name style"));
    if random.once_in(2) {
        write_alike(edit, &spot, &own, &mut copy);
        edit.lenient.push(Effect::Repaired(String::new(), "repeated name"));
        edit.strict.push(Effect::Refused(Vec::new()));
    } else {
        copy.node.form = another(random, &copy.node);
        edit.both(&Effect::Refused(Vec::new()));
    }
    let members = edit.written.at_mut(&spot.path).members_mut();
    members.push(copy);
    Some(())
}

/// Equal values are written alike.
fn write_alike(edit: &mut Edit, spot: &Spot, own: &str, copy: &mut Member) {
    copy.node.form = Form::Raw(copy.node.json());
    for member in edit.written.at_mut(&spot.path).members_mut().iter_mut().filter(|member| member.name == own) {
        member.node = copy.node.clone();
    }
}

fn given_twice(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let (spot, mut copy) = edit.copy_of_member(random, |_| true)?;
    if random.once_in(2) {
        let own = copy.name.clone();
        write_alike(edit, &spot, &own, &mut copy);
        edit.text_repaired("repeated name");
    } else {
        copy.node.form = another(random, &copy.node);
        edit.both(&Effect::NotJson(vec![format!("`{}`", copy.name), "twice".to_owned()]));
    }
    edit.written.at_mut(&spot.path).members_mut().push(copy);
    Some(())
}

/// The name with one letter wrong.
fn misspelt(random: &mut Random, name: &str) -> String {
    loop {
        let mut letters: Vec<char> = name.chars().collect();
        let at = 1 + random.below(letters.len() - 2);
        match random.below(4) {
            0 => _ = letters.remove(at),
            1 => letters.insert(at, 'z'),
            2 => letters[at] = 'z',
            _ => letters.insert(at, letters[at]),
        }
        let other: String = letters.into_iter().collect();
        if other.replace('_', "") != name.replace('_', "") {
            return other;
        }
    }
}

fn can_be_misspelt(name: &str) -> bool {
    name.len() >= 5
}

fn near_name(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let (spot, own) = edit.copy_of_member(random, has_listed_names)?;
    if !can_be_misspelt(&own.name) {
        return None;
    }
    let name = own.name;
    let members = edit.written.at_mut(&spot.path).members_mut();
    for member in members.iter_mut().filter(|member| member.name == name) {
        member.name = misspelt(random, &name);
    }
    let is_object = matches!(own.node.form, Form::Object(_) | Form::Text(_));
    refuse_near(edit, &spot, &name, is_object);
    Some(())
}

fn refuse_near(edit: &mut Edit, spot: &Spot, name: &str, is_open: bool) {
    let says = vec![format!("did you mean `{name}`?")];
    let says = if is_open || edit.is_in_choice(&spot.path) { Vec::new() } else { says };
    edit.both(&Effect::Refused(says));
}

fn near_name_of_absent(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick_object(random, is_struct)?;
    let node = edit.written.at_mut(&spot.path);
    let Kind::Struct(fields) = node.kind.clone() else { return None };
    let is_free = |name: &str| node.members().iter().all(|member| member.name != name);
    let free: Vec<_> = fields.iter().filter(|field| is_free(&field.name) && can_be_misspelt(&field.name)).collect();
    let name = random.maybe_one_of(&free)?.name.clone();
    let value = (*random.one_of(&["1", "true", "null", "\"x\"", "[]", "{}"])).to_owned();
    let member = member(misspelt(random, &name), Form::Raw(value));
    edit.written.at_mut(&spot.path).members_mut().push(member);
    refuse_near(edit, &spot, &name, false);
    Some(())
}

fn member(name: String, form: Form) -> Member {
    Member { name, node: Node::new(form, Kind::Any), is_required: false }
}

/// Names that have no letter in common with any other.
const FAR: [&str; 4] = ["жщ", "7", "99_88", "日本語"];

fn far_name(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick_object(random, has_listed_names)?;
    let name = *random.one_of(&FAR);
    let value = *random.one_of(&["1", "true", "null", "\"x\"", "[1,{}]", "{}", "{\"щ\":1}"]);
    edit.written.at_mut(&spot.path).members_mut().push(member(name.to_owned(), Form::Raw(value.to_owned())));
    edit.lenient.push(Effect::Repaired(spot.public_member("*"), "unknown name"));
    let says = vec!["unknown argument".to_owned(), format!("`{}`", spot.member(name))];
    edit.strict.push(Effect::Refused(if edit.is_in_choice(&spot.path) { Vec::new() } else { says }));
    Some(())
}

/// A name that could turn an answer around, or break its line.
fn odd_name(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick_object(random, has_listed_names)?;
    let all =
        ["ж\u{202e}щ", "\u{2028}", "ж\nщ", "\u{0}", "\u{feff}", "", "ж\u{200b}", "\u{1b}[31m", "`", "\"", "\u{e0041}"];
    let name = (*random.one_of(&all)).to_owned();
    edit.written.at_mut(&spot.path).members_mut().push(member(name, Form::Raw("1".to_owned())));
    edit.lenient.push(Effect::Repaired(spot.public_member("*"), "unknown name"));
    edit.strict.push(Effect::Refused(Vec::new()));
    Some(())
}

fn misplaced(random: &mut Random, edit: &mut Edit) -> Option<()> {
    let spot = edit.pick_object(random, |node| is_struct(node) && !node.is_untagged)?;
    let node = edit.written.at(&spot.path);
    let Kind::Struct(fields) = node.kind.clone() else { return None };
    let is_free = |name: &str| node.members().iter().all(|member| member.name != name);
    let free: Vec<_> = fields.iter().filter(|field| is_free(&field.name)).collect();
    let name = random.maybe_one_of(&free)?.name.clone();
    let inside = format!("{{\"{name}\":{}}}", random.one_of(&["1", "\"x\"", "null", "true"]));
    let form = if random.once_in(3) { Form::Text(inside) } else { Form::Raw(inside) };
    let name = (*random.one_of(&FAR)).to_owned();
    edit.written.at_mut(&spot.path).members_mut().push(member(name, form));
    edit.both(&Effect::Refused(Vec::new()));
    Some(())
}

const WRAPPERS: [&str; 8] = ["arguments", "params", "parameters", "input", "args", "Arguments", "INPUT", "Params"];

fn wrapper(random: &mut Random, edit: &mut Edit) -> Option<()> {
    if !edit.around.is_empty() {
        return None;
    }
    let (first, second) = (*random.one_of(&WRAPPERS), *random.one_of(&WRAPPERS));
    let (is_double, is_text, has_name) = (random.once_in(5), random.once_in(4), random.once_in(4));
    let tool = edit.tool.clone();
    let is_json = edit.style_is_json();
    edit.around.push(Box::new(move |text| {
        let inside = if is_double { format!("{{\"{second}\":{text}}}") } else { text.to_owned() };
        let inside = if is_text && is_json { serde_json::to_string(&inside).unwrap() } else { inside };
        let name = if has_name { format!("\"name\":\"{tool}\",") } else { String::new() };
        format!("{{{name}\"{first}\":{inside}}}")
    }));
    edit.is_vague = true;
    edit.lenient.push(Effect::Repaired(String::new(), "wrapper"));
    if is_text {
        edit.is_in_string = true;
        edit.lenient.push(Effect::Repaired("?".to_owned(), "string to object"));
    }
    edit.strict.push(Effect::Refused(Vec::new()));
    Some(())
}

fn empty_wrapper(random: &mut Random, edit: &mut Edit) -> Option<()> {
    if edit.tool != "purge" || !edit.around.is_empty() || edit.is_altered() {
        return None;
    }
    let spot = edit.pick_object(random, |_| true)?;
    edit.mean(&spot, Form::Object(Vec::new()));
    let (name, nothing) =
        (*random.one_of(&WRAPPERS), *random.one_of(&["null", "{}", "\"\"", "\" \"", "\"{}\"", "\"null\""]));
    edit.around.push(Box::new(move |_| format!("{{\"{name}\":{nothing}}}")));
    (edit.is_vague, edit.is_in_string) = (true, true);
    edit.lenient.push(Effect::Repaired(String::new(), "wrapper"));
    edit.lenient.push(Effect::Repaired("?".to_owned(), "string to object"));
    edit.strict.push(Effect::Refused(Vec::new()));
    Some(())
}

fn wrapper_beside(random: &mut Random, edit: &mut Edit) -> Option<()> {
    if !edit.around.is_empty() || edit.base.members().is_empty() {
        return None;
    }
    let name = *random.one_of(&WRAPPERS);
    let beside = *random.one_of(&["\"7\":1", "\"name\":\"other\"", "\"жщ\":\"x\""]);
    edit.around.push(Box::new(move |text| format!("{{\"{name}\":{text},{beside}}}")));
    edit.is_vague = true;
    edit.both(&Effect::Refused(Vec::new()));
    Some(())
}

/// Another name that the type knows, and the schema does not.
fn alias(random: &mut Random, name: &str) -> Option<&'static str> {
    Some(match name {
        "name" => "nom",
        "age" => *random.one_of(&["years", "alter"]),
        "homeTown" => "home_city",
        "One" => "uno",
        _ => return None,
    })
}

fn alias_beside(random: &mut Random, edit: &mut Edit) -> Option<()> {
    if edit.tool != "people" {
        return None;
    }
    let (spot, own) = edit.copy_of_member(random, has_listed_names)?;
    let alias = alias(random, &own.name)?;
    let form = another(random, &own.node);
    edit.written.at_mut(&spot.path).members_mut().push(member(alias.to_owned(), form));
    edit.both(&Effect::Refused(Vec::new()));
    // Only the type knows it, and it is reported alone.
    edit.lenient.push(Effect::Unclear);
    Some(())
}

fn alias_alone(random: &mut Random, edit: &mut Edit) -> Option<()> {
    if edit.tool != "people" {
        return None;
    }
    let (spot, own) = edit.copy_of_member(random, has_listed_names)?;
    let alias = alias(random, &own.name)?;
    for member in edit.written.at_mut(&spot.path).members_mut().iter_mut().filter(|member| member.name == own.name) {
        alias.clone_into(&mut member.name);
    }
    edit.strict.push(Effect::Refused(Vec::new()));
    edit.lenient.push(Effect::MayBeRefused);
    Some(())
}
