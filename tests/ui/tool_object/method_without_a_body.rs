// error at 11:5

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self, #[tool_param(minimum = 1)] minutes: u8);
}

fn main() {
    Lamp.on(1);
}
