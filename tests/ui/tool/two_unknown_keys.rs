// error at 7:8
// error at 7:20

use tool_core::tool;

/// Does it.
#[tool(desc = "x", tag("a"))]
fn f() {}

fn main() {
    f();
}
