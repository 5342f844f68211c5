// error at 6:19

use tool_core::tool;

/// Does it.
#[tool(read_only, destructive)]
fn f() {}

fn main() {
    f();
}
