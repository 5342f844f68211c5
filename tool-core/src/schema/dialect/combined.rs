//! Converts references, `allOf` and alternatives to a dialect.

use serde_json::{Value, json};

use super::convert::{Converter, Place, Schema, WRITTEN_OUT};
use super::profile::is_limit;
use super::rewrites;
use super::schema_dialect::SchemaDialectError;
use crate::schema::normalize;

impl Converter {
    /// What a reference names, in its place.
    pub(super) fn written_out(&mut self, schema: &Schema, place: &Place) -> Result<Value, SchemaDialectError> {
        let reference = schema.get("$ref").and_then(Value::as_str).unwrap_or_default();
        let name = reference.rsplit('/').next().unwrap_or_default();
        let Some(target) = self.definitions.get(name).filter(|_| !self.definitions.is_recursive(name)).cloned() else {
            let what = if reference == "#" { "the whole schema".to_owned() } else { format!("the type `{name}`") };
            return Err(self.error(place, format!("{what} contains itself, and this dialect has no references")));
        };
        let Some(left) = self.left.checked_sub(self.definitions.size(name)) else {
            let problem = format!(
                "with the type `{name}` written out it has more than {WRITTEN_OUT} schemas, and this dialect has no references"
            );
            return Err(self.error(place, problem));
        };
        self.left = left;
        let Value::Object(mut target) = target else { return self.schema(&target, place) };
        target.extend(
            schema.iter().filter(|(word, _)| *word != "$ref").map(|(word, value)| (word.clone(), value.clone())),
        );
        self.schema(&Value::Object(target), place)
    }

    pub(super) fn reference(&self, mut schema: Schema) -> Schema {
        let beside = schema.keys().any(|keyword| keyword != "$ref");
        if beside && !self.profile.described_references {
            let description = schema.shift_remove("description");
            let target = schema.shift_remove("$ref");
            schema.clear();
            schema.insert("anyOf".to_owned(), json!([{ "$ref": target }]));
            schema.extend(description.map(|description| ("description".to_owned(), description)));
        }
        schema
    }

    /// What the one pass has left in `allOf` is what one schema cannot say.
    pub(super) fn all_of(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        if self.profile.all_of {
            return self.each(schema, "allOf", place);
        }
        let Some(Value::Array(sides)) = schema.shift_remove("allOf") else { return Ok(()) };
        let mut notes = Vec::new();
        for side in sides {
            let words = side.as_object().filter(|side| side.keys().all(|word| is_limit(word) || word == "format"));
            let Some(words) = words else {
                return Err(self.error(place, "several schemas describe one value: write one struct"));
            };
            notes.extend(words.iter().map(|(word, value)| rewrites::note(word, value)));
        }
        rewrites::describe(schema, &[], &notes);
        Ok(())
    }

    /// Joins what stands beside a choice with each of its branches, where they cannot stand together. Returns whether the only
    /// branch left is the schema now.
    pub(super) fn spread(&mut self, schema: &mut Schema, place: &Place) -> Result<bool, SchemaDialectError> {
        if self.profile.one_of {
            return Ok(false);
        }
        let Some(word) = ["anyOf", "oneOf"].into_iter().find(|word| schema.contains_key(*word)) else {
            return Ok(false);
        };
        // The one pass has seen to branches that are the same.
        if word == "anyOf" && schema.keys().all(|word| word == "anyOf" || normalize::is_said(word)) {
            return Ok(false);
        }
        let Some(Value::Array(branches)) = schema.shift_remove(word) else { return Ok(false) };
        let is_beside = |word: &String| !normalize::is_said(word);
        let beside: Schema =
            schema.iter().filter(|(word, _)| is_beside(word)).map(|(a, b)| (a.clone(), b.clone())).collect();
        schema.retain(|word, _| normalize::is_said(word));
        let mut joined = |branch: Value| {
            let beside = Value::Object(beside.clone());
            normalize::joined(branch, beside, &mut self.definitions)
        };
        let mut left: Vec<Value> = branches.into_iter().map(&mut joined).collect();
        left.retain(|branch| branch != &Value::Bool(false));
        normalize::each_once(&mut left);
        match left.len() {
            0 => return Err(self.error(place, "it accepts no value")),
            1 => {
                if let Some(Value::Object(only)) = left.pop() {
                    for (word, value) in only {
                        schema.entry(word).or_insert(value);
                    }
                }
                return Ok(true);
            }
            _ => _ = schema.insert("anyOf".to_owned(), left.into()),
        }
        Ok(false)
    }

    pub(super) fn alternatives(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        self.each(schema, "anyOf", place)?;
        self.each(schema, "oneOf", place)?;
        if self.profile.one_type {
            rewrites::each_once(schema);
        }
        Ok(())
    }

    pub(super) fn each(&mut self, schema: &mut Schema, keyword: &str, place: &Place) -> Result<(), SchemaDialectError> {
        let Some(Value::Array(alternatives)) = schema.get_mut(keyword) else { return Ok(()) };
        for (index, alternative) in alternatives.iter_mut().enumerate() {
            *alternative = self.schema(alternative, &place.below(keyword).below(&index.to_string()))?;
        }
        Ok(())
    }

    pub(super) fn definitions(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        let Some(Value::Object(definitions)) = schema.get_mut("$defs") else { return Ok(()) };
        for (name, definition) in definitions.iter_mut() {
            *definition = self.schema(definition, &place.below("$defs").below(name))?;
        }
        Ok(())
    }
}
