//! Stages 5 to 7 of the road: runs the tool calls of one model answer.

use std::fmt;
use std::sync::Arc;

use tracing::{Instrument, Span, field};

use crate::argument_mode::ArgumentMode;
use crate::callback::ToolCallback;
use crate::context::ToolContext;
use crate::converter::{Conversion, ToolCallResultConverter};
use crate::error::ToolError;
use crate::message::{ToolCall, ToolResponse};
use crate::observer::ConversionObserver;
use crate::tool_set::ToolSet;

/// Runs the tool calls of one model answer, in the order the model gave them.
///
/// It knows no model. A failing tool does not stop the others: its error becomes the response the model reads.
///
/// ```
/// use tool_core::{ToolCall, ToolCallingManager, ToolContext, ToolSet, tool, tools};
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
/// Source: Spring AI 2.x, `DefaultToolCallingManager`, where an unknown tool ends the conversation.
#[derive(Clone, Default)]
pub struct ToolCallingManager {
    conversion: Conversion,
    argument_mode: ArgumentMode,
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
        self.conversion.default = Some(Arc::new(converter));
        self
    }

    /// Tells `observer` of every conversion.
    #[must_use]
    pub fn with_conversion_observer(mut self, observer: impl ConversionObserver + 'static) -> Self {
        self.conversion.observer = Some(Arc::new(observer));
        self
    }

    /// Reads the arguments of all tools in `mode`; [`ArgumentMode::Lenient`] by default.
    #[must_use]
    pub fn with_argument_mode(mut self, mode: ArgumentMode) -> Self {
        self.argument_mode = mode;
        self
    }

    /// Runs `calls`, each looked up in `tools`, and gives one response per call, in the same order.
    pub async fn execute(&self, calls: &[ToolCall], tools: &ToolSet, context: &ToolContext) -> ToolExecutionResult {
        let context = &context.clone().with_argument_mode(self.argument_mode);
        let mut responses = Vec::with_capacity(calls.len());
        for call in calls {
            responses.push(self.respond(call, tools, context).await);
        }
        ToolExecutionResult { responses }
    }

    async fn respond(&self, call: &ToolCall, tools: &ToolSet, context: &ToolContext) -> ToolResponse {
        let span = execution_span(call);
        let response = async {
            let Some(callback) = tools.get(&call.name) else {
                return error_response(call, &tools.unknown_tool(&call.name));
            };
            match self.run(callback, call, context).await {
                Ok(text) => ToolResponse {
                    id: call.id.clone(),
                    name: call.name.clone(),
                    text,
                    is_error: false,
                    direct: callback.metadata().return_direct(),
                },
                Err(error) => error_response(call, &error.in_tool(&call.name)),
            }
        };
        response.instrument(span).await
    }

    async fn run(
        &self,
        callback: &Arc<dyn ToolCallback>,
        call: &ToolCall,
        context: &ToolContext,
    ) -> Result<String, ToolError> {
        let output = callback.call(&call.arguments, context).await?;
        self.conversion.response(callback.metadata().result_converter(), &output, callback.definition())
    }
}

/// Source: OpenTelemetry semantic conventions for generative AI, "Execute tool span".
fn execution_span(call: &ToolCall) -> Span {
    tracing::info_span!(
        "execute_tool",
        otel.name = %format_args!("execute_tool {}", call.name),
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = call.name,
        gen_ai.tool.call.id = call.id,
        gen_ai.tool.r#type = "function",
        error.r#type = field::Empty,
    )
}

/// What the model reads about a call that failed.
pub(crate) fn error_response(call: &ToolCall, error: &ToolError) -> ToolResponse {
    Span::current().record("error.type", field::debug(error.kind()));
    // The sentence may quote an argument, so the event names only the kind.
    tracing::warn!(tool = call.name, call = call.id, kind = ?error.kind(), "a tool call failed");
    ToolResponse {
        id: call.id.clone(),
        name: call.name.clone(),
        text: error.model_text(),
        is_error: true,
        direct: false,
    }
}

impl fmt::Debug for ToolCallingManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.conversion.default.as_ref().map(|converter| converter.name());
        f.debug_struct("ToolCallingManager").field("default_format", &format).finish_non_exhaustive()
    }
}

/// What the calls of one model answer came to.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolExecutionResult {
    responses: Vec<ToolResponse>,
}

impl ToolExecutionResult {
    /// A result of responses made by hand: by a program that runs the calls itself.
    #[must_use]
    pub fn new(responses: Vec<ToolResponse>) -> Self {
        Self { responses }
    }

    /// One response per call, in the order of the calls.
    #[must_use]
    pub fn responses(&self) -> &[ToolResponse] {
        &self.responses
    }

    pub(crate) fn into_responses(self) -> Vec<ToolResponse> {
        self.responses
    }
}
