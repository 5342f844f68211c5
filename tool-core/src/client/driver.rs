//! What runs a turn, and one exchange with its model.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use tracing::Instrument;

use crate::chat::chat_error::ChatError;
use crate::chat::chat_model::DynChatModel;
use crate::chat::chat_response::ChatResponse;
use crate::chat::messages::Messages;
use crate::client::advisor::{DynAdvisor, NextRound, RoundRequest};
use crate::client::cancellation::CancellationHandle;
use crate::client::event_queue::EventQueue;
use crate::client::round_stream::RoundStream;
use crate::client::usage_counter::RoundUsage;
use crate::execution::manager::ToolCallingManager;
use crate::execution::runtime;
use crate::provider::tool_set::ToolSet;
use crate::turn::limits::ToolCallLimits;

/// What runs a turn, besides its request.
#[derive(Clone)]
pub(crate) struct Driver {
    pub(crate) model: DynChatModel,
    pub(crate) advisors: Vec<DynAdvisor>,
    pub(crate) manager: ToolCallingManager,
    pub(crate) limits: ToolCallLimits,
    pub(crate) control: TurnControl,
}

/// How the turn of one request is watched and cancelled.
#[derive(Clone, Default)]
pub(crate) struct TurnControl {
    /// Where the events of a streamed turn go.
    pub(crate) events: Option<Arc<EventQueue>>,
    pub(crate) cancellation: Option<CancellationHandle>,
}

impl Driver {
    /// Asks the model, through the advisors. `checked` are messages that need no check.
    pub(crate) async fn ask(
        &self,
        request: RoundRequest,
        used: &RoundUsage<'_>,
        checked: Option<&Messages>,
        stream: Option<&RoundStream>,
    ) -> Result<ChatResponse, ChatError> {
        // Source: as above, "Inference span".
        let span = tracing::info_span!(
            "chat",
            gen_ai.operation.name = "chat",
            gen_ai.usage.input_tokens = tracing::field::Empty,
            gen_ai.usage.output_tokens = tracing::field::Empty,
        );
        let next = NextRound::new(&self.advisors, &self.model, used, stream).with_checked(checked);
        let mut response = next.run(request).instrument(span.clone()).await?;
        response.usage = used.total_with(response.usage);
        span.record("gen_ai.usage.input_tokens", response.usage.prompt_tokens);
        span.record("gen_ai.usage.output_tokens", response.usage.completion_tokens);
        if let Some(stream) = stream {
            stream.end(&response).await;
        }
        Ok(response)
    }

    /// The limits, with those that the tools set themselves.
    pub(crate) fn limits_with(&self, tools: &ToolSet) -> ToolCallLimits {
        tools.callbacks().fold(self.limits.clone(), |limits, callback| match callback.metadata().max_calls() {
            Some(max_calls) => limits.or_max_calls_of(callback.definition().name(), max_calls),
            None => limits,
        })
    }

    /// Checks that the runtime has what the tools and the limit of time need, before calls would fail.
    pub(crate) fn check_runtime(&self, tools: &ToolSet, max_duration: Option<Duration>) -> Result<(), ChatError> {
        if let Some(lack) = max_duration.and_then(|_| runtime::lack_of_timer()) {
            return Err(ChatError::runtime(format_args!("the limit `max_duration`"), lack));
        }
        for callback in tools.callbacks() {
            if let Some(lack) = runtime::lack_of(callback.metadata(), self.manager.default_timeout()) {
                return Err(ChatError::runtime(format_args!("tool `{}`", callback.definition().name()), lack));
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver")
            .field("advisors", &self.advisors.len())
            .field("manager", &self.manager)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
