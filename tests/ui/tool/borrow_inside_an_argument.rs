// error at 7:17

use tool_core::tool;

/// Does it.
#[tool]
fn f(texts: Vec<&str>) -> usize {
    texts.len()
}

fn main() {
    f(vec!["a"]);
}
