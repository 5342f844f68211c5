//! Stage 1 of the road: one neutral JSON Schema for what a tool reads.
//!
//! Neutral means: draft 2020-12; the root is an object with `properties`, even when it has none; no `$schema`, no
//! `title`, no `format` outside the JSON Schema vocabulary; shared types written out where they are used, `$defs` only
//! for recursive ones; struct objects closed by `additionalProperties: false`. Clients refuse tools over each of these.

mod bounds;
mod choice;
mod consistent;
mod definitions;
mod foreign;
mod merge;
mod normal;
mod order;
mod properties;
mod references;
mod walk;
mod wide;
mod words;

use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

pub(crate) use self::choice::each_once;
pub(crate) use self::consistent::consistent;
pub(crate) use self::definitions::Definitions;
use self::normal::normal;
use self::properties::Properties;
pub(crate) use self::walk::fault;
use self::walk::{has_foreign_format, neutral, required_twice, without_foreign_formats};
pub(crate) use self::wide::ReadExample;
use self::words::each_inside;
pub(crate) use self::words::is_said;
use crate::rules::Rules;

/// One parameter of a tool, as generated code describes it.
#[derive(Debug)]
pub struct Parameter {
    name: &'static str,
    description: &'static str,
    required: bool,
    schema: fn(&mut SchemaGenerator) -> Schema,
    /// The variants of an enum, in their order.
    variants: fn() -> &'static [&'static str],
    rules: Option<&'static Rules>,
    default: Option<Value>,
    example: Option<Value>,
    is_flattened: bool,
    read: Option<ReadExample>,
}

impl Parameter {
    pub(crate) fn new<T: DeserializeOwned + JsonSchema>(
        name: &'static str,
        description: &'static str,
        required: bool,
    ) -> Self {
        let parameter = Self::from_function(name, description, required, SchemaGenerator::subschema_for::<T>);
        Self { variants: order::variants_of::<T>, ..parameter }
    }

    /// A parameter whose schema a function of the user's makes.
    #[must_use]
    pub fn from_function(
        name: &'static str,
        description: &'static str,
        required: bool,
        schema: fn(&mut SchemaGenerator) -> Schema,
    ) -> Self {
        Self {
            name,
            description,
            required,
            schema,
            variants: || &[],
            rules: None,
            default: None,
            example: None,
            is_flattened: false,
            read: None,
        }
    }

    /// Says how the type of the parameter is read, to try whether it can be.
    #[must_use]
    pub(crate) fn read_by(mut self, read: ReadExample) -> Self {
        self.read = Some(read);
        self
    }

    /// Adds the limits that the value must keep.
    #[must_use]
    pub fn with_rules(mut self, rules: &'static Rules) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Says what an absent argument means; `None` leaves it out of the schema, and so does what JSON has no way to say but
    /// `null`, such as a float that is no number.
    #[must_use]
    pub fn with_default(mut self, default: Option<Value>) -> Self {
        self.default = default.filter(|default| !default.is_null());
        self
    }

    /// Shows the model a value.
    #[must_use]
    pub fn with_example(mut self, example: Option<Value>) -> Self {
        self.example = example;
        self
    }

    /// Asks for the argument even if its type may be absent: it may be `null`.
    #[must_use]
    pub fn demanded(mut self) -> Self {
        self.required = true;
        self
    }

    /// Makes the fields of the type arguments of their own.
    #[must_use]
    pub fn flattened(mut self) -> Self {
        self.is_flattened = true;
        self
    }

    fn describe(&self, generator: &mut SchemaGenerator, properties: &mut Properties, tried: &mut Vec<Tried>) {
        // A type without a schema of its own is `true`, which some clients refuse: it becomes an object.
        let mut schema = (self.schema)(generator);
        if let Some(read) = self.read.filter(|_| wide::may_have(schema.as_value())) {
            tried.push(Tried { name: self.name, schema: schema.as_value().clone(), read });
        }
        let property = schema.ensure_object();
        order::put_in_order(property, (self.variants)());
        if self.is_flattened {
            properties.flatten(self.name, std::mem::take(property));
            return;
        }
        if let Some(rules) = self.rules {
            rules.write(property);
        }
        if !self.required {
            allow_null(property);
        }
        if !self.description.is_empty() {
            property.insert("description".to_owned(), self.description.into());
        }
        if let Some(default) = &self.default {
            property.insert("default".to_owned(), default.clone());
        }
        if let Some(example) = &self.example {
            property.insert("examples".to_owned(), Value::Array(vec![example.clone()]));
        }
        properties.add(self.name, schema.to_value(), self.required);
    }
}

/// A parameter whose type is tried with examples, since it may have what it cannot read.
struct Tried {
    name: &'static str,
    schema: Value,
    read: ReadExample,
}

/// Why the type that `schema` describes cannot be read, if it cannot.
pub(crate) fn unreadable(schema: &Value, read: ReadExample) -> Option<String> {
    wide::may_have(schema).then(|| wide::fault(schema, schema, read)).flatten()
}

/// The schema of a tool that reads `parameters`, in their order, and why it cannot tell them apart if it cannot.
pub(crate) fn of_parameters(parameters: &[Parameter]) -> (Value, Option<String>) {
    let mut generator = generator(Contract::Deserialize);
    let mut properties = Properties::default();
    let mut tried = Vec::new();
    for parameter in parameters {
        parameter.describe(&mut generator, &mut properties, &mut tried);
    }
    let clash = properties.clash();
    let mut root = properties.into_root();
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        set(&mut root, "$defs", definitions.into());
    }
    offer_null(&mut root);
    let unreadable = |tried: &Tried| {
        let fault = wide::fault(&root, &tried.schema, tried.read)?;
        Some(format!("argument `{}`: {fault}", tried.name))
    };
    let clash = clash.or_else(|| required_twice(&root)).or_else(|| tried.iter().find_map(unreadable));
    match normal(&root) {
        Ok(mut root) => {
            set_object(&mut root);
            neutral(&mut root);
            (root, clash)
        }
        Err(fault) => (root, clash.or(Some(fault))),
    }
}

/// The schema of a tool whose arguments are one value of type `T`.
pub(crate) fn of_type<T: JsonSchema>() -> Value {
    let mut schema = generator(Contract::Deserialize).into_root_schema_for::<T>().to_value();
    offer_null(&mut schema);
    schema
}

/// The neutral schema of what a tool returns; nothing for `()` and text, which are not sent as JSON.
pub(crate) fn of_output<T: JsonSchema>() -> Option<Value> {
    let id = T::schema_id();
    if [<()>::schema_id(), str::schema_id(), char::schema_id()].contains(&id) {
        return None;
    }
    Some(neutral_output(generator(Contract::Serialize).into_root_schema_for::<T>().to_value()))
}

/// A schema of a result from any origin, made neutral.
pub(crate) fn neutral_output(mut schema: Value) -> Value {
    // What cannot be understood is passed on as it is.
    if let Ok(normal) = normal(&schema) {
        schema = normal;
    }
    neutral(&mut schema);
    without_foreign_formats(&mut schema);
    schema
}

/// What is sent of a normalised schema, when that is less than the argument reader is given: the formats `float`, `int64`
/// and the like make clients warn or refuse.
pub(crate) fn sent(schema: &Value) -> Option<Value> {
    has_foreign_format(schema).then(|| {
        let mut sent = schema.clone();
        without_foreign_formats(&mut sent);
        sent
    })
}

/// Lets a schema accept `null` as well.
pub(crate) fn allow_null(schema: &mut Map<String, Value>) {
    let is_null = |schema: &Value| schema.get("type").is_some_and(|name| name == "null");
    let alternatives = ["anyOf", "oneOf"].into_iter().filter_map(|keyword| schema.get(keyword)?.as_array()).flatten();
    if alternatives.into_iter().any(is_null) {
        return;
    }
    let fixed = ["enum", "const", "$ref", "anyOf", "oneOf", "allOf", "not"];
    let is_fixed = fixed.iter().any(|keyword| schema.contains_key(*keyword));
    match schema.get_mut("type") {
        Some(Value::Array(types)) if types.iter().any(|name| name == "null") => {}
        Some(Value::Array(types)) if !is_fixed => types.push("null".into()),
        Some(name) if !is_fixed => *name = json!([name.take(), "null"]),
        None if !is_fixed => {}
        _ => {
            let mut only = std::mem::take(schema);
            // What is said of the value holds for `null` as well.
            let said = ["description", "default", "examples"].map(|keyword| only.shift_remove_entry(keyword));
            schema.insert("anyOf".to_owned(), json!([only, { "type": "null" }]));
            schema.extend(said.into_iter().flatten());
        }
    }
}

/// Lets every property with a default be `null`, which means the default. A model that has to give all properties, as
/// OpenAI's strict mode asks, says so of what it would leave out.
fn offer_null(schema: &mut Value) {
    let Value::Object(object) = schema else { return };
    let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        let optional = properties.iter_mut().filter(|(name, _)| !required.iter().any(|other| other == name.as_str()));
        for property in optional.filter_map(|(_, property)| property.as_object_mut()) {
            if property.get("default").is_some_and(|default| !default.is_null()) {
                allow_null(property);
            }
        }
    }
    each_inside(object, &mut |_, inside| offer_null(inside));
}

/// Makes a schema of any origin neutral, or says why it cannot describe a tool's arguments.
pub(crate) fn normalise(schema: &Value) -> Result<Value, String> {
    match schema.get("properties") {
        None | Some(Value::Object(_)) => {}
        Some(other) => return Err(format!("its `properties` are {}, not an object", kind_of(other))),
    }
    // `true` and `{}` allow every argument.
    let is_open = match schema {
        Value::Bool(true) => true,
        Value::Object(root) => is_open(root),
        other => return Err(format!("it is {}, not a JSON object", kind_of(other))),
    };
    let mut root = match normal(schema)? {
        Value::Bool(_) => json!({}),
        root => root,
    };
    match root.get("type") {
        Some(Value::String(name)) if name == "object" => {}
        // Arguments are never anything else.
        Some(Value::Array(names)) if names.iter().any(|name| name == "object") => {
            set(&mut root, "type", "object".into());
        }
        None if is_open => {}
        None => return Err("it has no `\"type\": \"object\"`".to_owned()),
        Some(other) => return Err(format!("its type is {other}, not \"object\"")),
    }
    set_object(&mut root);
    // What was said of objects alone holds now that the root is one.
    if let Value::Object(object) = root {
        root = consistent(object);
    }
    if root == Value::Bool(false) {
        return Err("nothing can satisfy it: `#` accepts no value".to_owned());
    }
    neutral(&mut root);
    Ok(root)
}

/// One schema for what two say of a value that nothing else describes; both are normal.
pub(crate) fn joined(a: Value, b: Value, definitions: &mut Definitions) -> Value {
    let mut joined = merge::merged(a, b, definitions, 0);
    neutral(&mut joined);
    joined
}

/// Says of a root that it is an object, and which properties it has.
fn set_object(root: &mut Value) {
    let Value::Object(object) = root else { return };
    if object.get("type").is_some_and(|name| name == "object") && object.contains_key("properties") {
        return;
    }
    let rest = std::mem::take(object);
    let properties = rest.get("properties").cloned().unwrap_or_else(|| json!({}));
    object.insert("type".to_owned(), "object".into());
    object.insert("properties".to_owned(), properties);
    for (word, value) in rest {
        object.entry(word).or_insert(value);
    }
}

/// A schema without a type that names no other way to describe a value either.
fn is_open(root: &Map<String, Value>) -> bool {
    let says = |word: &&str| root.get(*word).is_some_and(|value| !value.is_null());
    !["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"].iter().any(says)
}

fn generator(contract: Contract) -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.contract = contract;
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        })
        .into_generator()
}

fn set(schema: &mut Value, keyword: &str, value: Value) {
    if let Value::Object(object) = schema {
        object.insert(keyword.to_owned(), value);
    }
}

/// What a JSON value is, in the words of an error.
pub(crate) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
