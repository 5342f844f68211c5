// error at 7:32

use tool_core::tool;

/// Does it.
#[tool]
fn f(#[tool_param(minimum = 9, maximum = 1)] count: u8) -> u8 {
    count
}

fn main() {
    f(1);
}
