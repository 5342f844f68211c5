// error at 7:1

use tool_core::tool;

/// Does it.
#[tool]
extern "C" fn f() {}

fn main() {
    f();
}
