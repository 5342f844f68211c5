// error at 9:11

use tool_core::tool;

struct Own;

/// Does it.
#[tool]
fn f(own: Own) {
    let Own = own;
}

fn main() {
    f(Own);
}
