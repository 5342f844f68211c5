//! Stages 4 to 7 of the road: the only loop. It asks the model and runs the tools that a [`Turn`] names.

use std::fmt;
use std::sync::Arc;

use tracing::Instrument;

use crate::advisor::{Advisor, NextRound, NextTurn, RunTurn, TurnRequest};
use crate::callback::BoxFuture;
use crate::manager::ToolCallingManager;
use crate::model::{ChatError, ChatModel, ChatResponse, Prompt};
use crate::outcome::TurnOutcome;
use crate::turn::{ToolCallLimits, Turn, TurnStep};

/// What drives a turn besides its request.
#[derive(Clone)]
pub(crate) struct Driver {
    pub(crate) model: Arc<dyn ChatModel>,
    pub(crate) advisors: Vec<Arc<dyn Advisor>>,
    pub(crate) manager: ToolCallingManager,
    pub(crate) limits: ToolCallLimits,
}

impl Driver {
    /// Runs a whole turn, through all advisors.
    pub(crate) async fn run(&self, request: TurnRequest) -> Result<TurnOutcome, ChatError> {
        // Source: OpenTelemetry semantic conventions for generative AI, "Invoke agent span".
        let span = tracing::info_span!("invoke_agent", gen_ai.operation.name = "invoke_agent");
        NextTurn::new(&self.advisors, self).run(request).instrument(span).await
    }

    async fn ask(&self, prompt: Prompt) -> Result<ChatResponse, ChatError> {
        // Source: as above, "Inference span".
        let span = tracing::info_span!(
            "chat",
            gen_ai.operation.name = "chat",
            gen_ai.usage.input_tokens = tracing::field::Empty,
            gen_ai.usage.output_tokens = tracing::field::Empty,
        );
        let response = NextRound::new(&self.advisors, &*self.model).run(prompt).instrument(span.clone()).await?;
        span.record("gen_ai.usage.input_tokens", response.usage.prompt_tokens);
        span.record("gen_ai.usage.output_tokens", response.usage.completion_tokens);
        Ok(response)
    }
}

impl RunTurn for Driver {
    fn run_turn(&self, request: TurnRequest) -> BoxFuture<'_, Result<TurnOutcome, ChatError>> {
        Box::pin(async move {
            let TurnRequest { mut prompt, tools, context } = request;
            prompt.tools = Arc::clone(tools.definitions());
            let mut turn = Turn::new(prompt, self.limits);
            let mut step = TurnStep::AskModel;
            loop {
                step = match step {
                    TurnStep::AskModel => {
                        let answer = self.ask(turn.prompt().clone()).await;
                        turn.model_answered(answer.map_err(|error| error.with_usage(turn.usage()))?)
                    }
                    TurnStep::RunTools(calls) => {
                        turn.tools_answered(self.manager.execute(&calls, &tools, &context).await)
                    }
                    TurnStep::Finished(outcome) => return Ok(outcome),
                };
            }
        })
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
