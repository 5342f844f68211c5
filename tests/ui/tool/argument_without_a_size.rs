// error at 8:20
// error at 12:21

use tool_core::tool;

/// Writes.
#[tool]
pub fn write(text: str) {}

/// Sums up.
#[tool]
pub fn sum(numbers: [u8]) {}

fn main() {}
