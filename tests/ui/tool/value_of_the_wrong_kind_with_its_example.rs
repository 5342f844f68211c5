// error at 7:8
// error at 8:36

use tool_core::tool;

/// Waits.
#[tool(tags("a" "b"))]
fn wait(#[tool_param(schema_with = "minutes")] minutes: u8) {
    let _ = minutes;
}

fn main() {
    wait(1);
}
