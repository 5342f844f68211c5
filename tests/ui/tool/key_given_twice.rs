// error at 6:21

use tool_core::tool;

/// Does it.
#[tool(title = "a", title = "b")]
fn f() {}

fn main() {
    f();
}
