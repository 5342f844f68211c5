// error at 7:15

use tool_core::{ToolContext, tool};

/// Does it.
#[tool]
fn f(context: ToolContext) {
    let _ = context;
}

fn main() {
    f(ToolContext::new());
}
