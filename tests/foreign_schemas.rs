//! Schemas of other origin: what they accept, in each dialect and in the strict reader.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(dead_code, reason = "shared with other tests")]

#[path = "schemas/foreign.rs"]
mod foreign;
#[path = "schemas/rules.rs"]
mod rules;
#[path = "schemas/values.rs"]
mod values;

use foreign::{Kind, dressed, schema, value};
use serde_json::{Value, json};
use tool_core::ToolDefinition;
use tool_core::context::ArgumentMode;
use tool_core::schema::SchemaDialect;
use values::Dice;

const EXACT: Kind = Kind { says_others: true, has_rare_words: true };

/// How many schemas are tried: more by `FOREIGN_SCHEMAS`.
fn count(usual: u64) -> u64 {
    std::env::var("FOREIGN_SCHEMAS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

fn arguments(schema: &Value, dice: &mut Dice) -> Value {
    let mut members = serde_json::Map::new();
    for (name, property) in schema["properties"].as_object().unwrap() {
        if name == "a" || dice.one_in(2) {
            members.insert(name.clone(), value(schema, property, 4, dice));
        }
    }
    if dice.one_in(20) {
        members.insert("zz".to_owned(), json!(1));
    }
    members.into()
}

fn accepts(validator: &jsonschema::Validator, value: &Value) -> bool {
    validator.is_valid(value)
}

#[test]
fn normalizing_does_not_change_what_is_accepted() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..count(600) {
        let mut dice = Dice::new(seed);
        let plain = schema(EXACT, &mut dice);
        let foreign = dressed(&plain, &mut dice);
        let before = jsonschema::draft202012::new(&plain).unwrap();
        let definition = ToolDefinition::new("t", "", foreign.clone());
        let after = definition.as_ref().ok().map(|definition| {
            let schema = definition.input_schema();
            jsonschema::draft202012::new(schema)
                .unwrap_or_else(|error| panic!("{seed}: {schema} is no schema: {error}"))
        });
        if let Err(error) = &definition {
            assert!(error.to_string().contains("accepts no value"), "{seed}: {error}: {foreign}");
        }
        for _ in 0..25 {
            let value = arguments(&plain, &mut dice);
            let is_valid = accepts(&before, &value);
            let still = after.as_ref().is_some_and(|after| accepts(after, &value));
            let schema =
                definition.as_ref().map(|definition| definition.input_schema_text().to_owned()).unwrap_or_default();
            assert_eq!(is_valid, still, "{seed}: {value}\nplain: {plain}\nforeign: {foreign}\nnormal: {schema}");
            if is_valid { accepted += 1 } else { refused += 1 }
        }
    }
    assert!(accepted * 4 > refused, "only {accepted} of {} values were accepted", accepted + refused);
}

#[test]
fn every_dialect_of_a_foreign_schema_obeys_its_rules() {
    let mut converted = [0_usize; SchemaDialect::ALL.len()];
    for seed in 0..count(500) {
        let mut dice = Dice::new(seed ^ 0x00d1_a1ec);
        let kind = Kind { says_others: dice.one_in(2), has_rare_words: dice.one_in(4) };
        let plain = schema(kind, &mut dice);
        let foreign = dressed(&plain, &mut dice);
        for (index, dialect) in SchemaDialect::ALL.into_iter().enumerate() {
            match dialect.convert(&foreign) {
                Ok(schema) => {
                    converted[index] += 1;
                    let broken = rules::broken(dialect, &schema);
                    assert_eq!(broken, None, "{seed}: {dialect}: {schema}\nof {foreign}");
                }
                Err(error) => {
                    let pointer = error.place().strip_prefix('#').unwrap();
                    assert!(pointer.is_empty() || pointer.starts_with('/'), "{seed}: {error}");
                }
            }
        }
    }
    for (count, dialect) in converted.iter().zip(SchemaDialect::ALL) {
        assert!(*count > 40, "{dialect}: only {count} schemas were converted");
    }
}

/// A dialect may accept less than the schema, but not more, except for constraints that it moves to the description.
#[test]
fn a_value_that_a_dialect_asks_for_is_one_of_the_schema() {
    for seed in 0..count(200) {
        let mut dice = Dice::new(seed ^ 0x0000_a5ced);
        let kind = Kind { says_others: dice.one_in(2), has_rare_words: false };
        let plain = schema(kind, &mut dice);
        let foreign = dressed(&plain, &mut dice);
        let Ok(definition) = ToolDefinition::new("t", "", foreign) else { continue };
        let normal = jsonschema::draft202012::new(definition.input_schema()).unwrap();
        for dialect in [SchemaDialect::Anthropic, SchemaDialect::Mcp] {
            let Ok(asked) = dialect.convert(definition.input_schema()) else { continue };
            let asked_for = jsonschema::draft202012::new(&asked).unwrap();
            for _ in 0..20 {
                let value = arguments(&plain, &mut dice);
                assert_eq!(
                    accepts(&asked_for, &value),
                    accepts(&normal, &value),
                    "{seed}: {dialect}: {value}: {asked}"
                );
            }
        }
        // What these dialects drop is in the description, which the validator ignores.
        for dialect in [SchemaDialect::Plain, SchemaDialect::OpenAiStrict, SchemaDialect::AnthropicStrict] {
            let Ok(asked) = dialect.convert(definition.input_schema()) else { continue };
            if asked.to_string().contains(": ") || asked.to_string().contains("oneOf") {
                continue;
            }
            let asked_for = jsonschema::draft202012::new(&asked).unwrap();
            for _ in 0..20 {
                let value = arguments(&plain, &mut dice);
                let is_asked_for = accepts(&asked_for, &value);
                let read = definition.read_arguments::<Value>(&value.to_string(), ArgumentMode::Strict);
                let is_accepted = read.is_ok();
                let has_one_of = definition.input_schema_text().contains("oneOf");
                assert!(
                    !is_asked_for || is_accepted || has_one_of,
                    "{seed}: {dialect}: {value}: {asked}\n{}",
                    definition.input_schema_text()
                );
            }
        }
    }
}

#[test]
fn the_strict_reader_of_a_foreign_schema_accepts_exactly_what_the_schema_accepts() {
    for seed in 0..count(200) {
        let mut dice = Dice::new(seed ^ 0x0057_21c7);
        let plain = schema(EXACT, &mut dice);
        let foreign = dressed(&plain, &mut dice);
        let Ok(definition) = ToolDefinition::new("t", "", foreign) else { continue };
        let validator = jsonschema::draft202012::new(&plain).unwrap();
        for _ in 0..25 {
            let value = arguments(&plain, &mut dice);
            let read = definition.read_arguments::<Value>(&value.to_string(), ArgumentMode::Strict);
            let as_read = read.as_ref().map_or(&value, |read| &read.params);
            // What is `null` to say that it is left out is not there when it is read.
            let is_valid = accepts(&validator, as_read);
            assert_eq!(
                read.is_ok(),
                is_valid,
                "{seed}: {value}: {:?}\n{plain}\n{}",
                read.as_ref().err(),
                definition.input_schema_text()
            );
            let lenient = definition.read_arguments::<Value>(&value.to_string(), ArgumentMode::Lenient);
            if let Ok(read) = &read {
                assert_eq!(lenient.unwrap().params, read.params, "{seed}: {value}");
            }
        }
    }
}

/// A type of `count` types, each of which contains the next, and the last the first.
fn chain(count: usize) -> Value {
    let of = |at: usize| json!({ "$ref": format!("#/$defs/T{}", at % count) });
    let types =
        (0..count).map(|at| (format!("T{at}"), json!({ "type": "object", "properties": { "next": of(at + 1) } })));
    json!({ "type": "object", "properties": { "first": of(0) }, "$defs": types.collect::<serde_json::Map<_, _>>() })
}

#[test]
fn a_long_chain_of_references_does_not_overflow_the_stack() {
    let schema = chain(5_000);

    assert!(ToolDefinition::new("t", "", schema.clone()).is_ok());
    for dialect in SchemaDialect::ALL {
        let is_kept = matches!(dialect, SchemaDialect::Anthropic | SchemaDialect::Mcp);
        assert_eq!(dialect.convert(&schema).is_ok(), is_kept, "{dialect}");
    }
    let error = SchemaDialect::OpenAiStrict.convert(&chain(300)).unwrap_err().to_string();
    assert!(error.ends_with("it has more than 10 levels of nested objects"), "{error}");
}

#[test]
fn listed_objects_and_single_texts_appear_once() {
    let objects: Vec<Value> =
        (0..2_000).flat_map(|at| [json!({ "n": at, "m": [1] }), json!({ "m": [1.0], "n": at })]).collect();
    let texts: Vec<Value> = (0..2_000).map(|at| json!({ "const": format!("v{at}") })).collect();
    let schema = json!({ "type": "object", "properties": { "a": { "enum": objects }, "b": { "oneOf": texts } } });

    let definition = ToolDefinition::new("t", "", schema).unwrap();

    let properties = &definition.input_schema()["properties"];
    assert_eq!(properties["a"]["enum"].as_array().unwrap().len(), 2_000);
    assert_eq!(properties["b"]["enum"].as_array().unwrap().len(), 2_000);
}

fn tool(property: &Value) -> ToolDefinition {
    let place = json!({ "type": "object", "properties": { "next": { "$ref": "#/$defs/Place" } }, "additionalProperties": false });
    let schema = json!({
        "type": "object", "properties": { "a": property }, "required": ["a"], "additionalProperties": false,
        "$defs": { "Place": place }
    });
    ToolDefinition::new("t", "", schema).unwrap()
}

#[test]
fn a_list_beside_an_object_is_a_list_where_no_struct_is_filled() {
    let tool = tool(&json!({ "anyOf": [{ "$ref": "#/$defs/Place", "minProperties": 0 }, { "type": "array" }] }));

    for mode in [ArgumentMode::Strict, ArgumentMode::Lenient] {
        let read = tool.read_arguments::<Value>(r#"{"a":[{}]}"#, mode).unwrap();
        assert_eq!(read.params, json!({ "a": [{}] }));
    }
}

#[test]
fn a_null_that_says_left_out_counts_for_no_other_keyword() {
    let limited = json!({ "type": "object", "properties": { "b": { "type": "string" } }, "maxProperties": 0 });
    let branches = json!({
        "type": "object",
        "properties": { "b": { "type": "array" } },
        "anyOf": [{ "required": ["d"], "additionalProperties": true }, { "required": ["b"] }],
        "unevaluatedProperties": false
    });

    for mode in [ArgumentMode::Strict, ArgumentMode::Lenient] {
        let read = |schema: &Value, text| tool(schema).read_arguments::<Value>(text, mode).unwrap().params;
        assert_eq!(read(&limited, r#"{"a":{"b":null}}"#), json!({ "a": {} }));
        assert_eq!(read(&branches, r#"{"a":{"b":null,"d":1.5}}"#), json!({ "a": { "d": 1.5 } }));
    }
}

#[test]
fn an_alternative_that_is_left_alone_keeps_all_that_it_says() {
    let recursive = json!({ "minProperties": 1, "allOf": [{ "$ref": "#/$defs/Place" }] });
    let beside_null = json!({ "anyOf": [recursive, { "type": "null" }] });
    let twice = json!({ "oneOf": [{ "$ref": "#/$defs/Place" }, { "$ref": "#/$defs/Place", "description": "Where" }] });

    for property in [beside_null, twice] {
        let schema = tool(&property);
        let error = SchemaDialect::Plain.convert(schema.input_schema()).unwrap_err();
        assert_eq!(error.place(), "#/properties/a", "{error}");
    }
}

/// Each choice of an `allOf` lists names that the other does not.
#[test]
fn choices_that_describe_one_object_together_stay_open() {
    let choice = |one: &str, other: &str| {
        let branch =
            |name: &str| json!({ "type": "object", "properties": { name: { "type": "integer" } }, "required": [name] });
        json!({ "anyOf": [branch(one), branch(other)] })
    };
    let v = json!({ "allOf": [choice("id", "name"), choice("from", "to")] });
    let tool = ToolDefinition::new("t", "", json!({ "properties": { "v": v } })).unwrap();

    for mode in [ArgumentMode::Strict, ArgumentMode::Lenient] {
        let read = tool.read_arguments::<Value>(r#"{"v":{"id":1,"to":2}}"#, mode);
        assert_eq!(read.unwrap().params, json!({ "v": { "id": 1, "to": 2 } }));
        tool.read_arguments::<Value>(r#"{"v":{"id":1}}"#, mode).unwrap_err();
    }
}
