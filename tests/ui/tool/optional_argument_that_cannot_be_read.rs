// error at 9:18

use tool_core::tool;

struct Own;

/// Does it.
#[tool]
fn f(own: Option<Own>) {
    let _ = own;
}

fn main() {
    f(Some(Own));
}
