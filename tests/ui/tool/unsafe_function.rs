// error at 7:1

use tool_core::tool;

/// Does it.
#[tool]
unsafe fn f() {}

fn main() {
    unsafe { f() };
}
