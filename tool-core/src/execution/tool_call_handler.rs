//! Handles one tool call: look-up, hooks, approval, cache, run, conversion, error policy. It always returns a response.

use std::borrow::Cow;
use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tracing::Instrument;

use crate::callback::tool_callback::ToolCallback;
use crate::chat::tool_call::{Hidden, ToolCall, ToolResponse};
use crate::context::argument_mode::ArgumentMode;
use crate::context::call_state::CallState;
use crate::context::progress::ProgressSink;
use crate::context::tool_context::ToolContext;
use crate::error::catch_panic;
use crate::error::tool_error::{Reason, ToolError, ToolErrorKind};
use crate::execution::call_observer::ObservedCall;
use crate::execution::call_tracing::{execution_span, failed_response};
use crate::execution::error_policy::{ErrorPolicy, OnError};
use crate::execution::hook::{AfterCall, BeforeCall, DynToolCallHook, PendingToolCall, ToolCallHook};
use crate::execution::invoke;
use crate::execution::runtime::Deadline;
use crate::execution::turn_memory::{Recalled, TurnMemory};
use crate::output::converter::Conversion;
use crate::output::truncate::cap;
use crate::provider::tool_set::ToolSet;

/// The settings of a manager.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) conversion: Conversion,
    pub(crate) argument_mode: ArgumentMode,
    pub(crate) default_timeout: Option<Duration>,
    pub(crate) max_response_bytes: Option<usize>,
    pub(crate) max_retries: usize,
    pub(crate) errors: ErrorPolicy,
    pub(crate) hooks: Vec<DynToolCallHook>,
    /// Whether events show the causes that tools return.
    pub(crate) logs_causes: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            conversion: Conversion::default(),
            argument_mode: ArgumentMode::default(),
            default_timeout: Some(Duration::from_secs(300)),
            max_response_bytes: Some(262_144),
            max_retries: 3,
            errors: ErrorPolicy::default(),
            hooks: Vec::new(),
            logs_causes: false,
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("default_format", &self.conversion.default.as_ref().map(|converter| converter.name()))
            .field("argument_mode", &self.argument_mode)
            .field("default_timeout", &self.default_timeout)
            .field("max_response_bytes", &self.max_response_bytes)
            .field("max_retries", &self.max_retries)
            .field("errors", &self.errors)
            .field("hooks", &self.hooks.len())
            .field("logs_causes", &self.logs_causes)
            .finish()
    }
}

/// Why a turn ends with the calls of one response.
pub(crate) enum TurnStop {
    /// A hook returned `Stop`.
    Stopped(String),
    /// A tool failed, and the error policy is to end the turn.
    Failed(ToolError),
}

// A reason may quote arguments.
impl fmt::Debug for TurnStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(reason) => f.debug_tuple("Stopped").field(&Hidden(reason)).finish(),
            Self::Failed(error) => f.debug_tuple("Failed").field(error).finish(),
        }
    }
}

/// A response, and whether the turn ends with it.
pub(crate) type Response = (Arc<ToolResponse>, Option<TurnStop>);

/// The outcome of a call.
pub(crate) enum CallOutcome {
    Answered(Response),
    /// It waits for approval, with these arguments.
    PendingApproval(ToolCall),
}

/// A call that does not run, or not yet.
enum Blocked {
    Refused(Response),
    PendingApproval(ToolCall),
}

/// Handles the calls of one turn.
#[derive(Clone, Copy)]
pub(crate) struct ToolCallHandler<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) tools: &'a ToolSet,
    pub(crate) context: &'a ToolContext,
    pub(crate) memory: &'a TurnMemory,
    /// The deadline of the turn.
    pub(crate) deadline: Option<Deadline>,
    pub(crate) observed: ObservedCall<'a>,
}

impl ToolCallHandler<'_> {
    pub(crate) async fn handle(self, call: &ToolCall) -> CallOutcome {
        let outcome = self.handle_in_turn(call).await;
        if let CallOutcome::Answered((response, _)) = &outcome {
            self.observed.finished(response).await;
        }
        outcome
    }

    async fn handle_in_turn(self, call: &ToolCall) -> CallOutcome {
        let Some(deadline) = self.deadline else { return self.handle_in_time(call).await };
        // A call may panic when it is dropped at the deadline, and a hook when it sees the error.
        let answer = catch_panic::catch_async(self.handle_until(deadline, call)).await;
        answer.unwrap_or_else(|words| self.panicked(call, words))
    }

    async fn handle_until(self, deadline: Deadline, call: &ToolCall) -> CallOutcome {
        let limit = format!("the turn has used its {:?}", deadline.limit);
        if deadline.has_passed() {
            let error = ToolError::new(Reason::LimitExceeded { tool: call.name.clone(), limit });
            return CallOutcome::Answered(self.failure(call, error));
        }
        deadline.run(self.handle_in_time(call)).await.unwrap_or_else(|| {
            let error = ToolError::new(Reason::StoppedAtLimit { tool: call.name.clone(), limit });
            CallOutcome::Answered(self.failure(call, error))
        })
    }

    async fn handle_in_time(self, call: &ToolCall) -> CallOutcome {
        let span = execution_span(call);
        // Pinned here, because each wrapper would else contain a copy of the large future.
        let respond = pin!(async {
            let Some(callback) = self.tools.get(&call.name) else {
                return CallOutcome::Answered(self.failure(call, self.tools.unknown_tool(&call.name)));
            };
            let (response, end) = match self.arguments(call, callback).await {
                Ok(arguments) => self.run(call, callback, &arguments).await,
                Err(Blocked::Refused(response)) => response,
                Err(Blocked::PendingApproval(call)) => return CallOutcome::PendingApproval(call),
            };
            CallOutcome::Answered(self.after(call, response, end).await)
        });
        // Catches panics of hooks; those of the tool are caught where it runs.
        catch_panic::catch_async(respond.instrument(span)).await.unwrap_or_else(|words| self.panicked(call, words))
    }

    /// The outcome when a hook panicked; hooks do not see it.
    fn panicked(self, call: &ToolCall, words: String) -> CallOutcome {
        let error = invoke::panicked(&call.name, words);
        let response =
            failed_response(call, &error, self.settings.errors.model_text(&error), self.settings.logs_causes);
        CallOutcome::Answered((response.into(), self.end_of(error)))
    }

    /// The arguments after all hooks. Hooks are called once: a person who approves a call sees the arguments as they changed
    /// them.
    async fn arguments<'c>(
        self,
        call: &'c ToolCall,
        callback: &Arc<dyn ToolCallback>,
    ) -> Result<Cow<'c, str>, Blocked> {
        let needs_approval = callback.metadata().approval();
        if needs_approval && self.memory.is_approved(call) {
            return Ok(Cow::Borrowed(&call.arguments));
        }
        let (mut call, mut approved) = (Cow::Borrowed(call), !needs_approval);
        for hook in &self.settings.hooks {
            let (definition, metadata) = (callback.definition(), callback.metadata());
            let pending = PendingToolCall { call: &call, definition, metadata, context: self.context };
            match hook.before(pending).await {
                BeforeCall::Run => {}
                BeforeCall::Approve => approved = true,
                BeforeCall::Rewrite(arguments) => call.to_mut().arguments = arguments,
                BeforeCall::Refuse(reason) => {
                    return Err(Blocked::Refused(self.failure(&call, denied(&call, reason))));
                }
                BeforeCall::Stop(reason) => {
                    let (response, end) = self.failure(&call, denied(&call, reason.clone()));
                    return Err(Blocked::Refused((response, end.or(Some(TurnStop::Stopped(reason))))));
                }
            }
        }
        if !approved {
            return Err(self.pending(call.into_owned(), callback));
        }
        Ok(match call {
            Cow::Borrowed(call) => Cow::Borrowed(&call.arguments),
            Cow::Owned(call) => Cow::Owned(call.arguments),
        })
    }

    /// A person is asked about a call that can run, with the arguments it would run with.
    fn pending(self, mut call: ToolCall, callback: &Arc<dyn ToolCallback>) -> Blocked {
        let (state, _cancel_on_drop) = CallState::new(self.settings.argument_mode, None);
        let context = self.context.clone().with_call_state(state);
        match callback.check_arguments(&call.arguments, &context) {
            Ok(repaired) => {
                call.arguments = repaired.unwrap_or(call.arguments);
                Blocked::PendingApproval(call)
            }
            Err(error) => Blocked::Refused(self.failure(&call, error.in_tool(&call.name))),
        }
    }

    async fn run(self, call: &ToolCall, callback: &Arc<dyn ToolCallback>, arguments: &str) -> Response {
        if !callback.metadata().cache() {
            return self.run_once(call, callback, arguments).await;
        }
        match self.memory.recall(call, arguments).await {
            Recalled::Response(response) => (response, None),
            Recalled::Nothing(running) => {
                let (response, end) = self.run_once(call, callback, arguments).await;
                if !response.is_error() {
                    running.remember(&response);
                }
                (response, end)
            }
        }
    }

    async fn run_once(self, call: &ToolCall, callback: &Arc<dyn ToolCallback>, arguments: &str) -> Response {
        self.observed.started(call).await;
        let metadata = callback.metadata();
        let (state, _cancel_on_drop) = CallState::new(self.settings.argument_mode, self.progress_sink(call));
        let context = self.context.clone().with_call_state(state);
        let output = invoke::run(callback, arguments, &context, self.settings.default_timeout).await;
        let direct = metadata.return_direct();
        let text = output.and_then(|mut output| {
            let (own, conversion) = (metadata.result_converter(), &self.settings.conversion);
            // A long text is moved; the caller of a direct result gets the output as well.
            if !direct && let Some(text) = conversion.take_text(own, &mut output) {
                return Ok((text, None, output));
            }
            let max_bytes = self.settings.max_response_bytes;
            let (text, records) = conversion.response(own, &output, callback.definition(), max_bytes)?;
            Ok((text, records, output))
        });
        let (text, records, output) = match text {
            Ok(text) => text,
            Err(error) => return self.failure(call, error.in_tool(&call.name)),
        };
        let text = match self.settings.max_response_bytes {
            Some(max_bytes) => cap(text, max_bytes, records),
            None => text,
        };
        let (blocks, output) = if direct {
            (output.as_blocks().unwrap_or_default().to_vec(), Some(Arc::new(output)))
        } else {
            (output.into_blocks(), None)
        };
        (Arc::new(ToolResponse { direct, blocks, output, ..ToolResponse::new(call, text) }), None)
    }

    /// Passes the progress of a call to the hooks and the observer.
    fn progress_sink(self, call: &ToolCall) -> Option<Arc<ProgressSink>> {
        let ObservedCall { observer, index } = self.observed;
        if self.settings.hooks.is_empty() && observer.is_none() {
            return None;
        }
        let (hooks, call, context) = (self.settings.hooks.clone(), call.clone(), self.context.clone());
        let observer = observer.cloned();
        Some(Arc::new(move |progress| {
            for hook in &hooks {
                hook.progress(&call, progress, &context);
            }
            if let Some(observer) = &observer {
                observer.progressed(index, progress);
            }
        }))
    }

    async fn after(self, call: &ToolCall, mut response: Arc<ToolResponse>, mut end: Option<TurnStop>) -> Response {
        for hook in &self.settings.hooks {
            match hook.after(call, &response, self.context).await {
                AfterCall::Keep => {}
                AfterCall::Rewrite(text) => {
                    response = Arc::new(response.rewritten(text));
                }
                AfterCall::Stop(reason) => end = end.or(Some(TurnStop::Stopped(reason))),
            }
        }
        (response, end)
    }

    /// The response of a failed call, and whether the error policy ends the turn with it.
    fn failure(self, call: &ToolCall, error: ToolError) -> Response {
        let error = match error.kind() {
            ToolErrorKind::Retry => self.retry(call, error),
            _ => error,
        };
        let response =
            failed_response(call, &error, self.settings.errors.model_text(&error), self.settings.logs_causes);
        self.settings.hooks.iter().for_each(|hook| hook.failed(call, &error, self.context));
        (response.into(), self.end_of(error))
    }

    /// Whether the error policy ends the turn with this error.
    fn end_of(self, error: ToolError) -> Option<TurnStop> {
        match self.settings.errors.on_error(error.kind()) {
            OnError::ReportToModel => None,
            OnError::EndTurn => Some(TurnStop::Failed(error)),
        }
    }

    fn retry(self, call: &ToolCall, error: ToolError) -> ToolError {
        let max_retries = self.settings.max_retries;
        if self.memory.count_retry(&call.name) > max_retries { error.without_retry(max_retries) } else { error }
    }
}

fn denied(call: &ToolCall, message: String) -> ToolError {
    ToolError::new(Reason::Denied { tool: call.name.clone(), message })
}
