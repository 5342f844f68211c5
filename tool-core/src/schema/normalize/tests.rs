use serde_json::{Value, json};

use super::{Parameter, normalise, of_parameters, of_type, sent};

fn as_sent(schema: Value) -> Value {
    sent(&schema).unwrap_or(schema)
}

#[allow(clippy::needless_pass_by_value, reason = "made for the call")]
fn normalised(schema: Value) -> Value {
    as_sent(normalise(&schema).unwrap())
}

#[test]
fn no_parameters_are_an_object_with_empty_properties() {
    let (schema, _) = of_parameters(&[]);

    assert_eq!(schema.to_string(), r#"{"type":"object","properties":{},"additionalProperties":false}"#);
}

#[test]
fn parameters_keep_their_order_and_only_required_ones_are_required() {
    let parameters = [
        Parameter::new::<String>("z", "last letter", true),
        Parameter::new::<u8>("a", "", false).with_default(Some(7.into())),
    ];

    let schema = as_sent(of_parameters(&parameters).0);

    assert_eq!(
        schema.to_string(),
        concat!(
            r#"{"type":"object","properties":{"z":{"type":"string","description":"last letter"},"#,
            r#""a":{"type":["integer","null"],"minimum":0,"maximum":255,"default":7}},"required":["z"],"additionalProperties":false}"#
        )
    );
}

#[test]
fn a_type_without_a_schema_is_an_object_not_true() {
    let (schema, _) = of_parameters(&[Parameter::new::<Value>("any", "", true)]);

    assert_eq!(schema["properties"]["any"], json!({}));
}

#[test]
fn an_open_schema_becomes_an_object() {
    assert_eq!(normalised(json!(true)), json!({"type": "object", "properties": {}}));
    assert_eq!(normalised(json!({})), json!({"type": "object", "properties": {}}));
}

#[test]
fn a_schema_that_describes_no_object_is_refused() {
    assert_eq!(normalise(&json!({"type": "array"})).unwrap_err(), "its type is \"array\", not \"object\"");
    assert_eq!(normalise(&json!({"anyOf": []})).unwrap_err(), "it has no `\"type\": \"object\"`");
    assert_eq!(normalise(&json!(false)).unwrap_err(), "it is a boolean, not a JSON object");
    assert!(normalise(&of_type::<Vec<u8>>()).is_err());
}

#[test]
fn schema_title_and_foreign_formats_go_but_properties_of_these_names_stay() {
    let schema = normalised(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "T",
        "type": "object",
        "properties": {
            "title": { "type": "string", "title": "gone" },
            "format": { "type": "integer", "format": "uint8" },
            "when": { "type": "string", "format": "date-time" },
        },
    }));

    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "title": { "type": "string" },
                "format": { "type": "integer" },
                "when": { "type": "string", "format": "date-time" },
            },
            "additionalProperties": false,
        })
    );
}

#[test]
fn maps_stay_open() {
    let (schema, _) = of_parameters(&[Parameter::new::<std::collections::BTreeMap<String, u8>>("map", "", true)]);

    assert_eq!(schema["properties"]["map"]["additionalProperties"]["type"], "integer");
}

#[test]
fn an_object_described_from_several_sides_is_closed_where_all_names_are_known() {
    let side = |name: &str| json!({ "type": "object", "properties": { name: {} } });
    let schema = normalised(json!({
        "type": "object",
        "properties": {
            "both": { "allOf": [side("a"), side("b")] },
            "either": { "anyOf": [side("a"), side("b")] },
            "mixed": { "properties": { "kind": {} }, "oneOf": [side("a"), side("b")] },
        },
    }));

    let both = json!({ "type": "object", "properties": { "a": {}, "b": {} }, "additionalProperties": false });
    assert_eq!(schema["properties"]["both"], both);
    assert_eq!(schema["properties"]["either"]["anyOf"][0]["additionalProperties"], false);
    let branch = json!({ "type": "object", "properties": { "a": {}, "kind": {} }, "additionalProperties": false });
    assert_eq!(schema["properties"]["mixed"]["oneOf"][0], branch);
    assert_eq!(schema["properties"]["mixed"].get("additionalProperties"), None);
}

#[test]
fn the_names_of_a_map_of_integers_have_no_leading_zeros() {
    use std::collections::BTreeMap;
    let parameters = [
        Parameter::new::<BTreeMap<i64, bool>>("signed", "", true),
        Parameter::new::<Vec<BTreeMap<u8, bool>>>("unsigned", "", true),
    ];

    let (schema, _) = of_parameters(&parameters);

    let signed = json!({ r"^(0|-?[1-9]\d*)$": { "type": "boolean" } });
    assert_eq!(schema["properties"]["signed"]["patternProperties"], signed);
    let unsigned = json!({ r"^(0|[1-9]\d*)$": { "type": "boolean" } });
    assert_eq!(schema["properties"]["unsigned"]["items"]["patternProperties"], unsigned);
}

#[test]
fn an_optional_nothing_is_null_once() {
    let (schema, _) = of_parameters(&[Parameter::new::<Option<()>>("nothing", "", false)]);

    assert_eq!(schema["properties"]["nothing"], json!({ "type": "null" }));
}

#[test]
fn the_reader_knows_which_number_is_meant_and_the_model_is_not_sent_it() {
    let (schema, _) = of_parameters(&[Parameter::new::<f32>("ratio", "", true), Parameter::new::<u64>("id", "", true)]);

    assert_eq!(schema["properties"]["ratio"], json!({ "type": "number", "format": "float" }));
    assert_eq!(schema["properties"]["id"]["format"], "uint64");
    assert_eq!(as_sent(schema)["properties"]["ratio"], json!({ "type": "number" }));
}

#[test]
fn references_of_every_kind_are_found() {
    let targets = ["#/$defs/a~1b", "#/definitions/c%20d", "#/properties/own", "#named", "https://example.org/other"];

    for target in targets {
        let schema = normalised(json!({
            "type": "object",
            "properties": { "own": { "type": "integer" }, "x": { "$ref": target } },
            "$defs": {
                "a/b": { "type": "integer" },
                "named": { "$anchor": "named", "type": "integer" },
                "other": { "$id": "https://example.org/other", "type": "integer" },
            },
            "definitions": { "c d": { "$ref": "#/$defs/a~1b" } },
        }));

        assert_eq!(schema["properties"]["x"], json!({ "type": "integer" }), "{target}");
    }
}

#[test]
fn a_reference_that_names_nothing_is_refused_with_its_place() {
    let refused =
        |target: &str| normalise(&json!({ "type": "object", "properties": { "x": { "$ref": target } } })).unwrap_err();

    assert_eq!(
        refused("https://example.org/a.json#/b"),
        "`https://example.org/a.json#/b` at `#/properties/x` refers to another document: copy the schema to `$defs`"
    );
    assert_eq!(refused("#/$defs/A"), "`#/$defs/A` at `#/properties/x` refers to nothing in the schema");
}

#[test]
fn a_required_name_without_a_schema_takes_anything() {
    let schema = normalised(json!({ "properties": { "a": { "type": "string" } }, "required": ["a", "zz"] }));

    assert_eq!(schema["properties"]["zz"], json!({}));
    assert_eq!(
        normalise(&json!({ "properties": { "a": {} }, "required": ["zz"], "additionalProperties": false }))
            .unwrap_err(),
        "`#` accepts no value"
    );
}
