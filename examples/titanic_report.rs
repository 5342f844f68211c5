//! What the Titanic example prints.

use std::io::{self, Write};

use tool_core::chat::Usage;
use tool_core::formats::{TiktokenCounter, TokenCounter};

use crate::Run;
use crate::titanic_data::Passenger;

/// The widest bar, in characters.
const BAR: usize = 40;

/// Writes the texts (unless `quiet`), the tokens of the turns, and those of the tool results against `json`.
pub(crate) fn write(
    out: &mut impl Write,
    passengers: &[Passenger],
    runs: &[Run],
    json: &Run,
    quiet: bool,
) -> io::Result<()> {
    writeln!(
        out,
        "The model is scripted: its two answers are written in this example, so it needs no key and no network.\n\
         The tokens of its prompts and answers are counted with the vocabulary o200k_base."
    )?;
    if !quiet {
        for run in runs {
            writeln!(out, "\n{}, as the model reads it{}:\n{}", run.format, range(passengers), run.response())?;
        }
    }
    let mut runs: Vec<&Run> = runs.iter().collect();
    runs.sort_by_key(|run| result_tokens(run));
    write_turns(out, &runs)?;
    write_results(out, &runs, result_tokens(json))
}

fn range(passengers: &[Passenger]) -> String {
    match passengers {
        [] => String::new(),
        [only] => format!(" (passenger {})", only.passenger_id),
        [first, .., last] => format!(" (passengers {} to {})", first.passenger_id, last.passenger_id),
    }
}

fn write_turns(out: &mut impl Write, runs: &[&Run]) -> io::Result<()> {
    writeln!(
        out,
        "\nTokens of both rounds of the turn, and of the last round alone, which Spring AI's article shows:\n"
    )?;
    writeln!(out, "| format | prompt | completion | total | last prompt | last completion | last total |")?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|---:|")?;
    for run in runs {
        let last = run.answer.rounds().last().copied().unwrap_or_default();
        writeln!(out, "| {} | {} | {} |", run.format, columns(run.answer.usage()), columns(last))?;
    }
    Ok(())
}

fn columns(usage: Usage) -> String {
    format!("{} | {} | {}", usage.prompt_tokens, usage.completion_tokens, usage.total_tokens())
}

fn write_results(out: &mut impl Write, runs: &[&Run], json_tokens: usize) -> io::Result<()> {
    writeln!(out, "\nTokens of the tool result alone, against JSON:\n")?;
    let most = runs.iter().map(|run| result_tokens(run)).max().unwrap_or(1).max(1);
    for run in runs {
        let tokens = result_tokens(run);
        let bar = "█".repeat((tokens * BAR).div_ceil(most));
        writeln!(out, "{:<5}{tokens:>7}  {:>6}  {bar}", run.format.name(), against(tokens, json_tokens))?;
    }
    Ok(())
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
