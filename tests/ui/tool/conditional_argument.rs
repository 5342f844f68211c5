// error at 7:6

use tool_core::tool;

/// Does it.
#[tool]
fn f(#[cfg(all())] count: u8) -> u8 {
    count
}

fn main() {
    f(1);
}
