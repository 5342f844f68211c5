//! The goals that are ratios, as markdown: each pair in turns in one process, the fastest of many rounds
//! by the CPU time of the thread.
//!
//! `cargo bench -p tool-benches --bench ratios -- goals|peers|growth|memory|streaming`
#![allow(clippy::expect_used, clippy::print_stdout, reason = "it measures and prints")]

#[path = "ratios/goals.rs"]
mod goals;
#[path = "ratios/growth.rs"]
mod growth;
#[path = "ratios/memory.rs"]
mod memory;
#[path = "ratios/peers.rs"]
mod peers;
#[path = "ratios/streaming.rs"]
mod streaming;

use std::process::ExitCode;

fn main() -> ExitCode {
    // `cargo bench` adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["goals"] => goals::print(),
        ["peers"] => peers::print(),
        ["growth"] => growth::print(),
        ["memory"] => memory::print(),
        ["streaming"] => streaming::print(),
        ["memory", case] => memory::run(case),
        _ => {
            eprintln!("ratios: expected one of `goals`, `peers`, `growth`, `memory`, `streaming`");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
