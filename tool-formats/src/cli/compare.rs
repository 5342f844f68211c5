//! `compare`: what each format costs for the same value.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use tool_formats::{Format, LossSet};

use crate::chart;
use crate::failure::Failure;
use crate::input::{Input, print, tell};
use crate::measure::{Measured, Row, measure, total};
use crate::svg;

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The texts; standard input when there is no file. Several are shown one by one, and all together.
    files: Vec<PathBuf>,
    /// Format of the texts: json, toon, yaml, xml or csv; by default what a file's name says; json for standard input.
    #[arg(long)]
    from: Option<Format>,
    /// Other delimiters of TOON and the compact style of YAML, too.
    #[arg(long)]
    all: bool,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Draw a chart, too.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Compare {
    /// A file that cannot be read is reported, and the others are compared; the exit code is that of the first failure.
    pub(crate) fn run(self) -> Result<ExitCode, Failure> {
        let (mut measured, mut code) = (Vec::new(), None);
        for result in self.measure() {
            match result {
                Ok(one) => measured.push(one),
                Err(failure) => {
                    let reported = failure.report();
                    code.get_or_insert(reported);
                }
            }
        }
        if !measured.is_empty() {
            self.show(measured)?;
        }
        Ok(code.unwrap_or(ExitCode::SUCCESS))
    }

    fn show(&self, all: Vec<Measured>) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            let failed = |error| Failure::Stream { name: path.display().to_string(), error };
            fs::write(path, svg::picture(&all)).map_err(failed)?;
        }
        let with_total = if all.len() > 1 { Some(total(&all)) } else { None };
        let all: Vec<_> = all.into_iter().chain(with_total).collect();
        if self.json {
            return print(&all.iter().map(as_json).collect::<Value>().to_string());
        }
        let tables: Vec<_> = all.iter().map(chart::table).collect();
        print(&tables.join("\n\n"))
    }

    /// Each text, one after the other.
    fn measure(&self) -> impl Iterator<Item = Result<Measured, Failure>> {
        let standard_input = self.files.is_empty().then(|| self.measure_one(None));
        standard_input.into_iter().chain(self.files.iter().map(|path| self.measure_one(Some(path))))
    }

    fn measure_one(&self, path: Option<&Path>) -> Result<Measured, Failure> {
        let input = Input::read(path, self.from, None)?;
        input.warn_of_delimiter("add a first line such as `sep=;`");
        let is_large = input.is_large();
        if is_large {
            tell(&format!("measuring {}", input.name));
        }
        let measured = measure(input, self.all);
        if is_large {
            tell("");
        }
        measured
    }
}

fn as_json(measured: &Measured) -> Value {
    json!({ "name": measured.name, "formats": measured.rows.iter().map(row_as_json).collect::<Value>() })
}

fn row_as_json(row: &Row) -> Value {
    match &row.cost {
        Ok(cost) => json!({
            "format": row.label,
            "bytes": cost.bytes,
            "tokens": cost.tokens,
            "percent": cost.percent,
            "hint_tokens": row.hint_tokens,
            "losses": losses(cost.losses),
            "cheapest": row.is_cheapest,
            "cheapest_lossy": row.is_cheapest_lossy,
        }),
        Err(error) => json!({ "format": row.label, "refused": error }),
    }
}

fn losses(losses: LossSet) -> String {
    if losses.is_empty() { String::new() } else { losses.to_string() }
}
