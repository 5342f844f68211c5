//! Ten thousand concurrent turns, with real timers on several threads.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and shows what it measured"
)]

#[path = "load/words.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod words;

use std::time::Duration;

use tokio::task::JoinSet;
use words::memory;

use tool_core::{ChatClient, ChatError, ChatModel, ChatResponse, Message, Prompt, ToolCall, tool, tools};

const TURNS: u64 = 10_000;

/// Doubles a number, slowly.
#[tool]
async fn double(number: u64) -> u64 {
    tokio::time::sleep(Duration::from_millis(20 + number % 30)).await;
    2 * number
}

/// Doubles the number it is asked for twice, and says both.
struct Doubling;

impl ChatModel for Doubling {
    async fn call(&self, prompt: &Prompt) -> Result<ChatResponse, ChatError> {
        Ok(match prompt.messages.last() {
            Some(Message::User(question)) => ChatResponse::tool_calls(
                ["a", "b"]
                    .map(|id| ToolCall::new(id, "double", format!(r#"{{"number":{},"id":"{id}"}}"#, question.text()))),
            ),
            Some(Message::Tool(tool)) => ChatResponse::text(
                tool.responses().iter().map(|response| response.text.as_str()).collect::<Vec<_>>().join(" "),
            ),
            _ => return Err(ChatError::model("an unexpected prompt")),
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_concurrent_turns_get_their_own_responses() {
    let client = ChatClient::builder(Doubling).default_tools(tools![double]).build();
    let before = memory("VmRSS:");
    let start = std::time::Instant::now();
    let mut turns = JoinSet::new();
    for number in 0..TURNS {
        let request = client.prompt(number.to_string());
        turns.spawn(async move { (number, request.call().await.unwrap().content().to_owned()) });
    }

    let mut answered = 0;
    while let Some(turn) = turns.join_next().await {
        let (number, content) = turn.unwrap();
        assert_eq!(content, format!("{0} {0}", 2 * number));
        answered += 1;
    }

    assert_eq!(answered, TURNS);
    if let (Some(before), Some(peak)) = (before, memory("VmHWM:")) {
        let per_turn = peak.saturating_sub(before) / TURNS;
        println!("{TURNS} turns in {:?}, at most {per_turn} bytes each", start.elapsed());
    }
}
