// error at 10:11

use tool_core::tool;

struct Lamp;

impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(self) {}
}

fn main() {
    Lamp.on();
}
