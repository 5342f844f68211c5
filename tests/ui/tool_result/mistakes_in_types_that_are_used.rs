// error at 7:15
// error at 13:1

use tool_core::{ToolResult, tool};

#[derive(ToolResult)]
#[tool_result(shcema = false)]
struct Row {
    a: u8,
}

#[derive(ToolResult)]
union Both {
    a: u8,
}

/// Does it.
#[tool]
fn f() -> Row {
    Row { a: 1 }
}

/// Does it.
#[tool]
fn g() -> Both {
    Both { a: 1 }
}

fn main() {
    f();
    g();
}
