//! Ten thousand streams are dropped half-way. A separate file, because it measures the memory of its process.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and shows what it measured"
)]

#[path = "load/words.rs"]
mod words;

use tool_core::ChatClient;
use words::{Words, begun, memory};

const TURNS: usize = 10_000;

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_streams_dropped_halfway_leave_nothing_behind() {
    let client = ChatClient::builder(Words).build();
    drop(begun(&client).await);
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let (tasks_before, before) = (tasks(), memory("VmRSS:"));

    for _ in 0..TURNS {
        let stream = begun(&client).await;
        let handle = stream.cancellation_handle();
        drop(stream);
        assert_eq!(handle.messages().map(|messages| messages.len()), Some(1));
    }

    let after = memory("VmRSS:");
    assert_eq!(tasks(), tasks_before);
    if let (Some(before), Some(after)) = (before, after) {
        let more = after.saturating_sub(before);
        println!("{TURNS} streams dropped: {tasks_before} tasks before, {} after; {more} bytes more", tasks());
        assert!(more < 2_000_000, "{more} bytes are left");
    }
}
