// error at 9:1
// error at 17:5

use tool_core::tool_object;

struct Lamp;

#[tool_object]
#[tool_core::tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {}

    /// Switches it off.
    #[tool]
    #[tool_core::tool(serial)]
    fn off(&self) {}
}

fn main() {
    Lamp.on();
    Lamp.off();
}
