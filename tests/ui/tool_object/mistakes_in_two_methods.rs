// error at 11:8
// error at 14:12

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    #[tool]
    fn on(&self) {}

    /// Switches it off.
    #[tool(nmae = "x")]
    fn off(&self) {}
}

fn main() {
    Lamp.on();
    Lamp.off();
}
