//! `ToolParam`: the types that can be parameters of a tool.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// What a tool parameter is: readable from JSON and described by a schema.
///
/// A number is read as the nearest value of its type or refused: never as infinity, and never with fewer digits. An
/// integer of more than 64 bits is refused where it is read without a type (`serde_json::Value`, `serde_json::Number`), and
/// a number that no `f32` holds (`1e39`) is refused also inside untagged, tagged and flattened types, which serde reads from
/// a buffer. What such a type is read into is seen from its schema, so this holds as far as the schema is that of the type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter",
    label = "not readable by a model's arguments",
    note = "derive `ToolParams` for the type, or `serde::Deserialize` and `schemars::JsonSchema`"
)]
pub trait ToolParam: DeserializeOwned + JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> ToolParam for T {}

/// The name of an argument, and whether it has to be given.
pub type ArgumentName = (&'static str, bool);
