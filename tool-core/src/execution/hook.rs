//! Hooks around each tool call.

use std::fmt;
use std::future::{Future, ready};
use std::sync::Arc;

use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::BoxFuture;
use crate::chat::tool_call::{Hidden, ToolCall, ToolResponse};
use crate::context::progress::Progress;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::schema::definition::ToolDefinition;

/// A call that is about to run, with the tool it is for.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PendingToolCall<'a> {
    /// The call as the model made it.
    pub call: &'a ToolCall,
    /// The definition of the tool.
    pub definition: &'a ToolDefinition,
    /// How the framework treats the tool.
    pub metadata: &'a ToolMetadata,
    /// The caller's values.
    pub context: &'a ToolContext,
}

/// The decision of a hook about a call that is about to run.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BeforeCall {
    /// The call runs, after the approval of a person if the tool needs it. Hooks are not called again then.
    Run,
    /// The call runs, and counts as approved.
    Approve,
    /// The call runs with these arguments (JSON text). A person who has to approve the call sees them.
    Rewrite(String),
    /// The call does not run; the model reads this reason.
    Refuse(String),
    /// The call does not run, and the turn ends when the other calls of the model's response are answered. The reason is the
    /// content of the client's response.
    Stop(String),
}

// Arguments and responses do not appear in any `Debug`, and a reason may quote them.
impl fmt::Debug for BeforeCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Run => f.write_str("Run"),
            Self::Approve => f.write_str("Approve"),
            Self::Rewrite(arguments) => f.debug_tuple("Rewrite").field(&Hidden(arguments)).finish(),
            Self::Refuse(reason) => f.debug_tuple("Refuse").field(&Hidden(reason)).finish(),
            Self::Stop(reason) => f.debug_tuple("Stop").field(&Hidden(reason)).finish(),
        }
    }
}

/// The decision of a hook about the response of a call.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AfterCall {
    /// The response is sent unchanged.
    Keep,
    /// The response is sent with this text.
    Rewrite(String),
    /// The response is sent unchanged, and the turn ends when the other calls of the model's response are answered.
    Stop(String),
}

impl fmt::Debug for AfterCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("Keep"),
            Self::Rewrite(text) => f.debug_tuple("Rewrite").field(&Hidden(text)).finish(),
            Self::Stop(reason) => f.debug_tuple("Stop").field(&Hidden(reason)).finish(),
        }
    }
}

/// Sees each call before and after it runs. Hooks run in the order they were added.
///
/// A call of an unknown tool reaches only [`ToolCallHook::failed`]. A call beyond a limit, a truncated call, and a call that
/// a person denied reach no hook, because nothing would run. Implement it with plain `async fn`s:
///
/// ```
/// use tool_core::ToolCallHook;
/// use tool_core::execution::{BeforeCall, PendingToolCall};
///
/// /// Refuses to send mail.
/// struct NoMail;
///
/// impl ToolCallHook for NoMail {
///     async fn before(&self, pending: PendingToolCall<'_>) -> BeforeCall {
///         match pending.definition.name() {
///             "send_mail" => BeforeCall::Refuse("mail is disabled; say so to the user".to_owned()),
///             _ => BeforeCall::Run,
///         }
///     }
/// }
/// ```
///
/// The attribute `#[async_trait]` does not fit this trait (error E0195): leave it out. For a list of different hooks, use
/// [`DynToolCallHook`].
pub trait ToolCallHook: Send + Sync {
    /// Decides about a call. The first hook that returns `Refuse` or `Stop` decides alone.
    fn before(&self, pending: PendingToolCall<'_>) -> impl Future<Output = BeforeCall> + Send {
        let _ = pending;
        ready(BeforeCall::Run)
    }

    /// Sees the response of a call, also of a failed or refused one, and the caller's values.
    fn after(
        &self,
        call: &ToolCall,
        response: &ToolResponse,
        context: &ToolContext,
    ) -> impl Future<Output = AfterCall> + Send {
        let _ = (call, response, context);
        ready(AfterCall::Keep)
    }

    /// Sees a failed call, with the cause that the model does not see ([`std::error::Error::source`]) and the caller's values.
    fn failed(&self, call: &ToolCall, error: &ToolError, context: &ToolContext) {
        let _ = (call, error, context);
    }

    /// Sees the progress that a running tool reports ([`ToolContext::progress`]), and the caller's values.
    fn progress(&self, call: &ToolCall, progress: &Progress, context: &ToolContext) {
        let _ = (call, progress, context);
    }
}

impl<H: ToolCallHook> ToolCallHook for Arc<H> {
    fn before(&self, pending: PendingToolCall<'_>) -> impl Future<Output = BeforeCall> + Send {
        (**self).before(pending)
    }

    fn after(
        &self,
        call: &ToolCall,
        response: &ToolResponse,
        context: &ToolContext,
    ) -> impl Future<Output = AfterCall> + Send {
        (**self).after(call, response, context)
    }

    fn failed(&self, call: &ToolCall, error: &ToolError, context: &ToolContext) {
        (**self).failed(call, error, context);
    }

    fn progress(&self, call: &ToolCall, progress: &Progress, context: &ToolContext) {
        (**self).progress(call, progress, context);
    }
}

/// Any [`ToolCallHook`], for lists of different ones. Cloning is cheap.
#[derive(Clone)]
pub struct DynToolCallHook(Arc<dyn BoxedHook>);

impl DynToolCallHook {
    /// Erases the type of `hook`.
    #[must_use]
    pub fn new(hook: impl ToolCallHook + 'static) -> Self {
        Self(Arc::new(hook))
    }
}

impl ToolCallHook for DynToolCallHook {
    async fn before(&self, pending: PendingToolCall<'_>) -> BeforeCall {
        self.0.boxed_before(pending).await
    }

    async fn after(&self, call: &ToolCall, response: &ToolResponse, context: &ToolContext) -> AfterCall {
        self.0.boxed_after(call, response, context).await
    }

    fn failed(&self, call: &ToolCall, error: &ToolError, context: &ToolContext) {
        self.0.dyn_failed(call, error, context);
    }

    fn progress(&self, call: &ToolCall, progress: &Progress, context: &ToolContext) {
        self.0.dyn_progress(call, progress, context);
    }
}

impl fmt::Debug for DynToolCallHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynToolCallHook").finish_non_exhaustive()
    }
}

/// [`ToolCallHook`] with boxed futures, which `dyn` needs.
trait BoxedHook: Send + Sync {
    fn boxed_before<'a>(&'a self, pending: PendingToolCall<'a>) -> BoxFuture<'a, BeforeCall>;

    fn boxed_after<'a>(
        &'a self,
        call: &'a ToolCall,
        response: &'a ToolResponse,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, AfterCall>;

    fn dyn_failed(&self, call: &ToolCall, error: &ToolError, context: &ToolContext);

    fn dyn_progress(&self, call: &ToolCall, progress: &Progress, context: &ToolContext);
}

impl<H: ToolCallHook> BoxedHook for H {
    fn boxed_before<'a>(&'a self, pending: PendingToolCall<'a>) -> BoxFuture<'a, BeforeCall> {
        Box::pin(self.before(pending))
    }

    fn boxed_after<'a>(
        &'a self,
        call: &'a ToolCall,
        response: &'a ToolResponse,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, AfterCall> {
        Box::pin(self.after(call, response, context))
    }

    fn dyn_failed(&self, call: &ToolCall, error: &ToolError, context: &ToolContext) {
        self.failed(call, error, context);
    }

    fn dyn_progress(&self, call: &ToolCall, progress: &Progress, context: &ToolContext) {
        self.progress(call, progress, context);
    }
}
