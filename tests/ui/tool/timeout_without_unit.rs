// error at 6:18

use tool_core::tool;

/// Does it.
#[tool(timeout = "5", blocking)]
fn f() {}

fn main() {
    f();
}
