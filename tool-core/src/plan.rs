//! Stage 5 of the call: a schema compiled once for each tool, and whether a value is what it says just as it is written.

pub(crate) mod number;
pub(crate) mod types;
pub(crate) mod unique;

use std::collections::HashMap;

use serde_json::{Map, Value};

use self::number::NumberKind;
use self::types::{NamePattern, Types, allowed, alternatives, equals, list, number_bounds, tag_of, within_bounds};
use crate::clean::Json;

/// A schema as a table of nodes, so that reading along it asks no map for a keyword.
#[derive(Debug)]
pub(crate) struct Plan {
    nodes: Vec<Node>,
    /// The nodes by the address of their schema, which stays where it is as long as the definition is there.
    by_address: HashMap<usize, Id>,
    /// Whether serde alone keeps all that the schema says; else each text is looked at before.
    is_plain: bool,
}

/// The number of a node.
type Id = usize;

/// What a schema says of one value.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each stands for a keyword")]
struct Node {
    types: Types,
    allowed: Option<Vec<Value>>,
    /// The schema, where it limits numbers, lengths or sizes.
    bounds: Option<Value>,
    number: NumberKind,
    has_default: bool,
    properties: Vec<(String, Id)>,
    required: Vec<String>,
    patterns: Vec<(NamePattern, Id)>,
    others: Others,
    prefix: Vec<Id>,
    items: Option<Id>,
    is_set: bool,
    all_of: Vec<Id>,
    one_of: Option<Vec<Id>>,
    /// The name that has to stand before all others for serde not to keep them in a buffer without 128 bits.
    first_name: Option<String>,
    /// Whether this is the one text by which serde knows a variant.
    is_tag: bool,
    is_nothing: bool,
}

/// Members that are no properties.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Others {
    #[default]
    Open,
    Closed,
    Like(Id),
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
        let mut compiler = Compiler {
            root: schema,
            nodes: Vec::new(),
            by_address: HashMap::new(),
            known: HashMap::new(),
            is_plain: true,
        };
        compiler.node(schema);
        Self { nodes: compiler.nodes, by_address: compiler.by_address, is_plain: compiler.is_plain }
    }

    /// Whether plain serde keeps all that the schema says.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Whether `value`, of a text of `length` bytes, is what the schema says just as it is written, so that nothing has to
    /// be turned into anything.
    pub(crate) fn is_right(&self, value: &Json<'_>, length: usize) -> bool {
        // Choices inside choices would otherwise multiply.
        let mut fuel = length.saturating_mul(4).saturating_add(1000);
        self.written(0, value, &mut fuel) == Written::Right
    }

    /// Whether `value` is what `schema`, a part of the compiled one, says just as it is written.
    pub(crate) fn written_at(&self, schema: &Value, value: &Json<'_>, fuel: &mut usize) -> Written {
        let node = self.by_address.get(&address(schema));
        node.map_or(Written::Wrong, |id| self.written(*id, value, fuel))
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
        let is_right = || {
            node.allowed.as_ref().is_none_or(|allowed| allowed.iter().any(|wanted| is_written(wanted, value)))
                && node.bounds.as_ref().is_none_or(|schema| within_bounds(schema, value))
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
                let has = |name: &String| members.iter().any(|(own, _)| own == name);
                if !node.required.iter().all(has) {
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

    fn member_written(&self, node: &Node, name: &str, value: &Json<'_>, hint: &mut usize, fuel: &mut usize) -> Written {
        if let Some(id) = node.property(name, hint) {
            // `null` may mean the default, which not every type knows.
            if matches!(value, Json::Null) && self.nodes.get(id).is_some_and(|node| node.has_default) {
                return Written::Wrong;
            }
            return self.tag_written(id, value, fuel);
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
        let is_integer = !literal.contains(['.', 'e', 'E']) && literal != "-0";
        let is_of_type = self.types.has(Types::NUMBER) || self.types.has(Types::INTEGER) && is_integer;
        if !is_of_type || !self.number.holds(literal) {
            return Written::Wrong;
        }
        if self.number.keeps(literal) { Written::Right } else { Written::Mistaken }
    }

    /// A value that this node says nothing of; its branches may.
    fn other_written(&self, value: &Json<'_>) -> Written {
        if self.one_of.is_some() || !self.all_of.is_empty() { Written::Right } else { untyped_written(value) }
    }

    /// The property of that name; models give them in the order of the schema.
    fn property(&self, name: &str, hint: &mut usize) -> Option<Id> {
        let at = |index: usize| self.properties.get(index).filter(|(own, _)| own == name).map(|(_, id)| *id);
        let index =
            if at(*hint).is_some() { *hint } else { self.properties.iter().position(|(own, _)| own == name)? };
        *hint = index + 1;
        at(index)
    }
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

fn address(schema: &Value) -> usize {
    std::ptr::from_ref(schema).addr()
}

struct Compiler<'s> {
    root: &'s Value,
    nodes: Vec<Node>,
    by_address: HashMap<usize, Id>,
    /// The schemas that references name.
    known: HashMap<&'s str, Id>,
    is_plain: bool,
}

impl<'s> Compiler<'s> {
    fn node(&mut self, schema: &'s Value) -> Id {
        let id = self.resolved(schema);
        self.by_address.insert(address(schema), id);
        id
    }

    fn resolved(&mut self, mut schema: &'s Value) -> Id {
        let mut references = Vec::new();
        while let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            if let Some(id) = self.known.get(reference) {
                return *id;
            }
            let target = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            let Some(target) = target.filter(|_| !references.contains(&reference)) else { break };
            references.push(reference);
            schema = target;
        }
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.by_address.insert(address(schema), id);
        // Known before its inside is compiled, which may refer to it.
        self.known.extend(references.into_iter().map(|reference| (reference, id)));
        let node = self.compiled(schema);
        if let Some(place) = self.nodes.get_mut(id) {
            *place = node;
        }
        id
    }

    fn compiled(&mut self, schema: &'s Value) -> Node {
        let Value::Object(object) = schema else {
            return Node { is_nothing: schema == &Value::Bool(false), ..Node::default() };
        };
        let limits = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
        let has_bounds =
            limits.iter().any(|keyword| object.contains_key(*keyword)) || number_bounds(schema).next().is_some();
        let one_of = alternatives(schema);
        let is_set = object.get("uniqueItems") == Some(&Value::Bool(true));
        self.is_plain &= !is_set && one_of.is_none_or(|branches| is_plain_choice(object, branches));
        Node {
            types: Types::of(schema),
            allowed: allowed(schema).map(<[Value]>::to_vec),
            bounds: has_bounds.then(|| bounds_only(object)),
            // Of a choice, the branches say it.
            number: if one_of.is_some() { NumberKind::Double } else { NumberKind::of(schema) },
            has_default: object.get("default").is_some_and(|default| !default.is_null()),
            properties: self.named(object, "properties"),
            required: list(schema, "required").iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            patterns: self.patterns(object),
            others: self.others(object),
            prefix: list(schema, "prefixItems").iter().map(|item| self.node(item)).collect(),
            items: object.get("items").map(|items| self.node(items)),
            is_set,
            all_of: list(schema, "allOf").iter().map(|part| self.node(part)).collect(),
            one_of: one_of.map(|branches| branches.iter().map(|branch| self.node(branch)).collect()),
            first_name: first_name(schema).map(str::to_owned),
            is_tag: object.get("const").is_some_and(Value::is_string),
            is_nothing: false,
        }
    }

    fn named(&mut self, object: &'s Map<String, Value>, keyword: &str) -> Vec<(String, Id)> {
        let schemas = object.get(keyword).and_then(Value::as_object);
        schemas.into_iter().flatten().map(|(name, schema)| (name.clone(), self.node(schema))).collect()
    }

    fn patterns(&mut self, object: &'s Map<String, Value>) -> Vec<(NamePattern, Id)> {
        let of_name = |(pattern, id): (String, Id)| (NamePattern::of(&pattern), id);
        self.named(object, "patternProperties").into_iter().map(of_name).collect()
    }

    fn others(&mut self, object: &'s Map<String, Value>) -> Others {
        let sides = ["anyOf", "oneOf", "allOf", "if"];
        match object.get("additionalProperties") {
            // Another side of the same object may name it.
            Some(Value::Bool(false)) if sides.iter().any(|side| object.contains_key(*side)) => Others::Open,
            Some(Value::Bool(false)) => Others::Closed,
            Some(schema) if schema != &Value::Bool(true) => Others::Like(self.node(schema)),
            _ => Others::Open,
        }
    }
}

/// The tag of a choice that has an integer of 128 bits somewhere inside.
pub(crate) fn first_name(schema: &Value) -> Option<&str> {
    let branches: Vec<&Value> = alternatives(schema)?.iter().collect();
    tag_of(&branches).filter(|_| branches.iter().any(|branch| is_wide(branch)))
}

fn is_wide(schema: &Value) -> bool {
    match schema {
        Value::Object(object) => {
            let is_format = |(keyword, value): (&String, &Value)| {
                keyword == "format" && value.as_str().is_some_and(|format| format.ends_with("int128"))
            };
            object.iter().any(is_format) || object.values().any(is_wide)
        }
        Value::Array(items) => items.iter().any(is_wide),
        _ => false,
    }
}

fn bounds_only(object: &Map<String, Value>) -> Value {
    let is_bound =
        |keyword: &str| keyword.starts_with("min") || keyword.starts_with("max") || keyword.starts_with("exclusive");
    object.iter().filter(|(keyword, _)| is_bound(keyword)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Whether serde tells the branches apart without keeping a value in a buffer: an option, or an enum whose variants are
/// named from outside.
fn is_plain_choice(object: &Map<String, Value>, branches: &[Value]) -> bool {
    let is_null = |schema: &Value| schema.get("type").is_some_and(|name| name == "null");
    let is_names = |schema: &Value| allowed(schema).is_some_and(|values| values.iter().all(Value::is_string));
    let is_variant = |schema: &Value| {
        let properties = schema.get("properties").and_then(Value::as_object);
        properties.is_some_and(|properties| {
            properties.len() == 1
                && list(schema, "required").len() == 1
                // The name is that of the variant, and no tag.
                && properties.values().all(|property| property.get("const").is_none())
        })
    };
    let others: Vec<&Value> = branches.iter().filter(|branch| !is_null(branch)).collect();
    // An option is a choice of `null` and one, and schemars writes only untagged types as `anyOf` besides.
    others.len() == 1
        || object.contains_key("oneOf") && others.iter().all(|branch| is_names(branch) || is_variant(branch))
}
