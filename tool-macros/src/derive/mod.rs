//! `#[derive(ToolParams)]` and `#[derive(ToolResult)]`.

pub(crate) mod conflicting_attrs;
pub(crate) mod rename_rules;
pub(crate) mod remote_type;
pub(crate) mod bounds;
pub(crate) mod impls;
pub(crate) mod field_assertions;
pub(crate) mod params_fields;
pub(crate) mod params_impls;
pub(crate) mod tool_params;
pub(crate) mod tool_result;
