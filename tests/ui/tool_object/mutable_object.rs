// error at 11:11

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&mut self) {}
}

fn main() {
    Lamp.on();
}
