// error at 7:4

use tool_core::tool;

/// Measures.
#[tool]
fn größe() {}

fn main() {
    größe();
}
