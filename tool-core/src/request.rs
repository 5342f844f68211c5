//! The front of the road: one request to a model, and the turn it starts.

use std::fmt;
use std::sync::Arc;

use crate::advisor::TurnRequest;
use crate::context::ToolContext;
use crate::driver::Driver;
use crate::message::Message;
use crate::model::{ChatError, Prompt};
use crate::outcome::ChatClientResponse;
use crate::provider::ToolCallbackProvider;
use crate::tool_set::ToolSet;

/// What each request of a client begins with.
#[derive(Clone)]
pub(crate) struct Defaults {
    pub(crate) driver: Driver,
    pub(crate) system: Option<String>,
    pub(crate) tools: Vec<Arc<dyn ToolCallbackProvider>>,
    pub(crate) context: ToolContext,
}

/// One request in the making: [`ChatClient::prompt`](crate::ChatClient::prompt).
///
/// The model is sent the system text, then the messages, then the user text.
#[must_use = "nothing is asked before `call()`"]
pub struct ChatClientRequest {
    defaults: Arc<Defaults>,
    system: Option<String>,
    messages: Vec<Message>,
    user: Option<String>,
    tools: Vec<Arc<dyn ToolCallbackProvider>>,
    context: ToolContext,
}

impl ChatClientRequest {
    pub(crate) fn new(defaults: Arc<Defaults>, prompt: Prompt) -> Self {
        Self {
            system: None,
            messages: prompt.messages,
            user: None,
            tools: defaults.tools.clone(),
            context: defaults.context.clone(),
            defaults,
        }
    }

    /// Sets the instructions, in place of the client's.
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.system = Some(text.into());
        self
    }

    /// Sets the user's words that come after all messages.
    pub fn user(mut self, text: impl Into<String>) -> Self {
        self.user = Some(text.into());
        self
    }

    /// Adds messages, such as an earlier conversation.
    pub fn messages(mut self, messages: impl IntoIterator<Item = Message>) -> Self {
        self.messages.extend(messages);
        self
    }

    /// Adds tools to the client's: a provider, a callback, an object, or a list of them.
    pub fn tools(mut self, tools: impl ToolCallbackProvider + 'static) -> Self {
        self.tools.push(Arc::new(tools));
        self
    }

    /// Drops all tools so far, the client's included.
    pub fn no_tools(mut self) -> Self {
        self.tools.clear();
        self
    }

    /// Adds values for the tools; they win over the client's values of the same type.
    pub fn tool_context(mut self, context: ToolContext) -> Self {
        self.context = self.context.merged(context);
        self
    }

    /// Asks the model, runs the tools it calls, and goes on until it answers.
    ///
    /// An unknown tool, wrong arguments and a failing tool are answered to the model, and the turn goes on. When the
    /// turn's [limits](crate::ToolCallLimits) are used up, the response says so by its finish reason.
    ///
    /// # Errors
    /// [`ChatError`] when the tools do not go together or there is no message, before the model is asked, or when the
    /// model fails; with the tokens used up to then.
    pub async fn call(self) -> Result<ChatClientResponse, ChatError> {
        let tools = ToolSet::build(&self.tools)?;
        let prompt = Prompt::new(self.conversation());
        if prompt.messages.is_empty() {
            return Err(ChatError::empty_prompt());
        }
        let request = TurnRequest { prompt, tools, context: self.context.clone() };
        Ok(self.defaults.driver.run(request).await?.into_response())
    }

    fn conversation(&self) -> impl Iterator<Item = Message> {
        let has_system = self.messages.iter().any(|message| matches!(message, Message::System { .. }));
        let default_system = self.defaults.system.as_ref().filter(|_| !has_system);
        let system = self.system.as_ref().or(default_system).map(Message::system);
        let user = self.user.as_ref().map(Message::user);
        system.into_iter().chain(self.messages.iter().cloned()).chain(user)
    }
}

impl fmt::Debug for ChatClientRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatClientRequest")
            .field("messages", &self.messages.len())
            .field("providers", &self.tools.len())
            .field("context", &self.context)
            .finish_non_exhaustive()
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
