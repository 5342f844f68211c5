// error at 7:4

use tool_core::tool;

/// Takes the name.
#[tool]
fn __tool() {}

fn main() {
    __tool();
}
