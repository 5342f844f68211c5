// error at 7:15

use tool_core::tool_object;

struct Lamp;

#[tool_object(name = "lamp")]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {}
}

fn main() {
    Lamp.on();
}
