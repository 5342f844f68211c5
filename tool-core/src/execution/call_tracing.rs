//! What a tool call emits for the operator: its span, and the event of a failure.

use std::error::Error as _;

use tracing::{Span, field};

use crate::chat::tool_call::{ToolCall, ToolResponse};
use crate::error::display::EscapedName;
use crate::error::tool_error::ToolError;

/// The response of a failed call; emits the event for the operator.
pub(crate) fn failed_response(call: &ToolCall, error: &ToolError, text: String, logs_causes: bool) -> ToolResponse {
    Span::current().record("error.type", field::debug(error.kind()));
    // The text may quote an argument, and so may the error that a tool returned and a panic message: the event has the kind,
    // and the cause that the tool set for the operator.
    let cause = if logs_causes || error.has_given_cause() { causes(error) } else { None };
    tracing::warn!(tool = %EscapedName(&call.name), call = call.id, kind = ?error.kind(), cause, "a tool call failed");
    ToolResponse::failed(call, error.kind(), text)
}

/// The causes below an error, the deepest last; none when there is no cause.
fn causes(error: &ToolError) -> Option<String> {
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    (!causes.is_empty()).then(|| causes.join(": "))
}

/// Source: OpenTelemetry semantic conventions for generative AI, "Execute tool span".
pub(crate) fn execution_span(call: &ToolCall) -> Span {
    tracing::info_span!(
        "execute_tool",
        // The name comes from the model, and this field is shown as it is.
        otel.name = %format_args!("execute_tool {}", EscapedName(&call.name)),
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = %EscapedName(&call.name),
        gen_ai.tool.call.id = call.id,
        gen_ai.tool.r#type = "function",
        error.r#type = field::Empty,
    )
}
