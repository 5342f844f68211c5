//! The way through a schema, by what a profile takes.

use serde_json::{Map, Value, json};

use super::profile::{Null, Objects, Profile, is_limit};
use super::{SchemaDialect, SchemaDialectError, fold};

type Schema = Map<String, Value>;

/// Deeper nesting comes from no type, and no server takes it.
const MAX_DEPTH: usize = 64;

/// Words that say what a value is in a way that no other word can replace.
const STRUCTURE: [&str; 12] = [
    "not",
    "if",
    "then",
    "else",
    "patternProperties",
    "propertyNames",
    "dependentSchemas",
    "dependentRequired",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contains",
    "$dynamicRef",
];

/// Converts a whole schema, whose root describes an object.
pub(super) fn root(dialect: SchemaDialect, schema: &Value) -> Result<Value, SchemaDialectError> {
    let mut converter = Converter { dialect, profile: Profile::of(dialect), properties: 0 };
    let place = Place { pointer: "#".to_owned(), depth: 0, levels: 0, is_optional: false };
    let Value::Object(root) = schema else { return Err(converter.error(&place, "it is no object")) };
    if root.get("type").is_none_or(|name| name != "object") {
        return Err(converter.error(&place, "the root must be an object: wrap the value in a struct with one field"));
    }
    let has_sides = ["anyOf", "oneOf", "allOf"].iter().any(|keyword| root.contains_key(*keyword));
    if has_sides && !converter.profile.sides_at_root {
        return Err(converter.error(&place, "the root cannot have alternatives: make the enum an argument of its own"));
    }
    converter.schema(schema, &place)
}

pub(super) struct Converter {
    dialect: SchemaDialect,
    pub(super) profile: Profile,
    /// How many properties there are so far.
    pub(super) properties: usize,
}

/// Where a schema stands.
pub(super) struct Place {
    pointer: String,
    pub(super) depth: usize,
    /// Objects around it.
    pub(super) levels: usize,
    /// Whether it is a property that may be left out.
    is_optional: bool,
}

impl Place {
    pub(super) fn below(&self, keyword: &str) -> Self {
        Self {
            pointer: format!("{}/{keyword}", self.pointer),
            depth: self.depth + 1,
            levels: self.levels,
            is_optional: false,
        }
    }

    pub(super) fn property(&self, name: &str, is_optional: bool) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        let place = self.below("properties").below(&name);
        Self { levels: self.levels + 1, is_optional, ..place }
    }
}

impl Converter {
    pub(super) fn error(&self, place: &Place, problem: impl Into<String>) -> SchemaDialectError {
        SchemaDialectError { dialect: self.dialect, place: place.pointer.clone(), problem: problem.into() }
    }

    pub(super) fn schema(&mut self, schema: &Value, place: &Place) -> Result<Value, SchemaDialectError> {
        if place.depth > MAX_DEPTH {
            return Err(self.error(place, "it is nested too deeply"));
        }
        let mut schema = match schema {
            Value::Object(schema) => schema.clone(),
            Value::Bool(true) => Schema::new(),
            _ => return Err(self.error(place, "it allows no value")),
        };
        self.check_structure(&schema, place)?;
        let is_nullable = self.take_null(&mut schema, place);
        let mut converted = self.value(schema, place)?;
        if is_nullable {
            match self.profile.null {
                Null::Flag => {
                    converted.insert("nullable".to_owned(), true.into());
                }
                Null::InType | Null::Alternative => fold::add_null(&mut converted),
            }
        }
        if self.profile.null == Null::Alternative {
            split_types(&mut converted);
        }
        Ok(Value::Object(converted))
    }

    /// Takes `null` out where the dialect says it in another way; true when it has to be said.
    fn take_null(&self, schema: &mut Schema, place: &Place) -> bool {
        let was_nullable = match self.profile.null {
            Null::InType if self.profile.objects != Objects::ClosedAndComplete => return false,
            Null::InType | Null::Flag | Null::Alternative => fold::take_null(schema),
        };
        match self.profile.null {
            Null::Alternative => was_nullable && !place.is_optional,
            Null::InType => was_nullable || place.is_optional,
            Null::Flag => was_nullable,
        }
    }

    fn check_structure(&self, schema: &Schema, place: &Place) -> Result<(), SchemaDialectError> {
        if matches!(self.dialect, SchemaDialect::Anthropic | SchemaDialect::Mcp) {
            return Ok(());
        }
        match STRUCTURE.iter().find(|keyword| schema.contains_key(**keyword)) {
            Some(keyword) => Err(self.error(place, format!("it has no `{keyword}`"))),
            None => Ok(()),
        }
    }

    /// A schema whose `null` has been seen to.
    fn value(&mut self, mut schema: Schema, place: &Place) -> Result<Schema, SchemaDialectError> {
        if schema.contains_key("$ref") {
            return self.reference(schema, place);
        }
        self.texts(&mut schema);
        self.constant(&mut schema);
        self.all_of(&mut schema, place)?;
        self.alternatives(&mut schema, place)?;
        self.enumeration(&mut schema);
        self.tuple(&mut schema, place)?;
        self.object(&mut schema, place)?;
        self.array(&mut schema, place)?;
        self.definitions(&mut schema, place)?;
        self.words(&mut schema);
        let says_nothing =
            ["type", "anyOf", "oneOf", "allOf", "enum", "const"].iter().all(|word| !schema.contains_key(*word));
        if says_nothing && !self.profile.any_value {
            return Err(self.error(place, "any value is allowed: take a type, or a text that holds JSON"));
        }
        if self.profile.upper_case_types
            && let Some(Value::String(name)) = schema.get_mut("type")
        {
            name.make_ascii_uppercase();
        }
        Ok(schema)
    }

    fn reference(&self, mut schema: Schema, place: &Place) -> Result<Schema, SchemaDialectError> {
        if !self.profile.references {
            let target = schema.get("$ref").and_then(Value::as_str).unwrap_or_default();
            let name = target.rsplit('/').next().unwrap_or_default();
            return Err(self.error(place, format!("the type `{name}` contains itself, and references are not known")));
        }
        let beside = schema.keys().any(|keyword| keyword != "$ref");
        if beside && !self.profile.described_references {
            let description = schema.shift_remove("description");
            let target = schema.shift_remove("$ref");
            schema.clear();
            schema.insert("anyOf".to_owned(), json!([{ "$ref": target }]));
            schema.extend(description.map(|description| ("description".to_owned(), description)));
        }
        Ok(schema)
    }

    /// Documented variants become one enum, their texts part of the description.
    fn texts(&self, schema: &mut Schema) {
        if self.profile.one_of {
            return;
        }
        let Some((texts, described)) = fold::text_alternatives(schema) else { return };
        schema.shift_remove("oneOf");
        schema.shift_remove("anyOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), texts.into());
        fold::describe(schema, &described, &[]);
    }

    fn constant(&self, schema: &mut Schema) {
        if !self.profile.constants
            && let Some(value) = schema.shift_remove("const")
        {
            schema.insert("enum".to_owned(), json!([value]));
        }
    }

    fn all_of(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        let Some(Value::Array(sides)) = schema.get("allOf") else { return Ok(()) };
        if self.profile.all_of {
            return self.each(schema, "allOf", place);
        }
        let [Value::Object(only)] = sides.as_slice() else {
            return Err(self.error(place, "one value cannot be described from several sides: write one struct"));
        };
        let only = only.clone();
        schema.shift_remove("allOf");
        for (keyword, value) in only {
            schema.entry(keyword).or_insert(value);
        }
        Ok(())
    }

    fn alternatives(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        if !self.profile.one_of {
            if schema.contains_key("oneOf") && schema.contains_key("anyOf") {
                return Err(self.error(place, "one value cannot be described from several sides: write one enum"));
            }
            if let Some(alternatives) = schema.shift_remove("oneOf") {
                schema.insert("anyOf".to_owned(), alternatives);
            }
        }
        let has_sides = schema.contains_key("anyOf") && schema.contains_key("properties");
        if has_sides && !self.profile.one_of {
            return Err(self.error(place, "one value cannot be described from several sides: write one struct or enum"));
        }
        self.each(schema, "anyOf", place)?;
        self.each(schema, "oneOf", place)
    }

    fn each(&mut self, schema: &mut Schema, keyword: &str, place: &Place) -> Result<(), SchemaDialectError> {
        let Some(Value::Array(alternatives)) = schema.get_mut(keyword) else { return Ok(()) };
        for (index, alternative) in alternatives.iter_mut().enumerate() {
            *alternative = self.schema(alternative, &place.below(keyword).below(&index.to_string()))?;
        }
        Ok(())
    }

    /// Where enums are of strings only, others are told in the description.
    fn enumeration(&self, schema: &mut Schema) {
        let Some(Value::Array(values)) = schema.get("enum") else { return };
        if self.profile.enums_of_strings_only && !values.iter().all(Value::is_string) {
            let values: Vec<_> = values.iter().map(ToString::to_string).collect();
            let note = format!("one of {}", values.join(", "));
            schema.shift_remove("enum");
            fold::describe(schema, &[], &[note]);
        } else if !schema.contains_key("type") && values.iter().all(Value::is_string) {
            schema.insert("type".to_owned(), "string".into());
        }
    }

    fn tuple(&self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        if schema.contains_key("prefixItems") && !self.profile.tuples {
            return Err(self.error(place, "a tuple has no names for its items: write a struct"));
        }
        if let Some(Value::Array(_)) = schema.get("prefixItems") {
            schema.entry("items").or_insert(Value::Bool(false));
        }
        Ok(())
    }

    fn array(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        let is_array = schema.get("type").is_some_and(|name| name == "array");
        match schema.get("items").cloned() {
            Some(Value::Bool(false)) if schema.contains_key("prefixItems") => Ok(()),
            Some(items) => {
                let items = self.schema(&items, &place.below("items"))?;
                schema.insert("items".to_owned(), items);
                Ok(())
            }
            // Some clients drop a list that does not say what it lists.
            None if is_array && !schema.contains_key("prefixItems") && self.profile.any_value => {
                if !self.profile.tuples {
                    schema.insert("items".to_owned(), json!({}));
                }
                Ok(())
            }
            None if is_array && !schema.contains_key("prefixItems") => {
                Err(self.error(place, "a list has to say what it lists"))
            }
            None => Ok(()),
        }
    }

    fn definitions(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        let Some(Value::Object(definitions)) = schema.get_mut("$defs") else { return Ok(()) };
        for (name, definition) in definitions.iter_mut() {
            *definition = self.schema(definition, &place.below("$defs").below(name))?;
        }
        Ok(())
    }

    /// Limits and formats that the dialect does not know go into the description.
    fn words(&self, schema: &mut Schema) {
        let mut notes = Vec::new();
        if let Some(Value::String(format)) = schema.get("format")
            && !self.profile.keeps_format(format)
        {
            notes.push(format!("format: {format}"));
            schema.shift_remove("format");
        }
        let dropped: Vec<String> = schema
            .keys()
            .filter(|keyword| is_limit(keyword) && !self.profile.limits.contains(&keyword.as_str()))
            .cloned()
            .collect();
        for keyword in dropped {
            if let Some(value) = schema.shift_remove(&keyword) {
                notes.push(format!("{keyword}: {value}"));
            }
        }
        fold::describe(schema, &[], &notes);
    }
}

/// One type for each value: a list of types becomes alternatives.
fn split_types(schema: &mut Schema) {
    let Some(Value::Array(types)) = schema.get("type") else { return };
    let types = types.clone();
    let description = schema.shift_remove("description");
    let mut rest = std::mem::take(schema);
    rest.shift_remove("type");
    let alternative = |name: Value| {
        let mut alternative = if name == "null" { Schema::new() } else { rest.clone() };
        if let Some(Value::Array(values)) = alternative.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
        alternative.insert("type".to_owned(), name);
        Value::Object(alternative)
    };
    let alternatives: Vec<_> = types.into_iter().map(alternative).collect();
    schema.insert("anyOf".to_owned(), alternatives.into());
    schema.extend(description.map(|description| ("description".to_owned(), description)));
}
