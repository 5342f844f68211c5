//! The driver of a [`Turn`]: asks the model and runs the tools, in the only loop of the crate.

use std::fmt;
use std::time::Duration;

use tokio::time::Instant;
use tracing::Instrument;

use crate::callback::tool_callback::BoxFuture;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_model::DynChatModel;
use crate::chat::chat_response::ChatResponse;
use crate::chat::prompt::Prompt;
use crate::chat::usage::Usage;
use crate::client::advisor::{
    DynAdvisor, NextRound, NextTurn, RoundRequest, RoundUsage, RunTurn, TurnRequest, UsageCounter,
};
use crate::client::response::ChatClientResponse;
use crate::context::tool_context::ToolContext;
use crate::execution::manager::ToolCallingManager;
use crate::execution::runtime::{self, Deadline};
use crate::provider::tool_set::ToolSet;
use crate::turn::limits::ToolCallLimits;
use crate::turn::state_machine::{Turn, TurnStep};

/// What runs a turn, besides its request.
#[derive(Clone)]
pub(crate) struct Driver {
    pub(crate) model: DynChatModel,
    pub(crate) advisors: Vec<DynAdvisor>,
    pub(crate) manager: ToolCallingManager,
    pub(crate) limits: ToolCallLimits,
}

impl Driver {
    /// Runs a whole turn, through all advisors.
    pub(crate) async fn run(&self, request: TurnRequest) -> Result<ChatClientResponse, ChatError> {
        // Source: OpenTelemetry semantic conventions for generative AI, "Invoke agent span".
        let span = tracing::info_span!("invoke_agent", gen_ai.operation.name = "invoke_agent");
        let before = request.resumed.as_ref().map(|turn| (turn.rounds().len(), turn.usage()));
        let (rounds_before, usage_before) = before.unwrap_or_default();
        let run = RequestRun { driver: self, used: UsageCounter::default() };
        let response = NextTurn::new(&self.advisors, &run).run(request).instrument(span).await;
        // An advisor may have run the turn twice, and returned one response.
        let missing = |counted: Usage| run.used.total().beyond(counted.beyond(usage_before));
        match response {
            Ok(mut response) => {
                response.add_usage(rounds_before, missing(response.usage()));
                Ok(response)
            }
            Err(mut error) => {
                error.add_usage(rounds_before, missing(error.usage()));
                Err(error)
            }
        }
    }

    /// Asks the model; advisors may have changed the messages before the first round of a turn.
    async fn ask(
        &self,
        request: RoundRequest,
        used: &RoundUsage<'_>,
        is_first: bool,
    ) -> Result<ChatResponse, ChatError> {
        // Source: as above, "Inference span".
        let span = tracing::info_span!(
            "chat",
            gen_ai.operation.name = "chat",
            gen_ai.usage.input_tokens = tracing::field::Empty,
            gen_ai.usage.output_tokens = tracing::field::Empty,
        );
        let messages = request.prompt.messages.clone();
        let checked = (!is_first).then_some(&messages);
        let next = NextRound::new(&self.advisors, &self.model, used, checked);
        let mut response = next.run(request).instrument(span.clone()).await?;
        response.usage = used.total_with(response.usage);
        span.record("gen_ai.usage.input_tokens", response.usage.prompt_tokens);
        span.record("gen_ai.usage.output_tokens", response.usage.completion_tokens);
        Ok(response)
    }

    /// The limits, with those that the tools set themselves.
    fn limits_with(&self, tools: &ToolSet) -> ToolCallLimits {
        tools.callbacks().fold(self.limits.clone(), |limits, callback| match callback.metadata().max_calls() {
            Some(max_calls) => limits.or_max_calls_of(callback.definition().name(), max_calls),
            None => limits,
        })
    }

    /// Checks that the runtime has what the tools and the limit of time need, before calls would fail.
    fn check_runtime(&self, tools: &ToolSet, max_duration: Option<Duration>) -> Result<(), ChatError> {
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

/// One request, whose turn an advisor may run more than once.
struct RequestRun<'a> {
    driver: &'a Driver,
    used: UsageCounter,
}

impl RunTurn for RequestRun<'_> {
    fn run_turn(&self, request: TurnRequest) -> BoxFuture<'_, Result<ChatClientResponse, ChatError>> {
        Box::pin(async move {
            let TurnRequest { prompt, tools, context, resumed } = request;
            let (mut turn, mut step) = match resumed {
                None => {
                    let limits = self.driver.limits_with(&tools);
                    (Turn::new(prompt.with_tools(&tools), limits), TurnStep::AskModel)
                }
                Some(turn) => self::resumed(turn, prompt, &tools)?,
            };
            let max_duration = turn.max_duration();
            if let Err(error) = self.driver.check_runtime(&tools, max_duration) {
                let is_new = turn.rounds().is_empty();
                return Err(if is_new { error } else { turn.on_model_error(error) });
            }
            let clock = Clock::new(turn.elapsed(), max_duration);
            let mut is_first = true;
            loop {
                step = match step {
                    TurnStep::AskModel => {
                        let first = std::mem::replace(&mut is_first, false);
                        self.ask(&mut turn, &context, &clock, first).await?
                    }
                    TurnStep::RunTools(calls) => {
                        let manager = &self.driver.manager;
                        let result =
                            manager.execute_until(&calls, &tools, &context, turn.memory(), clock.deadline).await;
                        turn.set_elapsed(clock.elapsed());
                        turn.on_tool_results(result)
                    }
                    TurnStep::Suspended | TurnStep::Finished => return Ok(turn.into()),
                    TurnStep::Failed(error) => return Err(error),
                };
            }
        })
    }
}

impl RequestRun<'_> {
    /// Asks the model once, until the deadline of the turn.
    async fn ask(
        &self,
        turn: &mut Turn,
        context: &ToolContext,
        clock: &Clock,
        is_first: bool,
    ) -> Result<TurnStep, ChatError> {
        let used = RoundUsage::new(&self.used);
        let request = RoundRequest::new(turn.prompt().clone(), context.clone());
        let asked = self.driver.ask(request, &used, is_first);
        let answer = match clock.deadline {
            Some(deadline) if deadline.has_passed() => None,
            Some(deadline) => deadline.run(asked).await,
            None => Some(asked.await),
        };
        turn.set_elapsed(clock.elapsed());
        match answer {
            Some(Ok(answer)) => Ok(turn.on_model_response(answer)),
            Some(Err(error)) => {
                turn.count_usage(used.total());
                Err(turn.on_model_error(error))
            }
            None => {
                turn.count_usage(used.total());
                Ok(turn.on_deadline())
            }
        }
    }
}

/// How long a turn has lasted, and its deadline.
struct Clock {
    before: Duration,
    start: Instant,
    deadline: Option<Deadline>,
}

impl Clock {
    fn new(before: Duration, limit: Option<Duration>) -> Self {
        let deadline = limit.and_then(|limit| Deadline::new(limit, before));
        Self { before, start: Instant::now(), deadline }
    }

    fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.start.elapsed())
    }
}

/// Resumes a turn with the conversation as advisors changed it.
fn resumed(mut turn: Turn, prompt: Prompt, tools: &ToolSet) -> Result<(Turn, TurnStep), ChatError> {
    turn.set_prompt(prompt);
    match turn.resume(tools) {
        Ok(step) => Ok((turn, step)),
        Err(error) => Err(turn.on_model_error(error)),
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
