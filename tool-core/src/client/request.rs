//! `ChatClientRequest`: one request, and the turn it starts or resumes.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;

use crate::chat::chat_error::ChatError;
use crate::chat::chat_options::ChatOptions;
use crate::chat::message::Message;
use crate::chat::messages::Messages;
use crate::chat::prompt::Prompt;
use crate::chat::validate_messages;
use crate::client::advisor::{Advisor, DynAdvisor, TurnRequest};
use crate::client::cancellation::CancellationHandle;
use crate::client::chat_stream::ChatStream;
use crate::client::defaults::Defaults;
use crate::client::event_queue::EventQueue;
use crate::client::response::ChatClientResponse;
use crate::context::tool_context::ToolContext;
use crate::output::converter::ToolCallResultConverter;
use crate::provider::tool_callback_provider::ToolCallbackProvider;
use crate::turn::approval::ToolCallDecision;
use crate::turn::limits::ToolCallLimits;
use crate::turn::state_machine::Turn;

/// Builds one request: [`ChatClient::prompt`](crate::ChatClient::prompt). Await it, or use [`call`](Self::call).
///
/// The model is sent the system text, then [`messages`](Self::messages), then what `prompt` was given, then
/// [`user`](Self::user). A second turn of a conversation:
///
/// ```
/// # use tool_core::{ChatClient, ChatError, ChatModel};
/// # async fn second_turn(client: ChatClient) -> Result<(), ChatError> {
/// let first = client.prompt("How high is the Matterhorn?").call().await?;
/// let second = client.prompt("And the Eiger?").messages(first.messages().clone()).call().await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "the model is asked when this is awaited, or by `call()`"]
pub struct ChatClientRequest<S = NewTurn> {
    defaults: Defaults,
    start: S,
}

/// The messages of a new turn.
pub struct NewTurn {
    system: Option<String>,
    history: Messages,
    prompt: Messages,
    user: Option<String>,
}

/// A turn that was suspended or stored, with decisions about its calls.
pub struct ResumedTurn {
    turn: Turn,
    decisions: Vec<(String, ToolCallDecision)>,
}

impl ChatClientRequest {
    pub(crate) fn new(mut defaults: Defaults, prompt: Prompt) -> Self {
        defaults.options = defaults.options.merged(prompt.options);
        let start = NewTurn { system: None, history: Messages::new(), prompt: prompt.messages, user: None };
        Self { defaults, start }
    }

    /// Sets the system text, in place of the client's and of system messages; an empty text removes them.
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.start.system = Some(text.into());
        self
    }

    /// Sets the text of the last user message.
    pub fn user(mut self, text: impl Into<String>) -> Self {
        self.start.user = Some(text.into());
        self
    }

    /// Adds messages before what `prompt` was given, such as an earlier conversation.
    pub fn messages(mut self, messages: impl IntoIterator<Item: Into<Arc<Message>>>) -> Self {
        self.start.history.extend(messages);
        self
    }

    /// Sets how the model is to answer; these options override the client's.
    pub fn options(mut self, options: ChatOptions) -> Self {
        self.defaults.options = self.defaults.options.merged(options);
        self
    }

    /// Sets how much this turn may use, in place of the client's limits.
    pub fn limits(mut self, limits: ToolCallLimits) -> Self {
        self.defaults.driver.limits = limits;
        self
    }

    /// Asks the model and runs the tools it calls, until it answers.
    ///
    /// Unknown tools, invalid arguments and failing tools are reported to the model, and the turn continues. When the turn
    /// reaches a [limit](crate::turn::ToolCallLimits), or waits for the
    /// [approval](crate::callback::ToolMetadata::with_approval) of a call, the content of the response is empty, and its
    /// [end](ChatClientResponse::end) says why.
    ///
    /// # Errors
    /// [`ChatError`] before the model is asked:
    /// - the tools cannot be used together, need a value that the tool context does not have, or do not satisfy a
    ///   [tool choice](crate::chat::ChatOptions::tool_choice) that forces a call;
    /// - there is no message but system text, a message is empty, or a tool call among the messages has no response. The error
    ///   has the number of the message: the first is 1, and the system text of client or request does not count;
    /// - a tool or limit needs a tokio runtime with its timer enabled, and there is none.
    ///
    /// Later when the model fails, or a tool with an error that ends the turn: these errors have the messages and usage so far.
    pub async fn call(self) -> Result<ChatClientResponse, ChatError> {
        self.run_turn().await
    }

    /// Asks the model and runs the tools it calls, as [`call`](Self::call) does, and reports what happens meanwhile. Nothing
    /// happens until the stream is read.
    pub fn stream(self) -> ChatStream {
        streamed(self, Self::run_turn)
    }

    async fn run_turn(self) -> Result<ChatClientResponse, ChatError> {
        let Self { mut defaults, start: NewTurn { system, history, prompt, user } } = self;
        let mut messages = history;
        messages.extend(prompt);
        messages.extend(user.map(Message::user));
        if messages.is_empty() {
            return Err(ChatError::empty_prompt());
        }
        validate_messages::check(&messages).map_err(|fault| ChatError::history(&fault))?;
        if messages.iter().all(is_system) {
            return Err(ChatError::only_system_text());
        }
        let system = system_text(system, defaults.system.take(), &mut messages);
        if let Some(system) = &system {
            messages.insert(0, Message::system(system.as_str()));
        }
        let prompt = Prompt::from(messages).with_options(std::mem::take(&mut defaults.options));
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

    /// Resumes the turn until the model answers, or until it waits again: calls without a decision still wait.
    ///
    /// # Errors
    /// As for a new turn, and [`ChatErrorKind::Resume`](crate::chat::ChatErrorKind::Resume) when no call waits for a decision, the
    /// tools differ from those the turn started with, or the turn has ended.
    pub async fn call(self) -> Result<ChatClientResponse, ChatError> {
        self.run_turn().await
    }

    /// Resumes the turn as [`call`](Self::call) does, and reports what happens meanwhile. Calls of the round that were answered
    /// before are reported, too. Nothing happens until the stream is read.
    pub fn stream(self) -> ChatStream {
        streamed(self, Self::run_turn)
    }

    async fn run_turn(self) -> Result<ChatClientResponse, ChatError> {
        let Self { defaults, start: ResumedTurn { mut turn, decisions } } = self;
        let system = turn.hidden_system.clone();
        if let Err(error) = turn.decide_all(decisions) {
            return Err(turn.on_model_error(error).without(system.as_deref()));
        }
        let prompt = turn.prompt().clone();
        run(defaults, prompt, Some(turn), system).await
    }
}

/// For new and resumed turns.
impl<S> ChatClientRequest<S> {
    /// Adds tools to the client's: a provider, a callback, an object, or a list of them.
    pub fn tools(mut self, tools: impl ToolCallbackProvider + 'static) -> Self {
        self.defaults.tools.push(Arc::new(tools));
        self.defaults.cache = None;
        self
    }

    /// Removes all tools so far, including the client's.
    pub fn no_tools(mut self) -> Self {
        self.defaults.tools.clear();
        self.defaults.cache = None;
        self
    }

    /// Adds values for the tools; they replace the client's values of the same type.
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

    /// Cancels the turn with this handle, which has the transcript when the turn is over.
    pub fn cancellation(mut self, handle: &CancellationHandle) -> Self {
        self.defaults.driver.control.cancellation = Some(handle.clone());
        self
    }

    /// Sets the converter for results of tools without one of their own or of their provider, in place of the client's.
    pub fn format(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.defaults.driver.manager = self.defaults.driver.manager.with_default_format(converter);
        self
    }
}

/// Runs a request so that its events can be read.
fn streamed<S, F>(mut request: ChatClientRequest<S>, run: impl FnOnce(ChatClientRequest<S>) -> F) -> ChatStream
where
    F: Future<Output = Result<ChatClientResponse, ChatError>> + Send + 'static,
{
    let (queue, control) = (Arc::<EventQueue>::default(), &mut request.defaults.driver.control);
    control.events = Some(Arc::clone(&queue));
    let cancellation = control.cancellation.get_or_insert_default().clone();
    ChatStream::new(Box::pin(run(request)), queue, cancellation)
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
    if let Some(handle) = &defaults.driver.control.cancellation {
        handle.set_hidden_system(system.clone());
    }
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
fn system_text(own: Option<String>, default: Option<String>, messages: &mut Messages) -> Option<String> {
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
