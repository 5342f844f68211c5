//! Makes the keywords of one schema consistent, or replaces them with `false`.

use std::cmp::Ordering;

use std::collections::HashMap;

use serde_json::{Number, Value};

use super::keywords::{Object, set_types};

/// The schema with each value once, a type beside listed values, and without types that nothing has; `false` when no value
/// is left.
pub(crate) fn consistent(mut object: Object) -> Value {
    let Some(values) = values(&mut object) else { return Value::Bool(false) };
    let types = types_of(&object);
    let mut types = types.map(|types| types.into_iter().filter(|name| is_possible(&object, name)).collect::<Vec<_>>());
    if let Some(values) = values {
        let fitting: Vec<Value> = values
            .iter()
            .filter(|value| types.as_ref().is_none_or(|types| types.iter().any(|name| is_of(value, name))))
            .cloned()
            .collect();
        types = Some(types_of_values(&fitting, types.as_deref()));
        write_values(&mut object, fitting);
    }
    if let Some(types) = &types {
        object.retain(|word, _| of_type(word).is_none_or(|of| types.iter().any(|name| of.contains(&name.as_str()))));
    }
    match types {
        Some(types) if types.is_empty() => return Value::Bool(false),
        Some(types) if object.contains_key("type") => set_types(&mut object, Some(types)),
        Some(types) => {
            let rest = std::mem::take(&mut object);
            set_types(&mut object, Some(types));
            object.extend(rest);
        }
        None => {}
    }
    Value::Object(object)
}

/// The types that a word is about; of other values it refuses none.
fn of_type(word: &str) -> Option<&'static [&'static str]> {
    match word {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => Some(&["number", "integer"]),
        "minLength" | "maxLength" | "pattern" => Some(&["string"]),
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains" | "minContains"
        | "maxContains" | "unevaluatedItems" => Some(&["array"]),
        "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "unevaluatedProperties" => Some(&["object"]),
        _ => None,
    }
}

/// The values that the schema lists; `Some(None)` when it lists none, `None` when none can be right.
#[allow(clippy::option_option, reason = "nothing is listed, or nothing of what is listed is left")]
fn values(object: &mut Object) -> Option<Option<Vec<Value>>> {
    let listed = match object.get("enum") {
        Some(Value::Array(values)) => {
            let mut each: Vec<Value> = Vec::with_capacity(values.len());
            let mut places: HashMap<String, Vec<usize>> = HashMap::new();
            for value in values {
                let alike = places.entry(likeness(value)).or_default();
                if !alike.iter().any(|at| each.get(*at).is_some_and(|known| equal(known, value))) {
                    alike.push(each.len());
                    each.push(value.clone());
                }
            }
            Some(each)
        }
        _ => None,
    };
    let values = match (object.get("const"), listed) {
        (Some(only), Some(listed)) => vec![listed.into_iter().find(|value| equal(value, only))?],
        (Some(only), None) => vec![only.clone()],
        (None, Some(listed)) => listed,
        (None, None) => return Some(None),
    };
    if values.is_empty() { None } else { Some(Some(values)) }
}

/// A text that equal values have in common, and most others do not: not all pairs of a long list can be compared.
fn likeness(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{:?}", number.as_f64()),
        Value::Array(items) => format!("[{}]", items.iter().map(likeness).collect::<Vec<_>>().join(",")),
        Value::Object(members) => {
            let mut members: Vec<_> =
                members.iter().map(|(name, value)| format!("{name:?}:{}", likeness(value))).collect();
            members.sort_unstable();
            format!("{{{}}}", members.join(","))
        }
        other => other.to_string(),
    }
}

/// `const` stays where it was; `null` alone is a type.
fn write_values(object: &mut Object, values: Vec<Value>) {
    if values == [Value::Null] {
        object.shift_remove("const");
        object.shift_remove("enum");
    } else if object.contains_key("const") {
        object.shift_remove("enum");
    } else {
        object.insert("enum".to_owned(), values.into());
    }
}

/// The types that a schema names.
pub(super) fn types_of(object: &Object) -> Option<Vec<String>> {
    match object.get("type")? {
        Value::String(name) => Some(vec![name.clone()]),
        Value::Array(names) => Some(names.iter().filter_map(Value::as_str).map(str::to_owned).collect()),
        _ => None,
    }
}

/// The types of listed values: those of `named` that one of them has, else what they are.
fn types_of_values(values: &[Value], named: Option<&[String]>) -> Vec<String> {
    if let Some(named) = named {
        return named.iter().filter(|name| values.iter().any(|value| is_of(value, name))).cloned().collect();
    }
    let mut types: Vec<String> = Vec::new();
    let has_fraction = values.iter().any(|value| value.is_number() && !is_of(value, "integer"));
    for value in values {
        let name = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) if has_fraction => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        if !types.iter().any(|known| known == name) {
            types.push(name.to_owned());
        }
    }
    types
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_number().is_some_and(is_whole),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

fn is_whole(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|number| number.fract() == 0.0)
}

/// Whether some value of the type can keep the bounds.
fn is_possible(object: &Object, name: &str) -> bool {
    let count = |word: &str| object.get(word).and_then(Value::as_u64);
    let in_order = |least: &str, most: &str| match (count(least), count(most)) {
        (Some(least), Some(most)) => least <= most,
        _ => true,
    };
    match name {
        "number" | "integer" => is_range(object),
        "string" => in_order("minLength", "maxLength"),
        "array" => in_order("minItems", "maxItems"),
        "object" => in_order("minProperties", "maxProperties") && !asks_for_nothing(object),
        _ => true,
    }
}

fn is_range(object: &Object) -> bool {
    let number = |word: &str| object.get(word).and_then(Value::as_f64);
    let least = number("minimum").into_iter().chain(number("exclusiveMinimum")).reduce(f64::max);
    let most = number("maximum").into_iter().chain(number("exclusiveMaximum")).reduce(f64::min);
    let (Some(least), Some(most)) = (least, most) else { return true };
    let is_open = number("exclusiveMinimum") == Some(least) || number("exclusiveMaximum") == Some(most);
    // Beyond 2^53 two bounds may look alike that are not.
    match least.partial_cmp(&most) {
        Some(Ordering::Equal) => !is_open || least.abs() >= 9e15,
        order => order == Some(Ordering::Less),
    }
}

/// Whether an object must have a property that can have no value.
fn asks_for_nothing(object: &Object) -> bool {
    let required = object.get("required").and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str).any(|name| {
        match object.get("properties").and_then(|properties| properties.get(name)) {
            Some(property) => property == &Value::Bool(false),
            None => {
                object.get("additionalProperties") == Some(&Value::Bool(false))
                    && !object.contains_key("patternProperties")
            }
        }
    })
}

/// Whether two values are equal for JSON Schema, to which `1` and `1.0` are one number.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.is_f64() != b.is_f64() && a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b)))
        }
        _ => a == b,
    }
}
