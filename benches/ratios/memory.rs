//! How much memory a conversion of 300 MB takes, each in a separate process.

use std::fs;
use std::process::Command;
use std::time::Instant;

use tool_benches::visits;
use tool_formats::{Format, convert};

const MEGABYTE: usize = 1_000_000;
const INPUT_BYTES: usize = 300 * MEGABYTE;

pub(crate) fn print() {
    println!("| conversion | input, MB | output, MB | peak beyond the input, MB | less the output | seconds |");
    println!("|---|---:|---:|---:|---:|---:|");
    let this = std::env::current_exe().expect("this program has a path");
    for case in ["json-toon", "json-yaml", "json-xml", "json-csv", "toon-json"] {
        let output = Command::new(&this).args(["memory", case]).output().expect("this program runs");
        print!("{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Converts once, and prints time and memory.
pub(crate) fn run(case: &str) {
    let (from, to) = case.split_once('-').expect("two formats");
    let (from, to): (Format, Format) = (from.parse().expect("a format"), to.parse().expect("a format"));
    let input = input(from);

    let before = memory("VmRSS:");
    forget_peak();
    let start = Instant::now();
    let output = convert(&input, from, to).expect("it is well-formed");
    let seconds = start.elapsed().as_secs_f64();
    let beyond = memory("VmHWM:").saturating_sub(before);

    let megabytes = |bytes: usize| bytes / MEGABYTE;
    println!(
        "| {} → {} | {} | {} | {} | {} | {seconds:.1} |",
        from.name().to_uppercase(),
        to.name().to_uppercase(),
        megabytes(input.len()),
        megabytes(output.len()),
        megabytes(beyond),
        megabytes(beyond.saturating_sub(output.len())),
    );
}

/// Flat rows, the same ten thousand again and again.
fn input(format: Format) -> String {
    let rows = serde_json::to_string(&visits(10_000)).expect("it can be written");
    let rows = rows.trim_start_matches('[').trim_end_matches(']');
    let mut json = String::with_capacity(INPUT_BYTES + rows.len() + 2);
    json.push('[');
    while json.len() < INPUT_BYTES {
        json.push_str(rows);
        json.push(',');
    }
    json.pop();
    json.push(']');
    if format == Format::Json { json } else { convert(&json, Format::Json, format).expect("it is JSON") }
}

/// A line of this process's state, in bytes. Source: Linux, `proc_pid_status(5)`.
fn memory(field: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).map_or(0, |kibibytes: usize| kibibytes * 1024)
}

/// Source: Linux, `proc_pid_clear_refs(5)`: 5 sets the peak to what is used now.
fn forget_peak() {
    // Where this is not allowed, the peak of making the input counts too: a figure that is too high, never too low.
    let _ = fs::write("/proc/self/clear_refs", "5");
}
