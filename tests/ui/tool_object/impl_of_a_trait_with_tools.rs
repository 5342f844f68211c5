// error at 13:6

use tool_core::tool_object;

trait Light {
    fn on(&self, for_minutes: u8);
    fn count() -> u8;
}

struct Lamp;

#[tool_object]
impl Light for Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self, #[tool_param(minimum = 1)] _for_minutes: u8) {}

    /// Counts the lamps.
    #[tool_core::tool]
    fn count() -> u8 {
        1
    }
}

fn main() {
    Lamp.on(Lamp::count());
}
