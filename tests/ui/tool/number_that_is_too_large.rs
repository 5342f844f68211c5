// error at 8:20
// error at 8:42
// error at 9:38

use tool_core::tool;

/// Waits.
#[tool(max_calls = 4294967296, timeout = "9999999999999999999h")]
async fn wait(#[tool_param(minimum = 1e999)] minutes: f64) {
    let _ = minutes;
}

fn main() {
    let _ = wait(1.0);
}
