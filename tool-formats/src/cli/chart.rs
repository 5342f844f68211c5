//! Costs as a table with bars, for a terminal.

use std::fmt::Write;

use crate::measure::{Cost, Measured, Row};

/// Cells of a bar for the most expensive format.
const BAR_CELLS: usize = 24;

/// The table of one value.
pub(crate) fn table(measured: &Measured) -> String {
    let most = measured.rows.iter().filter_map(tokens).max().unwrap_or(1).max(1);
    let width = measured.rows.iter().map(|row| row.label.len()).max().unwrap_or_default().max(6);
    let mut out = format!(
        "{}\n{:width$}  {:>9} {:>9} {:>8} {:>7}\n",
        measured.name, "format", "bytes", "tokens", "of JSON", "hint"
    );
    for row in &measured.rows {
        match &row.cost {
            Ok(cost) => push_cost(&mut out, row, cost, width, most),
            Err(error) => push_refusal(&mut out, row, error, width),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn tokens(row: &Row) -> Option<usize> {
    row.cost.as_ref().ok().map(|cost| cost.tokens)
}

fn push_cost(out: &mut String, row: &Row, cost: &Cost, width: usize, most: usize) {
    let cells = (cost.tokens * BAR_CELLS).div_ceil(most);
    let bar = "█".repeat(cells) + &" ".repeat(BAR_CELLS.saturating_sub(cells));
    let remarks = remarks(row, cost);
    let line = format!(
        "{:width$}  {:>9} {:>9} {:>6} % {:>7}  {bar}  {remarks}",
        row.label, cost.bytes, cost.tokens, cost.percent, row.hint_tokens
    );
    // A `String` takes all that is written to it.
    let _ = writeln!(out, "{}", line.trim_end());
}

fn push_refusal(out: &mut String, row: &Row, error: &str, width: usize) {
    let _ = writeln!(out, "{:width$}  {:>9} {:>9} {:>8} {:>7}  {error}", row.label, "-", "-", "-", "-");
}

/// What is chosen, and what is lost.
pub(crate) fn remarks(row: &Row, cost: &Cost) -> String {
    let mut remarks = Vec::new();
    if row.is_cheapest {
        remarks.push("◀ cheapest".to_owned());
    } else if row.is_cheapest_lossy {
        remarks.push("◁ cheapest with losses".to_owned());
    }
    if !cost.losses.is_empty() {
        remarks.push(format!("loses {}", cost.losses));
    }
    remarks.join("; ")
}
