// error at 7:8
// error at 8:1

use tool_core::tool;

/// Does it.
#[tool(nmae = "x")]
extern "C" fn f() {}

fn main() {
    f();
}
