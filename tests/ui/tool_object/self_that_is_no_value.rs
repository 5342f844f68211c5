// error at 12:17
// error at 18:27

use tool_core::tool_object;

struct Lamp;

#[tool_object]
impl Lamp {
    /// Makes one.
    #[tool]
    fn new() -> Self {
        Self
    }

    /// Joins two.
    #[tool]
    fn join(&self, other: Self) {
        let _ = other;
    }
}

fn main() {
    Lamp::new().join(Lamp);
}
