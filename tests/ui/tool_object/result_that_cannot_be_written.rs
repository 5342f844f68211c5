// error at 12:21

use tool_core::tool_object;

struct Lamp;
struct Own;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) -> Own {
        Own
    }
}

fn main() {
    Lamp.on();
}
