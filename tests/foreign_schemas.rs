//! Schemas that no type of ours made: what they accept, in the words of the dialects and for the strict reader.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(dead_code, reason = "shared with other tests")]

#[path = "schemas/foreign.rs"]
mod foreign;
#[path = "schemas/values.rs"]
mod values;

use foreign::{Kind, dressed, schema, value};
use serde_json::{Value, json};
use tool_core::ToolDefinition;
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
fn the_pass_changes_nothing_about_what_is_accepted() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..count(1_500) {
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
            assert!(error.to_string().contains("nothing can satisfy it"), "{seed}: {error}: {foreign}");
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
