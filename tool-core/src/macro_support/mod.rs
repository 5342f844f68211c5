//! The items that generated code uses. They may change in any release.

pub(crate) mod specialization;
pub mod hints;
pub(crate) mod calls;

pub use std::sync::{Arc, LazyLock};
pub use std::time::Duration;

pub use inventory;
pub use schemars;
pub use serde;

pub use serde::de::MapAccess;
pub use serde_json::{Error as JsonError, Value};
pub use tool_macros::tools;

pub use self::calls::*;
pub use self::specialization::{
    ArgumentSlot, ExampleValue, NamedTool, NamedToolFallback, NotATool, NotSerialize, Output, OutputFallback, Param,
    ParamFallback, RemoteDeriveFallback, RemoteType, RemoteTypeFallback, ReturnTypeFallback, Returned,
    ReturnedFallback, ToolFailure, ToolReturn, Type, TypeFallback, UnreadableArgument, WithErrorCause,
    WithInnerErrorCause, WithoutErrorCause, WithoutInnerErrorCause,
};
pub use crate::arguments::decode::{
    ArgumentSlots, read_described, read_optional, read_optional_described, read_required,
};
pub use crate::arguments::derive_support::{
    AliasedVariants, Field, FieldDefault, absent_field, describe_field, field_default, is_described_param,
    is_described_result, is_param, is_result, read_field, read_field_or_default,
};
pub use crate::arguments::flatten::{RemainingArguments, read_flattened};
pub use crate::arguments::tool_param::{ArgumentName, ToolParam};
pub use crate::callback::metadata::ToolMetadata;
pub use crate::callback::tool_callback::{ToolCallback, ToolFuture, ToolIdentity, ToolObject, arguments_are_read};
pub use crate::callback::tool_object::{
    HasToolObjectPart, MainBlockListsPart, object_callback, part_callback, part_callbacks, part_is_listed,
};
pub use crate::context::tool_context::ToolContext;
pub use crate::error::source_location::SourceLocation;
pub use crate::error::tool_error::ToolError;
pub use crate::output::tool_output::{IntoToolOutput, ToolOutput};
pub use crate::provider::registered_tools::ToolRegistration;
pub use crate::provider::tool_callback_provider::StaticToolCallbackProvider;
pub use crate::schema::constraints::{
    Bound, ListParam, NumberParam, Pattern, Rules, TextParam, check_list, check_number, check_text,
};
pub use crate::schema::definition::ToolDefinition;
pub use crate::schema::normalize::Parameter;
pub use crate::{
    __found as found, __json_of as json_of, __output as output, __output_schema as output_schema, __pattern as pattern,
};
