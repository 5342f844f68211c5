// error at 7:6

use tool_core::tool;

/// Does it.
#[tool]
fn f((a, b): (u8, u8)) -> u8 {
    a + b
}

fn main() {
    f((1, 2));
}
