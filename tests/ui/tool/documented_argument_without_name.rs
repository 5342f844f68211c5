// error at 8:1

use tool_core::tool;

/// Does it.
///
/// # Arguments
/// * how many
#[tool]
fn f(count: u8) -> u8 {
    count
}

fn main() {
    f(1);
}
