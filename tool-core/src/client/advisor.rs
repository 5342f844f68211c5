//! `Advisor`: wraps turns and exchanges with the model.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use crate::callback::tool_callback::BoxFuture;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_model::{ChatModel, DynChatModel};
use crate::chat::chat_response::ChatResponse;
use crate::chat::messages::Messages;
use crate::chat::model_event::ModelEvent;
use crate::chat::prompt::Prompt;
use crate::chat::validate_messages;
use crate::client::response::ChatClientResponse;
use crate::client::round_stream::{ModelEventReaders, RoundStream};
use crate::client::usage_counter::RoundUsage;
use crate::context::tool_context::ToolContext;
use crate::provider::tool_set::ToolSet;
use crate::schema::definition::ToolDefinition;
use crate::turn::state_machine::Turn;

/// What a turn starts with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TurnRequest {
    /// The conversation; the driver sets its tools. The prompt of a resumed turn has passed the advisors before, and ends with
    /// the model's tool calls: new messages have to be inserted before them.
    pub prompt: Prompt,
    /// The tools the model may call.
    pub tools: ToolSet,
    /// The caller's values, which the model does not see.
    pub context: ToolContext,
    /// The turn to resume; `None` for a new one.
    pub resumed: Option<Turn>,
}

/// What one exchange with the model starts with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RoundRequest {
    /// What the model is asked: the conversation so far, the tools, the options.
    pub prompt: Prompt,
    /// The caller's values, which the model does not see.
    pub context: ToolContext,
    readers: ModelEventReaders,
}

impl RoundRequest {
    /// An exchange about `prompt`.
    #[must_use]
    pub fn new(prompt: Prompt, context: ToolContext) -> Self {
        Self { prompt, context, readers: ModelEventReaders::default() }
    }

    /// Shows each event of the model to `reader`: as they come in a streamed turn, else those of the whole response at once.
    pub fn on_model_event(&mut self, reader: impl Fn(&ModelEvent) + Send + Sync + 'static) {
        self.readers.add(reader);
    }
}

/// Wraps a turn, or each exchange with the model inside of it.
///
/// The tool loop runs between the two, so an advisor decides by the method it overrides whether it is outside of the loop or
/// inside. The advisor that was added first is the outermost. Implement it with plain `async fn`s:
///
/// ```
/// use tool_core::client::{NextRound, RoundRequest};
/// use tool_core::{Advisor, ChatError, ChatResponse, Message};
///
/// /// Reminds the model before each exchange.
/// struct Reminder;
///
/// impl Advisor for Reminder {
///     async fn around_round(&self, mut request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
///         request.prompt.messages.insert(0, Message::system("Answer in one sentence."));
///         next.run(request).await
///     }
/// }
/// ```
///
/// The attribute `#[async_trait]` does not fit this trait (error E0195): leave it out. For a list of different advisors, use
/// [`DynAdvisor`].
///
/// Source: Spring AI 2.x, `CallAdvisor`, where an order number decides on which side of the loop an advisor is.
pub trait Advisor: Send + Sync {
    /// Wraps the whole turn: sees the request once and the response once.
    ///
    /// # Errors
    /// [`ChatError`] of the turn, or the advisor's: [`ChatError::denied`] when it refuses the request.
    fn around_turn(
        &self,
        request: TurnRequest,
        next: NextTurn<'_>,
    ) -> impl Future<Output = Result<ChatClientResponse, ChatError>> + Send {
        next.run(request)
    }

    /// Wraps each exchange with the model: sees every prompt, tool responses included, and every response. What it changes in
    /// the request holds for this exchange.
    ///
    /// # Errors
    /// [`ChatError`] of the model, or the advisor's: [`ChatError::denied`] when it refuses the prompt or the response.
    fn around_round(
        &self,
        request: RoundRequest,
        next: NextRound<'_>,
    ) -> impl Future<Output = Result<ChatResponse, ChatError>> + Send {
        next.run(request)
    }
}

impl<T: Advisor> Advisor for Arc<T> {
    fn around_turn(
        &self,
        request: TurnRequest,
        next: NextTurn<'_>,
    ) -> impl Future<Output = Result<ChatClientResponse, ChatError>> + Send {
        (**self).around_turn(request, next)
    }

    fn around_round(
        &self,
        request: RoundRequest,
        next: NextRound<'_>,
    ) -> impl Future<Output = Result<ChatResponse, ChatError>> + Send {
        (**self).around_round(request, next)
    }
}

/// Any [`Advisor`], for lists of different ones: [`ChatClientRequest::advisors`](crate::client::ChatClientRequest::advisors).
/// Cloning is cheap.
///
/// ```
/// use tool_core::ChatClient;
/// use tool_core::advisors::LoggingAdvisor;
/// use tool_core::client::DynAdvisor;
/// # use tool_core::ScriptedChatModel;
///
/// let advisors = vec![DynAdvisor::new(LoggingAdvisor::default()), DynAdvisor::new(LoggingAdvisor::new(|line| print!("{line}")))];
/// let client = ChatClient::builder(ScriptedChatModel::new()).default_advisors(advisors).build();
/// # let _ = client;
/// ```
#[derive(Clone)]
pub struct DynAdvisor(Arc<dyn BoxedAround>);

impl DynAdvisor {
    /// Erases the type of `advisor`.
    #[must_use]
    pub fn new(advisor: impl Advisor + 'static) -> Self {
        Self(Arc::new(advisor))
    }
}

impl Advisor for DynAdvisor {
    async fn around_turn(&self, request: TurnRequest, next: NextTurn<'_>) -> Result<ChatClientResponse, ChatError> {
        self.0.boxed_turn(request, next).await
    }

    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        self.0.boxed_round(request, next).await
    }
}

impl fmt::Debug for DynAdvisor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynAdvisor").finish_non_exhaustive()
    }
}

/// [`Advisor`] with boxed futures, which `dyn` needs.
trait BoxedAround: Send + Sync {
    fn boxed_turn<'a>(
        &'a self,
        request: TurnRequest,
        next: NextTurn<'a>,
    ) -> BoxFuture<'a, Result<ChatClientResponse, ChatError>>;

    fn boxed_round<'a>(
        &'a self,
        request: RoundRequest,
        next: NextRound<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, ChatError>>;
}

impl<A: Advisor> BoxedAround for A {
    fn boxed_turn<'a>(
        &'a self,
        request: TurnRequest,
        next: NextTurn<'a>,
    ) -> BoxFuture<'a, Result<ChatClientResponse, ChatError>> {
        Box::pin(self.around_turn(request, next))
    }

    fn boxed_round<'a>(
        &'a self,
        request: RoundRequest,
        next: NextRound<'a>,
    ) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        Box::pin(self.around_round(request, next))
    }
}

/// Runs the tool loop, innermost of all turn advisors.
pub(crate) trait RunTurn: Send + Sync {
    fn run_turn(&self, request: TurnRequest) -> BoxFuture<'_, Result<ChatClientResponse, ChatError>>;
}

/// The rest of a turn: the advisors after this one, then the tool loop. It may be run once, several times (a copy each), or
/// not at all. The tokens of all runs count: those of a run that is not the response are added to the first round of the
/// response.
#[derive(Clone, Copy)]
pub struct NextTurn<'a> {
    advisors: &'a [DynAdvisor],
    turn: &'a dyn RunTurn,
}

impl<'a> NextTurn<'a> {
    pub(crate) fn new(advisors: &'a [DynAdvisor], turn: &'a dyn RunTurn) -> Self {
        Self { advisors, turn }
    }

    /// Runs the rest of the turn with `request`.
    ///
    /// # Errors
    /// [`ChatError`] of the turn, or of an advisor after this one.
    pub fn run(
        self,
        request: TurnRequest,
    ) -> impl Future<Output = Result<ChatClientResponse, ChatError>> + Send + use<'a> {
        match self.advisors.split_first() {
            Some((advisor, advisors)) => advisor.0.boxed_turn(request, Self { advisors, ..self }),
            None => self.turn.run_turn(request),
        }
    }
}

/// The rest of an exchange with the model: the advisors after this one, then the model. It may be run once, several times (a
/// copy each), or not at all. The tokens of each exchange count, whichever response is used; a response whose usage is
/// greater than that of all exchanges counts with its usage.
#[derive(Clone, Copy)]
pub struct NextRound<'a> {
    advisors: &'a [DynAdvisor],
    model: &'a DynChatModel,
    used: &'a RoundUsage<'a>,
    /// Messages that can be sent, because an earlier round has checked them and the turn has only added to them.
    checked: Option<&'a Messages>,
    /// Where the events of a streamed turn go.
    stream: Option<&'a RoundStream>,
}

impl<'a> NextRound<'a> {
    pub(crate) fn new(
        advisors: &'a [DynAdvisor],
        model: &'a DynChatModel,
        used: &'a RoundUsage<'a>,
        stream: Option<&'a RoundStream>,
    ) -> Self {
        Self { advisors, model, used, checked: None, stream }
    }

    /// Sets messages that need no check, unless an advisor changes them.
    pub(crate) fn with_checked(self, checked: Option<&'a Messages>) -> Self {
        Self { checked, ..self }
    }

    /// Runs the rest of the exchange with `request`.
    ///
    /// # Errors
    /// [`ChatError`] of the model, or of an advisor after this one; [`ChatErrorKind::InvalidHistory`](crate::chat::ChatErrorKind)
    /// when the messages of `request` cannot be sent.
    pub fn run(self, request: RoundRequest) -> impl Future<Output = Result<ChatResponse, ChatError>> + Send + use<'a> {
        match self.advisors.split_first() {
            Some((advisor, advisors)) => advisor.0.boxed_round(request, Self { advisors, ..self }),
            None => Box::pin(self.ask(request)),
        }
    }

    async fn ask(self, request: RoundRequest) -> Result<ChatResponse, ChatError> {
        let RoundRequest { prompt, readers, .. } = request;
        if !self.checked.is_some_and(|checked| prompt.messages.is_same_list(checked)) {
            validate_messages::check(&prompt.messages).map_err(|fault| ChatError::changed_history(&fault))?;
        }
        let names = prompt.tools.iter().map(ToolDefinition::name);
        if let Some(fault) = prompt.options.tool_choice.as_ref().and_then(|choice| choice.fault(names)) {
            return Err(ChatError::tool_choice(fault));
        }
        if let Some(stream) = self.stream {
            return stream.exchange(self.model, &prompt, readers, self.used).await;
        }
        let response = self.model.call(&prompt).await?;
        self.used.add(response.usage);
        readers.show_response(&response);
        Ok(response)
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
