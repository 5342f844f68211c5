// error at 14:1

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {}
}

#[tool_object]
impl Lamp {
    /// Switches it off.
    #[tool]
    fn off(&self) {}
}

fn main() {
    Lamp.on();
    Lamp.off();
}
