// error at 7:28

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(default = "ten")]
    limit: u8,
}

fn main() {
    let _ = Query { limit: 1 }.limit;
}
