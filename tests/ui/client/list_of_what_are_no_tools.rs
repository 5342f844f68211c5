// error at 27:20
// error at 28:26
// error at 29:20
// error at 30:20
// error at 31:20
// error at 32:20
// error at 33:20
// error at 34:20
// error at 35:20

use tool_core::tools;

fn plain() {}

mod maps {
    pub fn plain() {}
}

struct Station;

impl Station {
    fn forecast(&self) {}
}

fn main() {
    let closure = || 1;
    let _ = tools![plain];
    let _ = tools![maps::plain];
    let _ = tools![Station::forecast];
    let _ = tools![Station];
    let _ = tools![closure];
    let _ = tools![missing];
    let _ = tools![|| 1];
    let _ = tools![plain()];
    let _ = tools!["plain"];
    closure();
    Station.forecast();
}
