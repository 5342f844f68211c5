// error at 7:19

use tool_core::tool;

/// Does it.
#[tool]
fn f(#[tool_param(required = false)] count: u8) -> u8 {
    count
}

fn main() {
    f(1);
}
