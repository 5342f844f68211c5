// error at 10:23

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[cfg_attr(all(), tool)]
    fn on(&self, #[tool_param(name = "minutes")] for_minutes: u8) {
        let _ = for_minutes;
    }
}

fn main() {
    Lamp.on(1);
}
