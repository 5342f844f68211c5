// error at 13:21

use tool_core::callback::ToolObject;
use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {
        let light = ;
    }

    /// Switches it off.
    #[tool]
    fn off(&self, #[tool_param(minimum = 1)] after: u8) {
        let _ = after;
    }

    /// Counts the lamps.
    #[tool]
    fn count() {}
}

fn is_object<T: ToolObject>(_: &T) {}

fn main() {
    is_object(&Lamp);
    Lamp.off(1);
}
