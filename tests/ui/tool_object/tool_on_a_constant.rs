// error at 10:5

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// How bright it is.
    #[tool]
    const LIGHT: u8 = 1;
}

fn main() {
    let _ = (Lamp, Lamp::LIGHT);
}
