//! `ChatClient`: a model with the defaults of its requests.

use std::sync::Arc;

use crate::chat::chat_model::{ChatModel, DynChatModel};
use crate::chat::chat_options::ChatOptions;
use crate::chat::prompt::Prompt;
use crate::client::advisor::{Advisor, DynAdvisor};
use crate::client::defaults::{Defaults, OwnSettings};
use crate::client::driver::{Driver, TurnControl};
use crate::client::request::{ChatClientRequest, ResumedTurn};
use crate::context::argument_mode::ArgumentMode;
use crate::context::tool_context::ToolContext;
use crate::execution::manager::ToolCallingManager;
use crate::output::converter::ToolCallResultConverter;
use crate::output::observer::ConversionObserver;
use crate::provider::tool_callback_provider::ToolCallbackProvider;
use crate::turn::approval::ToolCallDecision;
use crate::turn::limits::ToolCallLimits;
use crate::turn::state_machine::Turn;

/// A model with default tools, advisors and options. Cloning is cheap; create one client per model and keep it.
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

    /// A builder for a client of `model`.
    pub fn builder(model: impl ChatModel + 'static) -> ChatClientBuilder {
        let driver = Driver {
            model: DynChatModel::new(model),
            advisors: Vec::new(),
            manager: ToolCallingManager::new(),
            limits: ToolCallLimits::default(),
            control: TurnControl::default(),
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

    /// A builder for another client with the defaults of this one.
    pub fn mutate(&self) -> ChatClientBuilder {
        ChatClientBuilder { defaults: (*self.defaults).clone() }
    }

    /// Starts a request with the text of a user message, a [`Prompt`] or a list of messages.
    pub fn prompt(&self, prompt: impl Into<Prompt>) -> ChatClientRequest {
        ChatClientRequest::new((*self.defaults).clone(), prompt.into())
    }

    /// Resumes a suspended turn with decisions about its pending calls, each named by its id.
    ///
    /// The turn may come from another process: [`Turn`] is stored with its messages, usage and responses. Tools and context
    /// come from this client and request; the tools must be the same.
    ///
    /// The turn is consumed, also by an error: keep what was stored until there is a response. Resuming one stored turn twice
    /// runs the approved calls twice.
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

/// Builds a [`ChatClient`]: [`ChatClient::builder`].
///
/// The order of the calls does not matter. Tools, advisors, options and context values are added to those so far; of two
/// options or context values of one kind the later wins. `default_format`, `argument_mode` and `conversion_observer` override
/// the settings of the manager.
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

    /// Sets the system text of every conversation, unless the request has one.
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

    /// Sets the converter for results of tools without one of their own or of their provider; JSON by default.
    pub fn default_format(mut self, converter: impl ToolCallResultConverter + 'static) -> Self {
        self.defaults.own.default_format = Some(Arc::new(converter));
        self.with_own_settings()
    }

    /// Adds the [format hint](ToolCallResultConverter::format_hint) of its results to the description of each tool. It costs
    /// tokens in every request; `tool-formats compare` shows how many.
    pub fn describe_formats(mut self) -> Self {
        self.defaults.describes_formats = true;
        self
    }

    /// Sets how the arguments of all tools are read; [`ArgumentMode::Lenient`] by default.
    pub fn argument_mode(mut self, mode: ArgumentMode) -> Self {
        self.defaults.own.argument_mode = Some(mode);
        self.with_own_settings()
    }

    /// Adds values for the tools; a request may add more.
    pub fn default_tool_context(mut self, context: ToolContext) -> Self {
        self.defaults.context = self.defaults.context.merged(context);
        self
    }

    /// Sets how the model is to answer, unless a request sets it. Options set before and not set here stay.
    pub fn default_options(mut self, options: ChatOptions) -> Self {
        self.defaults.options = self.defaults.options.merged(options);
        self
    }

    /// Replaces the manager that runs tool calls: concurrency, time-outs, hooks, error policy. `default_format`,
    /// `argument_mode` and `conversion_observer` keep their effect, called before or after this.
    pub fn tool_calling_manager(mut self, manager: ToolCallingManager) -> Self {
        self.defaults.driver.manager = manager;
        self.with_own_settings()
    }

    fn with_own_settings(mut self) -> Self {
        self.defaults.driver.manager = self.defaults.own.over(self.defaults.driver.manager);
        self
    }

    /// Sets the observer of conversions; it replaces an earlier one.
    pub fn conversion_observer(mut self, observer: impl ConversionObserver + 'static) -> Self {
        self.defaults.own.observer = Some(Arc::new(observer));
        self.with_own_settings()
    }

    /// Sets how much one turn may use.
    pub fn limits(mut self, limits: ToolCallLimits) -> Self {
        self.defaults.driver.limits = limits;
        self
    }

    /// Builds the client.
    #[must_use]
    pub fn build(mut self) -> ChatClient {
        // Not shared with the client of `mutate`, which may have other tools.
        self.defaults.cache = Some(Arc::default());
        ChatClient { defaults: Arc::new(self.defaults) }
    }
}
