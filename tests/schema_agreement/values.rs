//! Values for a schema, with number literals that `serde_json::Value` does not hold.

use serde_json::{Map, Value, json};

use crate::dice::Dice;

/// The placeholder of a number literal in a text, until the value is written.
fn literal(number: impl std::fmt::Display) -> Value {
    Value::String(format!("\u{1}{number}\u{2}"))
}

/// The value as JSON text.
pub(crate) fn to_text(value: &Value) -> String {
    value.to_string().replace("\"\\u0001", "").replace("\\u0002\"", "")
}

/// Number literals at the limits of all types, and unusual ones.
pub(crate) const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1",
    "1.0",
    "2.0",
    "-1",
    "-1.0",
    "1e2",
    "1E2",
    "1e+2",
    "100e-2",
    "5e-1",
    "0e9",
    "7",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "300",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775807.0",
    "12345678901234567890123",
    "170141183460469231731687303715884105727",
    "170141183460469231731687303715884105728",
    "-170141183460469231731687303715884105728",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "1e39",
    "-1e39",
    "1e38",
    "3.4028235e38",
    "3.5e38",
    "1e-50",
    "1e300",
    "1.5",
    "-1.6797147598904503",
    "0.1",
    "0.5",
    "2.5",
    "2.50001",
    "6",
    "6.0",
    "1e20",
    "1.0e0",
];

/// A value that `schema` accepts, as far as that is easily found.
pub(crate) fn fitting(root: &Value, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return fitting(root, root.pointer(target.trim_start_matches('#')).unwrap(), depth + 1, dice);
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return dice.pick(values).clone();
    }
    let mut sides: Vec<&Value> = schema.get("allOf").and_then(Value::as_array).into_iter().flatten().collect();
    for word in ["oneOf", "anyOf"] {
        if let Some(branches) = schema.get(word).and_then(Value::as_array) {
            sides.push(if depth > 5 { &branches[0] } else { dice.pick(branches) });
        }
    }
    if sides.is_empty() {
        return plain(root, schema, depth, dice);
    }
    let mut members = match plain(root, schema, depth, dice) {
        Value::Object(members) if schema.get("properties").is_some() => members,
        _ => Map::new(),
    };
    for side in sides {
        match fitting(root, side, depth + 1, dice) {
            Value::Object(more) => members.extend(more),
            other => return other,
        }
    }
    shuffled(members, dice)
}

fn plain(root: &Value, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
    let name = match schema.get("type") {
        Some(Value::Array(names)) => dice.pick(names).as_str().unwrap(),
        Some(Value::String(name)) => name,
        _ if schema.get("properties").is_some() => "object",
        _ => return anything(depth, dice),
    };
    match name {
        "object" => object(root, schema, depth, dice),
        "array" => array(root, schema, depth, dice),
        "integer" | "number" => number(schema, dice),
        "string" => text(schema, dice),
        "boolean" => Value::Bool(dice.one_in(2)),
        _ => Value::Null,
    }
}

/// Values of all kinds.
pub(crate) fn anything(depth: usize, dice: &mut Dice) -> Value {
    match dice.below(if depth > 4 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => Value::Bool(dice.one_in(2)),
        2 | 3 => literal(dice.pick(NUMBERS)),
        4 => json!(*dice.pick(&["", "a", "ab", "é", "5", "true", "celsius", "Celsius", "x y", "-1"])),
        5 => (0..dice.below(3)).map(|_| anything(depth + 1, dice)).collect(),
        6 => json!({ "kind": *dice.pick(&["circle", "square", "point", "inner"]), "radius": 1, "side": 2 }),
        _ => (0..dice.below(3)).map(|_| (name(dice), anything(depth + 1, dice))).collect::<Map<_, _>>().into(),
    }
}

/// Names of every kind that maps have.
fn name(dice: &mut Dice) -> String {
    let names = [
        "",
        "a",
        "é",
        "ab",
        "5",
        "-5",
        "05",
        "+5",
        "-0",
        "256",
        "1.0",
        "true",
        "false",
        "True",
        "celsius",
        "kelvin",
        "Kelvin",
        "9223372036854775808",
        "from",
        "x",
        "id",
        "value",
        "name",
        "nom",
        " ",
        "unknown",
        "kind",
        "side",
        "radius",
        "table",
        "number",
    ];
    (*dice.pick(&names)).to_owned()
}

fn shuffled(members: Map<String, Value>, dice: &mut Dice) -> Value {
    let mut members: Vec<(String, Value)> = members.into_iter().collect();
    if members.len() > 1 && dice.one_in(3) {
        let at = dice.below(members.len());
        members.rotate_left(at);
    }
    members.into_iter().collect::<Map<_, _>>().into()
}

fn object(root: &Value, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
    let mut members = Map::new();
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if required.contains(&name.as_str()) || depth < 5 && dice.one_in(2) {
            members.insert(name.clone(), fitting(root, property, depth + 1, dice));
        }
    }
    let count = if depth > 4 { 0 } else { dice.below(3) };
    for (pattern, of) in schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten() {
        for _ in 0..count {
            let number = if pattern.contains("-?") && dice.one_in(2) { "-" } else { "" };
            let digits = *dice.pick(&["0", "1", "7", "200", "00", "300", "99999999999999999999"]);
            members.insert(format!("{number}{digits}"), fitting(root, of, depth + 1, dice));
        }
    }
    let has_more = schema.get("patternProperties").is_none();
    if let Some(of) = schema.get("additionalProperties").filter(|of| has_more && *of != &Value::Bool(false)) {
        for _ in 0..count {
            let own = schema.get("propertyNames").map(|names| fitting(root, names, depth + 1, dice));
            let own = own.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_else(|| name(dice));
            members.insert(own, fitting(root, of, depth + 1, dice));
        }
    }
    shuffled(members, dice)
}

fn count(schema: &Value, keyword: &str) -> Option<usize> {
    schema.get(keyword)?.as_u64().map(|count| usize::try_from(count).unwrap())
}

fn array(root: &Value, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
    let least = count(schema, "minItems").unwrap_or(0);
    let most = count(schema, "maxItems").unwrap_or(least + 3);
    let length = if depth > 4 { least } else { least + dice.below(most - least + 1) };
    let prefix = schema.get("prefixItems").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut items: Vec<Value> = Vec::new();
    for index in 0..length {
        let of = prefix.get(index).or_else(|| schema.get("items")).unwrap_or(&Value::Bool(true));
        let item = fitting(root, of, depth + 1, dice);
        if schema.get("uniqueItems").is_none() || !items.contains(&item) {
            items.push(item);
        }
    }
    Value::Array(items)
}

fn number(schema: &Value, dice: &mut Dice) -> Value {
    let is_within = |number: &&&str| {
        let value: f64 = number.parse().unwrap();
        let bound = |word: &str| schema.get(word).and_then(Value::as_f64);
        bound("minimum").is_none_or(|least| value >= least) && bound("maximum").is_none_or(|most| value <= most)
    };
    let within: Vec<&&str> = NUMBERS.iter().filter(is_within).collect();
    match within.as_slice() {
        [] => json!(schema["minimum"]),
        _ => literal(**dice.pick(&within)),
    }
}

fn text(schema: &Value, dice: &mut Dice) -> Value {
    let of_format: &[&str] = match schema.get("format").and_then(Value::as_str) {
        Some("date") => &["2024-02-29", "1999-12-31", "2023-02-29"],
        Some("date-time") => &["2024-02-29T12:30:00Z", "2024-02-29T12:30:00.25+02:00"],
        Some("uuid") => &["67e55044-10b1-426f-9247-bb680e5fe0c8", "67E55044-10B1-426F-9247-BB680E5FE0C8"],
        Some("uri") => &["https://example.org/a?b#c", "mailto:a@example.org"],
        Some("ipv4") => &["127.0.0.1", "255.255.255.255"],
        _ => &[],
    };
    if !of_format.is_empty() {
        return json!(*dice.pick(of_format));
    }
    let least = count(schema, "minLength").unwrap_or(0);
    let most = count(schema, "maxLength").unwrap_or(least + 3);
    let letters = ['a', 'b', 'é', 'z'];
    (0..least + dice.below(most - least + 1)).map(|_| *dice.pick(&letters)).collect::<String>().into()
}

/// The value with one change somewhere in it, which may still be valid.
pub(crate) fn near(value: &Value, dice: &mut Dice) -> Value {
    match value {
        Value::Object(members) if !members.is_empty() && !dice.one_in(5) => near_object(members, dice),
        Value::Array(items) if !items.is_empty() && !dice.one_in(5) => near_array(items, dice),
        Value::String(text) if text.starts_with('\u{1}') && !dice.one_in(3) => literal(dice.pick(NUMBERS)),
        Value::String(text) if !text.starts_with('\u{1}') && dice.one_in(2) => match dice.below(3) {
            0 => json!(text.to_uppercase()),
            1 => json!(format!("{text}a")),
            _ => json!(text.chars().skip(1).collect::<String>()),
        },
        _ => anything(2, dice),
    }
}

fn near_object(members: &Map<String, Value>, dice: &mut Dice) -> Value {
    let mut all: Vec<(String, Value)> = members.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let at = dice.below(all.len());
    match dice.below(9) {
        0 => _ = all.remove(at),
        1 => all.push((name(dice), anything(2, dice))),
        2 => all.insert(0, (name(dice), all[at].1.clone())),
        3 => all[at].0 = name(dice),
        4 if dice.one_in(3) => return members.values().cloned().collect(),
        _ => all[at].1 = near(&all[at].1, dice),
    }
    all.into_iter().collect::<Map<_, _>>().into()
}

fn near_array(items: &[Value], dice: &mut Dice) -> Value {
    let mut items = items.to_vec();
    let at = dice.below(items.len());
    match dice.below(7) {
        0 => items.push(items[at].clone()),
        1 => _ = items.remove(at),
        2 => items.insert(at, anything(2, dice)),
        3 if items[at].as_str().is_some_and(|text| text == "\u{1}1\u{2}") => items.push(literal("1.0")),
        4 if dice.one_in(3) => return items[at].clone(),
        _ => items[at] = near(&items[at], dice),
    }
    Value::Array(items)
}
