//! What may look at, change or repeat a turn or one exchange with the model.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::callback::tool_callback::BoxFuture;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_model::{ChatModel, ChatResponse, Prompt};
use crate::chat::usage::Usage;
use crate::chat::validate_messages;
use crate::client::response::TurnOutcome;
use crate::context::tool_context::ToolContext;
use crate::provider::tool_set::ToolSet;
use crate::schema::definition::ToolDefinition;
use crate::turn::state_machine::Turn;

/// All that a turn begins with.
#[derive(Debug, Clone)]
pub struct TurnRequest {
    /// The conversation. The driver fills in its tools. Of a resumed turn it has been through the advisors before, and
    /// ends with the model's calls: what is added has to stand before them.
    pub prompt: Prompt,
    /// The tools the model may call.
    pub tools: ToolSet,
    /// The values the tools may use.
    pub context: ToolContext,
    /// The turn that goes on, when this is no new one.
    pub resumed: Option<Turn>,
}

/// Stands around a turn, or around each exchange with the model inside it.
///
/// The tool loop runs between the two, so an advisor says by the method it overrides whether it stands outside the loop
/// or inside. The advisor that was added first is the outermost.
///
/// ```
/// use tool_core::callback::BoxFuture;
/// use tool_core::client::NextRound;
/// use tool_core::{Advisor, ChatError, ChatResponse, Message, Prompt};
///
/// /// Reminds the model before each exchange.
/// struct Reminder;
///
/// impl Advisor for Reminder {
///     fn around_round<'a>(
///         &'a self,
///         mut prompt: Prompt,
///         next: NextRound<'a>,
///     ) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
///         prompt.messages.insert(0, Message::system("Answer in one sentence."));
///         next.run(prompt)
///     }
/// }
/// ```
///
/// Source: Spring AI 2.x, `CallAdvisor`, where an order number says on which side of the loop an advisor stands.
pub trait Advisor: Send + Sync {
    /// Stands around the whole turn: sees the request once and the outcome once.
    fn around_turn<'a>(
        &'a self,
        request: TurnRequest,
        next: NextTurn<'a>,
    ) -> BoxFuture<'a, Result<TurnOutcome, ChatError>> {
        next.run(request)
    }

    /// Stands around each exchange with the model: sees every prompt, tool responses included, and every answer. What
    /// it changes in the prompt holds for this exchange.
    fn around_round<'a>(
        &'a self,
        prompt: Prompt,
        next: NextRound<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        next.run(prompt)
    }
}

impl<T: Advisor + ?Sized> Advisor for Arc<T> {
    fn around_turn<'a>(
        &'a self,
        request: TurnRequest,
        next: NextTurn<'a>,
    ) -> BoxFuture<'a, Result<TurnOutcome, ChatError>> {
        (**self).around_turn(request, next)
    }

    fn around_round<'a>(
        &'a self,
        prompt: Prompt,
        next: NextRound<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        (**self).around_round(prompt, next)
    }
}

/// Runs the tool loop, innermost of all turn advisors.
pub(crate) trait RunTurn: Send + Sync {
    fn run_turn(&self, request: TurnRequest) -> BoxFuture<'_, Result<TurnOutcome, ChatError>>;
}

/// The rest of the way around a turn. It may be run once, several times (a copy each), or not at all. The tokens of all
/// runs count: those of a run that is not the outcome are added to the first round of the outcome.
#[derive(Clone, Copy)]
pub struct NextTurn<'a> {
    advisors: &'a [Arc<dyn Advisor>],
    turn: &'a dyn RunTurn,
}

impl<'a> NextTurn<'a> {
    pub(crate) fn new(advisors: &'a [Arc<dyn Advisor>], turn: &'a dyn RunTurn) -> Self {
        Self { advisors, turn }
    }

    /// Goes on with `request`.
    #[must_use]
    pub fn run(self, request: TurnRequest) -> BoxFuture<'a, Result<TurnOutcome, ChatError>> {
        match self.advisors.split_first() {
            Some((advisor, advisors)) => advisor.around_turn(request, Self { advisors, ..self }),
            None => self.turn.run_turn(request),
        }
    }
}

/// The rest of the way to the model. It may be run once, several times (a copy each), or not at all. The tokens of each
/// exchange count, whichever answer is taken; an answer whose usage is greater than that of all exchanges counts with what
/// it says.
#[derive(Clone, Copy)]
pub struct NextRound<'a> {
    advisors: &'a [Arc<dyn Advisor>],
    model: &'a dyn ChatModel,
    used: &'a RoundUsage<'a>,
}

impl<'a> NextRound<'a> {
    pub(crate) fn new(advisors: &'a [Arc<dyn Advisor>], model: &'a dyn ChatModel, used: &'a RoundUsage<'a>) -> Self {
        Self { advisors, model, used }
    }

    /// Goes on with `prompt`.
    #[must_use]
    pub fn run(self, prompt: Prompt) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        match self.advisors.split_first() {
            Some((advisor, advisors)) => advisor.around_round(prompt, Self { advisors, ..self }),
            None => Box::pin(self.ask(prompt)),
        }
    }

    async fn ask(self, prompt: Prompt) -> Result<ChatResponse, ChatError> {
        validate_messages::check(&prompt.messages).map_err(|fault| ChatError::changed_history(&fault))?;
        let names = prompt.tools.iter().map(ToolDefinition::name);
        if let Some(fault) = prompt.options.tool_choice.as_ref().and_then(|choice| choice.fault(names)) {
            return Err(ChatError::tool_choice(fault));
        }
        let response = self.model.call(&prompt).await?;
        self.used.add(response.usage);
        Ok(response)
    }
}

/// Tokens that add up.
#[derive(Default)]
pub(crate) struct UsageCounter(Mutex<Usage>);

impl UsageCounter {
    fn add(&self, usage: Usage) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += usage;
    }

    pub(crate) fn total(&self) -> Usage {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tokens of one round, each exchange counted when it is over, whatever advisors make of its answer.
pub(crate) struct RoundUsage<'a> {
    round: UsageCounter,
    /// All rounds of a request, those of turns that an advisor has run again included.
    request: &'a UsageCounter,
}

impl<'a> RoundUsage<'a> {
    pub(crate) fn new(request: &'a UsageCounter) -> Self {
        Self { round: UsageCounter::default(), request }
    }

    fn add(&self, usage: Usage) {
        self.round.add(usage);
        self.request.add(usage);
    }

    /// The tokens so far.
    pub(crate) fn total(&self) -> Usage {
        self.round.total()
    }

    /// The tokens of the round, which are no less than its answer says: an advisor may have asked somebody else.
    pub(crate) fn total_with(&self, said: Usage) -> Usage {
        self.add(said.beyond(self.total()));
        self.total()
    }
}

impl fmt::Debug for NextTurn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NextTurn").field("advisors_left", &self.advisors.len()).finish_non_exhaustive()
    }
}

impl fmt::Debug for NextRound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NextRound").field("advisors_left", &self.advisors.len()).finish_non_exhaustive()
    }
}
