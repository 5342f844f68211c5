// error at 9:11

use tool_core::tool;

struct Own;

/// Does it.
#[tool]
fn f() -> Own {
    Own
}

fn main() {
    f();
}
