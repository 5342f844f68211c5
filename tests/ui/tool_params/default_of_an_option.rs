// error at 7:18

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(default = 1)]
    limit: Option<u8>,
}

fn main() {
    let _ = Query { limit: None }.limit;
}
