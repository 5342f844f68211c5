// error at 7:1

use tool_core::tool;

/// Does it.
#[tool]
const fn f() {}

fn main() {
    f();
}
