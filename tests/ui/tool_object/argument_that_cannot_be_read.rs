// error at 12:23

use tool_core::tool_object;

struct Lamp;
struct Own;

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self, own: Own) {
        let Own = own;
    }
}

fn main() {
    Lamp.on(Own);
}
