//! A model that streams, and the memory of this process.

use std::time::Duration;

use tool_core::chat::{FinishReason, ModelEvent, ModelEventSink};
use tool_core::client::{ChatEvent, ChatStream};
use tool_core::{ChatClient, ChatError, ChatModel, ChatResponse, Prompt};

/// Streams words, and pauses between them.
pub(crate) struct Words;

impl ChatModel for Words {
    async fn call(&self, _: &Prompt) -> Result<ChatResponse, ChatError> {
        Ok(ChatResponse::text("a whole answer"))
    }

    async fn stream(&self, _: &Prompt, events: &mut ModelEventSink<'_>) -> Result<(), ChatError> {
        for word in ["half ", "an ", "answer ", "and ", "the rest"] {
            events.send(ModelEvent::text(word)).await;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        events.send(ModelEvent::Finished(FinishReason::Stop)).await;
        Ok(())
    }
}

/// A stream of the words whose first event was read.
pub(crate) async fn begun(client: &ChatClient) -> ChatStream {
    let mut stream = client.prompt("Go.").stream();
    assert!(matches!(stream.next().await, Some(ChatEvent::Text { .. })));
    stream
}

/// A figure of this process's memory in bytes, if the system provides it: now (`VmRSS:`), or the peak (`VmHWM:`).
pub(crate) fn memory(figure: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(figure))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
