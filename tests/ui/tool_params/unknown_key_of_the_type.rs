// error at 6:15

use tool_core::ToolParams;

#[derive(ToolParams)]
#[tool_params(name = "q")]
struct Query {
    limit: u8,
}

fn main() {
    let _ = Query { limit: 1 }.limit;
}
