// error at 6:8

use tool_core::tool;

/// Does it.
#[tool(blocking)]
async fn f() {}

fn main() {
    let _ = f();
}
