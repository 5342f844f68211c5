// error at 7:9

use tool_core::tool;

/// Waits.
#[tool]
fn wait(#[cfg_attr(all(), tool_param(minimum = 1))] minutes: u8) {
    let _ = minutes;
}

fn main() {
    wait(1);
}
