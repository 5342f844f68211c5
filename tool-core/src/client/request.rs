//! One request to a model, and the turn it starts.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;

use crate::chat::chat_error::ChatError;
use crate::chat::chat_options::ChatOptions;
use crate::chat::message::Message;
use crate::chat::prompt::Prompt;
use crate::chat::validate_messages;
use crate::client::advisor::{Advisor, DynAdvisor, TurnRequest};
use crate::client::driver::Driver;
use crate::client::response::ChatClientResponse;
use crate::context::argument_mode::ArgumentMode;
use crate::context::tool_context::ToolContext;
use crate::error::tool_error::ToolError;
use crate::execution::manager::ToolCallingManager;
use crate::output::converter::ToolCallResultConverter;
use crate::output::observer::ConversionObserver;
use crate::provider::tool_callback_provider::ToolCallbackProvider;
use crate::provider::tool_set::ToolSet;
use crate::provider::tool_set_cache::{Explained, ToolSetCache};
use crate::turn::approval::ToolCallDecision;
use crate::turn::limits::ToolCallLimits;
use crate::turn::state_machine::Turn;

/// What each request of a client begins with.
#[derive(Clone)]
pub(crate) struct Defaults {
    pub(crate) driver: Driver,
    /// What the client says besides its manager.
    pub(crate) own: OwnSettings,
    pub(crate) system: Option<String>,
    pub(crate) tools: Vec<Arc<dyn ToolCallbackProvider>>,
    /// The tools of the client's last request; none when a request changes what it offers.
    pub(crate) cache: Option<Arc<ToolSetCache>>,
    pub(crate) context: ToolContext,
    pub(crate) options: ChatOptions,
    /// Whether the tools' descriptions say how to read their results.
    pub(crate) describes_formats: bool,
}

impl Defaults {
    fn tool_set(&self) -> Result<ToolSet, ToolError> {
        let default_format = || self.driver.manager.default_format().cloned();
        let explained = if self.describes_formats { Explained::With(default_format()) } else { Explained::No };
        match &self.cache {
            Some(cache) => cache.build(&self.tools, &self.context, &explained),
            None => Ok(explained.apply(ToolSet::build_for(&self.tools, &self.context)?)),
        }
    }
}

/// What a client sets itself: it wins over its manager's settings, whichever was set first.
#[derive(Clone, Default)]
pub(crate) struct OwnSettings {
    pub(crate) default_format: Option<Arc<dyn ToolCallResultConverter>>,
    pub(crate) argument_mode: Option<ArgumentMode>,
    pub(crate) observer: Option<Arc<dyn ConversionObserver>>,
}

impl OwnSettings {
    /// The manager with its settings replaced by these.
    pub(crate) fn over(&self, mut manager: ToolCallingManager) -> ToolCallingManager {
        if let Some(converter) = &self.default_format {
            manager.set_default_format(Arc::clone(converter));
        }
        if let Some(mode) = self.argument_mode {
            manager = manager.with_argument_mode(mode);
        }
        if let Some(observer) = &self.observer {
            manager.set_conversion_observer(Arc::clone(observer));
        }
        manager
    }
}

/// One request in the making: [`ChatClient::prompt`](crate::ChatClient::prompt).
///
/// The model is sent the system text, then [`messages`](Self::messages), then what `prompt` was given, then
/// [`user`](Self::user). A second turn of a conversation:
///
/// ```
/// # use tool_core::{ChatClient, ChatError, ChatModel};
/// # async fn second_turn(client: ChatClient) -> Result<(), ChatError> {
/// let first = client.prompt("How high is the Matterhorn?").call().await?;
/// let second = client.prompt("And the Eiger?").messages(first.messages().to_vec()).call().await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "the model is asked when this is awaited, or by `call()`"]
pub struct ChatClientRequest<S = NewTurn> {
    defaults: Defaults,
    start: S,
}

/// What a request begins with: words.
pub struct NewTurn {
    system: Option<String>,
    history: Vec<Message>,
    prompt: Vec<Message>,
    user: Option<String>,
}

/// What a request goes on with: a turn that was suspended or stored.
pub struct ResumedTurn {
    turn: Turn,
    decisions: Vec<(String, ToolCallDecision)>,
}

impl ChatClientRequest {
    pub(crate) fn new(mut defaults: Defaults, prompt: Prompt) -> Self {
        defaults.options = defaults.options.merged(prompt.options);
        let start = NewTurn { system: None, history: Vec::new(), prompt: prompt.messages, user: None };
        Self { defaults, start }
    }

    /// Sets the instructions, in place of the client's and of a system message among the messages; an empty text is none.
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.start.system = Some(text.into());
        self
    }

    /// Sets the user's words that come last.
    pub fn user(mut self, text: impl Into<String>) -> Self {
        self.start.user = Some(text.into());
        self
    }

    /// Adds messages before what `prompt` was given, such as an earlier conversation.
    pub fn messages(mut self, messages: impl IntoIterator<Item = Message>) -> Self {
        self.start.history.extend(messages);
        self
    }

    /// Says how the model is to answer; what is set wins over the client's options.
    pub fn options(mut self, options: ChatOptions) -> Self {
        self.defaults.options = self.defaults.options.merged(options);
        self
    }

    /// Sets how much this turn may use, in place of the client's limits.
    pub fn limits(mut self, limits: ToolCallLimits) -> Self {
        self.defaults.driver.limits = limits;
        self
    }

    /// Asks the model, runs the tools it calls, and goes on until it answers.
    ///
    /// An unknown tool, wrong arguments and a failing tool are answered to the model, and the turn goes on. When the
    /// turn's [limits](crate::turn::ToolCallLimits) are used up, or it waits for a person to
    /// [approve](crate::callback::ToolMetadata::with_approval) a call, the response says so by its
    /// [end](ChatClientResponse::end), and its content is empty.
    ///
    /// # Errors
    /// [`ChatError`] before the model is asked: when the tools do not go together, take a value that the tool context does
    /// not hold, or do not satisfy a [tool choice](crate::chat::ChatOptions::tool_choice) that forces a call; when there is no message but system text, one is empty, or a tool call among them lacks its response (the sentence
    /// has the message's number, where the first one given is 1 and the system text of client or request does not count);
    /// and when a tool waits, or there is a limit of time, and no tokio runtime with its timer on. Later when the model
    /// fails, or a tool whose kind of failure ends the turn: these bring the conversation and the tokens up to then.
    pub async fn call(self) -> Result<ChatClientResponse, ChatError> {
        let Self { mut defaults, start: NewTurn { system, history, prompt, user } } = self;
        let mut messages: Vec<_> = history.into_iter().chain(prompt).chain(user.map(Message::user)).collect();
        if messages.is_empty() {
            return Err(ChatError::empty_prompt());
        }
        validate_messages::check(&messages).map_err(|fault| ChatError::history(&fault))?;
        if messages.iter().all(is_system) {
            return Err(ChatError::only_system_text());
        }
        let system = system_text(system, defaults.system.take(), &mut messages);
        messages.splice(..0, system.clone().map(Message::system));
        let prompt = Prompt { options: std::mem::take(&mut defaults.options), ..Prompt::new(messages) };
        run(defaults, prompt, None, system).await
    }
}

/// `client.prompt(..).await` is [`client.prompt(..).call().await`](ChatClientRequest::call).
impl IntoFuture for ChatClientRequest {
    type Output = Result<ChatClientResponse, ChatError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.call())
    }
}

/// `client.resume(..).await` is `client.resume(..).call().await`.
impl IntoFuture for ChatClientRequest<ResumedTurn> {
    type Output = Result<ChatClientResponse, ChatError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.call())
    }
}

impl ChatClientRequest<ResumedTurn> {
    pub(crate) fn resume(defaults: Defaults, turn: Turn, decisions: Vec<(String, ToolCallDecision)>) -> Self {
        Self { defaults, start: ResumedTurn { turn, decisions } }
    }

    /// Goes on with the turn until the model answers, or until it waits again: calls that nobody decided about still do.
    ///
    /// # Errors
    /// As for a new turn, and [`ChatErrorKind::Resume`](crate::chat::ChatErrorKind::Resume) when a decision is about no waiting
    /// call, the tools are not those the turn began with, or the turn has ended.
    pub async fn call(self) -> Result<ChatClientResponse, ChatError> {
        let Self { defaults, start: ResumedTurn { mut turn, decisions } } = self;
        let system = turn.hidden_system.clone();
        if let Err(error) = turn.decide_all(decisions) {
            return Err(turn.on_model_error(error).without(system.as_deref()));
        }
        let prompt = turn.prompt().clone();
        run(defaults, prompt, Some(turn), system).await
    }
}

/// What a new turn and a resumed one share.
impl<S> ChatClientRequest<S> {
    /// Adds tools to the client's: a provider, a callback, an object, or a list of them.
    pub fn tools(mut self, tools: impl ToolCallbackProvider + 'static) -> Self {
        self.defaults.tools.push(Arc::new(tools));
        self.defaults.cache = None;
        self
    }

    /// Drops all tools so far, the client's included.
    pub fn no_tools(mut self) -> Self {
        self.defaults.tools.clear();
        self.defaults.cache = None;
        self
    }

    /// Adds values for the tools; they win over the client's values of the same type.
    pub fn tool_context(mut self, context: ToolContext) -> Self {
        self.defaults.context = self.defaults.context.merged(context);
        self
    }

    /// Adds an advisor inside of those so far.
    pub fn advisor(mut self, advisor: impl Advisor + 'static) -> Self {
        self.defaults.driver.advisors.push(DynAdvisor::new(advisor));
        self
    }

    /// Adds several advisors inside of those so far, the outermost first.
    pub fn advisors(mut self, advisors: impl IntoIterator<Item = DynAdvisor>) -> Self {
        self.defaults.driver.advisors.extend(advisors);
        self
    }

    /// Converts the results of tools that bring no converter, in place of the client's format.
    pub fn format(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.defaults.driver.manager = self.defaults.driver.manager.with_default_format(converter);
        self
    }
}

/// `system` belongs to the request or the client, so it is not among the messages of the answer: the next request may have
/// another.
async fn run(
    defaults: Defaults,
    prompt: Prompt,
    resumed: Option<Turn>,
    system: Option<String>,
) -> Result<ChatClientResponse, ChatError> {
    let tools = match defaults.tool_set() {
        Ok(tools) => tools,
        Err(error) => return Err(failed(resumed, error.into()).without(system.as_deref())),
    };
    let request = TurnRequest { prompt, tools, context: defaults.context, resumed };
    let outcome = defaults.driver.run(request).await;
    let mut response = outcome.map_err(|error| error.without(system.as_deref()))?;
    response.hide_system(system.as_deref());
    Ok(response)
}

/// The error with what a resumed turn had said and used.
fn failed(resumed: Option<Turn>, error: ChatError) -> ChatError {
    match resumed {
        Some(mut turn) => turn.on_model_error(error),
        None => error,
    }
}

fn is_system(message: &Message) -> bool {
    matches!(message, Message::System(_))
}

/// The system text to begin with: the request's own, else the client's unless the conversation brings one.
fn system_text(own: Option<String>, default: Option<String>, messages: &mut Vec<Message>) -> Option<String> {
    if own.is_some() {
        messages.retain(|message| !is_system(message));
    }
    let default = default.filter(|_| !messages.iter().any(is_system));
    own.or(default).filter(|text| !text.trim().is_empty())
}

impl<S: fmt::Debug> fmt::Debug for ChatClientRequest<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatClientRequest")
            .field("start", &self.start)
            .field("defaults", &self.defaults)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for NewTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewTurn").field("messages", &(self.history.len() + self.prompt.len())).finish_non_exhaustive()
    }
}

impl fmt::Debug for ResumedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResumedTurn").field("decisions", &self.decisions).finish_non_exhaustive()
    }
}

impl fmt::Debug for Defaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Defaults")
            .field("driver", &self.driver)
            .field("providers", &self.tools.len())
            .field("context", &self.context)
            .finish_non_exhaustive()
    }
}
