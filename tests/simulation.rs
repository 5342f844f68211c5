//! A deterministic simulation of turns: a model with every fault, tools that fail in every way, restarts, crashes, dropped
//! streams and cancelled turns, all from a seed. A ledger outside of the framework says what has run.
//!
//! `SIMULATION_TURNS` sets the number of turns (20,000), `SIMULATION_SEED` replays one seed. A failure prints its seed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

#[path = "simulation/check.rs"]
mod check;
#[path = "argument_oracle/random.rs"]
#[allow(dead_code, reason = "shared with another test")]
mod random;
#[path = "simulation/run.rs"]
mod run;
#[path = "simulation/script.rs"]
mod script;
#[path = "simulation/tools.rs"]
mod tools;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::thread;

use run::{Run, Way};
use script::Script;

/// What must have occurred, besides what the tools do.
const FAULTS: [&str; 31] = [
    "split chunks",
    "id and name in every chunk",
    "all indexes 0",
    "missing indexes",
    "whole calls without ids",
    "late names",
    "empty ids",
    "equal ids",
    "interleaved calls",
    "second starts",
    "empty answers",
    "refusals",
    "ends without a finish reason",
    "truncated calls",
    "errors before a stream",
    "errors in the middle of a stream",
    "usage before the text",
    "repeated calls",
    "unknown names",
    "malformed arguments",
    "wrong arguments",
    "repaired arguments",
    "denied calls",
    "edited calls",
    "approved calls",
    "restarts",
    "crashes",
    "dropped streams",
    "cancelled turns",
    "early starts",
    "progress",
];

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

/// Runs the script of one seed in each way, and returns what occurred. `way` says which is running.
async fn simulate(seed: u64, way: &Cell<Way>) -> Vec<&'static str> {
    let script = Arc::new(Script::new(seed));
    let mut occurred = Vec::new();
    let mut blocking = None;
    for next in Way::ALL {
        way.set(next);
        let outcome = Run::new(&script, seed).play(next).await;
        check::outcome(&script, &outcome, next.may_lose_results());
        occurred.extend(&outcome.events);
        let Some(blocking) = &blocking else {
            occurred.extend(script.rounds.iter().take(outcome.asked).flat_map(|round| &round.faults));
            occurred.extend(outcome.ledger.runs().into_iter().map(|(tool, _)| tool));
            blocking = Some(outcome);
            continue;
        };
        match next {
            Way::Streamed | Way::ByHand => check::same(blocking, &outcome),
            Way::EarlyStart => check::same_transcript(blocking, &outcome),
            _ => {}
        }
    }
    occurred
}

/// Simulates these seeds, and returns how often each fault occurred.
fn simulate_all(seeds: impl Iterator<Item = u64>) -> BTreeMap<&'static str, usize> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let mut occurred: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in seeds {
        let way = Cell::new(Way::Blocking);
        let simulated = panic::catch_unwind(AssertUnwindSafe(|| runtime.block_on(simulate(seed, &way))));
        let Ok(faults) = simulated else {
            panic!("seed {seed} fails ({:?}): replay it with SIMULATION_SEED={seed}", way.get())
        };
        for fault in faults {
            *occurred.entry(fault).or_default() += 1;
        }
    }
    occurred
}

#[test]
fn no_schedule_loses_a_call_or_runs_one_twice() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !info.payload_as_str().is_some_and(|words| words.starts_with("on purpose")) {
            usual(info);
        }
    }));
    let turns = setting("SIMULATION_TURNS").unwrap_or(20_000);
    let seeds = match setting("SIMULATION_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..turns.div_ceil(Way::ALL.len() as u64),
    };
    let is_whole = seeds.end - seeds.start > 1000;

    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut occurred: BTreeMap<&str, usize> = BTreeMap::new();
    thread::scope(|scope| {
        let spawn = |first| {
            scope.spawn({
                let seeds = seeds.clone();
                move || simulate_all(seeds.skip(first).step_by(threads))
            })
        };
        let running: Vec<_> = (0..threads).map(spawn).collect();
        for (fault, count) in running.into_iter().flat_map(|thread| thread.join().expect("a seed failed")) {
            *occurred.entry(fault).or_default() += count;
        }
    });

    // Past the capture of the test harness: it shows what a run has covered.
    let counts: Vec<_> = occurred.iter().map(|(fault, count)| format!("{fault} {count}")).collect();
    writeln!(io::stderr(), "simulated: {}", counts.join(", ")).unwrap();
    let missing: Vec<_> = FAULTS.iter().chain(&tools::NAMES).filter(|fault| !occurred.contains_key(*fault)).collect();
    assert!(!is_whole || missing.is_empty(), "these faults did not occur: {missing:?}");
}

/// The assembled responses are those of the script: the fragments of every provider's style.
#[test]
fn every_scripted_stream_gives_its_response() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for seed in 0..3000 {
        let script = Arc::new(Script::new(seed));
        let assembled = runtime.block_on(script::assembled(&script));
        for (round, (assembled, expected)) in assembled.iter().zip(&script.rounds).enumerate() {
            if expected.fails_after.is_none() {
                assert_eq!(assembled, &expected.response, "seed {seed}, round {round}");
            }
        }
    }
}
