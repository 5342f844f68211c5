//! Converts a schema to a dialect, by the dialect's profile.

use serde_json::{Map, Value, json};

use super::profile::{Null, Objects, Profile, is_limit};
use super::schema_dialect::{SchemaDialect, SchemaDialectError};
use super::{rewrites, size_limits, types};
use crate::schema::normalize::{self, Definitions};

pub(super) type Schema = Map<String, Value>;

/// Deeper nesting comes from no type, and no server takes it.
const MAX_DEPTH: usize = 64;

/// How many schemas may be written out in the place of references.
pub(super) const WRITTEN_OUT: usize = 10_000;

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
pub(super) fn root(dialect: SchemaDialect, given: &Value) -> Result<Value, SchemaDialectError> {
    let place = Place { pointer: "#".to_owned(), depth: 0, levels: 0, is_optional: false };
    let error = |problem: &str| SchemaDialectError { dialect, place: "#".to_owned(), problem: problem.to_owned() };
    let Value::Object(object) = given else { return Err(error("it is not an object")) };
    let no_object = "the root must be an object: wrap the value in a struct with one field";
    if matches!(object.get("type"), Some(Value::String(name)) if !name.eq_ignore_ascii_case("object")) {
        return Err(error(no_object));
    }
    let mut schema = normalize::normalise(given).map_err(|problem| error(&problem))?;
    schema = normalize::sent(&schema).unwrap_or(schema);
    if schema.get("type").is_none_or(|name| name != "object") {
        return Err(error(no_object));
    }
    let mut converter = Converter::of(dialect, &schema);
    if ["anyOf", "oneOf", "allOf"].iter().any(|keyword| schema.get(keyword).is_some())
        && !converter.profile.sides_at_root
    {
        return Err(error("the root cannot have alternatives: put the enum into an argument"));
    }
    if !converter.profile.references
        && let Value::Object(root) = &mut schema
    {
        root.shift_remove("$defs");
    }
    let written = converter.schema(&schema, &place)?;
    size_limits::check(dialect, &written).map_err(|problem| error(&problem))?;
    Ok(written)
}

pub(super) struct Converter {
    dialect: SchemaDialect,
    pub(super) profile: Profile,
    /// How many properties there are so far.
    pub(super) properties: usize,
    pub(super) definitions: Definitions,
    /// How many more schemas may be written out in the place of references.
    pub(super) left: usize,
}

impl Converter {
    fn of(dialect: SchemaDialect, root: &Value) -> Self {
        let definitions = Definitions::of_root(root);
        Self { dialect, profile: Profile::of(dialect), properties: 0, definitions, left: WRITTEN_OUT }
    }
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
            _ => return Err(self.error(place, "it accepts no value")),
        };
        if schema.contains_key("$ref") && !self.profile.references {
            return self.written_out(&schema, place);
        }
        self.check_structure(&schema, place)?;
        self.all_of(&mut schema, place)?;
        if self.spread(&mut schema, place)? {
            return self.schema(&Value::Object(schema), place);
        }
        if self.profile.one_type {
            schema = match types::inferred(schema) {
                Value::Object(schema) => schema,
                _ => return Err(self.error(place, "it accepts no value")),
            };
        }
        let (is_nullable, is_lifted) = self.take_null(&mut schema, place);
        let mut converted = self.not_null(schema, is_lifted, place)?;
        if is_nullable {
            match self.profile.null {
                Null::Flag => {
                    converted.insert("nullable".to_owned(), true.into());
                }
                Null::InType | Null::Alternative => rewrites::add_null(&mut converted),
            }
        }
        if self.profile.splits_types {
            types::split(&mut converted);
        }
        if self.profile.upper_case_types {
            types::capitalise(&mut converted);
        }
        Ok(Value::Object(converted))
    }

    /// Converts a schema whose `null` was taken out. An alternative that was lifted may have any keyword.
    fn not_null(&mut self, mut schema: Schema, is_lifted: bool, place: &Place) -> Result<Schema, SchemaDialectError> {
        if is_lifted {
            return match self.schema(&Value::Object(schema), place)? {
                Value::Object(converted) => Ok(converted),
                _ => Err(self.error(place, "it allows no value")),
            };
        }
        if self.profile.splits_types {
            types::split(&mut schema);
        }
        self.value(schema, place)
    }

    /// Takes `null` out where the dialect says it in another way: whether it has to be said, and whether the only other
    /// alternative is the schema now.
    fn take_null(&self, schema: &mut Schema, place: &Place) -> (bool, bool) {
        let taken = match self.profile.null {
            Null::InType if self.profile.objects != Objects::ClosedAndComplete => return (false, false),
            Null::InType | Null::Flag | Null::Alternative => rewrites::take_null(schema),
        };
        let was_nullable = taken != rewrites::TakenNull::No;
        let is_nullable = match self.profile.null {
            Null::Alternative => was_nullable && !place.is_optional,
            Null::InType => was_nullable || place.is_optional,
            Null::Flag => was_nullable,
        };
        (is_nullable, taken == rewrites::TakenNull::Lifted)
    }

    fn check_structure(&self, schema: &Schema, place: &Place) -> Result<(), SchemaDialectError> {
        if !self.profile.one_type {
            return Ok(());
        }
        match STRUCTURE.iter().find(|keyword| schema.contains_key(**keyword)) {
            Some(keyword) => Err(self.error(place, format!("`{keyword}` is not supported"))),
            None => Ok(()),
        }
    }

    /// A schema whose `null` has been seen to.
    fn value(&mut self, mut schema: Schema, place: &Place) -> Result<Schema, SchemaDialectError> {
        if schema.contains_key("$ref") {
            let mut schema = self.reference(schema);
            self.words(&mut schema);
            return Ok(schema);
        }
        self.texts(&mut schema);
        self.constant(&mut schema);
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
            return Err(self.error(place, "any value is allowed: use a concrete type, or a string that contains JSON"));
        }
        Ok(schema)
    }

    /// Documented variants become one enum, their texts part of the description.
    fn texts(&self, schema: &mut Schema) {
        if self.profile.one_of {
            return;
        }
        let Some((texts, described)) = rewrites::text_alternatives(schema) else { return };
        schema.shift_remove("oneOf");
        schema.shift_remove("anyOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), texts.into());
        rewrites::describe(schema, &described, &[]);
    }

    fn constant(&self, schema: &mut Schema) {
        if !self.profile.constants
            && let Some(value) = schema.shift_remove("const")
        {
            schema.insert("enum".to_owned(), json!([value]));
        }
    }

    /// Where enums have only strings, other values are listed in the description.
    fn enumeration(&self, schema: &mut Schema) {
        let Some(Value::Array(values)) = schema.get("enum") else { return };
        if self.profile.enums_of_strings_only && !values.iter().all(Value::is_string) {
            let values: Vec<_> = values.iter().map(ToString::to_string).collect();
            let note = format!("one of {}", values.join(", "));
            schema.shift_remove("enum");
            rewrites::describe(schema, &[], &[note]);
        } else if !schema.contains_key("type") && values.iter().all(Value::is_string) {
            schema.insert("type".to_owned(), "string".into());
        }
    }

    fn tuple(&self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        if schema.contains_key("prefixItems") && !self.profile.tuples {
            return Err(self.error(place, "a tuple cannot be expressed: write a struct"));
        }
        let length = schema.get("prefixItems").and_then(Value::as_array).map(|items| items.len() as u64);
        if length.is_some() && schema.get("maxItems").and_then(Value::as_u64) == length {
            schema.entry("items").or_insert(Value::Bool(false));
        }
        Ok(())
    }

    fn array(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        let is_array = types::may_be(schema, "array");
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
                Err(self.error(place, "the array has no item type"))
            }
            None => Ok(()),
        }
    }

    /// Limits and formats that the dialect does not know go into the description, other words go.
    fn words(&self, schema: &mut Schema) {
        if !self.profile.one_type {
            return;
        }
        let mut notes = Vec::new();
        // What is dropped of a format comes first.
        if let Some((word, format)) = schema.shift_remove_entry("format") {
            match format.as_str() {
                Some(name) if self.profile.keeps_format(name) => _ = schema.insert(word, format),
                _ => notes.push(rewrites::note(&word, &format)),
            }
        }
        schema.retain(|word, value| {
            let is_known = word == "format" || self.profile.knows(word);
            if !is_known && (is_limit(word) || word.starts_with("content")) {
                notes.push(rewrites::note(word, value));
            }
            is_known
        });
        rewrites::describe(schema, &[], &notes);
    }
}
