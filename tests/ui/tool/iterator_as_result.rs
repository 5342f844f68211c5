// error at 9:17
// error at 15:22
// error at 21:15

use tool_core::tool;

/// Counts.
#[tool]
fn counted() -> impl Iterator<Item = u8> {
    0..3
}

/// Counts, or fails.
#[tool]
fn tried() -> Result<impl Iterator<Item = u8>, String> {
    Ok(0..3)
}

/// Counts in a box.
#[tool]
fn boxed() -> Box<dyn Iterator<Item = u8>> {
    Box::new(0..3)
}

fn main() {}
