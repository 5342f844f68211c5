//! Values for a schema: some that fit it, and the same with a mistake.

use serde_json::{Map, Value, json};

/// A generator of numbers that looks random and is the same each time: `SplitMix64`.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.roll() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    pub(crate) fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A value that `schema` accepts.
pub(crate) fn fitting(root: &Value, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return fitting(root, root.pointer(target.trim_start_matches('#')).unwrap(), depth + 1, dice);
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(Value::Array(alternatives)) = schema.get(keyword) {
            let alternative = dice.pick(alternatives).clone();
            return fitting(root, &alternative, depth, dice);
        }
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return dice.pick(values).clone();
    }
    match type_of(schema, dice).as_str() {
        "object" => object(root, schema, depth, dice),
        "array" => array(root, schema, depth, dice),
        "integer" => integer(schema, dice),
        "number" => number(schema, dice),
        "string" => text(schema, dice),
        "boolean" => Value::Bool(dice.one_in(2)),
        "null" => Value::Null,
        _ => json!("anything"),
    }
}

fn type_of(schema: &Value, dice: &mut Dice) -> String {
    match schema.get("type") {
        Some(Value::Array(names)) => dice.pick(names).as_str().unwrap().to_owned(),
        Some(Value::String(name)) => name.clone(),
        _ => String::new(),
    }
}

fn object(root: &Value, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
    let mut object = Map::new();
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if required.contains(&name.as_str()) || dice.one_in(2) {
            object.insert(name.clone(), fitting(root, property, depth + 1, dice));
        }
    }
    if let Some(of) = schema.get("additionalProperties").filter(|of| of.is_object()) {
        for _ in 0..dice.below(3) {
            object.insert(format!("k{}", dice.below(9)), fitting(root, of, depth + 1, dice));
        }
    }
    Value::Object(object)
}

fn array(root: &Value, schema: &Value, depth: usize, dice: &mut Dice) -> Value {
    let least = count(schema, "minItems").unwrap_or(0);
    let most = count(schema, "maxItems").unwrap_or(3);
    // A recursive type has to end.
    let length = if depth > 4 { least } else { least + dice.below(most - least + 1) };
    (0..length).map(|_| fitting(root, &schema["items"], depth + 1, dice)).collect()
}

fn count(schema: &Value, keyword: &str) -> Option<usize> {
    schema.get(keyword)?.as_u64().map(|count| usize::try_from(count).unwrap())
}

fn integer(schema: &Value, dice: &mut Dice) -> Value {
    let least = schema.get("minimum").and_then(Value::as_i64).unwrap_or(-50);
    let most = schema.get("maximum").and_then(Value::as_i64).unwrap_or(least.saturating_add(100));
    let span = usize::try_from(most - least + 1).unwrap();
    json!(least + i64::try_from(dice.below(span)).unwrap())
}

#[allow(clippy::cast_precision_loss, reason = "a number among many")]
fn number(schema: &Value, dice: &mut Dice) -> Value {
    let least = schema.get("minimum").and_then(Value::as_f64).unwrap_or(-50.0);
    let most = schema.get("maximum").and_then(Value::as_f64).unwrap_or(least + 100.0);
    json!(least + (most - least) * (dice.below(1001) as f64) / 1000.0)
}

fn text(schema: &Value, dice: &mut Dice) -> Value {
    let least = count(schema, "minLength").unwrap_or(0);
    let most = count(schema, "maxLength").unwrap_or(least + 3);
    let letters = ['a', 'b', 'é', 'z'];
    (0..least + dice.below(most - least + 1)).map(|_| *dice.pick(&letters)).collect::<String>().into()
}

/// The value with one change somewhere in it, which may still be valid.
pub(crate) fn with_a_mistake(value: &Value, dice: &mut Dice) -> Value {
    match value {
        Value::Object(object) if !object.is_empty() && !dice.one_in(4) => object_with_a_mistake(object, dice),
        Value::Array(items) if !items.is_empty() && !dice.one_in(3) => {
            let mut items = items.clone();
            let index = dice.below(items.len());
            match dice.below(4) {
                0 => items.extend(items.clone()),
                1 => {
                    items.remove(index);
                }
                _ => items[index] = with_a_mistake(&items[index], dice),
            }
            Value::Array(items)
        }
        _ => another(value, dice),
    }
}

fn object_with_a_mistake(object: &Map<String, Value>, dice: &mut Dice) -> Value {
    let mut object = object.clone();
    let names: Vec<_> = object.keys().cloned().collect();
    let name = dice.pick(&names).clone();
    match dice.below(6) {
        0 => {
            object.shift_remove(&name);
        }
        1 => {
            object.insert("unknown".to_owned(), json!(1));
        }
        _ => {
            let inner = with_a_mistake(&object[&name], dice);
            object.insert(name, inner);
        }
    }
    Value::Object(object)
}

fn another(value: &Value, dice: &mut Dice) -> Value {
    let others = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(7),
        json!(256),
        json!(1.5),
        json!(2.0),
        // Beyond 32 bits. Numbers beyond 64 bits are left out: no schema excludes them, and JSON does not carry them safely.
        json!(5_000_000_000_u64),
        json!(-5_000_000_000_i64),
        json!(""),
        json!("Red"),
        json!("red"),
        json!("ab"),
        json!("abcdef"),
        json!("éé"),
        json!("1"),
        json!([]),
        json!([1]),
        json!({}),
        json!({ "name": "x" }),
        json!({ "kind": "circle", "radius": 1 }),
        json!({ "kind": "circle", "radius": -1, "side": 1 }),
    ];
    let other = dice.pick(&others).clone();
    if &other == value { json!("another") } else { other }
}
