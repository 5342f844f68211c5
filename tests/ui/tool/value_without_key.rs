// error at 6:8

use tool_core::tool;

/// Does it.
#[tool("weather")]
fn f() {}

fn main() {
    f();
}
