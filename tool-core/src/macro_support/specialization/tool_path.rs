//! Checks that a path in `tools!` names a tool.

use std::sync::Arc;

use crate::callback::tool_callback::ToolCallback;

/// What `tools!` finds for a name that has no type beside it.
#[derive(Debug)]
pub struct NotATool;

/// Found for all types that no `#[tool]` function stands beside.
pub trait NamedToolFallback: Sized {
    /// A callback; the program does not compile.
    #[must_use]
    fn callback() -> Arc<dyn ToolCallback>
    where
        Self: NamedTool,
    {
        Self::named()
    }
}

impl<T> NamedToolFallback for T {}

/// What `tools!` takes.
#[diagnostic::on_unimplemented(
    message = "this is not a tool",
    label = "not a function with `#[tool]`",
    note = "put `#[tool]` on the function; a tool with `companion = Name` is listed as `Name`",
    note = "the methods of an object are given to the request as `Arc::new(object)`, with `#[tool_object]` on their `impl` \
            block; a closure tool and any other provider without `tools!`"
)]
pub trait NamedTool {
    /// The callback.
    fn named() -> Arc<dyn ToolCallback>;
}
