// error at 6:8

use tool_core::tool;

/// Does it.
#[tool(max_calls = 0)]
fn f() {}

fn main() {
    f();
}
