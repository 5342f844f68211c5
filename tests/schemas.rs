//! Schemas: each is valid JSON Schema, equals the committed one, and accepts what the strict reader accepts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::needless_pass_by_value, reason = "the shapes of functions are what is tested")]

#[path = "schemas/tools.rs"]
mod tools;
#[path = "schemas/values.rs"]
mod values;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tool_core::ToolCallback;
use tool_core::context::ArgumentMode;
use tool_core::schema::SchemaDialect;
use tool_core::testing::{TestTool, check_schema_snapshot};
use values::{Dice, fitting, with_a_mistake};

fn golden(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas").join(file)
}

#[test]
fn every_schema_and_every_dialect_of_it_is_json_schema() {
    for tool in tools::all() {
        let (name, schema) = (tool.definition().name(), tool.definition().input_schema());
        assert!(jsonschema::meta::is_valid(schema), "{name}: {schema}");
        assert!(tool.definition().output_schema().is_none_or(jsonschema::meta::is_valid), "{name}");
        // Gemini uses the keywords of OpenAPI, whose types are not types of JSON Schema.
        for dialect in SchemaDialect::ALL.into_iter().filter(|dialect| *dialect != SchemaDialect::Gemini) {
            if let Ok(schema) = dialect.convert(schema) {
                assert!(jsonschema::meta::is_valid(&schema), "{name} as {dialect}: {schema}");
            }
        }
    }
}

#[test]
fn the_neutral_schemas_are_as_committed() {
    for tool in tools::all() {
        let file = golden(&format!("neutral/{}.json", tool.definition().name()));

        check_schema_snapshot(tool.definition(), file).unwrap();
    }
}

#[test]
fn the_dialects_are_as_committed() {
    for dialect in SchemaDialect::ALL {
        let file = golden(&format!("dialects/{}.json", dialect.name().to_lowercase().replace(' ', "_")));
        let sent: serde_json::Map<String, Value> = tools::all().iter().map(|tool| as_sent(tool, dialect)).collect();
        let sent = format!("{:#}\n", Value::Object(sent));

        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&file, &sent).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), sent, "{}", file.display());
    }
}

fn as_sent(tool: &Arc<dyn ToolCallback>, dialect: SchemaDialect) -> (String, Value) {
    let definition = tool.definition();
    let sent = dialect.convert(definition.input_schema());
    (definition.name().to_owned(), sent.unwrap_or_else(|error| json!({ "error": error.to_string() })))
}

#[test]
fn no_neutral_schema_has_a_keyword_that_clients_refuse() {
    for tool in tools::all() {
        let text = tool.definition().input_schema_text();

        assert!(text.starts_with(r#"{"type":"object","properties":{"#), "{text}");
        assert!(
            !["\"$schema\"", "\"title\"", "uint", "\"double\"", ":true"].iter().any(|word| text.contains(word)),
            "{text}"
        );
    }
}

#[tokio::test(flavor = "current_thread")]
async fn the_strict_reader_accepts_what_the_schema_accepts() {
    const VALUES: usize = 1_000;
    let (mut refused, mut tried, mut disagreements) = (0, 0, String::new());

    for (seed, tool) in tools::all().into_iter().enumerate() {
        let schema = tool.definition().input_schema().clone();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let reader = TestTool::new(tool).with_mode(ArgumentMode::Strict);
        let mut dice = Dice::new(u64::try_from(seed).unwrap());
        for _ in 0..VALUES {
            let mut value = fitting(&schema, &schema, 0, &mut dice);
            if !dice.one_in(4) {
                value = with_a_mistake(&value, &mut dice);
            }
            // A model sends an empty text for no arguments, which is read as an empty object.
            if value.is_null() {
                continue;
            }
            let read = reader.call(value.clone()).await;
            let is_valid = validator.is_valid(&value);
            tried += 1;
            refused += usize::from(!is_valid);
            if read.is_ok() != is_valid {
                writeln!(disagreements, "schema: {is_valid}, reader: {read:?}, value: {value}").unwrap();
            }
        }
    }

    assert_eq!(disagreements, "");
    assert!(refused * 100 >= tried * 30, "only {refused} of {tried} values were refused");
}

#[tokio::test(flavor = "current_thread")]
async fn the_null_that_openai_strict_asks_for_means_the_default_in_both_modes() {
    let tool = tools::all().into_iter().find(|tool| tool.definition().name() == "defaults").unwrap();
    let asked = SchemaDialect::OpenAiStrict.convert(tool.definition().input_schema()).unwrap();
    let nothing = json!({
        "copies": null, "size": null, "style": { "bold": null, "font": null }, "margins": null, "scale": null
    });

    assert!(jsonschema::draft202012::is_valid(&asked, &nothing), "{asked}");
    for mode in [ArgumentMode::Strict, ArgumentMode::Lenient] {
        assert_eq!(TestTool::new(tool.clone()).with_mode(mode).call(nothing.clone()).await.unwrap(), "1");
    }
}

/// A state, of a type with serde's and schemars' derives alone.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[allow(dead_code, reason = "read, not used")]
enum Plain {
    /// Waits for money
    Open,
    Paid,
    Shipped,
    /// On its way back
    Returned,
}

#[derive(tool_core::ToolParams)]
#[allow(dead_code, reason = "read, not used")]
enum Derived {
    /// Waits for money
    Open,
    Paid,
    Box {
        number: u8,
    },
    Shipped,
}

#[derive(tool_core::ToolResult)]
enum Written {
    /// Waits for money
    Open,
    #[allow(dead_code, reason = "described, not made")]
    Paid,
}

/// Finds orders.
#[tool_core::tool]
fn orders(plain: Plain, perhaps: Option<Plain>, all: Vec<Derived>) -> Written {
    let _ = (plain, perhaps, all);
    Written::Open
}

#[test]
fn an_enum_with_some_documented_variants_keeps_the_order_of_its_declaration() {
    let schema = orders::definition().input_schema();
    let order = |schema: &Value| -> Vec<String> {
        let branches = schema["oneOf"].as_array().unwrap().iter();
        let names = branches.flat_map(|branch| match (&branch["enum"], &branch["const"], &branch["required"][0]) {
            (Value::Array(all), ..) => all.clone(),
            (_, Value::String(name), _) | (_, _, Value::String(name)) => vec![name.clone().into()],
            _ => Vec::new(),
        });
        names.map(|name| name.as_str().unwrap().to_owned()).collect()
    };

    assert_eq!(order(&schema["properties"]["plain"]), ["Open", "Paid", "Shipped", "Returned"]);
    assert_eq!(order(&schema["properties"]["perhaps"]["anyOf"][0]), ["Open", "Paid", "Shipped", "Returned"]);
    assert_eq!(order(&schema["properties"]["all"]["items"]), ["Open", "Paid", "Box", "Shipped"]);
    assert_eq!(order(orders::definition().output_schema().unwrap()), ["Open", "Paid"]);
}
