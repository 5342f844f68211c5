//! Runs one request: its advisors, then its turn, which an advisor may run more than once.

use std::sync::atomic::{AtomicUsize, Ordering};

use tracing::Instrument;

use crate::callback::tool_callback::BoxFuture;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_response::FinishReason;
use crate::chat::prompt::Prompt;
use crate::chat::usage::Usage;
use crate::client::advisor::{NextTurn, RunTurn, TurnRequest};
use crate::client::chat_event::ChatEvent;
use crate::client::clock::Clock;
use crate::client::driver::Driver;
use crate::client::response::ChatClientResponse;
use crate::client::turn_run::TurnRun;
use crate::client::usage_counter::UsageCounter;
use crate::provider::tool_set::ToolSet;
use crate::turn::state_machine::{Turn, TurnStep};

impl Driver {
    /// Runs a whole turn, through all advisors.
    pub(crate) async fn run(&self, request: TurnRequest) -> Result<ChatClientResponse, ChatError> {
        // Source: OpenTelemetry semantic conventions for generative AI, "Invoke agent span".
        let span = tracing::info_span!("invoke_agent", gen_ai.operation.name = "invoke_agent");
        let before = request.resumed.as_ref().map(|turn| (turn.rounds().len(), turn.usage()));
        let (rounds_before, usage_before) = before.unwrap_or_default();
        let run = RequestRun { driver: self, used: UsageCounter::default(), runs: AtomicUsize::new(0) };
        let response = NextTurn::new(&self.advisors, &run).run(request).instrument(span).await;
        // An advisor may have run the turn twice, and returned one response.
        let missing = |counted: Usage| run.used.total().beyond(counted.beyond(usage_before));
        match response {
            Ok(mut response) => {
                run.end(&response).await;
                response.add_usage(rounds_before, missing(response.usage()));
                Ok(response)
            }
            Err(mut error) => {
                error.add_usage(rounds_before, missing(error.usage()));
                Err(error)
            }
        }
    }
}

/// One request, whose turn an advisor may run more than once.
struct RequestRun<'a> {
    driver: &'a Driver,
    used: UsageCounter,
    /// How often the turn was run.
    runs: AtomicUsize,
}

impl RequestRun<'_> {
    /// Reports that the turn runs, if it ran before.
    async fn begin(&self) {
        let runs = self.runs.fetch_add(1, Ordering::Relaxed);
        if let Some(queue) = &self.driver.control.events
            && runs > 0
        {
            queue.send(ChatEvent::TurnRestarted).await;
        }
    }

    /// Reports a response that an advisor gave without the turn.
    async fn end(&self, response: &ChatClientResponse) {
        let Some(queue) = &self.driver.control.events else { return };
        if self.runs.load(Ordering::Relaxed) == 0 && !response.content().is_empty() {
            let (round, text) = (0, response.content().to_owned());
            queue.send(ChatEvent::Text { round, text }).await;
            let finish_reason = FinishReason::Stop;
            queue.send(ChatEvent::RoundEnded { round, finish_reason, is_answer: true }).await;
        }
    }
}

impl RunTurn for RequestRun<'_> {
    fn run_turn(&self, request: TurnRequest) -> BoxFuture<'_, Result<ChatClientResponse, ChatError>> {
        Box::pin(async move {
            let TurnRequest { prompt, tools, context, resumed } = request;
            self.begin().await;
            let count = prompt.messages.len();
            let (mut turn, step) = match resumed {
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
            TurnRun::new(self.driver, &self.used, turn, &tools, &context, clock).run(step, count).await
        })
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
