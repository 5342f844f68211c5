use serde_json::{Value, json};

use super::SchemaDialect;
use super::SchemaDialect::{Anthropic, AnthropicStrict, Gemini, Mcp, OpenAiStrict, Plain};

/// A root with one property `x`, which is required.
fn of(property: &Value) -> Value {
    json!({
        "type": "object",
        "properties": { "x": property },
        "required": ["x"],
        "additionalProperties": false,
    })
}

fn optional(property: &Value) -> Value {
    json!({ "type": "object", "properties": { "x": property }, "additionalProperties": false })
}

fn x(dialect: SchemaDialect, schema: &Value) -> Value {
    dialect.convert(schema).unwrap()["properties"]["x"].clone()
}

fn refusal(dialect: SchemaDialect, schema: &Value) -> String {
    dialect.convert(schema).unwrap_err().to_string()
}

#[test]
fn a_schema_without_properties_stays_an_object_everywhere() {
    let empty = json!({ "type": "object", "properties": {}, "additionalProperties": false });

    assert_eq!(Plain.convert(&empty).unwrap(), empty);
    assert_eq!(Mcp.convert(&empty).unwrap(), empty);
    assert_eq!(Gemini.convert(&empty).unwrap(), json!({ "type": "OBJECT", "properties": {} }));
    let strict = json!({ "type": "object", "properties": {}, "additionalProperties": false, "required": [] });
    assert_eq!(OpenAiStrict.convert(&empty).unwrap(), strict);
}

#[test]
fn an_optional_number_is_told_in_each_way() {
    let schema = optional(&json!({ "type": ["integer", "null"], "minimum": 0, "description": "Rows" }));

    assert_eq!(x(Plain, &schema), json!({ "type": "integer", "minimum": 0, "description": "Rows" }));
    assert_eq!(x(OpenAiStrict, &schema), json!({ "type": ["integer", "null"], "minimum": 0, "description": "Rows" }));
    assert_eq!(x(Gemini, &schema), json!({ "type": "INTEGER", "minimum": 0, "description": "Rows", "nullable": true }));
    assert_eq!(x(AnthropicStrict, &schema), json!({ "type": ["integer", "null"], "description": "Rows (minimum: 0)" }));
    assert_eq!(x(Mcp, &schema), schema["properties"]["x"]);
}

#[test]
fn a_required_value_that_may_be_null_keeps_its_null() {
    let schema = of(&json!({ "type": ["string", "null"], "minLength": 1 }));

    assert_eq!(x(Plain, &schema), json!({ "anyOf": [{ "minLength": 1, "type": "string" }, { "type": "null" }] }));
    assert_eq!(x(Gemini, &schema), json!({ "type": "STRING", "minLength": 1, "nullable": true }));
}

#[test]
fn documented_variants_become_one_enum_with_their_texts() {
    let colour = json!({
        "description": "Paint",
        "oneOf": [
            { "type": "string", "enum": ["blue", "green"] },
            { "type": "string", "const": "red", "description": "Like blood" },
        ],
    });

    let folded =
        json!({ "description": "Paint\n`red`: Like blood", "type": "string", "enum": ["blue", "green", "red"] });
    assert_eq!(x(Plain, &of(&colour)), folded);
    assert_eq!(x(OpenAiStrict, &of(&colour)), folded);
    assert_eq!(x(Gemini, &of(&colour))["type"], "STRING");
    assert_eq!(x(Mcp, &of(&colour)), colour);
}

#[test]
fn an_optional_enum_is_nullable_in_strict_mode() {
    let schema = optional(&json!({ "anyOf": [{ "type": "string", "enum": ["a", "b"] }, { "type": "null" }] }));

    assert_eq!(x(OpenAiStrict, &schema), json!({ "type": ["string", "null"], "enum": ["a", "b", null] }));
    assert_eq!(x(Plain, &schema), json!({ "type": "string", "enum": ["a", "b"] }));
    assert_eq!(x(Gemini, &schema), json!({ "type": "STRING", "enum": ["a", "b"], "nullable": true }));
}

#[test]
fn tagged_enums_become_alternatives() {
    let side = |tag: &str| {
        json!({
            "type": "object",
            "properties": { "kind": { "type": "string", "const": tag } },
            "required": ["kind"],
            "additionalProperties": false,
        })
    };
    let schema = of(&json!({ "oneOf": [side("a"), side("b")] }));

    assert_eq!(x(OpenAiStrict, &schema), json!({ "anyOf": [side("a"), side("b")] }));
    assert_eq!(x(Plain, &schema)["anyOf"][0]["properties"]["kind"], json!({ "type": "string", "enum": ["a"] }));
    assert_eq!(
        x(Gemini, &schema)["anyOf"][1],
        json!({ "type": "OBJECT", "properties": { "kind": { "type": "STRING", "enum": ["b"] } }, "required": ["kind"] })
    );
}

#[test]
fn limits_that_are_not_known_are_told_in_words() {
    let schema = of(&json!({ "type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5, "default": 1 }));

    assert_eq!(
        x(Gemini, &schema),
        json!({ "type": "NUMBER", "description": "(exclusiveMinimum: 0, multipleOf: 0.5, default: 1)" })
    );
    assert_eq!(
        x(OpenAiStrict, &schema),
        json!({ "type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5, "description": "(default: 1)" })
    );
}

#[test]
fn a_format_that_is_refused_is_told_in_words() {
    let schema = of(&json!({ "type": "string", "format": "uri", "description": "Where" }));

    assert_eq!(x(OpenAiStrict, &schema), json!({ "type": "string", "description": "Where (format: uri)" }));
    assert_eq!(x(AnthropicStrict, &schema)["format"], "uri");
}

#[test]
fn numbers_in_an_enum_are_told_in_words_where_enums_are_of_strings() {
    let schema = of(&json!({ "type": "integer", "enum": [1, 2] }));

    assert_eq!(x(Gemini, &schema), json!({ "type": "INTEGER", "description": "(one of 1, 2)" }));
}

#[test]
fn a_map_is_refused_where_names_must_be_known() {
    let schema = of(&json!({ "type": "object", "additionalProperties": { "type": "integer" } }));

    assert_eq!(x(Plain, &schema), schema["properties"]["x"]);
    for dialect in [OpenAiStrict, AnthropicStrict, Gemini] {
        assert_eq!(
            refusal(dialect, &schema),
            format!(
                "the {dialect} dialect cannot express the schema at `#/properties/x`: an object needs fixed property \
                 names: write a struct, or a list of name and value pairs"
            )
        );
    }
}

#[test]
fn a_recursive_type_is_refused_where_references_are_not_known() {
    let mut schema = of(&json!({ "type": "array", "items": { "$ref": "#/$defs/Folder" } }));
    schema["$defs"] = json!({ "Folder": of(&json!({ "$ref": "#/$defs/Folder", "description": "More" })) });

    for dialect in [Plain, AnthropicStrict, Gemini] {
        assert_eq!(
            refusal(dialect, &schema),
            format!(
                "the {dialect} dialect cannot express the schema at `#/properties/x/items`: the type `Folder` contains \
                 itself, and this dialect has no references"
            )
        );
    }
    assert_eq!(Anthropic.convert(&schema).unwrap(), schema);
    assert_eq!(
        OpenAiStrict.convert(&schema).unwrap()["$defs"]["Folder"]["properties"]["x"],
        json!({ "anyOf": [{ "$ref": "#/$defs/Folder" }], "description": "More" })
    );
}

#[test]
fn tuples_any_values_and_open_lists_are_refused_by_name() {
    let tuple = of(&json!({ "type": "array", "prefixItems": [{ "type": "integer" }] }));
    let any = of(&json!({}));
    let list = of(&json!({ "type": "array" }));

    assert!(refusal(Plain, &tuple).ends_with("`#/properties/x`: a tuple cannot be expressed: write a struct"));
    assert!(
        refusal(Gemini, &any).ends_with("any value is allowed: use a concrete type, or a string that contains JSON")
    );
    assert!(refusal(OpenAiStrict, &list).ends_with("the array has no item type"));
    assert_eq!(x(Plain, &list), json!({ "type": "array", "items": {} }));
}

#[test]
fn alternatives_at_the_root_are_refused() {
    let schema = json!({ "type": "object", "properties": {}, "oneOf": [of(&json!({})), of(&json!(true))] });

    let expected = "cannot express the schema at `#`: the root cannot have alternatives: put the enum into an argument";
    for dialect in [Plain, OpenAiStrict, Anthropic, AnthropicStrict, Gemini] {
        assert_eq!(refusal(dialect, &schema), format!("the {dialect} dialect {expected}"));
    }
    assert!(Mcp.convert(&schema).is_ok());
}

#[test]
fn a_root_that_is_no_object_is_refused_everywhere() {
    for dialect in SchemaDialect::ALL {
        let error = dialect.convert(&json!({ "type": "array", "items": {} })).unwrap_err();

        assert_eq!((error.dialect(), error.place()), (dialect, "#"));
        assert!(error.to_string().ends_with("the root must be an object: wrap the value in a struct with one field"));
    }
}

#[test]
fn words_without_replacement_are_refused() {
    let schema = of(&json!({ "type": "string", "not": { "const": "a" } }));

    assert!(refusal(Gemini, &schema).ends_with("`#/properties/x`: `not` is not supported"));
    assert!(Mcp.convert(&schema).is_ok());
}

#[test]
fn strict_schemas_have_ten_levels_at_most() {
    let nested = (0..11).fold(json!({ "type": "string" }), |inner, _| of(&inner));

    assert!(refusal(OpenAiStrict, &nested).ends_with("objects are nested in more than 10 levels"));
    assert!(Plain.convert(&nested).is_ok());
}

#[test]
fn a_dialect_of_its_own_schema_changes_nothing_more() {
    let schema = optional(&json!({ "type": ["integer", "null"], "default": 3 }));

    for dialect in [Plain, OpenAiStrict, Anthropic, AnthropicStrict, Mcp] {
        let once = dialect.convert(&schema).unwrap();
        assert_eq!(dialect.convert(&once).unwrap(), once, "{dialect}");
    }
}

fn places(word: &str) -> Value {
    json!({
        "type": "object",
        "properties": {
            "from": { "$ref": format!("#/{word}/Place"), "description": "Where it begins" },
            "to": { "$ref": format!("#/{word}/Place") },
        },
        "required": ["from"],
        word: { "Place": of(&json!({ "type": "string" })) },
    })
}

#[test]
fn a_shared_type_is_written_out_where_references_are_not_known_and_kept_elsewhere() {
    for word in ["$defs", "definitions"] {
        for dialect in [Plain, AnthropicStrict, Gemini] {
            let converted = dialect.convert(&places(word)).unwrap();

            assert!(!converted.to_string().contains("$ref"), "{dialect}: {converted}");
            assert_eq!(converted["properties"]["from"]["description"], "Where it begins");
            assert_eq!(converted["properties"]["to"]["required"], json!(["x"]));
        }
        for dialect in [OpenAiStrict, Anthropic, Mcp] {
            let converted = dialect.convert(&places(word)).unwrap();

            assert!(converted["$defs"]["Place"].is_object(), "{dialect}: {converted}");
            assert!(converted["properties"]["to"].to_string().contains("#/$defs/Place"));
        }
    }
}

#[test]
fn shared_types_that_grow_too_large_are_refused_by_name() {
    let mut definitions = serde_json::Map::new();
    definitions.insert("T0".to_owned(), json!({ "type": "string" }));
    for level in 1..20 {
        let inner = json!({ "$ref": format!("#/$defs/T{}", level - 1) });
        let object = json!({ "type": "object", "properties": { "a": inner, "b": inner } });
        definitions.insert(format!("T{level}"), object);
    }
    let schema = json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/T19" } }, "$defs": definitions });

    for dialect in [Plain, AnthropicStrict, Gemini] {
        let refused = refusal(dialect, &schema);
        assert!(refused.ends_with("it has more than 10000 schemas, and this dialect has no references"), "{refused}");
    }
    assert!(Mcp.convert(&schema).is_ok());
    assert!(refusal(OpenAiStrict, &schema).ends_with("it has 19 levels of nested objects, more than 10"));
}

#[test]
fn several_types_are_alternatives_and_unknown_words_go_for_gemini() {
    let schema = of(&json!({
        "type": ["string", "number"], "minLength": 2, "x-foo": 1, "$comment": "c", "deprecated": true, "readOnly": true,
    }));

    let alternatives = json!({ "anyOf": [{ "minLength": 2, "type": "STRING" }, { "type": "NUMBER" }] });
    assert_eq!(x(Gemini, &schema), alternatives);
}

#[test]
fn listed_values_have_a_type_and_stand_once() {
    let with_null = of(&json!({ "enum": ["A", "B", null] }));
    let twice = of(&json!({ "anyOf": [{ "enum": ["A", "B"] }, { "enum": ["B", "A", "B"] }, { "enum": ["A", "B"] }] }));

    assert_eq!(x(OpenAiStrict, &with_null), json!({ "type": ["string", "null"], "enum": ["A", "B", null] }));
    assert_eq!(x(Gemini, &with_null), json!({ "type": "STRING", "enum": ["A", "B"], "nullable": true }));
    for dialect in [Plain, OpenAiStrict, AnthropicStrict] {
        assert_eq!(x(dialect, &twice)["enum"], json!(["A", "B"]), "{dialect}");
    }
}

#[test]
fn all_of_is_one_schema_in_every_dialect() {
    let schema = of(&json!({ "allOf": [
        { "type": "object", "properties": { "a": { "type": "integer", "minimum": 1 } }, "required": ["a"] },
        { "properties": { "a": { "maximum": 5 }, "b": { "enum": ["x", "y"] } }, "required": ["b"] },
    ] }));

    let both = x(Mcp, &schema);
    assert_eq!(both["properties"]["a"], json!({ "type": "integer", "minimum": 1, "maximum": 5 }));
    assert_eq!(both["required"], json!(["a", "b"]));
    for dialect in SchemaDialect::ALL {
        assert!(!dialect.convert(&schema).unwrap().to_string().contains("allOf"), "{dialect}");
    }
}

#[test]
fn what_stands_beside_a_choice_joins_each_branch() {
    let schema = of(&json!({
        "type": "object",
        "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
        "anyOf": [{ "required": ["a"] }, { "required": ["b"] }],
    }));

    let converted = x(Gemini, &schema);
    assert_eq!(converted["anyOf"][1]["required"], json!(["b"]));
    assert_eq!(converted["anyOf"][1]["properties"]["a"], json!({ "type": "STRING" }));
}

fn object_of(properties: impl Iterator<Item = (String, Value)>) -> Value {
    json!({ "type": "object", "properties": properties.collect::<serde_json::Map<_, _>>() })
}

fn listed(count: usize, length: usize) -> Value {
    json!({ "enum": (0..count).map(|index| format!("{index:0length$}")).collect::<Vec<_>>() })
}

#[test]
fn the_sizes_of_a_strict_schema_are_limited() {
    let string = json!({ "type": "string" });
    let numbered = |count: usize, width: usize| (0..count).map(move |index| format!("{index:0width$}"));
    let cases = [
        (
            object_of((0..2).map(|name| (name.to_string(), listed(600, 4)))),
            "it has 1202 values in all enums, more than 1000",
        ),
        (of(&listed(260, 100)), "it has 26000 characters in the values of one enum, more than 15000"),
        (
            object_of(numbered(1_300, 100).map(|name| (name, string.clone()))),
            "it has 130000 characters in names and listed values, more than 120000",
        ),
        (object_of(numbered(5_001, 4).map(|name| (name, string.clone()))), "the schema has more than 5000 properties"),
    ];

    for (schema, expected) in cases {
        let refused = refusal(OpenAiStrict, &schema);
        assert!(refused.ends_with(expected), "{refused}");
        assert!(Anthropic.convert(&schema).is_ok());
    }
    assert!(OpenAiStrict.convert(&object_of((0..2).map(|name| (name.to_string(), listed(499, 4))))).is_ok());
    assert!(OpenAiStrict.convert(&of(&listed(150, 100))).is_ok());
}

#[test]
fn a_strict_tool_of_anthropic_has_24_optional_properties_at_most() {
    let schema = |count: usize| object_of((0..count).map(|name| (format!("p{name}"), json!({ "type": "string" }))));

    assert!(AnthropicStrict.convert(&schema(24)).is_ok());
    assert!(refusal(AnthropicStrict, &schema(25)).ends_with("it has 25 optional properties, more than 24"));
}

#[test]
fn a_schema_without_a_type_is_not_called_one_of_any_value() {
    for words in
        [json!({ "properties": { "a": { "minimum": 1 } } }), json!({ "minLength": 2 }), json!({ "maximum": 2 })]
    {
        let converted = Gemini.convert(&of(&words)).unwrap();

        assert!(converted["properties"]["x"]["type"].is_string(), "{converted}");
    }
}
