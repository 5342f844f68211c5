//! `ChatStream`: a turn that reports its events while it runs.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use futures_core::stream::FusedStream;

use super::cancellation::CancellationHandle;
use super::chat_event::ChatEvent;
use super::event_queue::EventQueue;
use super::response::ChatClientResponse;
use crate::callback::tool_callback::BoxFuture;
use crate::chat::chat_error::ChatError;
use crate::error::catch_panic;
use crate::turn::turn_end::TurnEnd;

/// A turn that reports its events while it runs: [`ChatClientRequest::stream`](crate::client::ChatClientRequest::stream).
///
/// The turn runs while its reader waits for the next event, in the reader's task: nothing is spawned, and a reader that is slow
/// slows model and tools down. At most 16 events wait to be read. Dropping the stream cancels the turn.
///
/// It is a `Stream` of the crate `futures`; [`next`](Self::next) needs no other crate.
///
/// ```
/// use tool_core::client::ChatEvent;
/// use tool_core::{ChatClient, ScriptedChatModel};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let client = ChatClient::new(ScriptedChatModel::new().says("Hello!"));
/// let mut stream = client.prompt("Say hello.").stream();
///
/// let mut text = String::new();
/// while let Some(event) = stream.next().await {
///     if let ChatEvent::Text { text: fragment, .. } = event {
///         text += &fragment;
///     }
/// }
/// let response = stream.response().await?;
///
/// assert_eq!(text, "Hello!");
/// assert_eq!(response.content(), "Hello!");
/// # Ok::<(), tool_core::ChatError>(())
/// # }).unwrap();
/// ```
///
/// Source: Spring AI 2.x, `StreamResponseSpec`, whose streams do not show tool calls.
#[must_use = "a stream does nothing unless it is read"]
pub struct ChatStream {
    /// `None` when the turn is over.
    turn: Option<BoxFuture<'static, Result<ChatClientResponse, ChatError>>>,
    queue: Arc<EventQueue>,
    result: Option<Result<ChatClientResponse, ChatError>>,
    cancellation: CancellationHandle,
}

impl ChatStream {
    pub(crate) fn new(
        turn: BoxFuture<'static, Result<ChatClientResponse, ChatError>>,
        queue: Arc<EventQueue>,
        cancellation: CancellationHandle,
    ) -> Self {
        Self { turn: Some(turn), queue, result: None, cancellation }
    }

    /// The next event; `None` after the last one.
    pub async fn next(&mut self) -> Option<ChatEvent> {
        poll_fn(|task| self.poll_event(task)).await
    }

    /// Runs the turn to its end, and returns the same response as
    /// [`ChatClientRequest::call`](crate::client::ChatClientRequest::call). Events that were not read are dropped.
    ///
    /// # Errors
    /// As for `call`.
    pub async fn response(mut self) -> Result<ChatClientResponse, ChatError> {
        while self.next().await.is_some() {}
        // There is a result after the last event, because only this method takes it.
        self.result.take().unwrap_or_else(|| Err(ChatError::model("the stream has no response")))
    }

    /// Cancels the turn from another task, and has its transcript when it is over, also when the stream was dropped.
    #[must_use]
    pub fn cancellation_handle(&self) -> CancellationHandle {
        self.cancellation.clone()
    }

    fn poll_event(&mut self, task: &mut Context<'_>) -> Poll<Option<ChatEvent>> {
        loop {
            if let Poll::Ready(event) = self.queue.poll_pop(task) {
                return Poll::Ready(Some(event));
            }
            let Some(turn) = &mut self.turn else { return Poll::Ready(None) };
            match turn.as_mut().poll(task) {
                Poll::Ready(result) => {
                    self.turn = None;
                    self.queue.push(last_event(&result));
                    self.result = Some(result);
                }
                Poll::Pending => return self.queue.poll_pop(task).map(Some),
            }
        }
    }
}

fn last_event(result: &Result<ChatClientResponse, ChatError>) -> ChatEvent {
    match result {
        Ok(response) if *response.end() == TurnEnd::Suspended => {
            let pending = response.suspended_turn().into_iter().flat_map(|turn| turn.pending_approvals().cloned());
            ChatEvent::Suspended { pending: pending.collect() }
        }
        Ok(response) => ChatEvent::Finished { end: response.end().clone(), content: response.content().to_owned() },
        Err(error) => ChatEvent::Failed { kind: error.kind(), message: error.to_string() },
    }
}

impl Stream for ChatStream {
    type Item = ChatEvent;

    fn poll_next(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Option<ChatEvent>> {
        self.poll_event(task)
    }
}

impl FusedStream for ChatStream {
    fn is_terminated(&self) -> bool {
        self.result.is_some() && self.queue.is_empty()
    }
}

impl Drop for ChatStream {
    fn drop(&mut self) {
        let turn = self.turn.take();
        if catch_panic::catch(|| drop(turn)).is_err() {
            tracing::error!("a cancelled turn panicked while it was dropped");
        }
    }
}

impl fmt::Debug for ChatStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatStream").field("is_running", &self.turn.is_some()).finish_non_exhaustive()
    }
}
