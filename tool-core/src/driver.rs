//! Stages 4 to 7 of the road: the only loop. It asks the model and runs the tools that a [`Turn`] names.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use tracing::Instrument;

use crate::advisor::{Advisor, NextRound, NextTurn, RunTurn, TurnRequest};
use crate::callback::BoxFuture;
use crate::chat_error::ChatError;
use crate::limits::ToolCallLimits;
use crate::manager::ToolCallingManager;
use crate::model::{ChatModel, ChatResponse, Prompt};
use crate::outcome::TurnOutcome;
use crate::tool_set::ToolSet;
use crate::turn::{Turn, TurnStep};

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

impl Driver {
    /// The limits, with those that the tools set themselves.
    fn limits_with(&self, tools: &ToolSet) -> ToolCallLimits {
        tools.callbacks().fold(self.limits.clone(), |limits, callback| match callback.metadata().max_calls() {
            Some(max_calls) => limits.or_max_calls_of(callback.definition().name(), max_calls),
            None => limits,
        })
    }
}

impl RunTurn for Driver {
    fn run_turn(&self, request: TurnRequest) -> BoxFuture<'_, Result<TurnOutcome, ChatError>> {
        Box::pin(async move {
            let TurnRequest { prompt, tools, context, resumed } = request;
            let (mut turn, mut step) = match resumed {
                None => (Turn::new(prompt.with_tools(&tools), self.limits_with(&tools)), TurnStep::AskModel),
                Some(turn) => self::resumed(turn, prompt, &tools)?,
            };
            let (before, start) = (turn.elapsed(), Instant::now());
            let elapsed = || before.saturating_add(start.elapsed());
            loop {
                step = match step {
                    TurnStep::AskModel => {
                        let answer = self.ask(turn.prompt().clone()).await.map_err(|error| turn.model_failed(error))?;
                        turn.set_elapsed(elapsed());
                        turn.model_answered(answer)
                    }
                    TurnStep::RunTools(calls) => {
                        let result = self.manager.execute_in_turn(&calls, &tools, &context, turn.memory()).await;
                        turn.set_elapsed(elapsed());
                        turn.tools_answered(result)
                    }
                    TurnStep::Suspended | TurnStep::Finished => return Ok(turn.into()),
                    TurnStep::Failed(error) => return Err(error),
                };
            }
        })
    }
}

/// Takes a turn up with the conversation that has come through the advisors.
fn resumed(mut turn: Turn, prompt: Prompt, tools: &ToolSet) -> Result<(Turn, TurnStep), ChatError> {
    turn.set_prompt(prompt);
    match turn.resume(tools) {
        Ok(step) => Ok((turn, step)),
        Err(error) => Err(turn.model_failed(error)),
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
