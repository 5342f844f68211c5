// error at 8:4
// error at 13:8

use tool_core::tool;

/// Says hello.
#[tool]
fn hello();

trait Greets {
    /// Says hello.
    #[tool]
    fn hello(&self);
}

struct Me;

impl Greets for Me {
    fn hello(&self) {}
}

fn main() {
    hello();
    Me.hello();
}
