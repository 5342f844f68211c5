//! Stage 5 of the road: what the schema says of a value and serde does not.

use serde_json::{Map, Number, Value};

use crate::error::Names;

/// Makes `1.0` an integer where the schema says integer, and refuses names that no schema of an object has.
pub(super) fn fit(root: &Value, arguments: &mut Map<String, Value>) -> Result<(), String> {
    for (name, value) in arguments {
        if let Some(schema) = root.get("properties").and_then(|properties| properties.get(name.as_str())) {
            fit_value(root, schema, value).map_err(|detail| format!("argument `{name}`: {detail}"))?;
        }
    }
    Ok(())
}

fn fit_value(root: &Value, schema: &Value, value: &mut Value) -> Result<(), String> {
    let schema = resolve(root, schema);
    if is_integer(schema) {
        make_whole(value);
    }
    match value {
        Value::Array(items) => items.iter_mut().enumerate().try_for_each(|(index, item)| {
            let tuple = schema.get("prefixItems").and_then(|items| items.get(index));
            tuple.or_else(|| schema.get("items")).map_or(Ok(()), |schema| fit_value(root, schema, item))
        }),
        Value::Object(object) => fit_object(root, schema, object),
        _ => Ok(()),
    }
}

fn fit_object(root: &Value, schema: &Value, object: &mut Map<String, Value>) -> Result<(), String> {
    let properties = schema.get("properties");
    let additional = schema.get("additionalProperties");
    for (name, value) in object {
        match properties.and_then(|properties| properties.get(name.as_str())).or(additional) {
            Some(Value::Bool(false)) => return Err(format!("unknown name {}", Names(std::slice::from_ref(name)))),
            Some(schema) => fit_value(root, schema, value)?,
            None => {}
        }
    }
    Ok(())
}

fn resolve<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| root.pointer(target.strip_prefix('#')?));
    let alternatives = ["anyOf", "oneOf"].iter().find_map(|keyword| schema.get(keyword)?.as_array());
    // `Option<T>` is the only alternative that can be told without trying: one schema, or null.
    match (target, alternatives.map(Vec::as_slice)) {
        (Some(target), _) => target,
        (None, Some([only, null] | [null, only])) if null.get("type").is_some_and(|name| name == "null") => {
            resolve(root, only)
        }
        _ => schema,
    }
}

fn is_integer(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(name)) => name == "integer",
        Some(Value::Array(names)) => {
            names.iter().any(|name| name == "integer") && !names.iter().any(|name| name == "number")
        }
        _ => false,
    }
}

fn make_whole(value: &mut Value) {
    // Beyond 2^53 a float does not name one integer.
    const SAFE: f64 = 9_007_199_254_740_992.0;
    let Some(float) = value.as_f64().filter(|float| value.is_f64() && float.fract() == 0.0 && float.abs() <= SAFE)
    else {
        return;
    };
    if let Ok(number) = format!("{float:.0}").parse::<i64>() {
        *value = Value::Number(Number::from(number));
    }
}
