// error at 8:29
// error at 14:38

use tool_core::tool;

/// Splits.
#[tool]
fn split(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// Splits once.
#[tool]
fn split_once(text: &str) -> Result<(&str, u8), String> {
    Ok((text, 1))
}

fn main() {
    split("a");
    split_once("a").unwrap();
}
