// error at 7:21

use tool_core::tool_object;

struct Lamp;

#[tool_object(parts(off))]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {}
}

fn main() {
    Lamp.on();
}
