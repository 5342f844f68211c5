//! What a round of a long turn allocates: it must not grow with the messages before it. As markdown.
//!
//! `cargo bench -p tool-benches --bench rounds`. A separate bench, because counting slows every allocation.
#![allow(clippy::expect_used, clippy::print_stdout, clippy::cast_precision_loss, reason = "it measures and prints")]

#[path = "rounds/turns.rs"]
mod turns;

use allocation_counter::{AllocationInfo, measure};
use turns::Way;

const ROUNDS: [usize; 3] = [500, 1000, 2000];
const LARGE: usize = 20_000_000;

/// The allocations of a turn with so many rounds, whose results have 100 bytes.
fn allocations(way: Way, rounds: usize) -> AllocationInfo {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    // Once before, so that what is made once does not count.
    runtime.block_on(turns::run(way, 2, 100));
    measure(|| runtime.block_on(turns::run(way, rounds, 100)))
}

fn main() {
    println!("| a turn of 500, 1,000 and 2,000 rounds | allocations a round | bytes a round | last / first |");
    println!("|---|---:|---:|---:|");
    for way in Way::ALL {
        let per_round = ROUNDS.map(|rounds| {
            let info = allocations(way, rounds);
            (info.count_total as f64 / rounds as f64, info.bytes_total as f64 / rounds as f64)
        });
        let [(_, first), (_, middle), (allocations, last)] = per_round;
        println!("| {} | {allocations:.0} | {first:.0}, {middle:.0}, {last:.0} | {:.2} |", way.label(), last / first);
    }
    let [(_, read), (_, inserted)] = [Way::Reading, Way::Inserting].map(|way| {
        let [few, many] = [1000, 2000].map(|rounds| allocations(way, rounds).bytes_total as f64 / rounds as f64);
        (way, many - few)
    });
    // From 1,000 to 2,000 rounds, a round has 1,000 messages more before it: half of the difference of the means of two messages.
    println!();
    println!(
        "An advisor that inserts a message takes {:.1} bytes for each message before it, one that reads {:.1}.",
        inserted / 1000.0,
        (read / 1000.0).max(0.0)
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    for way in [Way::Plain, Way::Inserting, Way::Streamed] {
        let [small, large] =
            [100, LARGE].map(|bytes| measure(|| runtime.block_on(turns::run(way, 6, bytes))).bytes_total);
        let copies = (large - small) as f64 / (6 * LARGE) as f64;
        println!();
        println!(
            "Six results of 20 MB, {}: {copies:.2} allocations of their size each, one of which is the tool's.",
            way.label()
        );
    }
}
