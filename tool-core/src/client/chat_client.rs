//! A model with everything that each of its requests begins with.

use std::sync::Arc;

use crate::chat::chat_model::{ChatModel, DynChatModel};
use crate::chat::chat_options::ChatOptions;
use crate::chat::prompt::Prompt;
use crate::client::advisor::{Advisor, DynAdvisor};
use crate::client::driver::Driver;
use crate::client::request::{ChatClientRequest, Defaults, OwnSettings, ResumedTurn};
use crate::context::argument_mode::ArgumentMode;
use crate::context::tool_context::ToolContext;
use crate::execution::manager::ToolCallingManager;
use crate::output::converter::ToolCallResultConverter;
use crate::output::observer::ConversionObserver;
use crate::provider::tool_callback_provider::ToolCallbackProvider;
use crate::turn::approval::ToolCallDecision;
use crate::turn::limits::ToolCallLimits;
use crate::turn::state_machine::Turn;

/// A model to talk to, with tools. Cheap to clone; make one per model and keep it.
///
/// ```
/// use tool_core::{ChatClient, ChatResponse, ScriptedChatModel};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let model = ScriptedChatModel::new().step(|_| ChatResponse::text("Hello!"));
///
/// let answer = ChatClient::new(model).prompt("Hello?").call().await?;
///
/// assert_eq!(answer.content(), "Hello!");
/// # Ok::<(), tool_core::ChatError>(())
/// # }).unwrap();
/// ```
///
/// Source: Spring AI 2.x, `ChatClient`.
#[derive(Debug, Clone)]
pub struct ChatClient {
    defaults: Arc<Defaults>,
}

impl ChatClient {
    /// A client without defaults.
    #[must_use]
    pub fn new(model: impl ChatModel + 'static) -> Self {
        Self::builder(model).build()
    }

    /// Begins a client of `model`.
    pub fn builder(model: impl ChatModel + 'static) -> ChatClientBuilder {
        let driver = Driver {
            model: DynChatModel::new(model),
            advisors: Vec::new(),
            manager: ToolCallingManager::new(),
            limits: ToolCallLimits::default(),
        };
        let (context, options) = (ToolContext::new(), ChatOptions::default());
        ChatClientBuilder {
            defaults: Defaults {
                driver,
                own: OwnSettings::default(),
                system: None,
                tools: Vec::new(),
                cache: None,
                context,
                options,
                describes_formats: false,
            },
        }
    }

    /// Begins another client with all that this one has.
    pub fn mutate(&self) -> ChatClientBuilder {
        ChatClientBuilder { defaults: (*self.defaults).clone() }
    }

    /// Begins a request with the user's words, or with a whole [`Prompt`] or list of messages.
    pub fn prompt(&self, prompt: impl Into<Prompt>) -> ChatClientRequest {
        ChatClientRequest::new((*self.defaults).clone(), prompt.into())
    }

    /// Goes on with a turn that was suspended, by what a person decided about its waiting calls, each named by its id.
    ///
    /// The turn may come from another process: [`Turn`] is serialisable, and waits with what has been said, used and
    /// answered. Tools and context come from this client and request; the tools must be the same.
    ///
    /// The turn is used up, also by an error: keep what was stored until there is an answer. Whoever resumes one stored
    /// turn twice runs the approved calls twice.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::turn::{ToolCallDecision, Turn, TurnEnd};
    /// use tool_core::{ChatClient, ScriptedChatModel, tool, tools};
    ///
    /// /// Sends a mail.
    /// #[tool(approval)]
    /// fn send_mail(to: &str) -> String {
    ///     format!("sent to {to}")
    /// }
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let model = ScriptedChatModel::new().calls("send_mail", json!({ "to": "Ada" })).says("Ada knows.");
    /// let client = ChatClient::builder(model).default_tools(tools![send_mail]).build();
    ///
    /// let response = client.prompt("Tell Ada.").call().await?;
    /// assert_eq!(response.end(), &TurnEnd::Suspended);
    /// let stored = serde_json::to_string(&response.suspended_turn())?;
    ///
    /// let turn: Turn = serde_json::from_str(&stored)?;
    /// let id = turn.pending_approvals().next().map(|call| call.id.clone()).unwrap_or_default();
    /// let response = client.resume(turn, [(id, ToolCallDecision::Approve)]).call().await?;
    /// assert_eq!(response.content(), "Ada knows.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    pub fn resume<I: Into<String>>(
        &self,
        turn: Turn,
        decisions: impl IntoIterator<Item = (I, ToolCallDecision)>,
    ) -> ChatClientRequest<ResumedTurn> {
        let decisions = decisions.into_iter().map(|(id, decision)| (id.into(), decision)).collect();
        ChatClientRequest::resume((*self.defaults).clone(), turn, decisions)
    }
}

/// A client in the making: [`ChatClient::builder`].
///
/// The order of the calls does not matter. Tools and advisors add up, and so do options and context values, of which a
/// later one of the same kind wins. What `default_format`, `argument_mode` and `conversion_observer` say wins over the
/// manager's settings.
#[derive(Debug)]
#[must_use = "a client exists after `build()`"]
pub struct ChatClientBuilder {
    defaults: Defaults,
}

impl ChatClientBuilder {
    /// Adds tools to every request: a provider, a callback, an object, or a list of them.
    pub fn default_tools(mut self, tools: impl ToolCallbackProvider + 'static) -> Self {
        self.defaults.tools.push(Arc::new(tools));
        self
    }

    /// Begins every conversation with these instructions, unless the request has its own.
    pub fn default_system(mut self, text: impl Into<String>) -> Self {
        self.defaults.system = Some(text.into());
        self
    }

    /// Adds an advisor inside of those so far.
    pub fn default_advisor(mut self, advisor: impl Advisor + 'static) -> Self {
        self.defaults.driver.advisors.push(DynAdvisor::new(advisor));
        self
    }

    /// Adds several advisors inside of those so far, the outermost first.
    pub fn default_advisors(mut self, advisors: impl IntoIterator<Item = DynAdvisor>) -> Self {
        self.defaults.driver.advisors.extend(advisors);
        self
    }

    /// Converts the results of tools that bring no converter, alone or through their provider; JSON by default.
    pub fn default_format(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.defaults.own.default_format = Some(Arc::new(converter));
        self.with_own_settings()
    }

    /// Adds to the description of each tool the [line](ToolCallResultConverter::format_hint) that tells how to read the format
    /// its results come in. It costs its tokens in every request; `tool-formats compare` shows how many.
    pub fn describe_formats(mut self) -> Self {
        self.defaults.describes_formats = true;
        self
    }

    /// Reads the arguments of all tools in `mode`; [`ArgumentMode::Lenient`] by default.
    pub fn argument_mode(mut self, mode: ArgumentMode) -> Self {
        self.defaults.own.argument_mode = Some(mode);
        self.with_own_settings()
    }

    /// Gives every tool call these values, besides those given before; a request may add its own.
    pub fn default_tool_context(mut self, context: ToolContext) -> Self {
        self.defaults.context = self.defaults.context.merged(context);
        self
    }

    /// Says how the model is to answer, unless a request says otherwise. What was said before and is not said here stays.
    pub fn default_options(mut self, options: ChatOptions) -> Self {
        self.defaults.options = self.defaults.options.merged(options);
        self
    }

    /// Replaces how tool calls are run: concurrency, time-outs, hooks, policies for failures. What `default_format`,
    /// `argument_mode` and `conversion_observer` say stays, before this call or after it.
    pub fn tool_calling_manager(mut self, manager: ToolCallingManager) -> Self {
        self.defaults.driver.manager = manager;
        self.with_own_settings()
    }

    fn with_own_settings(mut self) -> Self {
        self.defaults.driver.manager = self.defaults.own.over(self.defaults.driver.manager);
        self
    }

    /// Tells `observer` of every conversion of a tool result; an observer set before is replaced.
    pub fn conversion_observer(mut self, observer: impl ConversionObserver + 'static) -> Self {
        self.defaults.own.observer = Some(Arc::new(observer));
        self.with_own_settings()
    }

    /// Sets how much one turn may use.
    pub fn limits(mut self, limits: ToolCallLimits) -> Self {
        self.defaults.driver.limits = limits;
        self
    }

    /// Makes the client.
    #[must_use]
    pub fn build(mut self) -> ChatClient {
        // Not shared with the client that this one was made of: they may have other tools.
        self.defaults.cache = Some(Arc::default());
        ChatClient { defaults: Arc::new(self.defaults) }
    }
}
