//! `ScriptedChatModel`: a model with prepared responses, for tests and examples.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use tool_formats::TokenCounter;

use crate::chat::assistant_message::AssistantMessage;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_model::ChatModel;
use crate::chat::chat_response::ChatResponse;
use crate::chat::message::Message;
use crate::chat::prompt::Prompt;
use crate::chat::tool_call::ToolCall;
use crate::chat::usage::Usage;

type Step = dyn Fn(&Prompt) -> Result<ChatResponse, ChatError> + Send + Sync;

/// A model with prepared responses, each a closure of the prompt.
///
/// It keeps every prompt, and counts tokens when it has a [`TokenCounter`]. Clones share the script and the prompts: keep one
/// to look at the prompts.
///
/// ```
/// use tool_core::{ChatClient, ChatResponse, ScriptedChatModel, ToolCall, tool, tools};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let model = ScriptedChatModel::new()
///     .step(|_| ChatResponse::tool_calls([ToolCall::new("1", "add", r#"{"a":19,"b":23}"#)]))
///     .step(|prompt| ChatResponse::text(format!("It is {}.", prompt.messages[2].tool_responses()[0].text)));
///
/// let answer = ChatClient::new(model.clone()).prompt("What is 19 and 23?").tools(tools![add]).call().await?;
///
/// assert_eq!(answer.content(), "It is 42.");
/// assert_eq!(model.prompts().len(), 2);
/// # Ok::<(), tool_core::ChatError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct ScriptedChatModel {
    steps: Vec<Arc<Step>>,
    prompts: Arc<Mutex<Vec<Prompt>>>,
    token_counter: Option<Arc<dyn TokenCounter>>,
}

impl ScriptedChatModel {
    /// A model without responses: it fails when it is called.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a response. The first prompt gets the first one, and so on.
    #[must_use]
    pub fn step(self, step: impl Fn(&Prompt) -> ChatResponse + Send + Sync + 'static) -> Self {
        self.try_step(move |prompt| Ok(step(prompt)))
    }

    /// Adds a response that calls one tool with these arguments.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{ChatClient, ScriptedChatModel, tool, tools};
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let model = ScriptedChatModel::new().calls("add", json!({ "a": 19, "b": 23 })).says("It is 42.");
    ///
    /// let answer = ChatClient::new(model.clone()).prompt("What is 19 and 23?").tools(tools![add]).call().await?;
    ///
    /// assert_eq!(answer.content(), "It is 42.");
    /// assert_eq!(model.prompts()[1].messages[2].tool_responses()[0].text, "42");
    /// # Ok::<(), tool_core::ChatError>(())
    /// # }).unwrap();
    /// ```
    #[must_use]
    #[allow(clippy::needless_pass_by_value, reason = "`json!(..)` is written at the call")]
    pub fn calls(self, name: impl Into<String>, arguments: serde_json::Value) -> Self {
        // Ids differ between the steps, as those of a live model do.
        let call = ToolCall::new(format!("call_{}", self.steps.len()), name, arguments.to_string());
        self.step(move |_| ChatResponse::tool_calls([call.clone()]))
    }

    /// Adds a response with this text, which ends the turn.
    #[must_use]
    pub fn says(self, text: impl Into<String>) -> Self {
        let text = text.into();
        self.step(move |_| ChatResponse::text(text.clone()))
    }

    /// Adds a response that may be an error of the model.
    #[must_use]
    pub fn try_step(
        mut self,
        step: impl Fn(&Prompt) -> Result<ChatResponse, ChatError> + Send + Sync + 'static,
    ) -> Self {
        self.steps.push(Arc::new(step));
        self
    }

    /// Counts tokens with `counter`: the texts, tool calls, tool responses and tool definitions of a prompt, without the framing
    /// that each provider adds. Without a counter, the usage is that of each prepared response.
    #[must_use]
    pub fn with_token_counter(mut self, counter: impl TokenCounter + 'static) -> Self {
        self.token_counter = Some(Arc::new(counter));
        self
    }

    /// Every prompt so far, in order.
    #[must_use]
    pub fn prompts(&self) -> Vec<Prompt> {
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn answer(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        let index = {
            let mut prompts = self.prompts.lock().unwrap_or_else(PoisonError::into_inner);
            prompts.push(prompt.clone());
            prompts.len() - 1
        };
        let Some(step) = self.steps.get(index) else {
            let steps = self.steps.len();
            let message = format!("the script has {steps} responses, and the model was asked for one more");
            return Err(ChatError::model(message));
        };
        let mut response = step(prompt)?;
        if let Some(counter) = &self.token_counter {
            response.usage =
                Usage::new(prompt_tokens(&**counter, prompt), assistant_tokens(&**counter, &response.message));
        }
        Ok(response)
    }
}

impl ChatModel for ScriptedChatModel {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        self.answer(prompt)
    }
}

fn prompt_tokens(counter: &dyn TokenCounter, prompt: &Prompt) -> u64 {
    let messages = prompt.messages.iter().map(|message| match message {
        Message::Assistant(message) => assistant_tokens(counter, message),
        Message::Tool(message) => message.responses().iter().map(|response| tokens(counter, &response.text)).sum(),
        Message::System(_) | Message::User(_) => tokens(counter, &message.text()),
    });
    let tools = prompt.tools.iter().map(|tool| {
        tokens(counter, tool.name()) + tokens(counter, tool.description()) + tokens(counter, tool.input_schema_text())
    });
    messages.chain(tools).sum()
}

fn assistant_tokens(counter: &dyn TokenCounter, message: &AssistantMessage) -> u64 {
    let calls = message.tool_calls().map(|call| tokens(counter, &call.name) + tokens(counter, &call.arguments));
    calls.sum::<u64>() + tokens(counter, &message.text())
}

fn tokens(counter: &dyn TokenCounter, text: &str) -> u64 {
    u64::try_from(counter.count(text)).unwrap_or(u64::MAX)
}

impl fmt::Debug for ScriptedChatModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedChatModel").field("steps", &self.steps.len()).finish_non_exhaustive()
    }
}
