// error at 8:6

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    fn on(&self) {}
}

fn main() {
    Lamp.on();
}
