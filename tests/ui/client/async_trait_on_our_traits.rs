// error at 15:14
// error at 22:14
// error at 29:14

use async_trait::async_trait;
use tool_core::chat::DynChatModel;
use tool_core::client::{NextRound, RoundRequest};
use tool_core::execution::{BeforeCall, PendingToolCall};
use tool_core::{Advisor, ChatError, ChatModel, ChatResponse, Prompt, ToolCallHook};

struct Mine(DynChatModel);

#[async_trait]
impl ChatModel for Mine {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        self.0.call(prompt).await
    }
}

#[async_trait]
impl Advisor for Mine {
    async fn around_round(&self, request: RoundRequest, next: NextRound<'_>) -> Result<ChatResponse, ChatError> {
        next.run(request).await
    }
}

#[async_trait]
impl ToolCallHook for Mine {
    async fn before(&self, _: PendingToolCall<'_>) -> BeforeCall {
        BeforeCall::Run
    }
}

fn main() {}
