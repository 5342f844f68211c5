//! Costs as a picture, for a README.

use std::fmt::Write;

use crate::measure::{Cost, Measured, Row};

const WIDTH: usize = 880;
const LABEL_WIDTH: usize = 120;
/// The text after the longest bar has a width of 400.
const BAR_WIDTH: usize = 340;
const LINE: usize = 26;
const HEAD: usize = 40;

/// The colours, for a page that is light or dark.
const STYLE: &str = "<style>\n\
    .card{fill:#ffffff} .name{fill:#111827} text{fill:#374151} .note{fill:#6b7280} .bar{fill:#93c5fd} .best{fill:#059669}\n\
    @media (prefers-color-scheme:dark){\n\
    .card{fill:#161b22} .name{fill:#f0f6fc} text{fill:#c9d1d9} .note{fill:#8b949e} .bar{fill:#2f5d93} .best{fill:#2ea043}\n\
    }\n\
    </style>";

/// One group of bars for each value, scaled to its most expensive format.
pub(crate) fn picture(all: &[Measured]) -> String {
    let lines: usize = all.iter().map(|measured| measured.rows.len()).sum();
    let height = all.len() * (HEAD + 8) + lines * LINE + 28;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>Tokens of the same value in each format</title>\n\
         {STYLE}\n\
         <rect class=\"card\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n"
    );
    let mut y = 0;
    for measured in all {
        push_group(&mut out, measured, &mut y);
    }
    let note = "tokens of o200k_base, and per cent of compact JSON; ◀ what CheapestFormat chooses";
    // A `String` takes all that is written to it.
    let _ = writeln!(out, "<text class=\"note\" x=\"16\" y=\"{}\" font-size=\"11\">{note}</text>\n</svg>", y + 20);
    out
}

fn push_group(out: &mut String, measured: &Measured, y: &mut usize) {
    let most = measured.rows.iter().filter_map(|row| row.cost.as_ref().ok()).map(|cost| cost.tokens).max();
    let title = measured.name.rsplit_once('.').map_or(&*measured.name, |(title, _)| title);
    let title = escaped(title);
    let _ = writeln!(out, "<text class=\"name\" x=\"16\" y=\"{}\" font-weight=\"600\">{title}</text>", *y + 27);
    *y += HEAD;
    for row in &measured.rows {
        push_text(out, 16, *y, &row.label);
        match &row.cost {
            Ok(cost) => push_bar(out, row, cost, most.unwrap_or(1).max(1), *y),
            Err(_) => push_text(out, LABEL_WIDTH, *y, "cannot represent this value"),
        }
        *y += LINE;
    }
    *y += 8;
}

fn push_bar(out: &mut String, row: &Row, cost: &Cost, most: usize, y: usize) {
    let width = (cost.tokens * BAR_WIDTH).div_ceil(most);
    let class = if row.is_cheapest { "best" } else { "bar" };
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{LABEL_WIDTH}\" y=\"{y}\" width=\"{width}\" height=\"18\" rx=\"3\"/>"
    );
    let mark = if row.is_cheapest { " ◀" } else { "" };
    let losses = if cost.losses.is_empty() { String::new() } else { format!(" · loses {}", cost.losses) };
    push_text(out, LABEL_WIDTH + width + 8, y, &format!("{} ({} %){mark}{losses}", cost.tokens, cost.percent));
}

fn push_text(out: &mut String, x: usize, y: usize, text: &str) {
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{}</text>", y + 14, escaped(text));
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
