//! `compare`: what each format costs for the same value.

use std::fs;
use std::path::PathBuf;

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
    pub(crate) fn run(self) -> Result<(), Failure> {
        let all = self.measure()?;
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

    fn measure(&self) -> Result<Vec<Measured>, Failure> {
        if self.files.is_empty() {
            return Ok(vec![measure(Input::read(None, self.from, None)?, self.all)?]);
        }
        let mut all = Vec::new();
        for path in &self.files {
            let input = Input::read(Some(path), self.from, None)?;
            input.warn_of_delimiter("begin it with a line such as `sep=;`");
            let is_large = input.is_large();
            if is_large {
                tell(&format!("measuring {}", input.name));
            }
            all.push(measure(input, self.all)?);
            if is_large {
                tell("");
            }
        }
        Ok(all)
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
            "legend_tokens": row.legend_tokens,
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
