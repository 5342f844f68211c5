//! Converts the neutral schema to the dialect of a model provider.

mod schema_dialect;
mod profile;
mod types;
mod rewrites;
mod size_limits;
mod convert;
mod objects;
mod combined;

use serde_json::Value;

pub use self::schema_dialect::{SchemaDialect, SchemaDialectError};

impl SchemaDialect {
    /// The schema in this dialect.
    ///
    /// # Errors
    /// [`SchemaDialectError`] with the place of what cannot be expressed; an adapter then sends the tool without its
    /// strict switch, or refuses it before the request.
    pub fn convert(self, schema: &Value) -> Result<Value, SchemaDialectError> {
        convert::root(self, schema)
    }
}

#[cfg(test)]
mod tests;
