//! What the Titanic example prints.

use tool_core::Usage;
use tool_core::formats::{TiktokenCounter, TokenCounter};

use crate::Run;
use crate::titanic_data::Passenger;

/// The widest bar, in characters.
const BAR: usize = 40;

/// Prints the texts (unless `quiet`), the tokens of the turns, and those of the tool results against `json`.
#[allow(clippy::print_stdout, reason = "an example is there to print")]
pub(crate) fn print(passengers: &[Passenger], runs: &[Run], json: &Run, quiet: bool) {
    println!(
        "The model is scripted: its two answers are written in this example, so it needs no key and no network.\n\
         The tokens of all that it is sent and says are counted with the o200k_base vocabulary."
    );
    if !quiet {
        for run in runs {
            println!("\n{}, as the model reads it{}:\n{}", run.format, range(passengers), run.response());
        }
    }
    let mut runs: Vec<&Run> = runs.iter().collect();
    runs.sort_by_key(|run| result_tokens(run));
    print_turns(&runs);
    print_results(&runs, result_tokens(json));
}

fn range(passengers: &[Passenger]) -> String {
    match passengers {
        [] => String::new(),
        [only] => format!(" (passenger {})", only.passenger_id),
        [first, .., last] => format!(" (passengers {} to {})", first.passenger_id, last.passenger_id),
    }
}

#[allow(clippy::print_stdout, reason = "as above")]
fn print_turns(runs: &[&Run]) {
    println!(
        "\nTokens of the whole turn, both rounds added up, and of the last round alone, which is what the article shows:\n"
    );
    println!("| format | prompt | completion | total | last prompt | last completion | last total |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for run in runs {
        let last = run.answer.rounds().last().copied().unwrap_or_default();
        println!("| {} | {} | {} |", run.format, columns(run.answer.usage()), columns(last));
    }
}

fn columns(usage: Usage) -> String {
    format!("{} | {} | {}", usage.prompt_tokens, usage.completion_tokens, usage.total_tokens())
}

#[allow(clippy::print_stdout, reason = "as above")]
fn print_results(runs: &[&Run], json_tokens: usize) {
    println!("\nTokens of the tool result alone, against JSON:\n");
    let most = runs.iter().map(|run| result_tokens(run)).max().unwrap_or(1).max(1);
    for run in runs {
        let tokens = result_tokens(run);
        let bar = "█".repeat((tokens * BAR).div_ceil(most));
        println!("{:<5}{tokens:>7}  {:>6}  {bar}", run.format.name(), against(tokens, json_tokens));
    }
}

fn result_tokens(run: &Run) -> usize {
    TiktokenCounter::o200k_base().count(run.response())
}

/// `-43 %`, to the nearest whole per cent.
fn against(tokens: usize, json_tokens: usize) -> String {
    let (larger, smaller) = (tokens.max(json_tokens), tokens.min(json_tokens));
    let per_cent = ((larger - smaller) * 100 + json_tokens / 2) / json_tokens.max(1);
    match tokens.cmp(&json_tokens) {
        std::cmp::Ordering::Less => format!("-{per_cent} %"),
        std::cmp::Ordering::Equal => "0 %".to_owned(),
        std::cmp::Ordering::Greater => format!("+{per_cent} %"),
    }
}
