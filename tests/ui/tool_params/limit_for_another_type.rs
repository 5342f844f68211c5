// error at 7:18

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(maximum = 1)]
    text: String,
}

fn main() {
    let _ = Query { text: String::new() }.text;
}
