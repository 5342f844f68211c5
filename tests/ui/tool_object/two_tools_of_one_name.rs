// error at 14:19

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {}

    /// Switches it on later.
    #[tool(name = "on")]
    fn later(&self) {}
}

fn main() {
    Lamp.on();
    Lamp.later();
}
