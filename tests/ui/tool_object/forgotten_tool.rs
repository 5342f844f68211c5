// error at 15:19
// error at 22:9

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {}

    /// Switches it off.
    fn off(&self, #[tool_param(minimum = 1)] after: u8) {
        let _ = after;
    }

    /// Dims it.
    fn dim(
        &self,
        /// In percent.
        level: u8,
    ) {
        let _ = level;
    }
}

fn main() {
    Lamp.on();
    Lamp.off(1);
    Lamp.dim(1);
}
