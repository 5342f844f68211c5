//! Compiles a schema into nodes.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::json_types::{NamePattern, Types, allowed, alternatives, list, number_bounds, tag_of};
use super::node::{Id, Node, Others};
use super::number::NumberKind;
use super::strict_words::{has_more_words, strict_words};

pub(super) fn address(schema: &Value) -> usize {
    std::ptr::from_ref(schema).addr()
}

/// A schema on its way into nodes.
pub(super) struct Compiler<'s> {
    root: &'s Value,
    pub(super) nodes: Vec<Node>,
    pub(super) by_address: HashMap<usize, Id>,
    /// The schemas that references name.
    known: HashMap<&'s str, Id>,
    /// What references name, to be compiled: not where it is met, since a chain of references may be long.
    waiting: Vec<(Id, &'s Value)>,
    pub(super) is_plain: bool,
    pub(super) is_complete: bool,
    pub(super) has_strict_words: bool,
}

impl<'s> Compiler<'s> {
    /// Compiles all of `schema`.
    pub(super) fn of(schema: &'s Value) -> Self {
        let mut compiler = Self {
            root: schema,
            nodes: Vec::new(),
            by_address: HashMap::new(),
            known: HashMap::new(),
            waiting: Vec::new(),
            is_plain: true,
            is_complete: true,
            has_strict_words: false,
        };
        compiler.node(schema);
        while let Some((id, schema)) = compiler.waiting.pop() {
            compiler.compile(id, schema);
        }
        compiler
    }

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
        if references.is_empty() {
            self.compile(id, schema);
        } else {
            self.known.extend(references.into_iter().map(|reference| (reference, id)));
            self.waiting.push((id, schema));
        }
        id
    }

    fn compile(&mut self, id: Id, schema: &'s Value) {
        let node = self.compiled(schema);
        if let Some(place) = self.nodes.get_mut(id) {
            *place = node;
        }
    }

    fn compiled(&mut self, schema: &'s Value) -> Node {
        let Value::Object(object) = schema else {
            return Node { is_nothing: schema == &Value::Bool(false), ..Node::default() };
        };
        let sizes = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
        let one_of = alternatives(schema);
        // Of a choice, the branches say it.
        let number = if one_of.is_some() { NumberKind::Double } else { NumberKind::of(schema) };
        // An unsigned type says itself that nothing is below 0.
        let is_of_type = |(keyword, bound): &(&str, &serde_json::Number)| {
            matches!(number, NumberKind::Unsigned(_)) && *keyword == "minimum" && bound.as_u64() == Some(0)
        };
        let limits = number_bounds(schema).filter(|limit| !is_of_type(limit));
        let has_sizes = sizes.iter().any(|keyword| object.contains_key(*keyword));
        let is_set = object.get("uniqueItems") == Some(&Value::Bool(true));
        self.is_plain &= !is_set && one_of.is_none_or(|branches| is_plain_choice(object, branches));
        self.is_complete &= !has_more_words(object);
        let strict_words = strict_words(object);
        self.has_strict_words |= strict_words.is_some();
        Node {
            types: Types::of(schema),
            allowed: allowed(schema).map(<[Value]>::to_vec),
            limits: limits.map(|(keyword, bound)| (keyword, bound.clone())).collect(),
            sizes: has_sizes.then(|| sizes_only(object)),
            number,
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
            strict_words,
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

fn sizes_only(object: &Map<String, Value>) -> Value {
    let is_size = |keyword: &str| keyword.starts_with("min") || keyword.starts_with("max");
    object.iter().filter(|(keyword, _)| is_size(keyword)).map(|(name, value)| (name.clone(), value.clone())).collect()
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
