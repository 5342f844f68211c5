// error at 7:6

use tool_core::tool;

/// Does it.
#[tool]
fn f(_: u8) {}

fn main() {
    f(1);
}
