//! `ToolCallingManager`: runs the tool calls of one model response.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::callback::tool_callback::{BoxFuture, ToolCallback};
use crate::chat::tool_call::ToolCall;
use crate::context::argument_mode::ArgumentMode;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolErrorKind;
use crate::execution::call_observer::{CallObserver, ObservedCall};
use crate::execution::error_policy::OnError;
use crate::execution::execution_result::ToolExecutionResult;
use crate::execution::hook::{DynToolCallHook, ToolCallHook};
use crate::execution::runtime::Deadline;
use crate::execution::tool_call_handler::{CallOutcome, Settings, ToolCallHandler};
use crate::execution::turn_memory::TurnMemory;
use crate::output::converter::ToolCallResultConverter;
use crate::output::observer::ConversionObserver;
use crate::provider::tool_set::ToolSet;

/// Runs the tool calls of one model response, and returns their responses in the order of the calls.
///
/// A failing tool does not stop the others: its error becomes the response that the model reads. Consecutive calls of
/// read-only tools run concurrently, if their functions are async or `blocking`. All other calls run alone, in their order.
/// The responses are the same as if all calls had run one after the other. A call that waits for approval runs after the other
/// calls of its response, which do not wait for it.
///
/// ```
/// use tool_core::execution::ToolCallingManager;
/// use tool_core::{ToolCall, ToolContext, ToolSet, tool, tools};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let tools = ToolSet::build(&tools![add])?;
/// let calls = [ToolCall::new("1", "add", r#"{"a":1,"b":2}"#), ToolCall::new("2", "subtract", "{}")];
///
/// let result = ToolCallingManager::new().execute(&calls, &tools, &ToolContext::new()).await;
///
/// assert_eq!(result.responses()[0].text, "3");
/// assert_eq!(result.responses()[1].text, "no tool is named `subtract`; known tools: `add`");
/// # Ok::<(), tool_core::ToolError>(())
/// # }).unwrap();
/// ```
///
/// Source: Spring AI 2.x, `DefaultToolCallingManager`.
#[derive(Clone)]
pub struct ToolCallingManager {
    settings: Settings,
    max_concurrent: usize,
    early_start: bool,
}

impl Default for ToolCallingManager {
    fn default() -> Self {
        Self { settings: Settings::default(), max_concurrent: 8, early_start: false }
    }
}

impl ToolCallingManager {
    /// A manager that sends results as JSON, unless a tool or provider sets another format.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the converter for results of tools without one of their own or of their provider.
    #[must_use]
    pub fn with_default_format(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.set_default_format(Arc::new(converter));
        self
    }

    pub(crate) fn set_default_format(&mut self, converter: Arc<dyn ToolCallResultConverter>) {
        self.settings.conversion.default = Some(converter);
    }

    pub(crate) fn default_timeout(&self) -> Option<Duration> {
        self.settings.default_timeout
    }

    pub(crate) fn default_format(&self) -> Option<&Arc<dyn ToolCallResultConverter>> {
        self.settings.conversion.default.as_ref()
    }

    /// Sets the observer of conversions; it replaces an earlier one.
    #[must_use]
    pub fn with_conversion_observer(mut self, observer: impl ConversionObserver + 'static) -> Self {
        self.set_conversion_observer(Arc::new(observer));
        self
    }

    pub(crate) fn set_conversion_observer(&mut self, observer: Arc<dyn ConversionObserver>) {
        self.settings.conversion.observer = Some(observer);
    }

    /// Sets how the arguments of all tools are read; [`ArgumentMode::Lenient`] by default.
    #[must_use]
    pub fn with_argument_mode(mut self, mode: ArgumentMode) -> Self {
        self.settings.argument_mode = mode;
        self
    }

    /// Sets how many read-only calls run at the same time; 8 by default. 0 and 1 run all calls one after the other.
    #[must_use]
    pub fn with_max_concurrent(mut self, max_concurrent: usize) -> Self {
        self.max_concurrent = max_concurrent;
        self
    }

    /// Sets whether read-only calls start as soon as the model has written them, before its response ends. Off by default. It has
    /// an effect in a [streamed](crate::client::ChatClientRequest::stream) turn, for the first calls of a response up to one
    /// that is not read-only, needs approval, or whose arguments are not one complete JSON object. No call starts early when
    /// [`max_tokens`](crate::turn::ToolCallLimits::max_tokens) is set: the response may use up the tokens. When the rest of the
    /// response fails, what these calls returned is discarded.
    #[must_use]
    pub fn with_early_start(mut self, early_start: bool) -> Self {
        self.early_start = early_start;
        self
    }

    pub(crate) fn early_start(&self) -> bool {
        self.early_start
    }

    pub(crate) fn max_concurrent(&self) -> usize {
        self.max_concurrent.max(1)
    }

    /// Sets the time-out of calls whose tools set none; five minutes by default, `None` for no time-out.
    ///
    /// It cancels an async tool and stops waiting for a `blocking` one, whose thread continues; a synchronous function runs to
    /// its end. It needs a tokio runtime with its timer enabled: without one, a request with async or `blocking` tools fails
    /// before the model is asked.
    #[must_use]
    pub fn with_default_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.settings.default_timeout = timeout.into();
        self
    }

    /// Sets the maximum length of a response in bytes; 262,144 by default, `None` for no limit. A longer response is truncated
    /// between two records, and says how much is missing; this note comes on top.
    #[must_use]
    pub fn with_max_response_bytes(mut self, max_bytes: impl Into<Option<usize>>) -> Self {
        self.settings.max_response_bytes = max_bytes.into();
        self
    }

    /// Sets how often one tool may ask for a retry in one turn ([`ToolError::retry`](crate::ToolError::retry)); 3 by default.
    #[must_use]
    pub fn with_max_retries(mut self, max_retries: usize) -> Self {
        self.settings.max_retries = max_retries;
        self
    }

    /// Sets what happens after errors of this kind. By default, all are reported to the model but [`ToolErrorKind::Fatal`],
    /// which ends the turn.
    #[must_use]
    pub fn with_error_policy(mut self, kind: ToolErrorKind, on_error: OnError) -> Self {
        self.settings.errors.set(kind, on_error);
        self
    }

    /// Passes each error text through `redactor` before the model reads it.
    #[must_use]
    pub fn with_error_redactor(mut self, redactor: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        self.settings.errors.set_redactor(redactor);
        self
    }

    /// Sets whether events show why a call failed: the error that the tool returned, and the panic message. Both may quote
    /// arguments, so they do not by default. A cause that a tool gives the operator
    /// ([`ToolError::with_source`](crate::ToolError::with_source)) is always shown.
    #[must_use]
    pub fn with_logged_causes(mut self, logs_causes: bool) -> Self {
        self.settings.logs_causes = logs_causes;
        self
    }

    /// Sets the maximum length of an error text in bytes; 4,000 by default.
    #[must_use]
    pub fn with_max_error_bytes(mut self, max_bytes: usize) -> Self {
        self.settings.errors.set_max_bytes(max_bytes);
        self
    }

    /// Adds a hook after those so far.
    #[must_use]
    pub fn with_hook(mut self, hook: impl ToolCallHook + 'static) -> Self {
        self.settings.hooks.push(DynToolCallHook::new(hook));
        self
    }

    /// Runs `calls`, each looked up in `tools`, and returns one response for each, in the same order.
    ///
    /// A call whose tool needs the [approval](crate::callback::ToolMetadata::with_approval) of a person does not run unless a
    /// hook approves it: [`ToolExecutionResult::pending_approvals`]. A call whose arguments cannot be read fails without approval
    /// ([`ToolCallback::check_arguments`]).
    pub async fn execute(&self, calls: &[ToolCall], tools: &ToolSet, context: &ToolContext) -> ToolExecutionResult {
        self.execute_in_turn(calls, tools, context, &TurnMemory::default()).await
    }

    /// Runs `calls` within a turn that is driven by hand: its [memory](crate::turn::Turn::memory) has the cached responses, the
    /// counts of retries and the approvals.
    pub async fn execute_in_turn(
        &self,
        calls: &[ToolCall],
        tools: &ToolSet,
        context: &ToolContext,
        memory: &TurnMemory,
    ) -> ToolExecutionResult {
        self.execute_observed(calls, tools, context, memory, Observation::default()).await
    }

    /// Runs `calls` until the deadline of the turn; a call without a response by then gets an error.
    pub(crate) async fn execute_observed(
        &self,
        calls: &[ToolCall],
        tools: &ToolSet,
        context: &ToolContext,
        memory: &TurnMemory,
        Observation { deadline, observer }: Observation<'_>,
    ) -> ToolExecutionResult {
        let handler = |index| {
            let observed = ObservedCall { observer, index };
            ToolCallHandler { settings: &self.settings, tools, context, memory, deadline, observed }
        };
        let mut index = 0;
        let mut result = ToolExecutionResult::with_capacity(calls.len());
        for batch in batches(calls, tools) {
            // Most responses have one call.
            let first = index;
            index += batch.len();
            if let [call] = batch {
                result.push(handler(first).handle(call).await);
                continue;
            }
            let calls = (first..).zip(batch);
            let responses =
                calls.map(|(index, call)| -> BoxFuture<'_, CallOutcome> { Box::pin(handler(index).handle(call)) });
            for answer in together(responses, self.max_concurrent()).await {
                result.push(answer);
            }
        }
        result
    }
}

/// The outputs of all futures in their order. At most `limit` run at the same time, and they are polled in the order of the
/// calls.
async fn together<'a, T>(futures: impl Iterator<Item = BoxFuture<'a, T>>, limit: usize) -> impl Iterator<Item = T> {
    let mut waiting = futures.enumerate().fuse();
    let (mut running, mut outputs) = (Vec::new(), Vec::new());
    poll_fn(|task| {
        loop {
            let free = limit.saturating_sub(running.len());
            running.extend(waiting.by_ref().take(free).inspect(|_| outputs.push(None)));
            let count = running.len();
            running.retain_mut(|(place, future)| {
                let Poll::Ready(output) = future.as_mut().poll(task) else { return true };
                if let Some(free) = outputs.get_mut(*place) {
                    *free = Some(output);
                }
                false
            });
            match running.len() {
                _ if count == 0 => return Poll::Ready(()),
                still if still == count => return Poll::Pending,
                // Another future can start.
                _ => {}
            }
        }
    })
    .await;
    outputs.into_iter().flatten()
}

/// What a driver adds to a batch of calls.
#[derive(Clone, Copy, Default)]
pub(crate) struct Observation<'o> {
    /// The deadline of the turn.
    pub(crate) deadline: Option<Deadline>,
    pub(crate) observer: Option<&'o Arc<dyn CallObserver>>,
}

/// Splits calls into batches: consecutive read-only ones together, all others alone.
fn batches<'a>(calls: &'a [ToolCall], tools: &ToolSet) -> impl Iterator<Item = &'a [ToolCall]> {
    let runs_with_others = |call: &ToolCall| tools.get(&call.name).is_none_or(|callback| is_concurrent(&**callback));
    calls.chunk_by(move |call, next| runs_with_others(call) && runs_with_others(next))
}

pub(crate) fn is_concurrent(callback: &dyn ToolCallback) -> bool {
    let metadata = callback.metadata();
    metadata.read_only() == Some(true) && !metadata.serial()
}

impl fmt::Debug for ToolCallingManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolCallingManager")
            .field("settings", &self.settings)
            .field("max_concurrent", &self.max_concurrent)
            .field("early_start", &self.early_start)
            .finish()
    }
}
