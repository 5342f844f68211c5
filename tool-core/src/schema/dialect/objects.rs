//! Converts object schemas to a dialect: properties, `required` and additional properties.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::convert::{Converter, Place};
use super::profile::Objects;
use super::schema_dialect::SchemaDialectError;
use super::types;

type Schema = Map<String, Value>;

/// `OpenAI`'s limits of a strict schema.
const STRICT_LEVELS: usize = 10;
const STRICT_PROPERTIES: usize = 5_000;

impl Converter {
    pub(super) fn object(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        if !types::may_be(schema, "object") && !schema.contains_key("properties") {
            return Ok(());
        }
        self.additional(schema, place)?;
        if self.profile.objects == Objects::ClosedAndComplete {
            schema.entry("properties").or_insert_with(|| Map::new().into());
        }
        let required: HashSet<String> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        let Some(Value::Object(properties)) = schema.get_mut("properties") else { return Ok(()) };
        self.properties += properties.len();
        if self.profile.objects == Objects::ClosedAndComplete {
            if place.levels >= STRICT_LEVELS {
                return Err(self.error(place, format!("objects are nested in more than {STRICT_LEVELS} levels")));
            }
            if self.properties > STRICT_PROPERTIES {
                return Err(self.error(place, format!("the schema has more than {STRICT_PROPERTIES} properties")));
            }
        }
        for (name, property) in properties.iter_mut() {
            let is_optional = !required.contains(name);
            *property = self.schema(property, &place.property(name, is_optional))?;
        }
        if self.profile.objects == Objects::ClosedAndComplete {
            let names: Vec<_> = properties.keys().cloned().collect();
            schema.insert("required".to_owned(), names.into());
        }
        Ok(())
    }

    fn additional(&mut self, schema: &mut Schema, place: &Place) -> Result<(), SchemaDialectError> {
        let free_names = "an object needs fixed property names: write a struct, or a list of name and value pairs";
        let has_properties = schema.get("properties").and_then(Value::as_object).is_some_and(|map| !map.is_empty());
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => {}
            None if has_properties || place.depth == 0 => {}
            _ if !self.profile.maps => return Err(self.error(place, free_names)),
            Some(Value::Object(of)) => {
                let of = Value::Object(of.clone());
                let of = self.schema(&of, &place.below("additionalProperties"))?;
                schema.insert("additionalProperties".to_owned(), of);
            }
            _ => {}
        }
        match self.profile.objects {
            Objects::AsTheyAre => {}
            Objects::Closed | Objects::ClosedAndComplete => {
                schema.insert("additionalProperties".to_owned(), false.into());
            }
            Objects::Silent => {
                schema.shift_remove("additionalProperties");
            }
        }
        Ok(())
    }
}
