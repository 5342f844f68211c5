//! One neutral JSON Schema for what a tool reads.
//!
//! Neutral means: draft 2020-12; the root is an object with `properties`, even when it has none; no `$schema`, no
//! `title`, no `format` outside the JSON Schema vocabulary; shared types written out where they are used, `$defs` only
//! for recursive ones; struct objects closed by `additionalProperties: false`. Clients refuse tools over each of these.

mod keywords;
mod references;
mod other_drafts;
mod consistency;
mod bounds;
mod any_of;
mod definitions;
mod merge;
mod nullable;
mod enum_order;
mod wide_integers;
mod neutral_form;
mod root_properties;
mod parameter;
mod normal_form;

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

pub(crate) use self::any_of::each_once;
pub(crate) use self::consistency::consistent;
pub(crate) use self::definitions::Definitions;
use self::keywords::set_keyword;
pub(crate) use self::keywords::{is_said, kind_of};
pub(crate) use self::neutral_form::fault;
use self::neutral_form::{has_foreign_format, neutral, required_twice, without_foreign_formats};
use self::normal_form::normal;
pub(crate) use self::nullable::allow_null;
use self::nullable::offer_null;
pub use self::parameter::Parameter;
use self::parameter::Tried;
use self::root_properties::Properties;
pub(crate) use self::wide_integers::ReadExample;

/// Why the type that `schema` describes cannot be read, if it cannot.
pub(crate) fn unreadable(schema: &Value, read: ReadExample) -> Option<String> {
    wide_integers::may_have(schema).then(|| wide_integers::fault(schema, schema, read)).flatten()
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
        set_keyword(&mut root, "$defs", definitions.into());
    }
    offer_null(&mut root);
    neutral_form::name_integers(&mut root);
    let unreadable = |tried: &Tried| {
        let fault = wide_integers::fault(&root, &tried.schema, tried.read)?;
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
    neutral_form::name_integers(&mut schema);
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
            set_keyword(&mut root, "type", "object".into());
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
        return Err("`#` accepts no value".to_owned());
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

#[cfg(test)]
mod tests;
