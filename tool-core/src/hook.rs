//! Stage 5 of the road: what may look at each call before it runs, and at its response before anyone reads it.

use std::sync::Arc;

use crate::call_scope::Progress;
use crate::callback::BoxFuture;
use crate::context::ToolContext;
use crate::definition::ToolDefinition;
use crate::error::ToolError;
use crate::message::{ToolCall, ToolResponse};
use crate::metadata::ToolMetadata;

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
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// What a hook says of a response before anyone reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AfterCall {
    /// It is sent as it is.
    Keep,
    /// This text is sent instead.
    Rewrite(String),
    /// It is sent as it is, and the turn ends when the other calls of the answer have their responses.
    Stop(String),
}

/// Told of each call before and after it runs. Hooks run in the order they were added.
///
/// A call of an unknown tool meets only [`ToolCallHook::failed`]. A call beyond a limit and one that a person denies meet no
/// hook: nothing would run.
///
/// ```
/// use tool_core::{BeforeCall, BoxFuture, PendingToolCall, ToolCallHook};
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

    /// Sees the response of a call, also of a failed or refused one.
    fn after<'a>(&'a self, call: &'a ToolCall, response: &'a ToolResponse) -> BoxFuture<'a, AfterCall> {
        let _ = (call, response);
        Box::pin(std::future::ready(AfterCall::Keep))
    }

    /// Hears of a failed call, with the cause that the model does not see: [`std::error::Error::source`].
    fn failed(&self, call: &ToolCall, error: &ToolError) {
        let _ = (call, error);
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

    fn after<'a>(&'a self, call: &'a ToolCall, response: &'a ToolResponse) -> BoxFuture<'a, AfterCall> {
        (**self).after(call, response)
    }

    fn failed(&self, call: &ToolCall, error: &ToolError) {
        (**self).failed(call, error);
    }

    fn progress(&self, call: &ToolCall, progress: &Progress) {
        (**self).progress(call, progress);
    }
}
