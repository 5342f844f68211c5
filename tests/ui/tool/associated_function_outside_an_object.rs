// error at 13:5
// error at 13:5
// error at 14:8
// error at 14:8
// error at 14:8

use tool_core::tool;

struct Lamp;

impl Lamp {
    /// Switches it on.
    #[tool]
    fn on() {}
}

fn main() {
    Lamp::on();
}
