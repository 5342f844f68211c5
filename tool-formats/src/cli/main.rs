//! `tool-formats`: texts from one format to another, and what each of them costs.

mod chart;
mod compare;
mod convert;
mod failure;
mod input;
mod measure;
mod svg;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Rewrites JSON, TOON, YAML, XML and CSV in one another, and shows what each costs a language model.
#[derive(Debug, Parser)]
#[command(name = "tool-formats", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Rewrite a text in another format.
    ///
    /// Where the format cannot hold the value, the text is JSON, with one line about it on standard error.
    Convert(convert::Convert),
    /// Show what each format costs, in bytes and tokens of `o200k_base`, and what it loses.
    Compare(compare::Compare),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Convert(convert) => convert.run().map(|()| ExitCode::SUCCESS),
        Command::Compare(compare) => compare.run(),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}
