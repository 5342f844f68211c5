// error at 6:1

use tool_core::tool_object;

#[tool_object]
struct Lamp;

fn main() {
    let _ = Lamp;
}
