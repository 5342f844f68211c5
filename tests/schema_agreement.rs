//! The strict reader and the schema of a Rust type accept the same values, by a validator that is not ours.
//!
//! `SCHEMA_VALUES` is the number of values, `SCHEMA_SEED` the first seed.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]
#![allow(dead_code, reason = "shared with other tests")]

#[path = "schemas/values.rs"]
mod dice;
#[path = "schema_agreement/judge.rs"]
mod judge;
#[path = "schema_agreement/tools.rs"]
mod tools;
#[path = "schema_agreement/types.rs"]
mod types;
#[path = "schema_agreement/values.rs"]
mod values;

use std::collections::BTreeMap;

use dice::Dice;
use judge::{Judge, Verdict};
use serde_json::{Map, Value};
use values::{fitting, near, to_text};

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// Arguments that match the schema, most of them with a change.
fn arguments(schema: &Value, dice: &mut Dice) -> String {
    let mut value = fitting(schema, schema, 0, dice);
    for _ in 0..dice.pick(&[0, 1, 1, 1, 2]).to_owned() {
        value = near(&value, dice);
    }
    match value {
        Value::Object(_) => to_text(&value),
        // Nothing else is read as arguments.
        other => to_text(&Value::Object(Map::from_iter([("value".to_owned(), other)]))),
    }
}

#[test]
fn the_strict_reader_of_a_type_accepts_exactly_what_its_schema_accepts() {
    let tools = [tools::all(), tools::of_many()].concat();
    let count = number("SCHEMA_VALUES", 3_000) / (2 * tools.len()) + 1;
    let (mut accepted, mut refused, mut not_said) = (0, 0, 0);
    let mut failures: BTreeMap<String, (usize, String)> = BTreeMap::new();

    for (index, (name, formats, pair)) in tools.into_iter().enumerate() {
        for (way, tool) in ["function", "closure"].into_iter().zip(pair) {
            let judge = Judge::new(tool, &formats, types::names(name).as_ref());
            let seed = number("SCHEMA_SEED", 0).wrapping_mul(1_000) + index;
            let mut dice = Dice::new(u64::try_from(seed).unwrap());
            for _ in 0..count {
                let text = arguments(judge.schema(), &mut dice);
                match judge.verdict(&text) {
                    Ok(Verdict::Accepted) => accepted += 1,
                    Ok(Verdict::Refused) => refused += 1,
                    Ok(Verdict::NotSaid) => not_said += 1,
                    Err((kind, wrong)) => {
                        let first = format!("{text}\n  {wrong}\n  {}", judge.schema());
                        failures.entry(format!("{name}, {way}: {kind}")).or_insert((0, first)).0 += 1;
                    }
                }
            }
        }
    }

    let failures: Vec<String> =
        failures.iter().map(|(kind, (count, first))| format!("{count} × {kind}\n  {first}")).collect();
    println!("{accepted} accepted, {refused} refused, {not_said} not said");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(accepted * 3 > refused && refused * 3 > accepted, "{accepted} accepted, {refused} refused");
}
