// error at 10:12

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool(companion = OnTool)]
    fn on(&self) {}
}

fn main() {
    Lamp.on();
}
