// error at 7:11

use tool_core::ToolParams;

#[derive(ToolParams)]
struct Query {
    text: &'static str,
}

fn main() {
    let _ = Query { text: "a" }.text;
}
