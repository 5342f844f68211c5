//! What may look at each call before it runs, and at its response before anyone reads it.

use std::fmt;
use std::sync::Arc;

use crate::callback::metadata::ToolMetadata;
use crate::callback::tool_callback::BoxFuture;
use crate::chat::message::{Hidden, ToolCall, ToolResponse};
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
    /// What the model is told about the tool.
    pub definition: &'a ToolDefinition,
    /// How the framework treats the tool.
    pub metadata: &'a ToolMetadata,
    /// The caller's values.
    pub context: &'a ToolContext,
}

/// What a hook says of a call that is about to run.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BeforeCall {
    /// It runs; if the tool needs the approval of a person, once that is given. Hooks are not asked again.
    Run,
    /// It runs; a person has approved it, if that was needed.
    Approve,
    /// It runs with these arguments (JSON text) instead; a person who has to approve the call sees them.
    Rewrite(String),
    /// It does not run; the model reads this reason.
    Refuse(String),
    /// It does not run, and the turn ends when the other calls of the answer have their responses. The reason is in the
    /// response, and in the error.
    Stop(String),
}

// Arguments and responses appear in no `Debug`, and a reason may quote them.
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

/// What a hook says of a response before anyone reads it.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AfterCall {
    /// It is sent as it is.
    Keep,
    /// This text is sent instead.
    Rewrite(String),
    /// It is sent as it is, and the turn ends when the other calls of the answer have their responses.
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
/// A call of an unknown tool meets only [`ToolCallHook::failed`]. A call beyond a limit, one that may have been cut off, and
/// one that a person denies meet no hook: nothing would run.
///
/// ```
/// use tool_core::callback::BoxFuture;
/// use tool_core::execution::{BeforeCall, PendingToolCall};
/// use tool_core::ToolCallHook;
///
/// /// Lets nothing out of the house.
/// struct NoMail;
///
/// impl ToolCallHook for NoMail {
///     fn before<'a>(&'a self, pending: PendingToolCall<'a>) -> BoxFuture<'a, BeforeCall> {
///         Box::pin(async move {
///             match pending.definition.name() {
///                 "send_mail" => BeforeCall::Refuse("mail is switched off; tell the user".to_owned()),
///                 _ => BeforeCall::Run,
///             }
///         })
///     }
/// }
/// ```
pub trait ToolCallHook: Send + Sync {
    /// Decides about a call. The first hook that says `Refuse` or `Stop` decides alone.
    fn before<'a>(&'a self, pending: PendingToolCall<'a>) -> BoxFuture<'a, BeforeCall> {
        let _ = pending;
        Box::pin(std::future::ready(BeforeCall::Run))
    }

    /// Sees the response of a call, also of a failed or refused one, and the caller's values.
    fn after<'a>(
        &'a self,
        call: &'a ToolCall,
        response: &'a ToolResponse,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, AfterCall> {
        let _ = (call, response, context);
        Box::pin(std::future::ready(AfterCall::Keep))
    }

    /// Hears of a failed call, with the cause that the model does not see ([`std::error::Error::source`]) and the caller's
    /// values.
    fn failed(&self, call: &ToolCall, error: &ToolError, context: &ToolContext) {
        let _ = (call, error, context);
    }

    /// Hears what a running tool tells of its progress: [`ToolContext::progress`].
    fn progress(&self, call: &ToolCall, progress: &Progress) {
        let _ = (call, progress);
    }
}

impl<H: ToolCallHook + ?Sized> ToolCallHook for Arc<H> {
    fn before<'a>(&'a self, pending: PendingToolCall<'a>) -> BoxFuture<'a, BeforeCall> {
        (**self).before(pending)
    }

    fn after<'a>(
        &'a self,
        call: &'a ToolCall,
        response: &'a ToolResponse,
        context: &'a ToolContext,
    ) -> BoxFuture<'a, AfterCall> {
        (**self).after(call, response, context)
    }

    fn failed(&self, call: &ToolCall, error: &ToolError, context: &ToolContext) {
        (**self).failed(call, error, context);
    }

    fn progress(&self, call: &ToolCall, progress: &Progress) {
        (**self).progress(call, progress);
    }
}
