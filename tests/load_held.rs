//! Ten thousand streams are held at once. A separate file, because it measures the memory of its process.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and shows what it measured"
)]

#[path = "load/words.rs"]
mod words;

use tokio::task::JoinSet;
use tool_core::ChatClient;
use words::{Words, begun, memory};

const TURNS: u64 = 10_000;

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_streams_are_held_at_once() {
    let client = ChatClient::builder(Words).build();
    drop(begun(&client).await);
    let before = memory("VmRSS:");
    let mut streams = Vec::new();
    for _ in 0..TURNS {
        streams.push(begun(&client).await);
    }
    let held = memory("VmRSS:");

    let mut turns = JoinSet::new();
    for stream in streams {
        turns.spawn(async move { stream.response().await.unwrap().content().to_owned() });
    }
    while let Some(turn) = turns.join_next().await {
        assert_eq!(turn.unwrap(), "half an answer and the rest");
    }
    if let (Some(before), Some(held)) = (before, held) {
        println!("{TURNS} streams held: {} bytes each", held.saturating_sub(before) / TURNS);
    }
}
