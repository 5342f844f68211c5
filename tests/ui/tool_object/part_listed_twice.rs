// error at 7:31

use tool_core::tool_object;

struct Lamp;

#[tool_object(parts(counting, counting))]
impl Lamp {}

#[tool_object(part = counting)]
impl Lamp {
    /// Counts the lamps.
    #[tool]
    fn count(&self) {}
}

fn main() {
    Lamp.count();
}
