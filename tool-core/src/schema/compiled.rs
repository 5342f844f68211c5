//! `CompiledSchema`: a schema compiled once per tool, which validates values without conversion.

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
use crate::schema::raw_json::{Members, RawJson};

/// A schema as a table of nodes, so that reading along it asks no map for a keyword.
#[derive(Debug)]
pub(crate) struct CompiledSchema {
    pub(super) nodes: Vec<Node>,
    /// The nodes by the address of their schema, which stays where it is as long as the definition is there.
    by_address: HashMap<usize, Id>,
    /// Whether serde alone keeps all that the schema says; else each text is looked at before.
    is_plain: bool,
    /// Whether the nodes and their strict words are all that a strict reading compares.
    pub(super) is_complete: bool,
    /// For each node, whether it or a node below it has strict words; empty where none has.
    pub(super) strict_nodes: Vec<bool>,
}

/// Whether a value matches the schema without conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SchemaMatch {
    /// It matches.
    Valid,
    /// It does not match.
    Invalid,
    /// It does not match, but serde would accept it from a buffer: a number that loses digits, a struct given by
    /// position, a variant given by its number.
    Misread,
}

impl SchemaMatch {
    fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Invalid => Self::Invalid,
            Self::Valid => other(),
            Self::Misread if other() == Self::Invalid => Self::Invalid,
            Self::Misread => Self::Misread,
        }
    }

    fn all(parts: impl Iterator<Item = Self>) -> Self {
        let mut all = Self::Valid;
        for part in parts {
            match part {
                Self::Invalid => return Self::Invalid,
                Self::Misread => all = Self::Misread,
                Self::Valid => {}
            }
        }
        all
    }
}

impl CompiledSchema {
    /// Compiles `schema`.
    pub(crate) fn of(schema: &Value) -> Self {
        let Compiler { nodes, by_address, is_plain, is_complete, has_strict_words, .. } = Compiler::of(schema);
        let strict_nodes = if has_strict_words { strict_words::nodes_with_words(&nodes) } else { Vec::new() };
        Self { nodes, by_address, is_plain, is_complete, strict_nodes }
    }

    /// Whether plain serde keeps all that the schema says.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Whether `value`, of a text of `length` bytes, is what the schema says just as it is written, so that nothing has to
    /// be turned into anything.
    pub(crate) fn is_valid(&self, value: &RawJson<'_>, length: usize) -> bool {
        // Choices inside choices would otherwise multiply.
        let mut budget = length.saturating_mul(8).saturating_add(1000);
        self.match_node(0, value, &mut budget) == SchemaMatch::Valid
    }

    /// Whether `value` is what `schema`, a part of the compiled one, says just as it is written.
    pub(crate) fn match_at(&self, schema: &Value, value: &RawJson<'_>, budget: &mut usize) -> SchemaMatch {
        let node = self.by_address.get(&address(schema));
        node.map_or(SchemaMatch::Invalid, |id| self.match_node(*id, value, budget))
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
    pub(crate) fn is_valid_at(&self, id: Id, value: &RawJson<'_>, budget: &mut usize) -> bool {
        self.match_node(id, value, budget) == SchemaMatch::Valid
    }

    /// The members that are not written as the schema says, by their index and that of their node; nothing unless all names
    /// are those of properties, none is missing that has to be given, and `schema` says no more of the object.
    pub(crate) fn invalid_members(
        &self,
        schema: &Value,
        members: &Members<'_>,
        budget: &mut usize,
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
            if self.match_property(id, value, budget) != SchemaMatch::Valid {
                wrong.push((index, id));
            }
        }
        Some(wrong)
    }

    pub(super) fn match_node(&self, id: Id, value: &RawJson<'_>, budget: &mut usize) -> SchemaMatch {
        let Some(node) = self.nodes.get(id) else { return SchemaMatch::Invalid };
        let Some(left) = budget.checked_sub(1) else { return SchemaMatch::Invalid };
        *budget = left;
        if node.is_nothing {
            return SchemaMatch::Invalid;
        }
        let own = match value {
            RawJson::Number(literal) => node.match_number(literal),
            RawJson::Array(items) if self.is_positional(node, items, budget) => return SchemaMatch::Misread,
            value if node.types.accept(value) => SchemaMatch::Valid,
            _ => SchemaMatch::Invalid,
        };
        if node.says_only_type() && !matches!(value, RawJson::Array(_) | RawJson::Object(_)) {
            return own;
        }
        let is_valid = || {
            node.allowed.as_ref().is_none_or(|allowed| allowed.iter().any(|wanted| is_written(wanted, value)))
                && node.is_within_limits(value)
        };
        if own == SchemaMatch::Invalid || !is_valid() {
            return SchemaMatch::Invalid;
        }
        own.and(|| SchemaMatch::all(node.all_of.iter().map(|part| self.match_node(*part, value, budget))))
            .and(|| self.match_choice(node, value, budget))
            .and(|| self.match_inside(node, value, budget))
    }

    /// Whether a list holds what the properties of an object are, one after the other.
    fn is_positional(&self, node: &Node, items: &[RawJson<'_>], budget: &mut usize) -> bool {
        let (given, left) = node.properties.split_at(items.len().min(node.properties.len()));
        !node.types.has(Types::ARRAY)
            && given.len() == items.len()
            && !items.is_empty()
            && left.iter().all(|(name, _)| !node.required.contains(name))
            && given.iter().zip(items).all(|((_, id), item)| self.match_tag(*id, item, budget) != SchemaMatch::Invalid)
    }

    /// A property, which may be a tag.
    fn match_tag(&self, id: Id, value: &RawJson<'_>, budget: &mut usize) -> SchemaMatch {
        let is_tag = self.nodes.get(id).is_some_and(|node| node.is_tag);
        match value {
            // serde counts the variants.
            RawJson::Number(literal) if is_tag && literal.bytes().all(|byte| byte.is_ascii_digit()) => {
                SchemaMatch::Misread
            }
            value => self.match_node(id, value, budget),
        }
    }

    /// serde takes the first that it can read.
    fn match_choice(&self, node: &Node, value: &RawJson<'_>, budget: &mut usize) -> SchemaMatch {
        let Some(branches) = &node.one_of else { return SchemaMatch::Valid };
        if let (Some(first), RawJson::Object(members)) = (&node.first_name, value)
            && members.first().is_some_and(|(name, _)| name != first)
        {
            return SchemaMatch::Invalid;
        }
        branches
            .iter()
            .map(|branch| self.match_node(*branch, value, budget))
            .find(|written| *written != SchemaMatch::Invalid)
            .unwrap_or(SchemaMatch::Invalid)
    }

    fn match_inside(&self, node: &Node, value: &RawJson<'_>, budget: &mut usize) -> SchemaMatch {
        match value {
            RawJson::Array(items) => {
                if node.is_set && unique::first_repeated(items).is_some() {
                    return SchemaMatch::Invalid;
                }
                let written = |(index, value): (usize, &RawJson<'_>)| {
                    node.prefix
                        .get(index)
                        .copied()
                        .or(node.items)
                        .map_or_else(|| node.match_other(value), |id| self.match_node(id, value, budget))
                };
                SchemaMatch::all(items.iter().enumerate().map(written))
            }
            RawJson::Object(members) => {
                if !has_all(members, &node.required) {
                    return SchemaMatch::Invalid;
                }
                let mut hint = 0;
                SchemaMatch::all(
                    members.iter().map(|(name, value)| self.match_member(node, name, value, &mut hint, budget)),
                )
            }
            _ => SchemaMatch::Valid,
        }
    }

    fn match_property(&self, id: Id, value: &RawJson<'_>, budget: &mut usize) -> SchemaMatch {
        // `null` may mean the default, which not every type knows.
        if matches!(value, RawJson::Null) && self.nodes.get(id).is_some_and(|node| node.has_default) {
            return SchemaMatch::Invalid;
        }
        self.match_tag(id, value, budget)
    }

    fn match_member(
        &self,
        node: &Node,
        name: &str,
        value: &RawJson<'_>,
        hint: &mut usize,
        budget: &mut usize,
    ) -> SchemaMatch {
        if let Some(id) = node.property(name, hint) {
            return self.match_property(id, value, budget);
        }
        let pattern = node.patterns.iter().find(|(pattern, _)| pattern.matches(name));
        match (pattern, node.others) {
            (Some((_, id)), _) => self.match_node(*id, value, budget),
            (None, Others::Like(id)) => self.match_node(id, value, budget),
            (None, Others::Closed) => SchemaMatch::Invalid,
            (None, Others::Open) => node.match_other(value),
        }
    }
}

impl Node {
    fn match_number(&self, literal: &str) -> SchemaMatch {
        let is_integer = !literal.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) && literal != "-0";
        let is_of_type = self.types.has(Types::NUMBER) || self.types.has(Types::INTEGER) && is_integer;
        if !is_of_type || !self.number.holds(literal) {
            return SchemaMatch::Invalid;
        }
        if self.number.keeps(literal) { SchemaMatch::Valid } else { SchemaMatch::Misread }
    }

    /// Whether a number, a length or a size is as the schema says.
    fn is_within_limits(&self, value: &RawJson<'_>) -> bool {
        match value {
            RawJson::Number(literal) => {
                self.limits.iter().all(|(keyword, bound)| within_bound(literal, keyword, bound))
            }
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
    fn match_other(&self, value: &RawJson<'_>) -> SchemaMatch {
        if self.has_sides() { SchemaMatch::Valid } else { match_untyped(value) }
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
pub(super) fn has_all(members: &Members<'_>, names: &[String]) -> bool {
    let mut next = 0;
    names.iter().all(|name| {
        let is_next = members.get(next).is_some_and(|(own, _)| own == name);
        let at = if is_next { Some(next) } else { members.iter().position(|(own, _)| own == name) };
        next = at.map_or(next, |at| at + 1);
        at.is_some()
    })
}

/// Whether the listed value stands there just as it is: `1.0` is equal to `1`, and read by other types.
fn is_written(wanted: &Value, value: &RawJson<'_>) -> bool {
    match (wanted, value) {
        (Value::Number(wanted), RawJson::Number(literal)) if !wanted.is_f64() => {
            !literal.contains(['.', 'e', 'E'])
                && number::compare(literal, wanted).is_some_and(std::cmp::Ordering::is_eq)
        }
        _ => equals(wanted, value),
    }
}

/// A value that nothing is said of.
fn match_untyped(value: &RawJson<'_>) -> SchemaMatch {
    match value {
        RawJson::Number(literal) if number::is_beyond_64_bits(literal) => SchemaMatch::Misread,
        RawJson::Array(items) => SchemaMatch::all(items.iter().map(match_untyped)),
        RawJson::Object(members) => SchemaMatch::all(members.iter().map(|(_, value)| match_untyped(value))),
        _ => SchemaMatch::Valid,
    }
}
