//! Stage 2 of the road: the one interface of every tool.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::context::ToolContext;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
pub(crate) use crate::metadata::ToolMetadata;
use crate::output::ToolOutput;

/// A future behind `dyn`: what the traits that are used as `dyn` return.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What [`ToolCallback::call`] returns.
pub type ToolFuture<'a> = BoxFuture<'a, Result<ToolOutput, ToolError>>;

/// A tool that a model can call.
///
/// `#[tool]` functions, closures ([`FunctionToolCallback`](crate::FunctionToolCallback)) and objects make one; write it
/// by hand for tools that are known only when the program runs:
/// ```
/// use tool_core::{ToolCallback, ToolContext, ToolDefinition, ToolFuture, ToolMetadata, ToolOutput};
///
/// struct Echo {
///     definition: ToolDefinition,
///     metadata: ToolMetadata,
/// }
///
/// impl ToolCallback for Echo {
///     fn definition(&self) -> &ToolDefinition {
///         &self.definition
///     }
///
///     fn metadata(&self) -> &ToolMetadata {
///         &self.metadata
///     }
///
///     fn call<'a>(&'a self, arguments: &'a str, _context: &'a ToolContext) -> ToolFuture<'a> {
///         Box::pin(async move { Ok(ToolOutput::json_text(arguments)) })
///     }
/// }
/// ```
///
/// Source: Spring AI 2.x, `ToolCallback`; there a call returns text, and its default overload drops the context.
pub trait ToolCallback: Send + Sync {
    /// What the model is told about the tool.
    fn definition(&self) -> &ToolDefinition;

    /// How the framework treats the tool.
    fn metadata(&self) -> &ToolMetadata;

    /// Runs the tool with the model's `arguments` (JSON text; `""` means none) and the caller's `context`.
    ///
    /// The output stays a value: a [`ToolCallResultConverter`](crate::ToolCallResultConverter) makes the text later.
    ///
    /// # Errors
    /// [`ToolError`], which the model reads instead of a result.
    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a>;
}

/// A Rust object whose methods are tools: `client.tools(Arc::new(station))`.
///
/// An `Arc` of it is a [`ToolCallbackProvider`](crate::ToolCallbackProvider).
pub trait ToolObject: Send + Sync + 'static {
    /// One callback per tool method, each holding the object.
    fn tool_callbacks(self: &Arc<Self>) -> Vec<Arc<dyn ToolCallback>>;
}
