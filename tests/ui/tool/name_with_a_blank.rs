// error at 6:15

use tool_core::tool;

/// Does it.
#[tool(name = "get weather")]
fn f() {}

fn main() {
    f();
}
