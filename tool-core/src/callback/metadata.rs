//! `ToolMetadata`: how the framework treats a tool.

use std::any::type_name;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::context::tool_context::ToolContext;
use crate::output::converter::ToolCallResultConverter;

/// How the framework treats a tool; the model never sees it.
///
/// The hints (`read_only`, `destructive`, `idempotent`, `open_world`) are those of MCP's tool annotations. `None` means
/// that the tool does not say.
///
/// Source: Spring AI 2.x, `ToolMetadata`; MCP 2025-06-18, `ToolAnnotations`.
#[derive(Clone, Default)]
pub struct ToolMetadata {
    pub(super) return_direct: Option<bool>,
    pub(super) result_converter: Option<Arc<dyn ToolCallResultConverter>>,
    pub(super) title: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) timeout: Option<Duration>,
    pub(super) max_calls: Option<usize>,
    pub(super) read_only: Option<bool>,
    pub(super) destructive: Option<bool>,
    pub(super) idempotent: Option<bool>,
    pub(super) open_world: Option<bool>,
    pub(super) blocking: Option<bool>,
    pub(super) synchronous: Option<bool>,
    pub(super) serial: Option<bool>,
    pub(super) cache: Option<bool>,
    pub(super) approval: Option<bool>,
    pub(super) enabled_if: Option<Arc<Condition>>,
    pub(super) context_values: Vec<ContextValue>,
}

type Condition = dyn Fn(&ToolContext) -> bool + Send + Sync;

/// A value that the tool takes from the context.
#[derive(Clone, Copy)]
pub(super) struct ContextValue {
    pub(super) type_name: &'static str,
    is_in: fn(&ToolContext) -> bool,
}

impl ToolMetadata {
    /// The results go back to the model, in the format that provider or client choose; nothing else is said.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sends the result to the caller instead of the model, which ends the turn. It takes effect when every call of
    /// the round is direct and none failed.
    #[must_use]
    pub fn with_return_direct(mut self, return_direct: bool) -> Self {
        self.return_direct = Some(return_direct);
        self
    }

    /// Sets the result converter of this tool, which no provider and no client overrides.
    #[must_use]
    pub fn with_result_converter(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.result_converter = Some(Arc::new(converter));
        self
    }

    /// Names the tool for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds tags, by which providers select.
    #[must_use]
    pub fn with_tags<T: Into<String>>(mut self, tags: impl IntoIterator<Item = T>) -> Self {
        self.tags.extend(tags.into_iter().map(Into::into));
        self
    }

    /// How long a call may take; the manager's default otherwise. It stops a tool that waits, and one that is
    /// [`blocking`](Self::with_blocking); a synchronous function runs to its end.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How often the tool may be called in one turn; the limits of the client otherwise.
    #[must_use]
    pub fn with_max_calls(mut self, max_calls: usize) -> Self {
        self.max_calls = Some(max_calls);
        self
    }

    /// Whether the tool changes nothing. Calls of such tools that stand together in one answer run at the same time, if
    /// they wait for something or are [`blocking`](Self::with_blocking); a synchronous function has its thread for itself.
    #[must_use]
    pub fn with_read_only(mut self, read_only: bool) -> Self {
        self.read_only = Some(read_only);
        self
    }

    /// Whether the tool may destroy what is there.
    #[must_use]
    pub fn with_destructive(mut self, destructive: bool) -> Self {
        self.destructive = Some(destructive);
        self
    }

    /// Whether a second call with the same arguments changes nothing more.
    #[must_use]
    pub fn with_idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// Whether the tool reaches out to others, such as the web.
    #[must_use]
    pub fn with_open_world(mut self, open_world: bool) -> Self {
        self.open_world = Some(open_world);
        self
    }

    /// Whether the function blocks its thread, and so runs on the pool for blocking work.
    #[must_use]
    pub fn with_blocking(mut self, blocking: bool) -> Self {
        self.blocking = Some(blocking);
        self
    }

    /// Whether the tool has its result when it is called, and never waits: then it needs no runtime and no timer, and no
    /// time-out stops it. `#[tool]` and closures say it themselves of functions that are not async.
    #[must_use]
    pub fn with_synchronous(mut self, synchronous: bool) -> Self {
        self.synchronous = Some(synchronous);
        self
    }

    /// Whether the tool runs alone even if it is read-only.
    #[must_use]
    pub fn with_serial(mut self, serial: bool) -> Self {
        self.serial = Some(serial);
        self
    }

    /// Whether a second call with the same arguments is answered with the first response of the turn. Equal calls that
    /// would run at the same time wait for the first of them; when it fails, the next one runs.
    #[must_use]
    pub fn with_cache(mut self, cache: bool) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Whether a person has to approve each call: the turn is then suspended until
    /// [`ChatClient::resume`](crate::ChatClient::resume). A hook may approve too:
    /// [`BeforeCall::Approve`](crate::execution::BeforeCall::Approve).
    #[must_use]
    pub fn with_approval(mut self, approval: bool) -> Self {
        self.approval = Some(approval);
        self
    }

    /// Offers the tool only to requests for whose context `condition` holds, besides earlier conditions.
    #[must_use]
    pub fn with_enabled_if(mut self, condition: impl Fn(&ToolContext) -> bool + Send + Sync + 'static) -> Self {
        let earlier = self.enabled_if.take();
        self.enabled_if = Some(Arc::new(move |context| {
            earlier.as_ref().is_none_or(|earlier| earlier(context)) && condition(context)
        }));
        self
    }

    /// Says that the tool takes a `T` from the context, so that a request without one fails before the model is asked.
    #[must_use]
    pub fn with_context_value<T: Send + Sync + 'static>(mut self) -> Self {
        let is_in = |context: &ToolContext| context.get::<T>().is_some();
        self.context_values.push(ContextValue { type_name: type_name::<T>(), is_in });
        self
    }

    /// Whether the tool is offered to a request with this context.
    #[must_use]
    pub fn is_enabled(&self, context: &ToolContext) -> bool {
        self.enabled_if.as_ref().is_none_or(|condition| condition(context))
    }

    /// The type of the first value that the tool takes from the context and that is not there.
    #[must_use]
    pub fn missing_context(&self, context: &ToolContext) -> Option<&'static str> {
        self.context_values.iter().find(|value| !(value.is_in)(context)).map(|value| value.type_name)
    }

    /// Whether the result goes to the caller instead of the model.
    #[must_use]
    pub fn return_direct(&self) -> bool {
        self.return_direct.unwrap_or(false)
    }

    /// The converter that came with the tool: its own, else that of the innermost
    /// [`DelegatingToolCallbackProvider`](crate::provider::DelegatingToolCallbackProvider) around it.
    #[must_use]
    pub fn result_converter(&self) -> Option<&Arc<dyn ToolCallResultConverter>> {
        self.result_converter.as_ref()
    }

    /// The name for people.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The tags, by which providers select.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// Whether the tool has this tag.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }

    /// How long a call may take.
    #[must_use]
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// How often the tool may be called in one turn.
    #[must_use]
    pub fn max_calls(&self) -> Option<usize> {
        self.max_calls
    }

    /// Whether the tool changes nothing.
    #[must_use]
    pub fn read_only(&self) -> Option<bool> {
        self.read_only
    }

    /// Whether the tool may destroy what is there.
    #[must_use]
    pub fn destructive(&self) -> Option<bool> {
        self.destructive
    }

    /// Whether a second call with the same arguments changes nothing more.
    #[must_use]
    pub fn idempotent(&self) -> Option<bool> {
        self.idempotent
    }

    /// Whether the tool reaches out to others.
    #[must_use]
    pub fn open_world(&self) -> Option<bool> {
        self.open_world
    }

    /// Whether the function runs on the pool for blocking work.
    #[must_use]
    pub fn blocking(&self) -> bool {
        self.blocking.unwrap_or(false)
    }

    /// Whether the tool has its result when it is called: a function that is neither async nor blocking.
    #[must_use]
    pub fn synchronous(&self) -> bool {
        self.synchronous.unwrap_or(false) && !self.blocking()
    }

    /// Whether the tool runs alone even if it is read-only.
    #[must_use]
    pub fn serial(&self) -> bool {
        self.serial.unwrap_or(false)
    }

    /// Whether equal calls of one turn are answered once.
    #[must_use]
    pub fn cache(&self) -> bool {
        self.cache.unwrap_or(false)
    }

    /// Whether a second run of a call does no harm: `idempotent` or `read_only`.
    pub(crate) fn may_run_twice(&self) -> bool {
        self.idempotent == Some(true) || self.read_only == Some(true)
    }

    /// Whether a person has to approve each call.
    #[must_use]
    pub fn approval(&self) -> bool {
        self.approval.unwrap_or(false)
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
            .field("return_direct", &self.return_direct())
            .field("result_converter", &self.result_converter.as_ref().map(|converter| converter.name()))
            .field("title", &self.title)
            .field("tags", &self.tags)
            .field("timeout", &self.timeout)
            .field("max_calls", &self.max_calls)
            .field("read_only", &self.read_only)
            .field("destructive", &self.destructive)
            .field("idempotent", &self.idempotent)
            .field("open_world", &self.open_world)
            .field("blocking", &self.blocking())
            .field("synchronous", &self.synchronous())
            .field("serial", &self.serial())
            .field("cache", &self.cache())
            .field("approval", &self.approval())
            .finish_non_exhaustive()
    }
}
