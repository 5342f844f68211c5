//! A language model: what users implement for a live one, and its `dyn` form.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use crate::callback::tool_callback::BoxFuture;
use crate::chat::chat_error::ChatError;
use crate::chat::chat_response::ChatResponse;
use crate::chat::model_event_sink::ModelEventSink;
use crate::chat::prompt::Prompt;

/// A language model that answers a prompt. It does not run tools.
///
/// Implement it with a plain `async fn`:
///
/// ```
/// use tool_core::{ChatError, ChatModel, ChatResponse, Prompt};
///
/// /// Repeats the last message.
/// struct Echo;
///
/// impl ChatModel for Echo {
///     async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
///         Ok(ChatResponse::text(format!("{:?}", prompt.messages.last())))
///     }
/// }
/// ```
///
/// The attribute `#[async_trait]` does not fit this trait (error E0195): leave it out. For a model that is chosen at run time,
/// use [`DynChatModel`].
///
/// Source: Spring AI 2.x, `ChatModel`.
pub trait ChatModel: Send + Sync {
    /// Asks the model once.
    ///
    /// # Errors
    /// [`ChatError`] when the model cannot be reached or its response cannot be read.
    fn call(&self, prompt: &Prompt) -> impl Future<Output = Result<ChatResponse, ChatError>> + Send;

    /// Asks the model once, and sends its response in fragments, each as soon as it is there. By default, the response of
    /// [`call`](Self::call) is sent as a whole.
    ///
    /// Returns when the response has ended; [`ModelEvent::Finished`](crate::chat::ModelEvent::Finished) says why. The future is
    /// dropped when the turn is cancelled.
    ///
    /// ```
    /// use tool_core::chat::{FinishReason, ModelEvent, ModelEventSink};
    /// use tool_core::{ChatError, ChatModel, ChatResponse, Prompt};
    ///
    /// /// Says two words.
    /// struct Hello;
    ///
    /// impl ChatModel for Hello {
    ///     async fn call(&self, _prompt: &Prompt) -> Result<ChatResponse, ChatError> {
    ///         Ok(ChatResponse::text("Hello, world!"))
    ///     }
    ///
    ///     async fn stream(&self, _prompt: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
    ///         events.send(ModelEvent::text("Hello, ")).await;
    ///         events.send(ModelEvent::text("world!")).await;
    ///         events.send(ModelEvent::Finished(FinishReason::Stop)).await;
    ///         Ok(())
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    /// As for [`call`](Self::call), also in the middle of a response.
    fn stream(
        &self,
        prompt: &Prompt,
        events: &mut ModelEventSink<'_>,
    ) -> impl Future<Output = Result<(), ChatError>> + Send {
        async move {
            let response = self.call(prompt).await?;
            events.send_response(response).await;
            Ok(())
        }
    }
}

impl<M: ChatModel> ChatModel for Arc<M> {
    fn call(&self, prompt: &Prompt) -> impl Future<Output = Result<ChatResponse, ChatError>> + Send {
        (**self).call(prompt)
    }

    fn stream(
        &self,
        prompt: &Prompt,
        events: &mut ModelEventSink<'_>,
    ) -> impl Future<Output = Result<(), ChatError>> + Send {
        (**self).stream(prompt, events)
    }
}

impl<M: ChatModel> ChatModel for Box<M> {
    fn call(&self, prompt: &Prompt) -> impl Future<Output = Result<ChatResponse, ChatError>> + Send {
        (**self).call(prompt)
    }

    fn stream(
        &self,
        prompt: &Prompt,
        events: &mut ModelEventSink<'_>,
    ) -> impl Future<Output = Result<(), ChatError>> + Send {
        (**self).stream(prompt, events)
    }
}

/// Any [`ChatModel`], for programs that choose their model at run time. Cloning is cheap.
///
/// ```
/// use tool_core::chat::DynChatModel;
/// use tool_core::{ChatClient, ScriptedChatModel};
///
/// fn model(name: &str) -> Option<DynChatModel> {
///     match name {
///         "scripted" => Some(DynChatModel::new(ScriptedChatModel::new().says("Hello!"))),
///         _ => None,
///     }
/// }
///
/// let client = model("scripted").map(ChatClient::new);
/// assert!(client.is_some());
/// ```
#[derive(Clone)]
pub struct DynChatModel(Arc<dyn BoxedModel>);

impl DynChatModel {
    /// Erases the type of `model`.
    #[must_use]
    pub fn new(model: impl ChatModel + 'static) -> Self {
        Self(Arc::new(model))
    }
}

impl ChatModel for DynChatModel {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        self.0.boxed_call(prompt).await
    }

    async fn stream(&self, prompt: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
        self.0.boxed_stream(prompt, events).await
    }
}

impl fmt::Debug for DynChatModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynChatModel").finish_non_exhaustive()
    }
}

/// [`ChatModel`] with boxed futures, which `dyn` needs.
trait BoxedModel: Send + Sync {
    fn boxed_call<'a>(&'a self, prompt: &'a Prompt) -> BoxFuture<'a, Result<ChatResponse, ChatError>>;

    fn boxed_stream<'a>(
        &'a self,
        prompt: &'a Prompt,
        events: &'a mut ModelEventSink<'_>,
    ) -> BoxFuture<'a, Result<(), ChatError>>;
}

impl<M: ChatModel> BoxedModel for M {
    fn boxed_call<'a>(&'a self, prompt: &'a Prompt) -> BoxFuture<'a, Result<ChatResponse, ChatError>> {
        Box::pin(self.call(prompt))
    }

    fn boxed_stream<'a>(
        &'a self,
        prompt: &'a Prompt,
        events: &'a mut ModelEventSink<'_>,
    ) -> BoxFuture<'a, Result<(), ChatError>> {
        Box::pin(self.stream(prompt, events))
    }
}
