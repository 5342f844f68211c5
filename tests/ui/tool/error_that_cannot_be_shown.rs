// error at 9:11

use tool_core::tool;

struct Own;

/// Does it.
#[tool]
fn f() -> Result<u8, Own> {
    Err(Own)
}

fn main() {
    let _ = f();
}
