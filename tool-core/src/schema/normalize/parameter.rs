//! `Parameter`: one parameter of a tool and its schema.

use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::nullable::allow_null;
use super::root_properties::Properties;
use super::wide_integers::ReadExample;
use super::{enum_order, wide_integers};
use crate::schema::constraints::Rules;

/// One parameter of a tool, as generated code describes it.
#[derive(Debug)]
pub struct Parameter {
    name: &'static str,
    description: &'static str,
    required: bool,
    schema: fn(&mut SchemaGenerator) -> Schema,
    /// The variants of an enum, in their order.
    variants: fn() -> &'static [&'static str],
    rules: Option<&'static Rules>,
    default: Option<Value>,
    example: Option<Value>,
    is_flattened: bool,
    read: Option<ReadExample>,
}

impl Parameter {
    pub(crate) fn new<T: DeserializeOwned + JsonSchema>(
        name: &'static str,
        description: &'static str,
        required: bool,
    ) -> Self {
        let parameter = Self::from_function(name, description, required, SchemaGenerator::subschema_for::<T>);
        Self { variants: enum_order::variants_of::<T>, ..parameter }
    }

    /// A parameter whose schema a function of the user's makes.
    #[must_use]
    pub fn from_function(
        name: &'static str,
        description: &'static str,
        required: bool,
        schema: fn(&mut SchemaGenerator) -> Schema,
    ) -> Self {
        Self {
            name,
            description,
            required,
            schema,
            variants: || &[],
            rules: None,
            default: None,
            example: None,
            is_flattened: false,
            read: None,
        }
    }

    /// Says how the type of the parameter is read, to try whether it can be.
    #[must_use]
    pub(crate) fn read_by(mut self, read: ReadExample) -> Self {
        self.read = Some(read);
        self
    }

    /// Adds the limits that the value must keep.
    #[must_use]
    pub fn with_rules(mut self, rules: &'static Rules) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Says what an absent argument means; `None` leaves it out of the schema, and so does what JSON has no way to say but
    /// `null`, such as a float that is no number.
    #[must_use]
    pub fn with_default(mut self, default: Option<Value>) -> Self {
        self.default = default.filter(|default| !default.is_null());
        self
    }

    /// Shows the model a value.
    #[must_use]
    pub fn with_example(mut self, example: Option<Value>) -> Self {
        self.example = example;
        self
    }

    /// Asks for the argument even if its type may be absent: it may be `null`.
    #[must_use]
    pub fn demanded(mut self) -> Self {
        self.required = true;
        self
    }

    /// Makes the fields of the type arguments of their own.
    #[must_use]
    pub fn flattened(mut self) -> Self {
        self.is_flattened = true;
        self
    }

    pub(super) fn describe(
        &self,
        generator: &mut SchemaGenerator,
        properties: &mut Properties,
        tried: &mut Vec<Tried>,
    ) {
        // The schema of a type without `JsonSchema` is `true`, which some clients refuse: it becomes an object.
        let mut schema = (self.schema)(generator);
        if let Some(read) = self.read.filter(|_| wide_integers::may_have(schema.as_value())) {
            tried.push(Tried { name: self.name, schema: schema.as_value().clone(), read });
        }
        let property = schema.ensure_object();
        enum_order::put_in_order(property, (self.variants)());
        if self.is_flattened {
            properties.flatten(self.name, std::mem::take(property));
            return;
        }
        if let Some(rules) = self.rules {
            rules.write(property);
        }
        if !self.required {
            allow_null(property);
        }
        if !self.description.is_empty() {
            property.insert("description".to_owned(), self.description.into());
        }
        if let Some(default) = &self.default {
            property.insert("default".to_owned(), default.clone());
        }
        if let Some(example) = &self.example {
            property.insert("examples".to_owned(), Value::Array(vec![example.clone()]));
        }
        properties.add(self.name, schema.to_value(), self.required);
    }
}

/// A parameter whose type is tried with examples, since it may have what it cannot read.
pub(super) struct Tried {
    pub(super) name: &'static str,
    pub(super) schema: Value,
    pub(super) read: ReadExample,
}
