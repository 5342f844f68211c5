// error at 7:9
// error at 14:16

use tool_core::{ToolResult, tool};

#[derive(ToolResult)]
#[serde(renam_all = "camelCase")]
struct Unknown {
    a: u8,
}

#[derive(ToolResult)]
struct Field {
    #[schemars(requird)]
    a: u8,
}

/// Does it.
#[tool]
fn f() -> Unknown {
    Unknown { a: 1 }
}

/// Does it.
#[tool]
fn g() -> Field {
    Field { a: 1 }
}

fn main() {
    f();
    g();
}
