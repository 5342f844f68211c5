// error at 8:6

use tool_core::tool_object;

struct Lamp(std::cell::Cell<u8>);

#[tool_object]
impl Lamp {
    /// Switches it on.
    #[tool]
    fn on(&self) {
        self.0.set(1);
    }
}

fn main() {
    Lamp(std::cell::Cell::new(0)).on();
}
