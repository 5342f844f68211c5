//! Runs the tool calls of one model answer.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::callback::tool_callback::{BoxFuture, ToolCallback};
use crate::chat::tool_call::{ToolCall, ToolResponse};
use crate::context::argument_mode::ArgumentMode;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolErrorKind;
use crate::execution::error_policy::OnError;
use crate::execution::hook::{DynToolCallHook, ToolCallHook};
use crate::execution::runtime::Deadline;
use crate::execution::tool_call_handler::{CallOutcome, Settings, ToolCallHandler, TurnStop};
use crate::execution::turn_memory::TurnMemory;
use crate::output::converter::ToolCallResultConverter;
use crate::output::observer::ConversionObserver;
use crate::provider::tool_set::ToolSet;

/// Runs the tool calls of one model answer, and gives their responses in the order of the calls.
///
/// It knows no model. A failing tool does not stop the others: its error becomes the response the model reads. Calls of
/// read-only tools that stand together run at the same time, where their functions are async or `blocking`: any other has
/// its thread for itself. Calls of other tools run alone, in their place. Whatever runs together,
/// the responses are the same as if all had run one after the other.
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
/// Source: Spring AI 2.x, `DefaultToolCallingManager`, where an unknown tool ends the conversation, calls run one after
/// the other, and neither time-outs nor panics are seen to.
#[derive(Clone)]
pub struct ToolCallingManager {
    settings: Settings,
    max_concurrent: usize,
}

impl Default for ToolCallingManager {
    fn default() -> Self {
        Self { settings: Settings::default(), max_concurrent: 8 }
    }
}

impl ToolCallingManager {
    /// A manager that sends results as JSON unless tool or provider say otherwise.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Converts the results of tools that bring no converter, alone or through their provider.
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

    /// Tells `observer` of every conversion; an observer set before is replaced.
    #[must_use]
    pub fn with_conversion_observer(mut self, observer: impl ConversionObserver + 'static) -> Self {
        self.set_conversion_observer(Arc::new(observer));
        self
    }

    pub(crate) fn set_conversion_observer(&mut self, observer: Arc<dyn ConversionObserver>) {
        self.settings.conversion.observer = Some(observer);
    }

    /// Reads the arguments of all tools in `mode`; [`ArgumentMode::Lenient`] by default.
    #[must_use]
    pub fn with_argument_mode(mut self, mode: ArgumentMode) -> Self {
        self.settings.argument_mode = mode;
        self
    }

    /// Runs at most so many read-only calls at the same time; 8 by default. 0 and 1 run all calls one after the other.
    #[must_use]
    pub fn with_max_concurrent(mut self, max_concurrent: usize) -> Self {
        self.max_concurrent = max_concurrent;
        self
    }

    /// How long a call may take whose tool does not say; five minutes by default, `None` for as long as it likes.
    ///
    /// It stops a tool that waits and one that is `blocking`, whose thread runs on; a synchronous function runs to its end.
    /// It needs a tokio runtime with its timer on: without one, a request whose tools wait is refused before the model is
    /// asked.
    #[must_use]
    pub fn with_default_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.settings.default_timeout = timeout.into();
        self
    }

    /// How long a response may be, in bytes; 262,144 by default, `None` for as long as it likes. A longer one is cut
    /// between two records, and says how much is missing.
    #[must_use]
    pub fn with_max_response_bytes(mut self, max_bytes: impl Into<Option<usize>>) -> Self {
        self.settings.max_response_bytes = max_bytes.into();
        self
    }

    /// How often one tool may ask in one turn to be called again ([`ToolError::retry`](crate::ToolError::retry)); 3 times by default.
    #[must_use]
    pub fn with_max_retries(mut self, max_retries: usize) -> Self {
        self.settings.max_retries = max_retries;
        self
    }

    /// What is done about failures of this kind. By default, the model is told of all but
    /// [`ToolErrorKind::Fatal`], which ends the turn.
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

    /// Whether events show why a call failed: the error that the tool returned, and the words of a panic. Both may quote
    /// arguments, so they do not by default. A cause that a tool gives the operator
    /// ([`ToolError::with_source`](crate::ToolError::with_source)) is always shown.
    #[must_use]
    pub fn with_logged_causes(mut self, logs_causes: bool) -> Self {
        self.settings.logs_causes = logs_causes;
        self
    }

    /// How long an error text may be, in bytes; 4,000 by default.
    #[must_use]
    pub fn with_max_error_bytes(mut self, max_bytes: usize) -> Self {
        self.settings.errors.set_max_bytes(max_bytes);
        self
    }

    /// Adds a hook, which is asked after those added before.
    #[must_use]
    pub fn with_hook(mut self, hook: impl ToolCallHook + 'static) -> Self {
        self.settings.hooks.push(DynToolCallHook::new(hook));
        self
    }

    /// Runs `calls`, each looked up in `tools`, and gives one response per call, in the same order.
    ///
    /// A call whose tool needs the [approval](crate::callback::ToolMetadata::with_approval) of a person is not run unless a hook
    /// approves it: [`ToolExecutionResult::pending_approvals`].
    pub async fn execute(&self, calls: &[ToolCall], tools: &ToolSet, context: &ToolContext) -> ToolExecutionResult {
        self.execute_in_turn(calls, tools, context, &TurnMemory::default()).await
    }

    /// The same within a turn that is driven by hand: its [memory](crate::turn::Turn::memory) brings earlier calls, which count
    /// for caches and retries, and the approvals.
    pub async fn execute_in_turn(
        &self,
        calls: &[ToolCall],
        tools: &ToolSet,
        context: &ToolContext,
        memory: &TurnMemory,
    ) -> ToolExecutionResult {
        self.execute_until(calls, tools, context, memory, None).await
    }

    /// The same until the turn has used its time: what has no response by then is answered so.
    pub(crate) async fn execute_until(
        &self,
        calls: &[ToolCall],
        tools: &ToolSet,
        context: &ToolContext,
        memory: &TurnMemory,
        deadline: Option<Deadline>,
    ) -> ToolExecutionResult {
        let handler = ToolCallHandler { settings: &self.settings, tools, context, memory, deadline };
        let mut result = ToolExecutionResult::new(Vec::with_capacity(calls.len()));
        for batch in batches(calls, tools) {
            // Nearly always one: models rarely ask for two things at once.
            if let [call] = batch {
                result.push(handler.handle(call).await);
                continue;
            }
            let responses = batch.iter().map(|call| -> BoxFuture<'_, CallOutcome> { Box::pin(handler.handle(call)) });
            for answer in together(responses, self.max_concurrent.max(1)).await {
                result.push(answer);
            }
        }
        result
    }
}

/// The outputs of all futures in their order, of which at most `limit` run at the same time. The others are not begun, and
/// what has begun is polled in the order of the calls.
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
                // There is room for others.
                _ => {}
            }
        }
    })
    .await;
    outputs.into_iter().flatten()
}

/// Splits calls into runs: read-only ones that stand together, and all others alone.
fn batches<'a>(calls: &'a [ToolCall], tools: &ToolSet) -> impl Iterator<Item = &'a [ToolCall]> {
    let runs_with_others = |call: &ToolCall| tools.get(&call.name).is_none_or(|callback| is_concurrent(&**callback));
    calls.chunk_by(move |call, next| runs_with_others(call) && runs_with_others(next))
}

fn is_concurrent(callback: &dyn ToolCallback) -> bool {
    let metadata = callback.metadata();
    metadata.read_only() == Some(true) && !metadata.serial()
}

impl fmt::Debug for ToolCallingManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolCallingManager")
            .field("settings", &self.settings)
            .field("max_concurrent", &self.max_concurrent)
            .finish()
    }
}

/// What the calls of one model answer came to.
#[derive(Debug)]
pub struct ToolExecutionResult {
    responses: Vec<ToolResponse>,
    /// Each with its place among the calls: ids may be equal.
    waiting: Vec<(usize, ToolCall)>,
    end: Option<TurnStop>,
}

impl ToolExecutionResult {
    /// A result of responses made by hand: by a program that runs the calls itself.
    #[must_use]
    pub fn new(responses: Vec<ToolResponse>) -> Self {
        Self { responses, waiting: Vec::new(), end: None }
    }

    fn push(&mut self, answer: CallOutcome) {
        match answer {
            CallOutcome::PendingApproval(call) => self.waiting.push((self.responses.len() + self.waiting.len(), call)),
            CallOutcome::Answered((response, end)) => {
                self.responses.push(response);
                if self.end.is_none() {
                    self.end = end;
                }
            }
        }
    }

    /// One response per call that does not wait, in the order of the calls.
    #[must_use]
    pub fn responses(&self) -> &[ToolResponse] {
        &self.responses
    }

    /// The calls that were not run yet, since a person has to approve them, in their order, with the arguments they would
    /// run with.
    pub fn pending_approvals(&self) -> impl Iterator<Item = &ToolCall> {
        self.waiting.iter().map(|(_, call)| call)
    }

    /// The responses, the waiting calls with their places among all calls, and why the turn ends.
    pub(crate) fn into_parts(self) -> (Vec<ToolResponse>, Vec<(usize, ToolCall)>, Option<TurnStop>) {
        (self.responses, self.waiting, self.end)
    }
}
