// error at 8:4

use tool_core::tool;

/// # Errors
/// Never.
#[tool]
fn f() {}

fn main() {
    f();
}
