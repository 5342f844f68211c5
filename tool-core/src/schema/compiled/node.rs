//! What a compiled schema says of one value.

use serde_json::{Map, Number, Value};

use super::json_types::{NamePattern, Types};
use super::number::NumberKind;

/// The number of a node.
pub(crate) type Id = usize;

/// What a schema says of one value.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each stands for a keyword")]
pub(super) struct Node {
    pub(super) types: Types,
    pub(super) allowed: Option<Vec<Value>>,
    /// The keywords that limit numbers, but those that the type of the number says itself.
    pub(super) limits: Vec<(&'static str, Number)>,
    /// The schema, where it limits lengths or sizes.
    pub(super) sizes: Option<Value>,
    pub(super) number: NumberKind,
    pub(super) has_default: bool,
    pub(super) properties: Vec<(String, Id)>,
    pub(super) required: Vec<String>,
    pub(super) patterns: Vec<(NamePattern, Id)>,
    pub(super) others: Others,
    pub(super) prefix: Vec<Id>,
    pub(super) items: Option<Id>,
    pub(super) is_set: bool,
    pub(super) all_of: Vec<Id>,
    pub(super) one_of: Option<Vec<Id>>,
    /// The name that has to stand before all others for serde not to keep them in a buffer without 128 bits.
    pub(super) first_name: Option<String>,
    /// Whether this is the one text by which serde knows a variant.
    pub(super) is_tag: bool,
    pub(super) is_nothing: bool,
    /// What the schema says of a text or a number besides, and only a strict reading compares.
    pub(super) strict_words: Option<Map<String, Value>>,
}

/// Members that are no properties.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum Others {
    #[default]
    Open,
    Closed,
    Like(Id),
}
