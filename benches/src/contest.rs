//! The clock: several ways to do one thing, run in turns, by the CPU time of this thread.

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// How long one way took.
#[derive(Debug, Clone)]
pub struct Cost {
    /// What was run.
    pub name: &'static str,
    /// The fastest round, in nanoseconds of CPU time for one run.
    pub nanos: f64,
}

/// Several ways to do one thing.
///
/// They run alternately, so that a slow machine slows all of them, and the fastest of many rounds counts:
/// it is the one that was disturbed least.
#[derive(Default)]
pub struct Contest<'a> {
    entries: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: &'static str,
    run_times: Box<dyn FnMut(u32) + 'a>,
    times: u32,
    best: f64,
}

/// How long a round should take. Longer than the clock's grain by far, shorter than most disturbances.
const ROUND: Duration = Duration::from_millis(6);

impl<'a> Contest<'a> {
    /// Nothing to run yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a way. What `run` returns is dropped within the measured time.
    #[must_use]
    pub fn entry<T>(self, name: &'static str, mut run: impl FnMut() -> T + 'a) -> Self {
        self.batch(name, move |times| {
            for _ in 0..times {
                black_box(run());
            }
        })
    }

    /// Adds a way that runs as many times as it is asked to, for what has to stay within a runtime.
    #[must_use]
    pub fn batch(mut self, name: &'static str, run_times: impl FnMut(u32) + 'a) -> Self {
        self.entries.push(Entry { name, run_times: Box::new(run_times), times: 1, best: f64::INFINITY });
        self
    }

    /// Runs all in turns, `rounds` times; the costs are in the order of the entries.
    #[must_use]
    pub fn run(mut self, rounds: u32) -> Vec<Cost> {
        self.entries.iter_mut().for_each(Entry::calibrate);
        for _ in 0..rounds {
            self.entries.iter_mut().for_each(Entry::round);
        }
        self.entries.into_iter().map(|entry| Cost { name: entry.name, nanos: entry.best }).collect()
    }
}

impl Entry<'_> {
    /// Finds the number of runs of a round, and warms up the caches.
    fn calibrate(&mut self) {
        loop {
            let taken = self.time();
            if taken >= ROUND / 2 || self.times >= 1 << 24 {
                return;
            }
            self.times *= 2;
        }
    }

    fn round(&mut self) {
        let nanos = self.time().as_secs_f64() * 1e9 / f64::from(self.times);
        self.best = self.best.min(nanos);
    }

    fn time(&mut self) -> Duration {
        let start = thread_time();
        (self.run_times)(self.times);
        thread_time().saturating_sub(start)
    }
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

impl std::fmt::Debug for Contest<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|entry| entry.name)).finish()
    }
}
