// error at 7:28

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(minimum = "1")]
    limit: u8,
}

fn main() {
    let _ = Query { limit: 1 }.limit;
}
