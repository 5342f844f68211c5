// error at 7:1

use tool_core::tool;

/// A lamp.
#[tool]
struct Lamp;

fn main() {
    let _ = Lamp;
}
