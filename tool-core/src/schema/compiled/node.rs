//! One node of a compiled schema.

use serde_json::{Map, Number, Value};

use super::json_types::{NamePattern, Types};
use super::number::NumberKind;

/// The number of a node.
pub(crate) type Id = usize;

/// What a schema says of one value.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each stands for a keyword")]
pub(in crate::schema) struct Node {
    pub(in crate::schema) types: Types,
    pub(in crate::schema) allowed: Option<Vec<Value>>,
    /// The keywords that limit numbers, but those that the type of the number says itself.
    pub(in crate::schema) limits: Vec<(&'static str, Number)>,
    /// The schema, where it limits lengths or sizes.
    pub(in crate::schema) sizes: Option<Value>,
    pub(in crate::schema) number: NumberKind,
    pub(in crate::schema) has_default: bool,
    pub(in crate::schema) properties: Vec<(String, Id)>,
    pub(in crate::schema) required: Vec<String>,
    pub(in crate::schema) patterns: Vec<(NamePattern, Id)>,
    pub(in crate::schema) others: Others,
    pub(in crate::schema) prefix: Vec<Id>,
    pub(in crate::schema) items: Option<Id>,
    pub(in crate::schema) is_set: bool,
    pub(in crate::schema) all_of: Vec<Id>,
    pub(in crate::schema) one_of: Option<Vec<Id>>,
    /// The name that has to stand before all others for serde not to keep them in a buffer without 128 bits.
    pub(in crate::schema) first_name: Option<String>,
    /// Whether this is the one text by which serde knows a variant.
    pub(in crate::schema) is_tag: bool,
    pub(in crate::schema) is_nothing: bool,
    /// What the schema says of a text or a number besides, and only a strict reading compares.
    pub(in crate::schema) strict_words: Option<Map<String, Value>>,
}

impl Node {
    /// The nodes that describe the same value or a value inside of it.
    pub(super) fn below(&self) -> impl Iterator<Item = Id> {
        let others = match self.others {
            Others::Like(id) => Some(id),
            Others::Open | Others::Closed => None,
        };
        let properties = self.properties.iter().map(|(_, id)| *id);
        let sides = self.all_of.iter().chain(self.one_of.iter().flatten()).copied();
        properties.chain(others).chain(self.prefix.iter().copied()).chain(self.items).chain(sides)
    }
}

/// Members that are not properties.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::schema) enum Others {
    #[default]
    Open,
    Closed,
    Like(Id),
}
