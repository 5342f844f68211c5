// error at 7:20
// error at 11:20

use tool_core::tool;

/// Says hello.
#[tool(companion = Self)]
fn hello() {}

/// Says goodbye.
#[tool(companion = crate)]
fn goodbye() {}

fn main() {
    hello();
    goodbye();
}
