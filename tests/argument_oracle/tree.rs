//! A call's arguments as a tree with the type of each value.

use std::fmt::Write as _;

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Form {
    Null,
    Bool(bool),
    /// As it is written.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Object(Vec<Member>),
    /// Written as it stands, whatever it is.
    Raw(String),
    /// Not written.
    Absent,
}

/// What a value is for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Bool,
    Integer {
        least: i128,
        most: u128,
    },
    Float,
    Single,
    Text {
        least: usize,
        most: usize,
    },
    /// One of some texts.
    Choice(Vec<String>),
    List,
    Set,
    Tuple,
    Map,
    /// A map that takes listed names only.
    ListedMap,
    /// An object whose names are known.
    Struct(Vec<Field>),
    /// An enum's object, whose name says which variant it is.
    Variant,
    /// A value without a type.
    Any,
}

/// A name that an object may have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) is_required: bool,
    /// Whether its schema takes `null`.
    pub(crate) takes_null: bool,
    /// What is read when it is left out.
    pub(crate) default: serde_json::Value,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) form: Form,
    pub(crate) kind: Kind,
    /// Whether the type is one of several, distinguished by what the value looks like.
    pub(crate) is_untagged: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) node: Node,
    pub(crate) is_required: bool,
}

/// The way to a value: which item, or which member.
pub(crate) type Path = Vec<usize>;

/// A value of a tree, and how it is named.
#[derive(Debug, Clone)]
pub(crate) struct Spot {
    pub(crate) path: Path,
    /// `filters[1].max`
    pub(crate) place: String,
    /// The same without invented values.
    pub(crate) public: String,
}

impl Spot {
    /// The place of a member of this value.
    pub(crate) fn member(&self, name: &str) -> String {
        join(&self.place, name)
    }

    pub(crate) fn public_member(&self, name: &str) -> String {
        join(&self.public, name)
    }
}

fn join(parent: &str, name: &str) -> String {
    if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") }
}

impl Node {
    pub(crate) fn new(form: Form, kind: Kind) -> Self {
        Self { form, kind, is_untagged: false }
    }

    /// All values of the tree, itself first.
    pub(crate) fn spots(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        self.collect(Spot { path: Vec::new(), place: String::new(), public: String::new() }, &mut spots);
        spots
    }

    fn collect(&self, spot: Spot, spots: &mut Vec<Spot>) {
        let below = |index: usize| spot.path.iter().copied().chain([index]).collect::<Path>();
        spots.push(spot.clone());
        match &self.form {
            Form::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    let named = |place: &str| format!("{place}[{index}]");
                    let spot = Spot { path: below(index), place: named(&spot.place), public: named(&spot.public) };
                    item.collect(spot, spots);
                }
            }
            Form::Object(members) => {
                for (index, member) in members.iter().enumerate() {
                    let public = match &self.kind {
                        Kind::Map | Kind::Any => "*",
                        _ => &member.name,
                    };
                    let (place, public) = (spot.member(&member.name), spot.public_member(public));
                    member.node.collect(Spot { path: below(index), place, public }, spots);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn at(&self, path: &[usize]) -> &Self {
        let Some((first, rest)) = path.split_first() else { return self };
        match &self.form {
            Form::List(items) => items[*first].at(rest),
            Form::Object(members) => members[*first].node.at(rest),
            other => panic!("{other:?} has no {first}"),
        }
    }

    pub(crate) fn at_mut(&mut self, path: &[usize]) -> &mut Self {
        let Some((first, rest)) = path.split_first() else { return self };
        match &mut self.form {
            Form::List(items) => items[*first].at_mut(rest),
            Form::Object(members) => members[*first].node.at_mut(rest),
            other => panic!("{other:?} has no {first}"),
        }
    }

    pub(crate) fn members(&self) -> &[Member] {
        match &self.form {
            Form::Object(members) => members,
            _ => &[],
        }
    }

    pub(crate) fn members_mut(&mut self) -> &mut Vec<Member> {
        match &mut self.form {
            Form::Object(members) => members,
            other => panic!("{other:?} is not an object"),
        }
    }

    /// Compact JSON.
    pub(crate) fn json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match &self.form {
            Form::Null | Form::Absent => out.push_str("null"),
            Form::Bool(flag) => write!(out, "{flag}").unwrap(),
            Form::Number(text) | Form::Raw(text) => out.push_str(text),
            Form::Text(text) => out.push_str(&serde_json::to_string(text).unwrap()),
            Form::List(items) => {
                out.push('[');
                for (index, item) in items.iter().filter(|item| item.form != Form::Absent).enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    item.write(out);
                }
                out.push(']');
            }
            Form::Object(members) => {
                out.push('{');
                for (index, member) in members.iter().filter(|member| member.node.form != Form::Absent).enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    out.push_str(&serde_json::to_string(&member.name).unwrap());
                    out.push(':');
                    member.node.write(out);
                }
                out.push('}');
            }
        }
    }
}
