// error at 7:1

use tool_core::tool;

/// Does it.
#[tool]
#[tool]
fn f() {}

fn main() {
    f();
}
