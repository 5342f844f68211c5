// error at 10:7

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool = "switch_on"]
    fn on(&self) {}
}

fn main() {
    Lamp.on();
}
