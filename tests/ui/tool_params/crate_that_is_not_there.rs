// error at 7:25
// error at 13:25

use tool_core::{ToolParams, ToolResult};

#[derive(ToolParams)]
#[tool_params(crate = ::typo)]
struct Query {
    a: u8,
}

#[derive(ToolResult)]
#[tool_result(crate = ::typo)]
struct Answer {
    #[serde(rename = "b")]
    a: u8,
}

fn main() {
    let _ = (Query { a: 1 }.a, Answer { a: 1 }.a);
}
