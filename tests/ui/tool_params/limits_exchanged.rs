// error at 7:34

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    #[tool_param(min_length = 9, max_length = 1)]
    text: String,
}

fn main() {
    let _ = Query { text: String::new() }.text;
}
