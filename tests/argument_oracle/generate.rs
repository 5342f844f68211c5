//! Correct arguments, made from a tool's schema.

use serde_json::Value;

use crate::random::Random;
use crate::tree::{Field, Form, Kind, Member, Node};

/// Makes values along a schema.
pub(crate) struct Generator<'s> {
    pub(crate) random: Random,
    tool: &'s str,
    root: &'s Value,
    depth: usize,
}

/// What a schema does not say of a Rust type, by tool and argument.
enum Hint {
    Unsigned64,
    Unsigned128,
    Single,
    /// A map whose names are listed.
    Names(&'static [&'static str]),
    /// A map whose names are integers.
    Integers,
}

fn hint(tool: &str, name: &str) -> Option<Hint> {
    Some(match (tool, name) {
        ("integers", "quad") | ("folders", "size_bytes") => Hint::Unsigned64,
        ("integers", "huge") => Hint::Unsigned128,
        ("floats", "single" | "maybe") => Hint::Single,
        ("maps", "by_flag") => Hint::Names(&["true", "false"]),
        ("maps", "by_unit") => Hint::Names(&["celsius", "fahrenheit", "kelvin"]),
        ("people", "votes") => Hint::Names(&["One", "Two"]),
        ("maps", "by_number") => Hint::Integers,
        _ => return None,
    })
}

/// All arguments of one call.
pub(crate) fn arguments(random: Random, tool: &str, schema: &Value) -> (Node, Random) {
    let mut generator = Generator { random, tool, root: schema, depth: 0 };
    let node = generator.object(schema);
    (node, generator.random)
}

impl<'s> Generator<'s> {
    fn resolve(&self, schema: &'s Value) -> &'s Value {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(target) => self.root.pointer(target.trim_start_matches('#')).unwrap(),
            None => schema,
        }
    }

    fn node(&mut self, schema: &'s Value, name: &str) -> Node {
        self.depth += 1;
        let node = self.value(self.resolve(schema), name);
        self.depth -= 1;
        node
    }

    fn value(&mut self, schema: &'s Value, name: &str) -> Node {
        let branches = ["anyOf", "oneOf"].iter().find_map(|word| schema.get(word)?.as_array());
        if let Some(branches) = branches {
            return self.one_of(branches, name);
        }
        if let Some(allowed) = schema.get("enum").and_then(Value::as_array) {
            let allowed: Vec<String> = allowed.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            let chosen = self.random.one_of(&allowed).clone();
            return Node::new(Form::Text(chosen), Kind::Choice(allowed));
        }
        if let Some(only) = schema.get("const").and_then(Value::as_str) {
            return Node::new(Form::Text(only.to_owned()), Kind::Choice(vec![only.to_owned()]));
        }
        match kind(schema) {
            Some("boolean") => Node::new(Form::Bool(self.random.once_in(2)), Kind::Bool),
            Some("integer") => self.integer(schema, name),
            Some("number") => self.float(name),
            Some("string") => self.text(schema),
            Some("array") => self.array(schema),
            Some("object") if schema.get("required").is_none() && self.depth > 0 => self.map(schema, name),
            Some("object") => self.object(schema),
            _ => self.anything(3),
        }
    }

    fn one_of(&mut self, branches: &'s [Value], name: &str) -> Node {
        let branches: Vec<&'s Value> = branches.iter().map(|branch| self.resolve(branch)).collect();
        let branches: Vec<&'s Value> = branches.into_iter().filter(|branch| kind(branch) != Some("null")).collect();
        let chosen = *self.random.one_of(&branches);
        if let [only] = branches[..] {
            return self.value(only, name);
        }
        if let Some(tag) = tag(&branches) {
            return self.tagged(&branches, chosen, tag);
        }
        let is_variant =
            |branch: &&&Value| branch.get("enum").is_some() || required(branch).len() == 1 && names(branch).len() == 1;
        let is_external = branches.iter().filter(|branch| is_variant(branch)).count() == branches.len();
        let mut node = self.value(chosen, name);
        if is_external {
            if let Kind::Struct(_) = node.kind {
                node.kind = Kind::Variant;
            }
        } else {
            node.is_untagged = true;
        }
        node
    }

    fn tagged(&mut self, branches: &[&'s Value], chosen: &'s Value, tag: &str) -> Node {
        let all: Vec<String> =
            branches.iter().map(|branch| branch["properties"][tag]["const"].as_str().unwrap().to_owned()).collect();
        let own = chosen["properties"][tag]["const"].as_str().unwrap();
        let mut node = self.object(chosen);
        for member in node.members_mut().iter_mut().filter(|member| member.name == tag) {
            member.node = Node::new(Form::Text(own.to_owned()), Kind::Choice(all.clone()));
        }
        node
    }

    fn object(&mut self, schema: &'s Value) -> Node {
        let required = required(schema);
        let mut fields = Vec::new();
        let mut members = Vec::new();
        for (name, schema) in schema["properties"].as_object().unwrap() {
            let is_required = required.contains(&name.as_str());
            let default = schema.get("default").cloned().unwrap_or(Value::Null);
            fields.push(Field { name: name.clone(), is_required, takes_null: takes_null(schema), default });
            if is_required || self.depth < 6 && !self.random.once_in(3) {
                let node = self.node(schema, name);
                members.push(Member { name: name.clone(), node, is_required });
            }
        }
        Node::new(Form::Object(members), Kind::Struct(fields))
    }

    fn map(&mut self, schema: &'s Value, name: &str) -> Node {
        let value =
            ["additionalProperties", "patternProperties", "properties"]
                .iter()
                .filter_map(|word| schema.get(word).filter(|value| value.is_object()))
                .map(|value| {
                    if value.get("type").is_some() {
                        value
                    } else {
                        value.as_object().unwrap().values().next().unwrap()
                    }
                })
                .next()
                .unwrap();
        let mut members: Vec<Member> = Vec::new();
        for _ in 0..self.random.below(4) {
            let name = match hint(self.tool, name) {
                Some(Hint::Names(names)) => (*self.random.one_of(names)).to_owned(),
                Some(Hint::Integers) => format!("{}", self.random.u64().cast_signed() >> self.random.below(64)),
                _ => self.random.name(),
            };
            if members.iter().all(|member| member.name != name) {
                let node = self.node(value, &name);
                members.push(Member { name, node, is_required: false });
            }
        }
        let kind = if schema.get("properties").is_some() { Kind::ListedMap } else { Kind::Map };
        Node::new(Form::Object(members), kind)
    }

    fn array(&mut self, schema: &'s Value) -> Node {
        if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
            let items = items.iter().map(|item| self.node(item, "")).collect();
            return Node::new(Form::List(items), Kind::Tuple);
        }
        let least = schema.get("minItems").and_then(Value::as_u64);
        let count = least.map_or_else(
            || self.random.below(if self.depth < 6 { 4 } else { 1 }),
            |least| usize::try_from(least).unwrap(),
        );
        let is_set = schema.get("uniqueItems") == Some(&Value::Bool(true));
        let mut items: Vec<Node> = Vec::new();
        for _ in 0..count {
            let item = self.node(&schema["items"], "");
            if !is_set || !items.contains(&item) {
                items.push(item);
            }
        }
        let kind = if is_set {
            Kind::Set
        } else if least.is_some() {
            Kind::Tuple
        } else {
            Kind::List
        };
        Node::new(Form::List(items), kind)
    }

    fn integer(&mut self, schema: &Value, name: &str) -> Node {
        let least = schema.get("minimum").and_then(Value::as_i64).unwrap_or(i64::MIN);
        let most = schema.get("maximum").and_then(Value::as_u64).unwrap_or(i64::MAX.unsigned_abs());
        let (least, most) = match hint(self.tool, name) {
            Some(Hint::Unsigned64) => (0, u128::from(u64::MAX)),
            Some(Hint::Unsigned128) => (0, u128::MAX),
            _ => (i128::from(least), u128::from(most)),
        };
        let span = most.wrapping_sub(least.cast_unsigned());
        let bits = self.random.below(128);
        let offset = self.random.u128() >> bits;
        let offset = if span == u128::MAX { offset } else { offset % (span + 1) };
        // Small numbers are what models write.
        let number = match least.checked_add_unsigned(offset) {
            Some(_) if least < 0 && most > 100 && self.random.once_in(2) => self.random.below(100).to_string(),
            Some(number) => number.to_string(),
            None => offset.to_string(),
        };
        // The type of this one does not take it.
        let number = if name == "weight" && number == "13" { "14".to_owned() } else { number };
        Node::new(Form::Number(number), Kind::Integer { least, most })
    }

    fn float(&mut self, name: &str) -> Node {
        if let Some(Hint::Single) = hint(self.tool, name) {
            let number = f32::from_bits(u32::try_from(self.random.u64() >> 32).unwrap());
            let number = if number.is_finite() { number } else { 1.5 };
            return Node::new(Form::Number(format!("{number:?}")), Kind::Single);
        }
        let whole = self.random.below(1000).to_string();
        let number = if self.random.once_in(3) { whole } else { self.random.double() };
        Node::new(Form::Number(number), Kind::Float)
    }

    fn text(&mut self, schema: &Value) -> Node {
        let size = |word: &str| schema.get(word).and_then(Value::as_u64).map(|size| usize::try_from(size).unwrap());
        let (least, most) = (size("minLength").unwrap_or(0), size("maxLength").unwrap_or(usize::MAX));
        let text = if most == usize::MAX {
            self.random.text()
        } else {
            self.random.name().chars().cycle().take(least).collect()
        };
        Node::new(Form::Text(text), Kind::Text { least, most })
    }

    /// A value of any type. Its integers have at most 64 bits.
    fn anything(&mut self, depth: usize) -> Node {
        let form = match self.random.below(if depth > 0 { 8 } else { 6 }) {
            0 => Form::Null,
            1 => Form::Bool(self.random.once_in(2)),
            2 => Form::Number(self.random.double()),
            3 => Form::Number((self.random.u64().cast_signed() >> self.random.below(64)).to_string()),
            4 => Form::Number(self.random.u64().to_string()),
            5 => Form::Text(self.random.text()),
            6 => Form::List((0..self.random.below(4)).map(|_| self.anything(depth - 1)).collect()),
            _ => {
                let mut members: Vec<Member> = Vec::new();
                for _ in 0..self.random.below(4) {
                    let name = self.random.name();
                    if members.iter().all(|member| member.name != name) {
                        let node = self.anything(depth - 1);
                        members.push(Member { name, node, is_required: true });
                    }
                }
                Form::Object(members)
            }
        };
        Node::new(form, Kind::Any)
    }
}

/// The first type that is not `null`.
fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::Array(all) => all.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        one => one.as_str(),
    }
}

fn takes_null(schema: &Value) -> bool {
    let is_null = |branch: &Value| branch.get("type") == Some(&Value::from("null"));
    match (schema.get("type"), schema.get("anyOf").and_then(Value::as_array)) {
        (Some(Value::Array(kinds)), _) => kinds.contains(&Value::from("null")),
        (Some(_), _) => false,
        (None, branches) => {
            branches.is_none_or(|branches| branches.iter().any(is_null)) && schema.get("oneOf").is_none()
        }
    }
}

fn required(schema: &Value) -> Vec<&str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn names(schema: &Value) -> Vec<&str> {
    schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|all| all.keys())
        .map(String::as_str)
        .collect()
}

/// The name whose one value tells all branches apart.
fn tag<'s>(branches: &[&'s Value]) -> Option<&'s str> {
    let is_tag = |name: &&str| branches.iter().all(|branch| branch["properties"][*name].get("const").is_some());
    names(branches.first()?).into_iter().find(is_tag)
}
