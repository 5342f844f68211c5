//! `ToolCallback`, the trait of every tool, and its future.

use std::fmt;
use std::future::{Future, Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

pub(crate) use crate::callback::metadata::ToolMetadata;
use crate::context::argument_check::ArgumentCheck;
use crate::context::call_state::CallState;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::output::tool_output::ToolOutput;
use crate::schema::definition::ToolDefinition;

/// A boxed future, for the traits that are used as `dyn`.
pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What [`ToolCallback::call`] returns: an output that is there already, or one to wait for.
///
/// Most tools are plain functions, whose output needs no future on the heap.
#[must_use = "an async tool runs only while its future is awaited"]
pub struct ToolFuture<'a>(State<'a>);

enum State<'a> {
    Ready(Ready<Result<ToolOutput, ToolError>>),
    Later(BoxFuture<'a, Result<ToolOutput, ToolError>>),
}

impl<'a> ToolFuture<'a> {
    /// The future of a tool that runs while it is awaited: `ToolFuture::new(async move { .. })`.
    pub fn new(future: impl Future<Output = Result<ToolOutput, ToolError>> + Send + 'a) -> Self {
        Self(State::Later(Box::pin(future)))
    }

    /// The future of a tool that has run.
    #[inline]
    pub fn ready(result: Result<ToolOutput, ToolError>) -> Self {
        Self(State::Ready(ready(result)))
    }
}

impl Future for ToolFuture<'_> {
    type Output = Result<ToolOutput, ToolError>;

    #[inline]
    fn poll(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.get_mut().0 {
            State::Ready(result) => Pin::new(result).poll(task),
            State::Later(future) => future.as_mut().poll(task),
        }
    }
}

impl fmt::Debug for ToolFuture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            State::Ready(_) => "ToolFuture::ready(..)",
            State::Later(_) => "ToolFuture::new(..)",
        })
    }
}

/// A tool that a model can call.
///
/// `#[tool]` functions, closures ([`FunctionToolCallback`](crate::FunctionToolCallback)) and objects make one; write it
/// by hand for tools that are known only when the program runs:
/// ```
/// use tool_core::callback::{ToolFuture, ToolMetadata};
/// use tool_core::{ToolCallback, ToolContext, ToolDefinition, ToolOutput};
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
///         ToolFuture::ready(Ok(ToolOutput::json_text(arguments)))
///     }
/// }
/// ```
///
/// Source: Spring AI 2.x, `ToolCallback`; there a call returns text, and its default overload drops the context.
pub trait ToolCallback: Send + Sync {
    /// Name, description and input schema, as the model sees them.
    fn definition(&self) -> &ToolDefinition;

    /// How the framework treats the tool.
    fn metadata(&self) -> &ToolMetadata;

    /// Runs the tool with the model's `arguments` (JSON text; `""` means none) and the caller's `context`.
    ///
    /// A tool that waits for something returns [`ToolFuture::new`] of an async block, any other
    /// [`ToolFuture::ready`]. The output stays a value: a [`ToolCallResultConverter`](crate::ToolCallResultConverter) makes the text later.
    ///
    /// # Errors
    /// [`ToolError`], which the model reads instead of a result.
    fn call<'a>(&'a self, arguments: &'a str, context: &'a ToolContext) -> ToolFuture<'a>;

    /// Reads `arguments` as [`call`](Self::call) would, without running the tool: before a person is asked to approve the call.
    /// Returns the text that the tool would read in their place, if it would repair them.
    ///
    /// By default nothing is checked. `#[tool]` functions, methods and closures read all their arguments.
    ///
    /// # Errors
    /// [`ToolError`], which the model reads: the call cannot run, and no person is asked.
    fn check_arguments(&self, _arguments: &str, _context: &ToolContext) -> Result<Option<String>, ToolError> {
        Ok(None)
    }

    /// What tells the function that is called from every other, whatever a provider has wrapped it in; a hand-written
    /// callback is known by its `Arc` alone.
    #[doc(hidden)]
    fn identity(&self) -> Option<ToolIdentity> {
        None
    }
}

/// [`ToolCallback::check_arguments`] of a tool that ends its call after reading when its context has an [`ArgumentCheck`].
pub(crate) fn check_by_call(
    tool: &dyn ToolCallback,
    arguments: &str,
    context: &ToolContext,
) -> Result<Option<String>, ToolError> {
    let check = Arc::<ArgumentCheck>::default();
    let state = CallState::of_check(context.argument_mode(), &check);
    let context = context.clone().with_call_state(state);
    let mut call = tool.call(arguments, &context);
    // The arguments are read before the first `.await` of the function.
    match Pin::new(&mut call).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Err(error)) if !check.is_passed() => Err(error),
        _ => Ok(check.take_read()),
    }
}

/// Ends a call that only reads its arguments.
///
/// # Errors
/// An error that no one sees.
#[inline]
pub fn arguments_are_read(context: &ToolContext) -> Result<(), ToolError> {
    match context.argument_check() {
        None => Ok(()),
        Some(check) => {
            check.pass();
            Err(ToolError::execution("the arguments were only read"))
        }
    }
}

/// The places of what a tool calls. They are compared while the tools are there, so no other tool can have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolIdentity {
    function: usize,
    object: usize,
}

impl ToolIdentity {
    pub(crate) fn new(function: usize, object: usize) -> Self {
        Self { function, object }
    }

    /// The identity of what is in an `Arc` that is known by its address alone.
    pub(crate) fn of_callback(callback: &Arc<dyn ToolCallback>) -> Self {
        callback.identity().unwrap_or_else(|| Self::new(Arc::as_ptr(callback).addr(), 0))
    }
}

/// Whether both are one tool: the same `Arc`, or the same function or method treated in the same way.
pub(crate) fn is_same_tool(one: &Arc<dyn ToolCallback>, other: &Arc<dyn ToolCallback>) -> bool {
    Arc::ptr_eq(one, other)
        || one.identity().is_some_and(|identity| Some(identity) == other.identity())
            && one.metadata().is_same(other.metadata())
}

/// A Rust object whose methods are tools: `client.tools(Arc::new(station))`.
///
/// An `Arc` of it is a [`ToolCallbackProvider`](crate::ToolCallbackProvider).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools",
    label = "not an object with tools",
    note = "put `#[tool_object]` on an `impl` block of the type, and `#[tool]` on the methods that a model may call"
)]
pub trait ToolObject: Send + Sync + 'static {
    /// One callback per tool method, each holding the object.
    fn tool_callbacks(self: &Arc<Self>) -> Vec<Arc<dyn ToolCallback>>;
}
