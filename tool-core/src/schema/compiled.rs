//! A schema compiled once for each tool, and whether a value is what it says just as it is written.

pub(crate) mod number;
pub(crate) mod json_types;
pub(crate) mod unique;
pub(super) mod node;
mod strict_words;
mod compile;

use std::collections::HashMap;

use serde_json::Value;

pub(crate) use self::compile::first_name;
use self::compile::{Compiler, address};
use self::json_types::{Types, equals, within_bound, within_bounds};
pub(crate) use self::node::Id;
use self::node::{Node, Others};
use crate::schema::raw_json::{Json, Members};

/// A schema as a table of nodes, so that reading along it asks no map for a keyword.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(super) nodes: Vec<Node>,
    /// The nodes by the address of their schema, which stays where it is as long as the definition is there.
    by_address: HashMap<usize, Id>,
    /// Whether serde alone keeps all that the schema says; else each text is looked at before.
    is_plain: bool,
    /// Whether the nodes and their strict words are all that a strict reading compares.
    pub(super) is_complete: bool,
    pub(super) has_strict_words: bool,
}

/// Whether a value may be read as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// It is what the schema says.
    Right,
    /// It is not.
    Wrong,
    /// It is not, and serde would take it from a buffer all the same: a number that loses digits, a struct given by
    /// position, a variant given by its number.
    Mistaken,
}

impl Written {
    fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Wrong => Self::Wrong,
            Self::Right => other(),
            Self::Mistaken if other() == Self::Wrong => Self::Wrong,
            Self::Mistaken => Self::Mistaken,
        }
    }

    fn all(parts: impl Iterator<Item = Self>) -> Self {
        let mut all = Self::Right;
        for part in parts {
            match part {
                Self::Wrong => return Self::Wrong,
                Self::Mistaken => all = Self::Mistaken,
                Self::Right => {}
            }
        }
        all
    }
}

impl Plan {
    /// Compiles `schema`.
    pub(crate) fn of(schema: &Value) -> Self {
        let Compiler { nodes, by_address, is_plain, is_complete, has_strict_words, .. } = Compiler::of(schema);
        Self { nodes, by_address, is_plain, is_complete, has_strict_words }
    }

    /// Whether plain serde keeps all that the schema says.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Whether `value`, of a text of `length` bytes, is what the schema says just as it is written, so that nothing has to
    /// be turned into anything.
    pub(crate) fn is_right(&self, value: &Json<'_>, length: usize) -> bool {
        // Choices inside choices would otherwise multiply.
        let mut fuel = length.saturating_mul(8).saturating_add(1000);
        self.written(0, value, &mut fuel) == Written::Right
    }

    /// Whether `value` is what `schema`, a part of the compiled one, says just as it is written.
    pub(crate) fn written_at(&self, schema: &Value, value: &Json<'_>, fuel: &mut usize) -> Written {
        let node = self.by_address.get(&address(schema));
        node.map_or(Written::Wrong, |id| self.written(*id, value, fuel))
    }

    /// The node of the argument of that name, where the schema describes the arguments one by one; `hint` is how many came
    /// before it.
    pub(crate) fn argument(&self, name: &str, hint: &mut usize) -> Option<Id> {
        self.nodes.first().filter(|node| node.is_simple_object())?.property(name, hint)
    }

    /// The types of a node that says of a scalar only that and its limits.
    pub(crate) fn types_of_scalar(&self, id: Id) -> Option<Types> {
        let is_more = |node: &Node| node.is_nothing || node.allowed.is_some() || node.has_sides();
        self.nodes.get(id).filter(|node| !is_more(node)).map(|node| node.types)
    }

    /// Whether `value` is written as the node says.
    pub(crate) fn is_right_at(&self, id: Id, value: &Json<'_>, fuel: &mut usize) -> bool {
        self.written(id, value, fuel) == Written::Right
    }

    /// The members that are not written as the schema says, by their index and that of their node; nothing unless all names
    /// are those of properties, none is missing that has to be given, and `schema` says no more of the object.
    pub(crate) fn wrong_members(
        &self,
        schema: &Value,
        members: &Members<'_>,
        fuel: &mut usize,
    ) -> Option<Vec<(usize, Id)>> {
        let node = self.nodes.get(*self.by_address.get(&address(schema))?)?;
        if !node.is_simple_object() || !has_all(members, &node.required) {
            return None;
        }
        let (mut wrong, mut hint) = (Vec::new(), 0);
        for (index, (name, value)) in members.iter().enumerate() {
            let mut next = hint;
            let id = node.property(name, &mut next)?;
            if self.nodes.get(id).is_none_or(|node| node.is_nothing) {
                return None;
            }
            hint = next;
            if self.property_written(id, value, fuel) != Written::Right {
                wrong.push((index, id));
            }
        }
        Some(wrong)
    }

    fn written(&self, id: Id, value: &Json<'_>, fuel: &mut usize) -> Written {
        let Some(node) = self.nodes.get(id) else { return Written::Wrong };
        let Some(left) = fuel.checked_sub(1) else { return Written::Wrong };
        *fuel = left;
        if node.is_nothing {
            return Written::Wrong;
        }
        let own = match value {
            Json::Number(literal) => node.number_written(literal),
            Json::Array(items) if self.is_positional(node, items, fuel) => return Written::Mistaken,
            value if node.types.accept(value) => Written::Right,
            _ => Written::Wrong,
        };
        if node.says_only_type() && !matches!(value, Json::Array(_) | Json::Object(_)) {
            return own;
        }
        let is_right = || {
            node.allowed.as_ref().is_none_or(|allowed| allowed.iter().any(|wanted| is_written(wanted, value)))
                && node.is_within_limits(value)
        };
        if own == Written::Wrong || !is_right() {
            return Written::Wrong;
        }
        own.and(|| Written::all(node.all_of.iter().map(|part| self.written(*part, value, fuel))))
            .and(|| self.choice_written(node, value, fuel))
            .and(|| self.inside_written(node, value, fuel))
    }

    /// Whether a list holds what the properties of an object are, one after the other.
    fn is_positional(&self, node: &Node, items: &[Json<'_>], fuel: &mut usize) -> bool {
        let (given, left) = node.properties.split_at(items.len().min(node.properties.len()));
        !node.types.has(Types::ARRAY)
            && given.len() == items.len()
            && !items.is_empty()
            && left.iter().all(|(name, _)| !node.required.contains(name))
            && given.iter().zip(items).all(|((_, id), item)| self.tag_written(*id, item, fuel) != Written::Wrong)
    }

    /// A property, which may be a tag.
    fn tag_written(&self, id: Id, value: &Json<'_>, fuel: &mut usize) -> Written {
        let is_tag = self.nodes.get(id).is_some_and(|node| node.is_tag);
        match value {
            // serde counts the variants.
            Json::Number(literal) if is_tag && literal.bytes().all(|byte| byte.is_ascii_digit()) => Written::Mistaken,
            value => self.written(id, value, fuel),
        }
    }

    /// serde takes the first that it can read.
    fn choice_written(&self, node: &Node, value: &Json<'_>, fuel: &mut usize) -> Written {
        let Some(branches) = &node.one_of else { return Written::Right };
        if let (Some(first), Json::Object(members)) = (&node.first_name, value)
            && members.first().is_some_and(|(name, _)| name != first)
        {
            return Written::Wrong;
        }
        branches
            .iter()
            .map(|branch| self.written(*branch, value, fuel))
            .find(|written| *written != Written::Wrong)
            .unwrap_or(Written::Wrong)
    }

    fn inside_written(&self, node: &Node, value: &Json<'_>, fuel: &mut usize) -> Written {
        match value {
            Json::Array(items) => {
                if node.is_set && unique::first_repeated(items).is_some() {
                    return Written::Wrong;
                }
                let written = |(index, value): (usize, &Json<'_>)| {
                    node.prefix
                        .get(index)
                        .copied()
                        .or(node.items)
                        .map_or_else(|| node.other_written(value), |id| self.written(id, value, fuel))
                };
                Written::all(items.iter().enumerate().map(written))
            }
            Json::Object(members) => {
                if !has_all(members, &node.required) {
                    return Written::Wrong;
                }
                let mut hint = 0;
                Written::all(
                    members.iter().map(|(name, value)| self.member_written(node, name, value, &mut hint, fuel)),
                )
            }
            _ => Written::Right,
        }
    }

    fn property_written(&self, id: Id, value: &Json<'_>, fuel: &mut usize) -> Written {
        // `null` may mean the default, which not every type knows.
        if matches!(value, Json::Null) && self.nodes.get(id).is_some_and(|node| node.has_default) {
            return Written::Wrong;
        }
        self.tag_written(id, value, fuel)
    }

    fn member_written(&self, node: &Node, name: &str, value: &Json<'_>, hint: &mut usize, fuel: &mut usize) -> Written {
        if let Some(id) = node.property(name, hint) {
            return self.property_written(id, value, fuel);
        }
        let pattern = node.patterns.iter().find(|(pattern, _)| pattern.matches(name));
        match (pattern, node.others) {
            (Some((_, id)), _) => self.written(*id, value, fuel),
            (None, Others::Like(id)) => self.written(id, value, fuel),
            (None, Others::Closed) => Written::Wrong,
            (None, Others::Open) => node.other_written(value),
        }
    }
}

impl Node {
    fn number_written(&self, literal: &str) -> Written {
        let is_integer = !literal.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) && literal != "-0";
        let is_of_type = self.types.has(Types::NUMBER) || self.types.has(Types::INTEGER) && is_integer;
        if !is_of_type || !self.number.holds(literal) {
            return Written::Wrong;
        }
        if self.number.keeps(literal) { Written::Right } else { Written::Mistaken }
    }

    /// Whether a number, a length or a size is as the schema says.
    fn is_within_limits(&self, value: &Json<'_>) -> bool {
        match value {
            Json::Number(literal) => self.limits.iter().all(|(keyword, bound)| within_bound(literal, keyword, bound)),
            _ => self.sizes.as_ref().is_none_or(|schema| within_bounds(schema, value)),
        }
    }

    /// Whether it describes an object by its properties alone.
    fn is_simple_object(&self) -> bool {
        self.types.has(Types::OBJECT)
            && self.allowed.is_none()
            && self.limits.is_empty()
            && self.sizes.is_none()
            && self.patterns.is_empty()
            && !self.has_sides()
            && !self.is_nothing
    }

    /// Whether it says no more of a scalar than its type.
    fn says_only_type(&self) -> bool {
        self.allowed.is_none() && self.limits.is_empty() && self.sizes.is_none() && !self.has_sides()
    }

    /// Whether other nodes describe the same value.
    fn has_sides(&self) -> bool {
        self.one_of.is_some() || !self.all_of.is_empty()
    }

    /// A value that this node says nothing of; its branches may.
    fn other_written(&self, value: &Json<'_>) -> Written {
        if self.has_sides() { Written::Right } else { untyped_written(value) }
    }

    /// The property of that name; models give them in the order of the schema.
    pub(super) fn property(&self, name: &str, hint: &mut usize) -> Option<Id> {
        let at = |index: usize| self.properties.get(index).filter(|(own, _)| own == name).map(|(_, id)| *id);
        let index =
            if at(*hint).is_some() { *hint } else { self.properties.iter().position(|(own, _)| own == name)? };
        *hint = index + 1;
        at(index)
    }
}

/// Whether the members have all of the names; models give them in the order of the schema.
fn has_all(members: &Members<'_>, names: &[String]) -> bool {
    let mut next = 0;
    names.iter().all(|name| {
        let is_next = members.get(next).is_some_and(|(own, _)| own == name);
        let at = if is_next { Some(next) } else { members.iter().position(|(own, _)| own == name) };
        next = at.map_or(next, |at| at + 1);
        at.is_some()
    })
}

/// Whether the listed value stands there just as it is: `1.0` is equal to `1`, and read by other types.
fn is_written(wanted: &Value, value: &Json<'_>) -> bool {
    match (wanted, value) {
        (Value::Number(wanted), Json::Number(literal)) if !wanted.is_f64() => {
            !literal.contains(['.', 'e', 'E'])
                && number::compare(literal, wanted).is_some_and(std::cmp::Ordering::is_eq)
        }
        _ => equals(wanted, value),
    }
}

/// A value that nothing is said of.
fn untyped_written(value: &Json<'_>) -> Written {
    match value {
        Json::Number(literal) if number::is_beyond_64_bits(literal) => Written::Mistaken,
        Json::Array(items) => Written::all(items.iter().map(untyped_written)),
        Json::Object(members) => Written::all(members.iter().map(|(_, value)| untyped_written(value))),
        _ => Written::Right,
    }
}
