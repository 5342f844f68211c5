//! Schemas that no Rust type makes: random ones of draft 2020-12, the same in the words of other drafts and of `OpenAPI`,
//! and values to try on them.

use serde_json::{Map, Value, json};

use super::values::Dice;

type Object = Map<String, Value>;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];
/// Names of definitions, some of which a pointer has to escape.
const DEFINITIONS: [&str; 4] = ["Place", "b/c", "d~e", "f g%"];

/// The options of a random schema.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// Whether objects have `additionalProperties`; without it, our objects are closed.
    pub(crate) says_others: bool,
    /// Words that no dialect but MCP's has.
    pub(crate) has_rare_words: bool,
}

/// A random schema of a tool's arguments, in the words of draft 2020-12.
pub(crate) fn schema(kind: Kind, dice: &mut Dice) -> Value {
    let mut make = Make { kind, definitions: dice.below(4) };
    let mut root = json!({ "type": "object" });
    let mut properties = Object::new();
    for name in NAMES.iter().take(1 + dice.below(3)) {
        properties.insert((*name).to_owned(), make.schema(2, dice));
    }
    root["properties"] = properties.into();
    root["required"] = json!(["a"]);
    root["additionalProperties"] = (kind.says_others && dice.one_in(3)).into();
    let definitions: Object = DEFINITIONS
        .iter()
        .take(make.definitions)
        .enumerate()
        .map(|(index, name)| {
            // A definition refers to those before it, and to itself from the inside.
            make.definitions = index;
            let mut schema = make.schema(1, dice);
            if dice.one_in(4) {
                schema = recursive(name, kind);
            }
            ((*name).to_owned(), schema)
        })
        .collect();
    if !definitions.is_empty() {
        root["$defs"] = definitions.into();
    }
    root
}

fn recursive(name: &str, kind: Kind) -> Value {
    let mut schema =
        json!({ "type": "object", "properties": { "a": { "$ref": reference(name) }, "b": { "type": "integer" } } });
    if kind.says_others {
        schema["additionalProperties"] = false.into();
    }
    schema
}

fn reference(name: &str) -> String {
    let name = name.replace('~', "~0").replace('/', "~1").replace('%', "%25").replace(' ', "%20");
    format!("#/$defs/{name}")
}

struct Make {
    kind: Kind,
    definitions: usize,
}

impl Make {
    fn schema(&mut self, depth: usize, dice: &mut Dice) -> Value {
        match dice.below(if depth == 0 { 6 } else { 12 }) {
            0 | 1 => Self::number(dice),
            2 => Self::text(dice),
            3 => Self::listed(dice),
            4 => self.reference(dice),
            5 => dice.pick(&[json!({}), json!(true), json!({ "type": "boolean" }), json!({ "type": "null" })]).clone(),
            6 => self.list(depth, dice),
            7 | 8 => self.object(depth, dice),
            9 => self.choice(depth, dice),
            10 => self.all_of(depth, dice),
            _ => self.rare(depth, dice),
        }
    }

    fn types(base: &str, dice: &mut Dice) -> Value {
        match dice.below(6) {
            0 => json!([base, "null"]),
            1 => json!([base, "string"]),
            2 => json!(["null", base, "boolean"]),
            _ => json!(base),
        }
    }

    fn number(dice: &mut Dice) -> Value {
        let mut schema = json!({ "type": Self::types(if dice.one_in(2) { "integer" } else { "number" }, dice) });
        let words = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
        for word in words {
            if dice.one_in(4) {
                schema[word] = (i64::try_from(dice.below(8)).unwrap() - 2).into();
            }
        }
        if dice.one_in(8) {
            schema["multipleOf"] = dice.pick(&[json!(2), json!(3), json!(0.5)]).clone();
        }
        once(schema)
    }

    fn text(dice: &mut Dice) -> Value {
        let mut schema = json!({ "type": Self::types("string", dice) });
        for word in ["minLength", "maxLength"] {
            if dice.one_in(3) {
                schema[word] = dice.below(4).into();
            }
        }
        if dice.one_in(6) {
            schema["pattern"] = dice.pick(&[json!("^a"), json!("b$"), json!("^[a-c]*$")]).clone();
        }
        if dice.one_in(6) {
            schema["format"] = dice.pick(&[json!("date"), json!("uri")]).clone();
        }
        once(schema)
    }

    fn listed(dice: &mut Dice) -> Value {
        let all = [json!("a"), json!("b"), json!("A"), json!(null), json!(1), json!(2), json!(true), json!([1])];
        let mut values: Vec<Value> = Vec::new();
        let texts_only = dice.one_in(2);
        for _ in 0..=dice.below(3) {
            let value = if texts_only { dice.pick(&all[..3]) } else { dice.pick(&all) };
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        let mut schema = if dice.one_in(3) { json!({ "const": values[0] }) } else { json!({ "enum": values }) };
        if dice.one_in(3) {
            schema["type"] = dice.pick(&[json!("string"), json!(["string", "null"]), json!("integer")]).clone();
        }
        schema
    }

    fn reference(&self, dice: &mut Dice) -> Value {
        if self.definitions == 0 {
            return json!({ "type": "string" });
        }
        let mut schema = json!({ "$ref": reference(DEFINITIONS[dice.below(self.definitions)]) });
        match dice.below(5) {
            0 => schema["description"] = "Where it is".into(),
            1 => schema["minimum"] = 1.into(),
            2 => schema["required"] = json!(["a"]),
            _ => {}
        }
        schema
    }

    fn list(&mut self, depth: usize, dice: &mut Dice) -> Value {
        let mut schema = json!({ "type": "array" });
        if dice.one_in(3) {
            let prefix: Vec<Value> = (0..=dice.below(2)).map(|_| self.schema(depth.saturating_sub(1), dice)).collect();
            schema["prefixItems"] = prefix.into();
        }
        if !dice.one_in(4) {
            schema["items"] = if dice.one_in(5) { json!(false) } else { self.schema(depth.saturating_sub(1), dice) };
        }
        for word in ["minItems", "maxItems"] {
            if dice.one_in(4) {
                schema[word] = dice.below(3).into();
            }
        }
        if dice.one_in(5) {
            schema["uniqueItems"] = true.into();
        }
        if self.kind.has_rare_words && dice.one_in(5) {
            schema["contains"] = self.schema(depth.saturating_sub(1), dice);
            if dice.one_in(2) {
                schema[*dice.pick(&["minContains", "maxContains"])] = dice.below(3).into();
            }
        }
        once(schema)
    }

    fn object(&mut self, depth: usize, dice: &mut Dice) -> Value {
        let mut schema = json!({});
        if !dice.one_in(4) {
            schema["type"] = Self::types("object", dice);
        }
        let mut properties = Object::new();
        for name in NAMES {
            if dice.one_in(2) {
                let property = if dice.one_in(8) { json!(false) } else { self.schema(depth.saturating_sub(1), dice) };
                properties.insert(name.to_owned(), property);
            }
        }
        if !properties.is_empty() {
            schema["properties"] = properties.into();
        }
        if dice.one_in(3) {
            schema["required"] = json!([*dice.pick(&NAMES)]);
        }
        if self.kind.says_others {
            let others = [json!(true), json!(false), json!({ "type": "integer" })];
            schema["additionalProperties"] = dice.pick(&others).clone();
        }
        if dice.one_in(6) {
            schema[*dice.pick(&["minProperties", "maxProperties"])] = dice.below(3).into();
        }
        schema
    }

    fn choice(&mut self, depth: usize, dice: &mut Dice) -> Value {
        let mut branches: Vec<Value> =
            (0..=dice.below(3)).map(|_| self.schema(depth.saturating_sub(1), dice)).collect();
        if dice.one_in(4) {
            branches.push(branches[0].clone());
        }
        if dice.one_in(4) {
            branches.push(json!({ "type": "null" }));
        }
        let word = if self.kind.says_others && dice.one_in(2) { "oneOf" } else { "anyOf" };
        let mut schema = json!({ word: branches });
        if dice.one_in(5) {
            schema["minimum"] = 1.into();
        }
        schema
    }

    fn all_of(&mut self, depth: usize, dice: &mut Dice) -> Value {
        let mut sides: Vec<Value> = (0..=dice.below(2)).map(|_| self.schema(depth.saturating_sub(1), dice)).collect();
        let mut schema = if dice.one_in(2) { self.object(depth, dice) } else { json!({}) };
        if dice.one_in(3) {
            sides.push(json!({ "required": [*dice.pick(&NAMES)] }));
        }
        schema["allOf"] = sides.into();
        schema
    }

    fn rare(&mut self, depth: usize, dice: &mut Dice) -> Value {
        if !self.kind.has_rare_words {
            return self.object(depth, dice);
        }
        let mut schema = self.object(depth, dice);
        match dice.below(7) {
            0 => schema["not"] = self.schema(depth.saturating_sub(1), dice),
            1 => {
                schema["if"] = self.schema(depth.saturating_sub(1), dice);
                schema["then"] = self.schema(depth.saturating_sub(1), dice);
                schema["else"] = self.schema(depth.saturating_sub(1), dice);
            }
            2 => schema["patternProperties"] = json!({ "^[ab]": self.schema(depth.saturating_sub(1), dice) }),
            3 => schema["propertyNames"] = json!({ "maxLength": 1, "pattern": "^[a-c]" }),
            4 => schema["dependentRequired"] = json!({ "a": ["b"] }),
            5 => schema["dependentSchemas"] = json!({ "a": self.schema(depth.saturating_sub(1), dice) }),
            _ => {
                schema.as_object_mut().unwrap().shift_remove("additionalProperties");
                let of_side = self.object(0, dice);
                schema["anyOf"] = json!([of_side, { "required": ["b"] }]);
                schema["unevaluatedProperties"] = false.into();
            }
        }
        schema
    }
}

/// A list of types without duplicates.
fn once(mut schema: Value) -> Value {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        let mut known = Vec::new();
        types.retain(|name| {
            !known.contains(name) && {
                known.push(name.clone());
                true
            }
        });
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
    }
    schema
}

/// The same schema with keywords of other drafts and of `OpenAPI`, and with keywords without meaning.
pub(crate) fn dressed(schema: &Value, dice: &mut Dice) -> Value {
    let in_definitions = dice.one_in(2);
    let mut dressed = dress(schema, in_definitions, dice);
    if in_definitions && let Some(definitions) = dressed.as_object_mut().and_then(|root| root.shift_remove("$defs")) {
        dressed["definitions"] = definitions;
    }
    dressed
}

fn dress(schema: &Value, in_definitions: bool, dice: &mut Dice) -> Value {
    let Value::Object(object) = schema else { return schema.clone() };
    let mut object: Object = object
        .iter()
        .map(|(word, value)| {
            let value = match (word.as_str(), value) {
                ("properties" | "patternProperties" | "dependentSchemas" | "$defs", Value::Object(schemas)) => schemas
                    .iter()
                    .map(|(name, schema)| (name.clone(), dress(schema, in_definitions, dice)))
                    .collect::<Object>()
                    .into(),
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                    schemas.iter().map(|schema| dress(schema, in_definitions, dice)).collect()
                }
                ("$ref", Value::String(target)) if in_definitions => target.replace("#/$defs", "#/definitions").into(),
                ("enum" | "const" | "required" | "type" | "dependentRequired", _) => value.clone(),
                _ => dress(value, in_definitions, dice),
            };
            (word.clone(), value)
        })
        .collect();
    undress(&mut object, dice);
    object.into()
}

/// Writes some words of one schema as other drafts do.
fn undress(object: &mut Object, dice: &mut Dice) {
    let has_choice =
        ["enum", "const", "anyOf", "oneOf", "allOf", "not", "$ref", "if"].iter().any(|word| object.contains_key(*word));
    if !has_choice
        && let Some(Value::Array(types)) = object.get("type")
        && let [Value::String(one), Value::String(null)] = types.as_slice()
        && null == "null"
    {
        let one = one.clone();
        object.insert("type".to_owned(), one.into());
        object.insert("nullable".to_owned(), true.into());
    }
    for (exclusive, inclusive) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if !object.contains_key(inclusive)
            && let Some(bound) = object.get(exclusive).cloned()
        {
            object.insert(inclusive.to_owned(), bound);
            object.insert(exclusive.to_owned(), true.into());
        }
    }
    if let Some(prefix) = object.shift_remove("prefixItems") {
        if let Some(rest) = object.shift_remove("items") {
            object.insert("additionalItems".to_owned(), rest);
        }
        object.insert("items".to_owned(), prefix);
    }
    if let Some(required) = object.shift_remove("dependentRequired") {
        object.insert("dependencies".to_owned(), required);
    }
    if object.get("enum").is_none()
        && dice.one_in(3)
        && let Some(only) = object.shift_remove("const")
    {
        object.insert("enum".to_owned(), json!([only, only]));
    }
    for (word, value) in [
        ("title", json!("T")),
        ("$comment", json!("c")),
        ("x-foo", json!({ "a": 1 })),
        ("deprecated", json!(true)),
        ("readOnly", json!(false)),
        ("example", json!(1)),
        ("description", json!("What it is")),
        ("contentEncoding", json!("base64")),
        ("minLength", json!(null)),
    ] {
        if dice.one_in(8) && !object.contains_key(word) {
            object.insert(word.to_owned(), value);
        }
    }
}

/// A value that a property may have: made along the schema as far as that is easy, with mistakes, or of any kind.
pub(crate) fn value(root: &Value, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
    let Value::Object(object) = schema else { return any(depth, dice) };
    if depth == 0 || dice.one_in(8) {
        return any(depth, dice);
    }
    if let Some(target) = object.get("$ref").and_then(Value::as_str) {
        let pointer = target.trim_start_matches('#').replace("%20", " ").replace("%25", "%");
        return value(root, root.pointer(&pointer).unwrap(), depth.saturating_sub(1), dice);
    }
    if let Some(Value::Array(values)) = object.get("enum") {
        return dice.pick(values).clone();
    }
    if let Some(only) = object.get("const") {
        return only.clone();
    }
    for word in ["allOf", "anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = object.get(word)
            && dice.one_in(2)
        {
            return value(root, dice.pick(branches), depth, dice);
        }
    }
    let types = match object.get("type") {
        Some(Value::Array(names)) => dice.pick(names).clone(),
        Some(name) => name.clone(),
        None if object.contains_key("properties") => json!("object"),
        None => return any(depth, dice),
    };
    match types.as_str().unwrap() {
        "object" => members(root, object, depth, dice),
        "array" => {
            let prefix = object.get("prefixItems").and_then(Value::as_array).cloned().unwrap_or_default();
            let item = object.get("items").cloned().unwrap_or(json!({}));
            let length = dice.below(4);
            (0..length).map(|at| value(root, prefix.get(at).unwrap_or(&item), depth.saturating_sub(1), dice)).collect()
        }
        "integer" | "number" => {
            dice.pick(&[json!(0), json!(1), json!(2), json!(3), json!(4), json!(1.5), json!(2.0)]).clone()
        }
        "string" => text(dice),
        "boolean" => dice.one_in(2).into(),
        _ => Value::Null,
    }
}

fn members(root: &Value, object: &Object, depth: usize, dice: &mut Dice) -> Value {
    let mut members = Object::new();
    let properties = object.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    for name in NAMES {
        let required = object.get("required").and_then(Value::as_array).is_some_and(|all| all.contains(&name.into()));
        match properties.get(name) {
            Some(schema) if required || dice.one_in(2) => {
                members.insert(name.to_owned(), value(root, schema, depth.saturating_sub(1), dice));
            }
            None if required || dice.one_in(6) => {
                members.insert(name.to_owned(), any(depth.saturating_sub(1), dice));
            }
            _ => {}
        }
    }
    members.into()
}

fn text(dice: &mut Dice) -> Value {
    dice.pick(&["", "a", "b", "ab", "abc", "é", "abcd"]).to_string().into()
}

fn any(depth: usize, dice: &mut Dice) -> Value {
    match dice.below(if depth == 0 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => dice.one_in(2).into(),
        2 | 3 => dice.pick(&[json!(-1), json!(0), json!(1), json!(2), json!(5), json!(1.5), json!(2.0)]).clone(),
        4 | 5 => text(dice),
        6 => (0..dice.below(3)).map(|_| any(depth.saturating_sub(1), dice)).collect(),
        _ => (0..dice.below(3))
            .map(|_| ((*dice.pick(&NAMES)).to_owned(), any(depth.saturating_sub(1), dice)))
            .collect::<Object>()
            .into(),
    }
}
