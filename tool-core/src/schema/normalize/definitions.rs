//! The definitions of a schema: which are recursive, and which can be inlined.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::keywords::{Object, each_inside, inside};

/// How many schemas may be written out in the place of references, so that a schema stays near the size it came in.
const WRITTEN_OUT: usize = 10_000;
/// Deeper definitions stay definitions: what reads a schema goes down into it.
const DEEPEST_WRITTEN_OUT: usize = 32;

#[derive(Default)]
pub(crate) struct Definitions {
    all: HashMap<String, Definition>,
    left: usize,
}

#[derive(Default)]
struct Definition {
    schema: Option<Value>,
    uses: usize,
    is_recursive: bool,
    size: usize,
    depth: usize,
}

/// The name in `#/$defs/NAME`.
pub(crate) fn name_of(reference: &str) -> Option<&str> {
    reference.strip_prefix("#/$defs/")
}

/// The definition that a schema refers to.
pub(crate) fn referred(schema: &Object) -> Option<&str> {
    schema.get("$ref").and_then(Value::as_str)
}

impl Definitions {
    /// Counts the uses of `definitions` in themselves and in `root`, and gives an order in which each comes after what it
    /// refers to, where that is possible.
    ///
    /// A reference by which one is described by nothing but itself says nothing, and goes.
    pub(crate) fn of(root: &mut Value, definitions: &mut [(String, Value)]) -> (Self, Vec<usize>) {
        cut_circles(root, definitions);
        let index: HashMap<&str, usize> = definitions.iter().enumerate().map(|(at, (name, _))| (&**name, at)).collect();
        let mut all: Vec<Definition> = definitions.iter().map(|_| Definition::default()).collect();
        let mut edges = Vec::new();
        let of_root = Found::in_schema(root, &index);
        // The root comes last: what contains it contains itself.
        let schemas = definitions.iter().map(|(_, schema)| Found::in_schema(schema, &index)).chain([of_root]);
        for found in schemas {
            for at in &found.all {
                if let Some(definition) = all.get_mut(*at) {
                    definition.uses += 1;
                }
            }
            edges.push(found.all);
        }
        let mut order = Vec::new();
        for group in groups(&edges) {
            let is_recursive = is_cycle(&group, &edges);
            for at in group {
                if let Some(definition) = all.get_mut(at) {
                    definition.is_recursive = is_recursive;
                    order.push(at);
                }
            }
        }
        let all = definitions.iter().map(|(name, _)| name.clone()).zip(all).collect();
        (Self { all, left: WRITTEN_OUT }, order)
    }

    /// The definitions of a normal schema.
    pub(crate) fn of_root(root: &Value) -> Self {
        let mut bare = root.clone();
        let definitions = bare.as_object_mut().and_then(|root| root.shift_remove("$defs"));
        let mut definitions: Vec<(String, Value)> = match definitions {
            Some(Value::Object(definitions)) => definitions.into_iter().collect(),
            _ => return Self::default(),
        };
        let (mut all, _) = Self::of(&mut bare, &mut definitions);
        for (name, schema) in definitions {
            all.set(&name, schema);
        }
        all
    }

    pub(crate) fn is_recursive(&self, name: &str) -> bool {
        self.all.get(name).is_some_and(|definition| definition.is_recursive)
    }

    /// How many schemas it is made of.
    pub(crate) fn size(&self, name: &str) -> usize {
        self.all.get(name).map_or(0, |definition| definition.size)
    }

    pub(crate) fn set(&mut self, name: &str, schema: Value) {
        if let Some(definition) = self.all.get_mut(name) {
            (definition.size, definition.depth) = measure(&schema, 0);
            definition.schema = Some(schema);
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.all.get(name)?.schema.as_ref()
    }

    /// What stands for a reference that is used once: what it names.
    pub(super) fn used_once(&self, reference: &str) -> Option<Value> {
        let definition = self.all.get(name_of(reference)?)?;
        let schema = definition.schema.as_ref()?;
        let is_short = schema.is_boolean() || definition.uses == 1;
        (is_short && !definition.is_recursive && definition.depth <= DEEPEST_WRITTEN_OUT).then(|| schema.clone())
    }

    /// What a reference names, to be joined with what stands beside it. A recursive one only for the root, which cannot
    /// stand inside itself in this way.
    pub(super) fn written_out(&mut self, reference: &str, for_root: bool) -> Option<Value> {
        let definition = self.all.get(name_of(reference)?)?;
        let is_possible = !definition.is_recursive && definition.depth <= DEEPEST_WRITTEN_OUT || for_root;
        let schema = definition.schema.as_ref().filter(|_| is_possible)?;
        self.left = self.left.checked_sub(definition.size)?;
        Some(schema.clone())
    }
}

/// How many schemas there are, and how deep.
fn measure(schema: &Value, depth: usize) -> (usize, usize) {
    let Value::Object(object) = schema else { return (1, depth) };
    inside(object).fold((1, depth), |(size, deepest), (_, schema)| {
        let (inner_size, inner_depth) = measure(schema, depth + 1);
        (size + inner_size, deepest.max(inner_depth))
    })
}

/// The definitions that a schema refers to, and those of them that describe the same value as the schema itself.
#[derive(Default)]
struct Found {
    all: Vec<usize>,
    in_place: Vec<usize>,
}

impl Found {
    fn in_schema(schema: &Value, index: &HashMap<&str, usize>) -> Self {
        let mut found = Self::default();
        found.look(schema, index, true);
        found
    }

    fn look(&mut self, schema: &Value, index: &HashMap<&str, usize>, in_place: bool) {
        let Value::Object(object) = schema else { return };
        if let Some(reference) = referred(object) {
            // The root is the one after the last.
            let at = if reference == "#" {
                Some(index.len())
            } else {
                name_of(reference).and_then(|name| index.get(name).copied())
            };
            self.all.extend(at);
            self.in_place.extend(at.filter(|_| in_place));
        }
        for (keyword, schema) in inside(object) {
            self.look(schema, index, in_place && is_in_place(keyword));
        }
    }
}

/// Removes the references along which a value would be described by itself for ever.
fn cut_circles(root: &mut Value, definitions: &mut [(String, Value)]) {
    let index: HashMap<&str, usize> = definitions.iter().enumerate().map(|(at, (name, _))| (&**name, at)).collect();
    let of_root = Found::in_schema(root, &index);
    let schemas = definitions.iter().map(|(_, schema)| Found::in_schema(schema, &index)).chain([of_root]);
    let edges: Vec<Vec<usize>> = schemas.map(|found| found.in_place).collect();
    for group in groups(&edges).into_iter().filter(|group| is_cycle(group, &edges)) {
        let name = |at: &usize| match definitions.get(*at) {
            Some((name, _)) => format!("#/$defs/{name}"),
            None => "#".to_owned(),
        };
        let names: HashSet<String> = group.iter().map(name).collect();
        for at in group {
            cut(definitions.get_mut(at).map_or(&mut *root, |(_, schema)| schema), &names);
        }
    }
}

fn cut(schema: &mut Value, names: &HashSet<String>) {
    let Value::Object(object) = schema else { return };
    if referred(object).is_some_and(|reference| names.contains(reference)) {
        object.shift_remove("$ref");
    }
    each_inside(object, &mut |keyword, inside| {
        if is_in_place(keyword) {
            cut(inside, names);
        }
    });
}

/// Whether a schema inside another describes the same value.
fn is_in_place(keyword: &str) -> bool {
    matches!(keyword, "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" | "dependentSchemas")
}

fn is_cycle(group: &[usize], edges: &[Vec<usize>]) -> bool {
    match group {
        [one] => edges.get(*one).is_some_and(|edges| edges.contains(one)),
        _ => true,
    }
}

/// The strongly connected groups of a graph, each after those that it leads to.
///
/// Source: Tarjan, 1972; without recursion, since a chain may be long.
fn groups(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search { number: vec![None; edges.len()], low: vec![0; edges.len()], ..Search::default() };
    for start in 0..edges.len() {
        if search.number.get(start).is_some_and(Option::is_none) {
            search.from(start, edges);
        }
    }
    search.groups
}

#[derive(Default)]
struct Search {
    number: Vec<Option<usize>>,
    low: Vec<usize>,
    stack: Vec<usize>,
    next: usize,
    groups: Vec<Vec<usize>>,
}

impl Search {
    fn from(&mut self, start: usize, edges: &[Vec<usize>]) {
        let mut way = vec![(start, 0)];
        self.enter(start);
        while let Some((node, edge)) = way.pop() {
            let Some(&target) = edges.get(node).and_then(|edges| edges.get(edge)) else {
                self.leave(node);
                if let Some((parent, _)) = way.last() {
                    self.lower(*parent, self.low_of(node));
                }
                continue;
            };
            way.push((node, edge + 1));
            match self.number.get(target).copied().flatten() {
                None => {
                    self.enter(target);
                    way.push((target, 0));
                }
                // A node that has left has the highest number, which lowers nothing.
                Some(number) => self.lower(node, number),
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.set(node, self.next, self.next);
        self.stack.push(node);
        self.next += 1;
    }

    fn leave(&mut self, node: usize) {
        if self.number.get(node).copied().flatten() != Some(self.low_of(node)) {
            return;
        }
        let mut group = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.set(member, usize::MAX, usize::MAX);
            group.push(member);
            if member == node {
                break;
            }
        }
        self.groups.push(group);
    }

    fn set(&mut self, node: usize, number: usize, low: usize) {
        if let (Some(own), Some(own_low)) = (self.number.get_mut(node), self.low.get_mut(node)) {
            (*own, *own_low) = (Some(number), low);
        }
    }

    fn low_of(&self, node: usize) -> usize {
        self.low.get(node).copied().unwrap_or_default()
    }

    fn lower(&mut self, node: usize, to: usize) {
        if let Some(low) = self.low.get_mut(node) {
            *low = (*low).min(to);
        }
    }
}
