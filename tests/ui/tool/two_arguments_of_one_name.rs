// error at 7:39

use tool_core::tool;

/// Does it.
#[tool]
fn f(#[tool_param(name = "b")] a: u8, b: u8) -> u8 {
    a + b
}

fn main() {
    f(1, 2);
}
