// error at 7:29

use tool_core::tool;

/// Does it.
#[tool]
fn f(#[tool_param(default = "two")] count: u8) -> u8 {
    count
}

fn main() {
    f(1);
}
