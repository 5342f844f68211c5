// error at 7:39

use tool_core::tool;

/// Greets.
#[tool]
fn greet(#[tool_param(context)] name: Option<&String>) {
    let _ = name;
}

fn main() {
    greet(None);
}
