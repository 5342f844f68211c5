// error at 15:29
// error at 21:40
// error at 27:33
// error at 33:29

use std::borrow::Cow;

use tool_core::tool;

#[derive(tool_core::ToolResult)]
struct Line<'a>(&'a str);

/// Reads.
#[tool]
fn line(text: &str) -> Line<'_> {
    Line(text)
}

/// Reads, or not.
#[tool]
fn try_line(text: &str) -> Result<Line<'_>, String> {
    Ok(Line(text))
}

/// Splits.
#[tool]
fn split(text: &str) -> Vec<Cow<'_, str>> {
    vec![text.into()]
}

/// Splits, too.
#[tool]
fn lines(text: &str) -> Vec<Cow<str>> {
    vec![text.into()]
}

fn main() {
    line("a");
    try_line("a").unwrap();
    split("a");
    lines("a");
}
