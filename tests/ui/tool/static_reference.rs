// error at 7:13

use tool_core::tool;

/// Does it.
#[tool]
fn f(text: &'static str) -> usize {
    text.len()
}

fn main() {
    f("a");
}
