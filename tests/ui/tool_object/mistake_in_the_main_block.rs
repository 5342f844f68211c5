// error at 10:12

use tool_core::tool_object;

struct Lamp;

#[tool_object(parts(counting))]
impl Lamp {
    /// Switches it on.
    #[tool(nmae = "x")]
    fn on(&self) {}
}

#[tool_object(part = counting)]
impl Lamp {
    /// Counts the lamps.
    #[tool]
    fn count(&self) {}
}

fn main() {
    Lamp.on();
    Lamp.count();
}
