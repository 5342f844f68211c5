// error at 7:19

use tool_core::tool;

/// Does it.
#[tool]
fn f(#[tool_param(default = 1)] count: Option<u8>) -> u8 {
    count.unwrap_or(0)
}

fn main() {
    f(None);
}
