// error at 6:3

use tool_core::ToolParams;

#[derive(ToolParams)]
#[tool_param(description = "a query")]
struct Query {
    limit: u8,
}

fn main() {
    let _ = Query { limit: 1 }.limit;
}
