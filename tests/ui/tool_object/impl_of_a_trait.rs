// error at 12:6

use tool_core::tool_object;

trait Switch {
    fn on(&self);
}

struct Lamp;

#[tool_object]
impl Switch for Lamp {
    fn on(&self) {}
}

fn main() {
    Lamp.on();
}
