// error at 6:4

use tool_core::tool;

#[tool]
fn f() {}

fn main() {
    f();
}
