//! A round of a long turn allocates as much as a round of a short one: the messages before it are shared.
#![allow(clippy::expect_used, clippy::cast_precision_loss, reason = "a test that cannot go on fails")]

#[path = "../benches/rounds/turns.rs"]
mod turns;

use allocation_counter::{AllocationInfo, measure};
use turns::Way;

fn allocations(way: Way, rounds: usize, bytes: usize) -> AllocationInfo {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    // Once before, so that what is made once does not count.
    runtime.block_on(turns::run(way, 2, 10));
    measure(|| runtime.block_on(turns::run(way, rounds, bytes)))
}

#[test]
fn a_round_does_not_allocate_more_because_of_the_messages_before_it() {
    for way in Way::ALL {
        let [few, many] = [100, 400].map(|rounds| allocations(way, rounds, 100).bytes_total as f64 / rounds as f64);
        // From 100 to 400 rounds, a round has 300 messages more before it, on average.
        let of_each_message = (many - few) / 300.0;
        let at_most = if way == Way::Inserting { 16.0 } else { 0.5 };
        assert!(of_each_message < at_most, "{}: {of_each_message:.1} bytes for each message before", way.label());
    }
}

#[test]
fn a_large_result_is_not_copied() {
    for way in Way::ALL {
        let [small, large] = [100, 1_000_000].map(|bytes| allocations(way, 6, bytes).bytes_total as f64);
        let copies = (large - small) / 6e6;
        assert!(copies < 1.1, "{}: {copies:.2} allocations of the size of a result", way.label());
    }
}
