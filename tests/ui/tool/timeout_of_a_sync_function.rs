// error at 6:8

use tool_core::tool;

/// Does it.
#[tool(timeout = "5s")]
fn f() {}

fn main() {
    f();
}
