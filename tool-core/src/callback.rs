//! Stage 2 of the road: the one interface of every tool.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::context::ToolContext;
use crate::converter::ToolCallResultConverter;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
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
    /// The output stays a value: a [`ToolCallResultConverter`] makes the text later.
    ///
    /// # Errors
    /// [`ToolError`], which the model reads instead of a result.
    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a>;
}

/// How the framework treats a tool; the model never sees it.
///
/// Source: Spring AI 2.x, `ToolMetadata`.
#[derive(Clone, Default)]
pub struct ToolMetadata {
    return_direct: bool,
    result_converter: Option<Arc<dyn ToolCallResultConverter>>,
}

impl ToolMetadata {
    /// The results go back to the model, in the format that provider or client choose.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sends the result to the caller instead of the model, which ends the turn. It takes effect when every call of
    /// the round is direct and none failed.
    #[must_use]
    pub fn with_return_direct(mut self, return_direct: bool) -> Self {
        self.return_direct = return_direct;
        self
    }

    /// Gives the tool a result converter of its own, which no provider and no client overrides.
    #[must_use]
    pub fn with_result_converter(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.result_converter = Some(Arc::new(converter));
        self
    }

    /// Whether the result goes to the caller instead of the model.
    #[must_use]
    pub fn return_direct(&self) -> bool {
        self.return_direct
    }

    /// The converter that came with the tool: its own, else that of the innermost
    /// [`DelegatingToolCallbackProvider`](crate::DelegatingToolCallbackProvider) around it.
    #[must_use]
    pub fn result_converter(&self) -> Option<&Arc<dyn ToolCallResultConverter>> {
        self.result_converter.as_ref()
    }

    /// The same with `converter`, unless there is a converter already.
    pub(crate) fn or_result_converter(mut self, converter: &Arc<dyn ToolCallResultConverter>) -> Self {
        self.result_converter.get_or_insert_with(|| Arc::clone(converter));
        self
    }
}

impl fmt::Debug for ToolMetadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolMetadata")
            .field("return_direct", &self.return_direct)
            .field("result_converter", &self.result_converter.as_ref().map(|converter| converter.name()))
            .finish()
    }
}

/// A Rust object whose methods are tools: `client.tools(Arc::new(station))`.
///
/// An `Arc` of it is a [`ToolCallbackProvider`](crate::ToolCallbackProvider).
pub trait ToolObject: Send + Sync + 'static {
    /// One callback per tool method, each holding the object.
    fn tool_callbacks(self: &Arc<Self>) -> Vec<Arc<dyn ToolCallback>>;
}
