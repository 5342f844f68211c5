// error at 7:18

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(context)]
    limit: u8,
}

fn main() {
    let _ = Query { limit: 1 }.limit;
}
