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
mod null;
mod order;
mod parameter;
mod properties;
mod references;
mod walk;
mod wide;
mod words;

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

pub(crate) use self::choice::each_once;
pub(crate) use self::consistent::consistent;
pub(crate) use self::definitions::Definitions;
use self::normal::normal;
pub(crate) use self::null::allow_null;
use self::null::offer_null;
pub use self::parameter::Parameter;
use self::parameter::Tried;
use self::properties::Properties;
pub(crate) use self::walk::fault;
use self::walk::{has_foreign_format, neutral, required_twice, without_foreign_formats};
pub(crate) use self::wide::ReadExample;
pub(crate) use self::words::is_said;

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
    walk::name_integers(&mut root);
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
    walk::name_integers(&mut schema);
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
