// error at 8:1

use tool_core::tool;

struct Lamp;

#[tool]
impl Lamp {
    fn on() {}
}

fn main() {
    Lamp::on();
}
