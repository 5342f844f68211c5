// error at 7:28

use tool_core::tool_object;

struct Lamp;

#[tool_object(part = more, parts(other))]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {}
}

fn main() {
    Lamp.on();
}
