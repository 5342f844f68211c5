// error at 6:28

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Metres(#[tool_param(name = "m")] f64);

fn main() {
    let _ = Metres(1.0).0;
}
