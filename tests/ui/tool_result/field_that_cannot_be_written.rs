// error at 10:10
// error at 11:13

use tool_core::{ToolResult, tool};

struct Own;

#[derive(ToolResult)]
struct Answer {
    own: Own,
    listed: Vec<Own>,
    text: String,
}

/// Does it.
#[tool]
fn f() -> Answer {
    Answer { own: Own, listed: Vec::new(), text: String::new() }
}

fn main() {
    let Answer { own: Own, .. } = f();
}
