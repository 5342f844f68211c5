//! One set of data in all the forms that are read and written.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What can be measured: written and read by all.
pub trait Measured: Serialize + DeserializeOwned + PartialEq + Debug {}

impl<T: Serialize + DeserializeOwned + PartialEq + Debug> Measured for T {}

/// Whether TOON can write the data as one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Rows of plain values.
    Table,
    /// Anything else.
    Nested,
}

/// One set of data in all the forms that are read and written.
#[derive(Debug)]
pub struct Subject<T> {
    /// What the tables call it.
    pub name: &'static str,
    /// Whether it is one table.
    pub shape: Shape,
    /// As the types it is made of.
    pub typed: T,
    /// As a tree.
    pub value: Value,
    /// As JSON text.
    pub json: String,
    /// As TOON text.
    pub toon: String,
}

impl<T: Measured> Subject<T> {
    /// All forms of `typed`.
    #[must_use]
    pub fn new(name: &'static str, shape: Shape, typed: T) -> Self {
        let json = serde_json::to_string(&typed).expect("it can be written");
        // Made of the typed value, so that it does not depend on how the text is read.
        let value = serde_json::to_value(&typed).expect("it can be written");
        let toon = tool_formats::toon::to_string(&typed).expect("it can be written");
        Self { name, shape, typed, value, json, toon }
    }
}
